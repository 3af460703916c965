// Use case "archive_purge": removes archived memories for good.
#include "engine/archive.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct PurgeRequest {
  std::optional<std::int64_t> older_than_days;
  bool dry_run = false;
  static constexpr auto fields() {
    using R = PurgeRequest;
    return std::tuple{takes("older_than_days", &R::older_than_days, rule::days,
                            "Minimum age in days; default: all"),
                      takes("dry_run", &R::dry_run, rule::any, "Only report")};
  }
};
struct PurgeReply {
  std::optional<std::int64_t> purged, would_purge;
  std::optional<bool> dry_run;
  static constexpr auto fields() {
    using R = PurgeReply;
    return std::tuple{gives("purged", &R::purged, "Number deleted"),
                      gives("dry_run", &R::dry_run, "True for a dry run"),
                      gives("would_purge", &R::would_purge, "Number that would be deleted")};
  }
};

Result<PurgeReply> run_archive_purge(Engine& engine, const PurgeRequest& request,
                                     const Caller& caller) {
  PurgeReply reply;
  if (request.dry_run) {
    reply.dry_run = true;
    reply.would_purge = TRY(engine::count_archive(engine, request.older_than_days));
    return reply;
  }
  const std::int64_t purged = TRY(engine::purge_archive(engine, request.older_than_days));
  notify(caller, {purged, purged, "memories"});
  reply.purged = purged;
  return reply;
}

}  // namespace

const Operation& archive_purge() {
  static const auto it = operation<run_archive_purge>(
      {"archive_purge",
       "Purge the archive",
       "Delete archived memories permanently.",
       Effect::destroys,
       {.right = Right::administer,
        .confirm = {"would_purge", " in the archive will be deleted permanently", "purged"}}});
  return it;
}

}  // namespace aim::op
