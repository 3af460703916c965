// Use case "archive_restore": a memory comes back from the archive, long and without expiry.
#include "engine/archive.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct RestoreRequest {
  std::string id;
  static constexpr auto fields() {
    return std::tuple{needs("id", &RestoreRequest::id, rule::archived_id, "Id or unique prefix")};
  }
};
struct RestoreReply {
  std::string id;
  bool restored = true;
  static constexpr auto fields() {
    using R = RestoreReply;
    return std::tuple{gives("id", &R::id, "Full id"),
                      gives("restored", &R::restored, "Always true")};
  }
};

Result<RestoreReply> run_archive_restore(Engine& engine, const RestoreRequest& request,
                                         const Caller&) {
  return RestoreReply{TRY(engine::restore(engine, request.id)).id, true};
}

}  // namespace

const Operation& archive_restore() {
  static const auto it =
      operation<run_archive_restore>({"archive_restore",
                                      "Restore a memory",
                                      "Restore an archived memory.",
                                      Effect::adds,
                                      {.right = Right::write, .makes_database = false}});
  return it;
}

}  // namespace aim::op
