// Use cases of upkeep that servers do by themselves.
#include "engine/upkeep.h"

#include "engine/archive.h"
#include "engine/history/transcripts.h"
#include "engine/history/versions.h"
#include "engine/usage/access_log.h"
#include "engine/vectors/backfill.h"
#include "engine/vectors/embeddings.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {

// Use case "gc": archives and removes what has expired (A8), and packs transcripts, as servers do
// in the background (I2).

namespace {

struct GcRequest {
  bool dry_run = false, compact = false;
  using R = GcRequest;
  static constexpr std::tuple fields{takes("dry_run", &R::dry_run, rule::any, "Only report"),
                                     takes("compact", &R::compact, rule::any, "Shrink the file")};
};
struct GcReply {
  std::int64_t collected = 0;
  bool dry_run = false;
  std::optional<std::int64_t> transcripts, versions, freed_bytes;
  using R = GcReply;
  static constexpr std::tuple fields{
      gives("collected", &R::collected,
            "Number of expired memories; deleted, unless it is a dry run"),
      gives("dry_run", &R::dry_run, "True if nothing was deleted"),
      gives("transcripts", &R::transcripts, "Number of expired transcripts, if any"),
      gives("versions", &R::versions,
            "Number of former states beyond [history] keep_days and max_mb, if any"),
      gives("freed_bytes", &R::freed_bytes,
            "How much smaller `compact` made the database, if it did")};
};

Result<GcReply> run_gc(Engine& engine, const GcRequest& request, const Caller& caller) {
  const auto told = [&](std::int64_t done) { notify(caller, {done, {}, "memories"}); };
  const auto count = request.dry_run ? engine::count_expired(engine)
                                     : engine::collect_expired(engine, caller.stop, told);
  GcReply reply{TRY(count), request.dry_run, {}, {}, {}};
  const std::int64_t transcripts =
      TRY(request.dry_run ? engine::count_expired_transcripts(engine)
                          : engine::collect_transcripts(engine, caller.stop));
  if (transcripts > 0)
    reply.transcripts = transcripts;
  if (!request.dry_run) {
    TRY(engine::pack_transcripts(engine, caller.stop));
    TRY_VOID(engine::prune_accesses(engine, caller.stop));
  }
  const std::int64_t versions = TRY(engine::prune_versions(engine, request.dry_run));
  if (versions > 0)
    reply.versions = versions;
  if (request.compact && !request.dry_run)
    if (const std::int64_t freed = TRY(engine::compact(engine)); freed > 0)
      reply.freed_bytes = freed;
  return reply;
}

}  // namespace

const Operation& gc() {
  return operation<run_gc>("gc", "Collect expired memories", "Archive expired memories.",
                           Effect::destroys, {.right = Right::administer, .shows_uses = true});
}

// Use case "backfill": gives memories that have none the vectors they are found by (B5).

namespace {

struct BackfillRequest {
  std::optional<std::int64_t> most;
  double share = 1;
  using R = BackfillRequest;
  static constexpr std::tuple fields{
      takes("most", &R::most, rule::count, "Maximum passages, approximately; default: all"),
      takes("share", &R::share, rule::share,
            "Maximum share of one processor: pauses between batches")};
};
struct BackfillReply {
  std::int64_t embedded = 0, failed = 0, left = 0;
  std::optional<std::int64_t> indexed;
  std::string model;
  using R = BackfillReply;
  static constexpr std::tuple fields{
      gives("embedded", &R::embedded, "Passages embedded"),
      gives("failed", &R::failed, "Passages that failed; they are retried later"),
      gives("left", &R::left, "Passages still without a vector"),
      gives("indexed", &R::indexed, "Memories reindexed because the rules of the index changed"),
      gives("model", &R::model, "Model in use; none: only the built-in table")};
};

Result<BackfillReply> run_backfill(Engine& engine, const BackfillRequest& request,
                                   const Caller& caller) {
  engine::BackfillOptions options;
  options.most = request.most.value_or(INT64_MAX);
  options.share = request.share;
  options.drop_others = true;  // the person chose the model
  options.notify = [&](std::int64_t done, std::int64_t of, std::string_view what) {
    notify(caller, {done, of, what});
  };
  const auto done = TRY(engine::backfill(engine, options));
  const auto* model = engine.embeddings.model();
  BackfillReply reply{
      done.embedded, done.failed, done.left, {}, model ? model->identity().model : "none"};
  if (done.indexed > 0)
    reply.indexed = done.indexed;
  return reply;
}

}  // namespace

const Operation& backfill() {
  return operation<run_backfill>("backfill", "Backfill vectors", "Compute missing embeddings.",
                                 Effect::adds,
                                 {.right = Right::administer, .makes_database = false});
}

}  // namespace aim::op
