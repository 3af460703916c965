// The memories that help with a prompt, which nobody has asked for: few, and none that is not
// likelier to help than not.
// Knows: recall, how memories fit a text, triggers. Must not know: hooks, sessions.
#pragma once
#include "capture/triggers.h"
#include "engine/engine.h"
#include "engine/search/recall.h"
#include "memory/filter.h"

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

// Likeliest first; their score is that chance.
Result<std::vector<engine::Hit>> helpful_memories(Engine& engine, const PromptQuestion& question);

// Whether any memory could help with the prompt, as far as its words tell.
bool may_need_memory(const PromptFindings& found);

// Memories on a file that an assistant is about to change (V8): those that name it, and rules for
// the folder that it lies in. Few and short, and none that is not surely meant.
inline constexpr std::int64_t file_budget_tokens = 90;  // lines without their marks

struct FileQuestion {
  std::string file, folder;  // as the host names it; of the project
  Filter filter;
  std::vector<std::string> except = {};  // ids
};
// The surest first, their contents cut to what names the file.
Result<std::vector<Memory>> memories_on_file(Engine& engine, const FileQuestion& question);

}  // namespace aim::op
