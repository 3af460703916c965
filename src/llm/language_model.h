// A language model, as the engine sees it: it is asked, and says something, or cannot be asked.
// What it says is data from a stranger: whoever asks reads it by answers.h and checks it by the
// rules for any input, and never does what it says.
// Knows: texts. Must not know: memories, protocols.
// Errors: unavailable with the reason; is_of_this_prompt() when it is this prompt that it refuses,
// or its answer to this prompt that is of no use.
// Threads: all functions from any thread; `stop` is asked on the calling one.
// Source: F2, C6.
#pragma once
#include "base/result.h"

namespace aim::llm {

using Stop = std::function<bool()>;  // true ends a call

// Asking the same once more would not help, asking something else may.
inline constexpr std::string_view of_this_prompt = "prompt";  // Error::field
inline bool is_of_this_prompt(const Error& error) {
  return error.field == of_this_prompt;
}

struct Prompt {
  std::string instructions;       // ours
  std::string material;           // what they are about; may be a stranger's
  std::int64_t max_tokens = 300;  // of the answer
};

// What is true of it now.
struct State {
  std::string backend, model, address;
  bool reachable = false;  // something answers there
  bool usable = false;     // and has the model, and there is budget left
  std::string why;         // why not; empty when usable
  std::int64_t calls_today = 0, tokens_today = 0;
  std::optional<std::int64_t> calls_left, tokens_left;  // unset: without limit
};

class LanguageModel {
 public:
  virtual ~LanguageModel() = default;
  // May take a minute: never inside a transaction or a snapshot.
  virtual Result<std::string> ask(const Prompt& prompt, const Stop& stop) = 0;
  // Whether asking is worth while, by what is known; reads one small file. Errors: why not.
  virtual Result<void> ready() = 0;
  // Looks whether it is there, unless that was seen a moment ago; takes a second or two at most.
  virtual State state() = 0;
  // What has been used, without looking for anything: reads one small file.
  virtual State used() = 0;
};

}  // namespace aim::llm
