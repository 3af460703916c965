// Use case "archive_list": what is in the archive, newest first.
#include <algorithm>

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
  std::optional<std::int64_t> next;
  static constexpr auto fields() {
    using R = ArchiveListReply;
    return std::tuple{gives("count", &R::count, "Number of results"),
                      gives("archived", &R::archived, "Last archived first"),
                      gives("next", &R::next, "Offset of the next page, where not all had room")};
  }
};

Result<ArchiveListReply> run_archive_list(Engine& engine, const ArchiveListRequest& request,
                                          const Caller& caller) {
  constexpr std::size_t of_the_rest = 450;
  ArchiveListReply reply;
  std::size_t left = caller.reply_bytes;
  bool full = false;
  for (const Archived& each : TRY(engine::list_archive(
           engine, name_space_filter(request.name_space), request.limit, request.offset))) {
    const std::size_t bytes =
        of_the_rest + each.memory.content.size() + each.memory.metadata.size();
    if ((full = !reply.archived.empty() && bytes > left))
      break;
    left -= std::min(left, bytes);
    reply.archived.push_back(view(each));
  }
  reply.count = std::ssize(reply.archived);
  if (full)
    reply.next = request.offset + reply.count;
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
