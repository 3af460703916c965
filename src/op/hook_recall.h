// The memories that help with a prompt, which nobody has asked for: few, and none that is not
// likelier to help than not.
// Knows: recall, triggers. Must not know: hooks, sessions.
#pragma once
#include <string>
#include <vector>

#include "capture/triggers.h"
#include "engine/engine.h"
#include "engine/search/recall.h"

namespace aim::engine {
class AskedOnce;
}

namespace aim::op {

// The threshold at which a memory is as likely to help as not, as measured (tests/triggers); others
// move that.
inline constexpr double measured_threshold = 0.7;
// And at which a prompt is: together they say how likely it must be that a memory helps with this
// prompt.
inline constexpr double measured_trigger = 0.6;

struct PromptQuestion {
  const PromptFindings& found;
  std::string name_space, beside;
  std::int64_t limit = 3;
  bool by_meaning = true;
  std::vector<std::string> except;    // ids
  double chance = least_chance;       // how likely a memory must be to help
  engine::AskedOnce* once = nullptr;  // see engine/search/asked_once.h
};
struct Helpful {
  std::vector<engine::Hit> hits = {};  // best first
};
// Nothing is noted as a use of them.
Result<Helpful> helpful_memories(Engine& engine, const PromptQuestion& question);

// Whether any memory could help with the prompt, as far as its words tell.
bool may_need_memory(const PromptFindings& found);

}  // namespace aim::op
