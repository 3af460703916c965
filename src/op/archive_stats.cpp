// Use case "archive_stats": how much is in the archive (S13).
#include "engine/archive.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct ArchiveStatsReply {
  std::int64_t archived_total = 0;
  std::vector<CountView> by_name_space;
  std::int64_t bytes = 0;
  std::optional<std::string> oldest, newest;
  static constexpr auto fields() {
    using R = ArchiveStatsReply;
    return std::tuple{gives("archived_total", &R::archived_total, "Number of archived memories"),
                      gives("by_namespace", &R::by_name_space, "By namespace, largest first"),
                      gives("bytes", &R::bytes, "Bytes of titles and contents"),
                      gives("oldest", &R::oldest, "Time of the first archiving"),
                      gives("newest", &R::newest, "Time of the last archiving")};
  }
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
  static const auto it = operation<run_archive_stats>({"archive_stats",
                                                       "Archive statistics",
                                                       "Count archived memories.",
                                                       Effect::reads,
                                                       {.right = Right::read}});
  return it;
}

}  // namespace aim::op
