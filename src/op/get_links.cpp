// Use case "get_links": the links of a memory, both directions; an unknown id has none.
#include "engine/relate.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct LinksReply {
  std::int64_t count = 0;
  std::vector<LinkView> links;
  static constexpr auto fields() {
    using R = LinksReply;
    return std::tuple{gives("count", &R::count, "Number of items"),
                      gives("links", &R::links, "Oldest first")};
  }
};

Result<LinksReply> run_get_links(Engine& engine, const IdRequest& request, const Caller&) {
  const auto links = TRY(engine::links_of(engine, request.id));
  return LinksReply{static_cast<std::int64_t>(links.size()), views(links)};
}

}  // namespace

const Operation& get_links() {
  static const auto it = operation<run_get_links>({"get_links",
                                                   "Get links",
                                                   "Show the links of a memory.",
                                                   Effect::reads,
                                                   {.right = Right::read, .as_of = true}});
  return it;
}

}  // namespace aim::op
