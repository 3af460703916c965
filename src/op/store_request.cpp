#include "op/store_request.h"

#include "memory/metadata.h"

namespace aim::op {
namespace {

std::string default_source(Door door) {
  return door == Door::mcp ? "claude" : door == Door::cli ? "cli" : "api";
}

}  // namespace

Result<engine::Draft> draft_of(const StoreRequest& request, Door door) {
  engine::Draft draft;
  draft.title = request.title;
  draft.content = request.content;
  draft.name_space = request.name_space;
  draft.tier = request.tier;
  draft.tags = request.tags;
  draft.priority = request.priority;
  draft.confidence = request.confidence;
  draft.source = request.source.value_or(default_source(door));
  draft.metadata = request.metadata.text;
  if (request.agent_id)
    draft.metadata = with_text(draft.metadata, "agent_id", *request.agent_id);
  TRY_VOID(check(rule::metadata, "metadata", draft.metadata));
  draft.expires_at = request.expires_at;
  draft.ttl_secs = request.ttl_secs;
  return draft;
}

}  // namespace aim::op
