// Use case "archive_list": what is in the archive, newest first.
#include "engine/archive.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct ArchiveListRequest {
  std::optional<std::string> name_space;
  std::int64_t limit = 50, offset = 0;
  static constexpr auto fields() {
    using R = ArchiveListRequest;
    return std::tuple{takes("namespace", &R::name_space, rule::name_space_filter,
                            "Namespace, or subtree team/*", 'n'),
                      takes("limit", &R::limit, rule::limit_archive, "Maximum results"),
                      takes("offset", &R::offset, rule::offset, "Skip this many")};
  }
};
struct ArchiveListReply {
  std::int64_t count = 0;
  std::vector<ArchivedView> archived;
  static constexpr auto fields() {
    using R = ArchiveListReply;
    return std::tuple{gives("count", &R::count, "Number of results"),
                      gives("archived", &R::archived, "Last archived first")};
  }
};

Result<ArchiveListReply> run_archive_list(Engine& engine, const ArchiveListRequest& request,
                                          const Caller&) {
  ArchiveListReply reply;
  for (const Archived& each : TRY(engine::list_archive(
           engine, name_space_filter(request.name_space), request.limit, request.offset)))
    reply.archived.push_back(view(each));
  reply.count = static_cast<std::int64_t>(reply.archived.size());
  return reply;
}

}  // namespace

const Operation& archive_list() {
  static const auto it = operation<run_archive_list>({"archive_list",
                                                      "List the archive",
                                                      "List archived memories.",
                                                      Effect::reads,
                                                      {.right = Right::read}});
  return it;
}

}  // namespace aim::op
