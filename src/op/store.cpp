// Use case "store": keeps a memory, or updates the one with the same title and namespace (A3, A4, A9).
#include "op/catalog_functions.h"
#include "op/store_request.h"

namespace aim::op {
namespace {

struct StoreReply {
  MemoryView memory;
  bool updated = false;
  std::optional<std::vector<std::string>> potential_contradictions;
  static constexpr auto fields() {
    using R = StoreReply;
    return std::tuple{
        gives("memory", &R::memory, "The memory as it is now"),
        gives("updated", &R::updated, "Whether one of the same title and namespace was updated"),
        gives("potential_contradictions", &R::potential_contradictions,
              "Ids of memories with similar titles, when there are any")};
  }
};

Result<StoreReply> run(Engine& engine, const StoreRequest& request, const Caller& caller) {
  auto kept = TRY(engine::remember(engine, TRY(draft_of(request, caller.door))));
  StoreReply reply{view(kept.memory), kept.updated, {}};
  if (!kept.similar_ids.empty())
    reply.potential_contradictions = std::move(kept.similar_ids);
  return reply;
}

}  // namespace

const Operation& store() {
  static const auto it = operation<run>(
      {"store", "Store a memory", "Keep a memory; storing the same title in the same namespace updates it.",
       Effect::adds});
  return it;
}

}  // namespace aim::op
