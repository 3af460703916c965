// Use case "backfill": gives memories that have none the vectors they are found by (B5).
#include "engine/vectors/backfill.h"

#include "engine/vectors/embeddings.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct BackfillRequest {
  std::optional<std::int64_t> most;
  double share = 1;
  static constexpr auto fields() {
    using R = BackfillRequest;
    return std::tuple{
        takes("most", &R::most, rule::count, "Maximum passages, approximately; default: all"),
        takes("share", &R::share, rule::share,
              "Maximum share of one processor: pauses between batches")};
  }
};
struct BackfillReply {
  std::int64_t embedded = 0, failed = 0, left = 0;
  std::optional<std::int64_t> indexed;
  std::string model;
  static constexpr auto fields() {
    using R = BackfillReply;
    return std::tuple{
        gives("embedded", &R::embedded, "Passages embedded"),
        gives("failed", &R::failed, "Passages that failed; they are retried later"),
        gives("left", &R::left, "Passages still without a vector"),
        gives("indexed", &R::indexed, "Memories reindexed because the rules of the index changed"),
        gives("model", &R::model, "Model in use; none: only the built-in table")};
  }
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
  static const auto it =
      operation<run_backfill>({"backfill",
                               "Backfill vectors",
                               "Compute missing embeddings.",
                               Effect::adds,
                               {.right = Right::administer, .makes_database = false}});
  return it;
}

}  // namespace aim::op
