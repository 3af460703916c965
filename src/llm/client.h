// The language model that is set up, asked through its guard.
// Errors: those of LanguageModel.
// Threads: any.
#pragma once
#include "llm/guard.h"

namespace aim::llm {

class Client final : public LanguageModel {
 public:
  // `clock` outlives it. `endpoint` null: the one of the settings.
  Client(Settings settings, const Clock& clock, std::unique_ptr<Endpoint> endpoint = {},
         Rest rest = rest_for)
      : guard_(std::move(settings), clock, std::move(endpoint), std::move(rest)) {}

  Result<std::string> ask(const Prompt& prompt, const Stop& stop) override;
  Result<void> ready() override { return guard_.ready(); }
  State state() override { return guard_.state(); }
  State used() override { return guard_.used(); }

 private:
  Guard guard_;
};

}  // namespace aim::llm
