// Use case "reflect": keeps a thought about other memories, with links to them (I1).
#include "engine/reflect.h"

#include "op/kit/catalog_functions.h"
#include "op/store_request.h"

namespace aim::op {
namespace {

struct ReflectRequest : StoreRequest {
  std::vector<std::string> source_ids;
  std::optional<std::string> reflection_in;
  using R = ReflectRequest;
  static constexpr std::tuple fields{
      needs("source_ids", &R::source_ids, rule::source_ids, "Source memories"),
      needs(memory_field::title, &R::title, "Unique in its namespace"),
      needs(memory_field::content, &R::content, "The conclusion"),
      takes(memory_field::tier, &R::tier, tier_doc),
      takes(memory_field::name_space, &R::reflection_in, "Default: the first source's"),
      takes(memory_field::tags, &R::tags, "Labels"),
      takes(memory_field::priority, &R::priority, "10 is highest"),
      takes(memory_field::confidence, &R::confidence, "0 to 1"),
      takes(memory_field::source, &R::source, "user, claude, …"),
      takes(memory_field::metadata, &R::metadata, "Any JSON object"),
      takes(memory_field::agent_id, &R::agent_id, "Storing agent")};
};
struct ReflectReply {
  std::string id;
  Tier tier = Tier::mid_term;
  std::string title, name_space;
  MemoryKind kind = MemoryKind::reflection;
  std::int64_t reflection_depth = 1;
  std::vector<std::string> source_ids;
  bool updated = false;
  std::optional<std::vector<std::string>> potential_contradictions;
  using R = ReflectReply;
  static constexpr std::tuple fields{
      gives(memory_field::id, &R::id, "Id"),
      gives(memory_field::tier, &R::tier, "Tier"),
      gives(memory_field::title, &R::title, "Title"),
      gives(memory_field::name_space, &R::name_space, "Namespace"),
      gives(memory_field::kind, &R::kind, "Always reflection"),
      gives(memory_field::reflection_depth, &R::reflection_depth,
            "1 + depth of its deepest source"),
      gives("source_ids", &R::source_ids, "Full ids of its sources"),
      gives("updated", &R::updated,
            "True if an existing memory with this title became the reflection"),
      gives("potential_contradictions", &R::potential_contradictions,
            "Ids of memories with similar titles, if any")};
};

Result<ReflectReply> run_reflect(Engine& engine, const ReflectRequest& request,
                                 const Caller& caller) {
  auto draft = TRY(draft_of(request, caller));
  draft.name_space = request.reflection_in.value_or("");
  auto reflected = TRY(engine::reflect(engine, std::move(draft), request.source_ids));
  const Memory& memory = reflected.kept.memory;
  ReflectReply reply;
  reply.id = memory.id;
  reply.tier = memory.tier;
  reply.title = memory.title;
  reply.name_space = memory.name_space;
  reply.reflection_depth = memory.reflection_depth;
  reply.updated = reflected.kept.updated;
  // A similar title of a reflection and its source is not a conflict.
  auto& similar = reflected.kept.similar.ids_by_title;
  std::erase_if(similar, [&](const std::string& id) {
    const auto& sources = reflected.source_ids;
    return std::find(sources.begin(), sources.end(), id) != sources.end();
  });
  if (!similar.empty())
    reply.potential_contradictions = std::move(similar);
  reply.source_ids = std::move(reflected.source_ids);
  return reply;
}

}  // namespace

const Operation& reflect() {
  return operation<run_reflect>(
      "reflect", "Reflect on memories", "Store a conclusion drawn from memories, linked to them.",
      Effect::adds, {.right = Right::write, .counts_as_store = true, .makes_database = false});
}

}  // namespace aim::op
