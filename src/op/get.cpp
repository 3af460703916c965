// Use case "get": one memory with its links; it does not count as a use (S3).
#include "engine/relate.h"
#include "op/catalog_functions.h"

namespace aim::op {
namespace {

struct GetReply {
  MemoryView memory;
  std::vector<LinkView> links;
  std::optional<std::vector<LostSourceView>> lost_sources;
  static constexpr auto fields() {
    using R = GetReply;
    return std::tuple{gives("memory", &R::memory, "The memory"),
                      gives("links", &R::links, "Its links, both directions"),
                      gives("lost_sources", &R::lost_sources,
                            "Of a reflection: memories it was made from that are gone")};
  }
};

Result<GetReply> run(Engine& engine, const IdRequest& request, const Caller&) {
  const auto got = TRY(engine::get(engine, request.id));
  return GetReply{view(got.memory), views(got.links), views(got.lost_sources)};
}

}  // namespace

const Operation& get() {
  static const auto it =
      operation<run>({"get", "Get a memory", "Show one memory and its links.", Effect::reads});
  return it;
}

}  // namespace aim::op
