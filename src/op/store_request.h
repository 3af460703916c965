// What a caller asks to be kept: the request of `store` and each item of `bulk` (A4, D3).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/remember.h"
#include "op/operation.h"

namespace aim::op {

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

// With the door's own source where none is given. Errors: metadata that is too large with the agent's id in it.
Result<engine::Draft> draft_of(const StoreRequest& request, Door door);

}  // namespace aim::op
