// Use case "gc": archives and removes what has expired (A8), and packs transcripts, as servers do
// in the background (I2).
#include "engine/archive.h"
#include "engine/history/transcripts.h"
#include "engine/history/versions.h"
#include "engine/usage/access_log.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct GcRequest {
  bool dry_run = false;
  static constexpr auto fields() {
    using R = GcRequest;
    return std::tuple{takes("dry_run", &R::dry_run, rule::any, "Only report")};
  }
};
struct GcReply {
  std::int64_t collected = 0;
  bool dry_run = false;
  std::optional<std::int64_t> transcripts;
  static constexpr auto fields() {
    using R = GcReply;
    return std::tuple{
        gives("collected", &R::collected,
              "Number of expired memories; deleted, unless it is a dry run"),
        gives("dry_run", &R::dry_run, "True if nothing was deleted"),
        gives("transcripts", &R::transcripts, "Number of expired transcripts, if any")};
  }
};

Result<GcReply> run_gc(Engine& engine, const GcRequest& request, const Caller& caller) {
  const auto told = [&](std::int64_t done) { notify(caller, {done, {}, "memories"}); };
  const auto count = request.dry_run ? engine::count_expired(engine)
                                     : engine::collect_expired(engine, caller.stop, told);
  GcReply reply{TRY(count), request.dry_run, {}};
  const std::int64_t transcripts =
      TRY(request.dry_run ? engine::count_expired_transcripts(engine)
                          : engine::collect_transcripts(engine, caller.stop));
  if (transcripts > 0)
    reply.transcripts = transcripts;
  if (!request.dry_run) {
    TRY(engine::pack_transcripts(engine, caller.stop));
    TRY_VOID(engine::prune_accesses(engine, caller.stop));
    TRY_VOID(engine::prune_versions(engine));
  }
  return reply;
}

}  // namespace

const Operation& gc() {
  static const auto it = operation<run_gc>({"gc",
                                            "Collect expired memories",
                                            "Archive expired memories.",
                                            Effect::destroys,
                                            {.right = Right::administer}});
  return it;
}

}  // namespace aim::op
