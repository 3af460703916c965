// Use case "backfill": gives memories that have none the vectors they are found by (B5).
#include "engine/backfill.h"

#include "op/catalog_functions.h"

namespace aim::op {
namespace {

struct BackfillRequest {
  std::optional<std::int64_t> most;
  double share = 1;
  static constexpr auto fields() {
    using R = BackfillRequest;
    return std::tuple{
        takes("most", &R::most, rule::count, "At most about so many passages; default: all"),
        takes("share", &R::share, rule::share,
              "Of one processor, at most: pauses between batches")};
  }
};
struct BackfillReply {
  std::int64_t embedded = 0, failed = 0, left = 0;
  std::string model;
  static constexpr auto fields() {
    using R = BackfillReply;
    return std::tuple{
        gives("embedded", &R::embedded, "Passages that got a vector"),
        gives("failed", &R::failed, "Passages that could not get one; they are tried again later"),
        gives("left", &R::left, "Passages still without one"),
        gives("model", &R::model, "Model in use, or none: then the built-in table alone")};
  }
};

Result<BackfillReply> run(Engine& engine, const BackfillRequest& request, const Caller& caller) {
  engine::BackfillOptions options;
  options.most = request.most.value_or(INT64_MAX);
  options.share = request.share;
  options.drop_others = true;  // the person chose the model
  options.tell = [&](std::int64_t done, std::int64_t of) { tell(caller, {done, of, "passages"}); };
  const auto done = TRY(engine::backfill(engine, options));
  const auto* model = engine.meaning.model();
  return BackfillReply{done.embedded, done.failed, done.left,
                       model ? model->identity().model : "none"};
}

}  // namespace

const Operation& backfill() {
  static const auto it =
      operation<run>({"backfill", "Backfill vectors",
                      "Give memories that have none the vectors they are found by.", Effect::adds});
  return it;
}

}  // namespace aim::op
