// The request of `store` and of each item of `bulk` (A4, D3).
#pragma once
#include "engine/remember.h"
#include "op/views/memory_fields.h"

namespace aim::op {

// Which tier is for what (S44).
inline constexpr std::string_view tier_doc = "short: 6 h; mid: 7 d; long: permanent, facts, rules";

// Valid times of a fact (T4).
inline constexpr std::string_view valid_from_doc = "Fact holds from then",
                                  valid_until_doc = "Fact holds until then";

struct StoreRequest {
  std::optional<std::string> title;  // only `store` at the command line may leave it out
  std::string content, name_space = "global";
  Defaulted<Tier> tier{Tier::mid_term};
  Defaulted<std::vector<std::string>> tags;
  Defaulted<std::int64_t> priority{5};
  Defaulted<double> confidence{1.0};
  std::optional<std::string> source, expires_at, agent_id, supersedes, valid_from, valid_until;
  std::optional<std::int64_t> ttl_secs;
  Defaulted<JsonObject> metadata;
  using R = StoreRequest;
  static constexpr std::tuple fields{
      takes(memory_field::title, &R::title, "Unique in its namespace"),
      needs(memory_field::content, &R::content, "Text to remember"),
      takes(memory_field::tier, &R::tier, tier_doc),
      takes(memory_field::name_space, &R::name_space, "Project or topic, like team/api"),
      takes(memory_field::tags, &R::tags, "Labels"),
      takes(memory_field::priority, &R::priority, "10 is highest"),
      takes(memory_field::confidence, &R::confidence, "0 to 1"),
      takes(memory_field::source, &R::source, "user, claude, hook, api …"),
      takes(memory_field::expires_at, &R::expires_at, "Date, time or 7d; before ttl_secs"),
      takes(memory_field::ttl_secs, &R::ttl_secs, "Seconds to live, before the tier's"),
      takes(memory_field::metadata, &R::metadata, "Any JSON object"),
      takes(memory_field::agent_id, &R::agent_id, "Storing agent"),
      takes(memory_field::supersedes, &R::supersedes, "Id of the memory to replace"),
      takes(memory_field::valid_from, &R::valid_from, valid_from_doc),
      takes(memory_field::valid_until, &R::valid_until, valid_until_doc)};
};

// The fields of a request as doors describe them: a title is required.
std::vector<Param> store_params();

// With the door's own source where none is given, and who writes as far as the caller is known.
// Errors: no title; metadata that is too large with that in it.
Result<engine::Draft> draft_of(const StoreRequest& request, const Caller& caller);

// For people who give a content only (S21, S52): its first sentence, or what of its first line is
// short enough. Never empty.
std::string title_from(std::string_view content);

}  // namespace aim::op
