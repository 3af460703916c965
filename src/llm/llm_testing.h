// A language model for tests that says what it is told to, and keeps what it was asked.
#pragma once
#include <functional>
#include <vector>

#include "llm/language_model.h"

namespace aim::llm::testing {

class ToldModel final : public LanguageModel {
 public:
  std::function<Result<std::string>(const Prompt&)> say = [](const Prompt&) {
    return Result<std::string>("{}");
  };
  Error why;  // not ready, when it has a message
  std::vector<Prompt> asked;

  Result<std::string> ask(const Prompt& prompt, const Stop&) override {
    asked.push_back(prompt);
    return say(prompt);
  }
  Result<void> ready() override {
    if (!why.message.empty())
      return Failure(why);
    return {};
  }
  State state() override { return used(); }
  State used() override {
    State state;
    state.calls_today = static_cast<std::int64_t>(asked.size());
    return state;
  }
};

// What a prompt wants, by the member that its answer is to have.
inline bool wants(const Prompt& prompt, const std::string& member) {
  return prompt.instructions.find("{\"" + member + "\"") != std::string::npos;
}

}  // namespace aim::llm::testing
