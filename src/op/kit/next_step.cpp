#include "op/kit/next_step.h"

namespace aim::op {

std::string said(const Caller& caller, const NextStep& step) {
  std::string words = caller.words ? caller.words->say(step) : std::string();
  return words.empty() ? said_to_person(caller, step) : words;
}

std::string said_to_person(const Caller& caller, const NextStep& step) {
  std::string words = caller.commands ? caller.commands->say(step) : std::string();
  if (!words.empty())
    return words;
  if (!step.option.empty())
    return "the option " + std::string(step.option);
  return step.operation ? "the operation " + std::string(step.operation().name)
                        : "the command " + std::string(step.program);
}

}  // namespace aim::op
