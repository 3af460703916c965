// What a caller asks to be kept: the request of `store` and each item of `bulk` (A4, D3).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/remember.h"
#include "op/kit/operation.h"

namespace aim::op {

// Which tier is for what (S44).
inline constexpr std::string_view tier_doc =
    "short: task (6 h), mid: week (7 d), long: facts, rules (permanent)";

struct StoreRequest {
  std::string title, content, name_space = "global";
  Defaulted<Tier> tier{Tier::mid_term};
  Defaulted<std::vector<std::string>> tags;
  Defaulted<std::int64_t> priority{5};
  Defaulted<double> confidence{1.0};
  std::optional<std::string> source, expires_at, agent_id, supersedes;
  std::optional<std::int64_t> ttl_secs;
  Defaulted<JsonObject> metadata;
  static constexpr auto fields() {
    using R = StoreRequest;
    return std::tuple{
        needs("title", &R::title, rule::title, "Unique in its namespace", 'T'),
        needs("content", &R::content, rule::content, "What to remember", 'c'),
        takes("tier", &R::tier, rule::any, tier_doc, 't'),
        takes("namespace", &R::name_space, rule::name_space, "Project or topic, such as team/api",
              'n'),
        takes("tags", &R::tags, rule::tags, "Labels"),
        takes("priority", &R::priority, rule::priority, "10 is highest", 'p'),
        takes("confidence", &R::confidence, rule::confidence, "0 to 1"),
        takes("source", &R::source, rule::source, "user, claude, hook, api, cli, import, …", 'S'),
        takes("expires_at", &R::expires_at, rule::time, "RFC 3339; overrides ttl_secs"),
        takes("ttl_secs", &R::ttl_secs, rule::ttl_secs,
              "Lifetime in seconds; overrides the tier's"),
        takes("metadata", &R::metadata, rule::metadata, "Any JSON object"),
        takes("agent_id", &R::agent_id, rule::agent_id, "Agent that stores it"),
        takes("supersedes", &R::supersedes, rule::id, "Id of the memory that this one replaces")};
  }
};

// With the door's own source where none is given, and who writes as far as the caller is known. Errors: metadata that is too
// large with that in it.
Result<engine::Draft> draft_of(const StoreRequest& request, const Caller& caller);

// For people who give a content only (S21, S52): its first sentence, or what of its first line is short enough. Never empty.
std::string title_from(std::string_view content);

}  // namespace aim::op
