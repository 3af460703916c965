// Use case "store": keeps a memory, or updates the one with the same title and namespace (A3, A4, A9).
#include "engine/remember.h"
#include "memory/metadata.h"
#include "op/catalog_functions.h"

namespace aim::op {
namespace {

struct StoreRequest {
  std::string title, content, name_space = "global";
  Tier tier = Tier::mid_term;
  std::vector<std::string> tags;
  std::int64_t priority = 5;
  double confidence = 1.0;
  std::optional<std::string> source, expires_at, agent_id;
  std::optional<std::int64_t> ttl_secs;
  JsonObject metadata;
  static constexpr auto fields() {
    using R = StoreRequest;
    return std::tuple{
        needs("title", &R::title, rule::title, "Short name, one per namespace: the same title updates it", 'T'),
        needs("content", &R::content, rule::content, "What to remember", 'c'),
        takes("tier", &R::tier, rule::any, "How long it lives: short 6 h, mid 7 d, long for ever", 't'),
        takes("namespace", &R::name_space, rule::name_space, "Project or topic; may be a path such as team/api", 'n'),
        takes("tags", &R::tags, rule::tags, "Labels"),
        takes("priority", &R::priority, rule::priority, "1 (low) to 10 (high)", 'p'),
        takes("confidence", &R::confidence, rule::confidence, "How sure, 0 to 1"),
        takes("source", &R::source, rule::source, "Who stores it: user, claude, hook, api, cli, import, …", 'S'),
        takes("expires_at", &R::expires_at, rule::any, "When it ends, RFC 3339; wins over ttl_secs"),
        takes("ttl_secs", &R::ttl_secs, rule::ttl_secs, "Lifetime in seconds; wins over the tier's"),
        takes("metadata", &R::metadata, rule::metadata, "Free JSON object, kept with it"),
        takes("agent_id", &R::agent_id, rule::id, "Which agent stores it; kept as metadata.agent_id")};
  }
};

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

std::string default_source(Door door) {
  return door == Door::mcp ? "claude" : door == Door::cli ? "cli" : "api";
}

Result<StoreReply> run(Engine& engine, const StoreRequest& request, const Caller& caller) {
  engine::Draft draft;
  draft.title = request.title;
  draft.content = request.content;
  draft.name_space = request.name_space;
  draft.tier = request.tier;
  draft.tags = request.tags;
  draft.priority = request.priority;
  draft.confidence = request.confidence;
  draft.source = request.source.value_or(default_source(caller.door));
  draft.metadata = request.metadata.text;
  if (request.agent_id)
    draft.metadata = with_text(draft.metadata, "agent_id", *request.agent_id);
  TRY_VOID(check(rule::metadata, "metadata", draft.metadata));
  draft.expires_at = request.expires_at;
  draft.ttl_secs = request.ttl_secs;
  auto kept = TRY(engine::remember(engine, draft));
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
