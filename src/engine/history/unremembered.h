// What was said and never remembered: after a session that was killed, the turns since its last
// memory (I2). Threads: any.
#pragma once
#include "engine/engine.h"

namespace aim::engine {

struct Unremembered {
  std::string session_id, transcript_id;
  std::int64_t turns = 0, first_turn = 0;
  Time since{};  // its last memory; when there is none, its first turn
};

// Of the sessions of the last week in the namespace (as filters take it) but `but_not`, the last
// one that was added to; nothing when all of it was remembered.
Result<std::optional<Unremembered>> find_unremembered(Engine& engine, const std::string& name_space,
                                                      const std::string& but_not);

// How many turns of a session in the namespace no memory holds.
Result<std::int64_t> unremembered_turns(Engine& engine, const std::string& name_space,
                                        const std::string& session_id);

}  // namespace aim::engine
