// The memories that help with a prompt, which nobody has asked for: few, and none that is not
// likelier to help than not.
// Knows: recall, how memories fit a text, triggers. Must not know: hooks, sessions.
#pragma once
#include "capture/triggers.h"
#include "engine/engine.h"
#include "engine/search/recall.h"

namespace aim::engine {
class AskedOnce;
}

namespace aim::op {

// How likely a memory must be to help.
inline constexpr double least_chance = 0.5;
// Others move that by a threshold of a memory and one of a prompt, whose measured places these are.
inline constexpr double measured_threshold = 0.7;
inline constexpr double measured_trigger = 0.6;

struct PromptQuestion {
  const PromptFindings& found;
  std::string name_space, beside;
  std::int64_t limit = 3;
  bool by_meaning = true;
  std::vector<std::string> except = {};  // ids
  double chance = least_chance;          // how likely a memory must be to help
  engine::AskedOnce* once = nullptr;     // see engine/search/asked_once.h
};
// A memory with what it was judged by.
struct JudgedMemory {
  engine::Hit hit;
  Features features = {};
  double chance = 0;  // that it changes the answer to the prompt, or clearly improves it
};
// Those looked at, the likeliest first, however unlikely. Nothing is noted as a use of them.
Result<std::vector<JudgedMemory>> judged_memories(Engine& engine, const PromptQuestion& question);

struct Helpful {
  std::vector<engine::Hit> hits = {};  // likeliest first; their score is that chance
};
Result<Helpful> helpful_memories(Engine& engine, const PromptQuestion& question);

// Whether any memory could help with the prompt, as far as its words tell.
bool may_need_memory(const PromptFindings& found);

}  // namespace aim::op
