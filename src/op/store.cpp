// Use case "store": keeps a memory, or updates the one with the same title and namespace (A3, A4, A9).
#include "op/catalog_functions.h"
#include "op/store_request.h"

namespace aim::op {
namespace {

struct SimilarView {
  std::string id, title;
  double similarity = 0;
  static constexpr auto fields() {
    using R = SimilarView;
    return std::tuple{gives("id", &R::id, "Its id"), gives("title", &R::title, "Its title"),
                      gives("similarity", &R::similarity, "Cosine of the two, above 0.9")};
  }
};
struct StoreReply {
  MemoryView memory;
  bool updated = false;
  std::optional<std::vector<std::string>> potential_contradictions;
  std::optional<std::vector<SimilarView>> similar;
  static constexpr auto fields() {
    using R = StoreReply;
    return std::tuple{
        gives("memory", &R::memory, "The memory as it is now"),
        gives("updated", &R::updated, "Whether one of the same title and namespace was updated"),
        gives("potential_contradictions", &R::potential_contradictions,
              "Ids of memories with similar titles, when there are any"),
        gives("similar", &R::similar,
              "Memories of the namespace that say nearly the same, when there are any")};
  }
};

Result<StoreReply> run(Engine& engine, const StoreRequest& request, const Caller& caller) {
  auto kept = TRY(engine::remember(engine, TRY(draft_of(request, caller.door))));
  StoreReply reply{view(kept.memory), kept.updated, {}, {}};
  if (!kept.similar_ids.empty())
    reply.potential_contradictions = std::move(kept.similar_ids);
  for (engine::Alike& each : kept.alike) {
    if (!reply.similar)
      reply.similar.emplace();
    reply.similar->push_back({std::move(each.id), std::move(each.title), each.similarity});
  }
  return reply;
}

}  // namespace

const Operation& store() {
  static const auto it = operation<run>(
      {"store", "Store a memory",
       "Keep a memory; storing the same title in the same namespace updates it.", Effect::adds});
  return it;
}

}  // namespace aim::op
