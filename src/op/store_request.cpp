#include "op/store_request.h"

#include "memory/metadata.h"
#include "mine/fit.h"

namespace aim::op {
namespace {

std::string default_source(Door door) {
  return door == Door::mcp ? "claude" : door == Door::cli ? "cli" : "api";
}

// The writing agent and session: stored in the metadata, unless the caller's own names them, which
// the holder of a token cannot (M6).
std::string stamped(std::string metadata, const std::optional<std::string>& agent_id,
                    const Caller& caller) {
  constexpr std::array<std::string_view, 2> keys{"agent_id", "session_id"};
  const auto said = text_members(metadata, keys);
  if (caller.agent_is_fixed)
    metadata = with_text(metadata, keys[0], caller.agent_id);
  else if (agent_id)
    metadata = with_text(metadata, keys[0], *agent_id);
  else if (said[0].empty() && !caller.agent_id.empty())
    metadata = with_text(metadata, keys[0], caller.agent_id);
  if (said[1].empty() && !caller.session_id.empty())
    metadata = with_text(metadata, keys[1], caller.session_id);
  return metadata;
}

}  // namespace

std::vector<Param> store_params() {
  auto params = describe<StoreRequest>();
  params.front().required = true;
  params.front().optional = false;
  return params;
}

Result<engine::Draft> draft_of(const StoreRequest& request, const Caller& caller) {
  if (!request.title)
    return Failure(refuse(memory_field::title.name, "is required"));
  engine::Draft draft;
  draft.title = *request.title;
  draft.content = request.content;
  draft.name_space = request.name_space;
  // A person at the command line means what is written to last (V10).
  const bool lasts = caller.door == Door::cli && !request.tier.given;
  draft.tier = lasts ? Tier::long_term : request.tier.value;
  draft.tags = request.tags.value;
  draft.priority = request.priority.value;
  draft.confidence = request.confidence.value;
  const bool names_source = request.source && !caller.agent_is_fixed;
  draft.source = names_source ? *request.source : default_source(caller.door);
  draft.metadata = stamped(request.metadata.value.text, request.agent_id, caller);
  TRY_VOID(check(memory_field::metadata, draft.metadata));
  draft.expires_at = request.expires_at;
  draft.valid_from = request.valid_from;
  draft.valid_until = request.valid_until;
  draft.ttl_secs = request.ttl_secs;
  draft.supersedes = request.supersedes;
  draft.given.tier = request.tier.given;
  draft.given.tags = request.tags.given;
  draft.given.priority = request.priority.given;
  draft.given.confidence = request.confidence.given;
  draft.given.source = names_source;
  draft.given.metadata = request.metadata.given;
  return draft;
}

std::string title_from(std::string_view content) {
  content = mine::trimmed(content);
  content.remove_prefix(std::min(content.find_first_not_of("#*->| \t"), content.size()));
  // Where a sentence ends, or the line: "Deploys go out on Tuesdays. Never on Fridays."
  std::size_t end = std::min(content.find('\n'), content.size());
  for (const std::string_view mark : {". ", "! ", "? ", "; "})
    end = std::min(end, content.find(mark));
  std::string title = mine::title_for("", content.substr(0, end), "Untitled");
  while (title.size() > 1 && (title.ends_with('.') || title.ends_with(' '))) title.pop_back();
  return title;
}

}  // namespace aim::op
