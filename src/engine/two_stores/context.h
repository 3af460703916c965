// What a session of two stores begins with (J6): nobody has asked anything yet, so priority and
// nearness to the project decide.
//   score = 0.4·priority + 0.3·project + 0.2·recency + 0.1·usage
// Knows: pair.h. Must not know: how it is said, tokens.
#pragma once
#include "engine/two_stores/stores.h"

namespace aim::engine::two_stores {

struct ContextRequest {
  std::int64_t limit = 8;
  std::vector<std::string> except = {};  // ids, of what the session was shown already
  double half_life_days = 30;
};
struct ContextReply {
  std::vector<PlacedMemory> memories;  // CORE first, then by score
  std::vector<std::string> short_ids;  // of each: the shortest beginning that no other id shares
  std::int64_t more_weighty = 0;       // CORE and HIGH that there was no room for
  std::vector<std::string> warnings;   // of a store that failed
};
// All of the project's but LOW; CORE and HIGH of the user's, and NORMAL that came from this
// project, or when there is none. A store that the stores call untrusted is left out. Nothing
// counts as use. Errors: those of the databases, when all fail.
Result<ContextReply> session_context(const Stores& stores, const ContextRequest& request);

// How many memories a store holds.
Result<std::int64_t> memories_in(Engine& engine);

// Whether it holds any from that source.
Result<bool> has_source(Engine& engine, const std::string& source);

}  // namespace aim::engine::two_stores
