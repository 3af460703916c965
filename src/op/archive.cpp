// Use cases of the archive.
#include "engine/archive.h"

#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/reply_room.h"

namespace aim::op {

// Use case "archive_list": what is in the archive, newest first.

namespace {

struct ArchiveListRequest {
  std::optional<std::string> name_space, title, reason, since, until;
  std::int64_t limit = 50, offset = 0;
  using R = ArchiveListRequest;
  static constexpr std::tuple fields{
      takes("namespace", &R::name_space, rule::name_space_filter, "Namespace, or team/*", 'n'),
      takes("title", &R::title, rule::query, "Only with this in the title"),
      takes("reason", &R::reason, rule::archive_reason,
            "Only for this reason: gc (expired), forget, delete, consolidate, merge …"),
      takes("since", &R::since, rule::time, "Only archived from this date or time on"),
      takes("until", &R::until, rule::time, "Only archived up to this date or time"),
      takes("limit", &R::limit, rule::limit_archive, "Maximum results"),
      takes("offset", &R::offset, rule::offset, "Skip this many")};
};
struct ArchiveListReply {
  std::int64_t count = 0;
  std::vector<ArchivedView> archived;
  std::optional<std::int64_t> next;
  using R = ArchiveListReply;
  static constexpr std::tuple fields{
      gives("count", &R::count, "Number of results"),
      gives("archived", &R::archived, "Last archived first"),
      gives("next", &R::next, "Offset of the next page, where not all had room")};
};

Result<ArchiveListReply> run_archive_list(Engine& engine, const ArchiveListRequest& request,
                                          const Caller& caller) {
  store::GoneFilter filter;
  filter.name_space = name_space_filter(request.name_space);
  filter.title = request.title.value_or("");
  filter.reason = request.reason.value_or("");
  std::tie(filter.since, filter.until) =
      TRY(times_of(request.since, request.until, engine.clock.now()));
  ArchiveListReply reply;
  ReplyRoom room(caller);
  for (const Archived& each :
       TRY(engine::list_archive(engine, std::move(filter), request.limit, request.offset)))
    if (room.takes(each.memory))
      reply.archived.push_back(view(each));
  reply.count = std::ssize(reply.archived);
  if (room.is_full())
    reply.next = request.offset + reply.count;
  return reply;
}

}  // namespace

const Operation& archive_list() {
  return operation<run_archive_list>("archive_list", "List the archive", "List archived memories.",
                                     Effect::reads, {.right = Right::read});
}

// Use case "archive_restore": a memory comes back from the archive, long and without expiry.

namespace {

struct RestoreRequest {
  std::string id;
  static constexpr std::tuple fields{
      needs("id", &RestoreRequest::id, rule::archived_id, "Id or prefix")};
};
struct RestoreReply {
  std::string id;
  bool restored = true;
  using R = RestoreReply;
  static constexpr std::tuple fields{gives("id", &R::id, "Full id"),
                                     gives("restored", &R::restored, "Always true")};
};

Result<RestoreReply> run_archive_restore(Engine& engine, const RestoreRequest& request,
                                         const Caller&) {
  return RestoreReply{TRY(engine::restore(engine, request.id)).id, true};
}

}  // namespace

const Operation& archive_restore() {
  return operation<run_archive_restore>("archive_restore", "Restore a memory",
                                        "Restore an archived memory.", Effect::adds,
                                        {.right = Right::write, .makes_database = false});
}

// Use case "archive_purge": removes archived memories for good.

namespace {

struct PurgeRequest {
  std::optional<std::string> id;
  std::optional<std::int64_t> older_than_days;
  bool dry_run = false;
  using R = PurgeRequest;
  static constexpr std::tuple fields{takes("id", &R::id, rule::archived_id, "Only this"),
                                     takes("older_than_days", &R::older_than_days, rule::days,
                                           "Minimum age in days; default: all"),
                                     takes("dry_run", &R::dry_run, rule::any, "Only report")};
};
struct PurgeReply {
  std::optional<std::int64_t> purged, would_purge;
  std::optional<bool> dry_run;
  using R = PurgeReply;
  static constexpr std::tuple fields{
      gives("purged", &R::purged, "Number deleted"),
      gives("dry_run", &R::dry_run, "True for a dry run"),
      gives("would_purge", &R::would_purge, "Number that would be deleted")};
};

Result<PurgeReply> run_archive_purge(Engine& engine, const PurgeRequest& request,
                                     const Caller& caller) {
  if (request.id && request.older_than_days)
    return Failure(refuse("older_than_days", "must not be given together with id"));
  PurgeReply reply;
  if (request.id)
    TRY(engine::purge_one(engine, *request.id, request.dry_run));
  if (request.dry_run) {
    reply.dry_run = true;
    reply.would_purge =
        request.id ? 1 : TRY(engine::count_archive(engine, request.older_than_days));
    return reply;
  }
  const std::int64_t purged =
      request.id ? 1 : TRY(engine::purge_archive(engine, request.older_than_days));
  notify(caller, {purged, purged, "memories"});
  reply.purged = purged;
  return reply;
}

}  // namespace

const Operation& archive_purge() {
  return operation<run_archive_purge>(
      "archive_purge", "Purge the archive", "Delete archived memories permanently.",
      Effect::destroys,
      {.right = Right::administer,
       .confirm = {"would_purge", " in the archive will be deleted permanently", "purged"}});
}

// Use case "archive_stats": how much is in the archive (S13).

namespace {

struct ArchiveStatsReply {
  std::int64_t archived_total = 0;
  std::vector<CountView> by_name_space;
  std::int64_t bytes = 0;
  std::optional<std::string> oldest, newest;
  using R = ArchiveStatsReply;
  static constexpr std::tuple fields{
      gives("archived_total", &R::archived_total, "Number of archived memories"),
      gives("by_namespace", &R::by_name_space, "By namespace, largest first"),
      gives("bytes", &R::bytes, "Bytes of titles and contents"),
      gives("oldest", &R::oldest, "Time of the first archiving"),
      gives("newest", &R::newest, "Time of the last archiving")};
};

Result<ArchiveStatsReply> run_archive_stats(Engine& engine, const NoRequest&, const Caller&) {
  const ArchiveStats stats = TRY(engine::archive_stats(engine));
  ArchiveStatsReply reply;
  reply.archived_total = stats.count;
  reply.bytes = stats.bytes;
  for (const auto& [name, count] : stats.by_name_space)
    reply.by_name_space.push_back({name, count});
  if (stats.oldest)
    reply.oldest = format_rfc3339(*stats.oldest);
  if (stats.newest)
    reply.newest = format_rfc3339(*stats.newest);
  return reply;
}

}  // namespace

const Operation& archive_stats() {
  return operation<run_archive_stats>("archive_stats", "Archive statistics",
                                      "Count archived memories.", Effect::reads,
                                      {.right = Right::read});
}

}  // namespace aim::op
