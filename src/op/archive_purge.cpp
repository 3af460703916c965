// Use case "archive_purge": removes archived memories for good.
#include "engine/archive.h"
#include "op/catalog_functions.h"

namespace aim::op {
namespace {

struct PurgeRequest {
  std::optional<std::int64_t> older_than_days;
  static constexpr auto fields() {
    using R = PurgeRequest;
    return std::tuple{takes("older_than_days", &R::older_than_days, rule::days,
                            "Only those archived longer ago than so many days; without it: all")};
  }
};
struct PurgeReply {
  std::int64_t purged = 0;
  static constexpr auto fields() {
    using R = PurgeReply;
    return std::tuple{gives("purged", &R::purged, "How many are gone")};
  }
};

Result<PurgeReply> run(Engine& engine, const PurgeRequest& request, const Caller&) {
  return PurgeReply{TRY(engine::purge_archive(engine, request.older_than_days))};
}

}  // namespace

const Operation& archive_purge() {
  static const auto it = operation<run>(
      {"archive_purge", "Purge the archive", "Remove archived memories for good.", Effect::destroys});
  return it;
}

}  // namespace aim::op
