// The language model that is set up: an endpoint behind its budget, its breaker and its retries.
// Nothing is read, loaded or asked before the first use. At most four calls at once, so that no door's workers all wait here.
// Errors: those of LanguageModel.
// Threads: any.
#pragma once
#include <atomic>
#include <filesystem>
#include <memory>

#include "base/mutex.h"
#include "llm/endpoint.h"
#include "llm/ledger.h"

namespace aim::llm {

enum class Protocol { ollama, openai };

struct Settings {
  Protocol protocol = Protocol::ollama;
  std::string url, model;
  std::string key;                 // goes before the file
  std::filesystem::path key_file;  // empty: none
  bool plain_http = false;         // http to other machines too
  std::chrono::seconds connect_timeout{3}, timeout{60};
  int retries = 2;
  Limits limits;
  std::filesystem::path ledger;  // empty: no place is known
};

// Waits between tries; ends early, with false, when `stop` says so. Passed in, so that no test waits.
using Rest = std::function<bool(std::chrono::milliseconds, const Stop&)>;
bool rest_for(std::chrono::milliseconds time, const Stop& stop);

class Client final : public LanguageModel {
 public:
  // `clock` outlives it. `endpoint` null: the one of the settings.
  Client(Settings settings, const Clock& clock, std::unique_ptr<Endpoint> endpoint = {},
         Rest rest = rest_for);

  Result<std::string> ask(const Prompt& prompt, const Stop& stop) override;
  Result<void> ready() override;
  State state() override;
  State used() override;

 private:
  class Turn;
  Result<Endpoint*> endpoint();
  Result<std::unique_ptr<Endpoint>> make_endpoint() const;
  Result<std::string> settled(Outcome<Completion> outcome, const Prompt& prompt);
  void look(Endpoint& endpoint, State& state);

  const Settings settings_;
  const Clock& clock_;
  const Rest rest_;
  Ledger ledger_;
  std::atomic<int> at_once_ = 0;
  Mutex mutex_;
  std::unique_ptr<Endpoint> endpoint_ GUARDED_BY(mutex_);
  std::optional<Time> seen_well_ GUARDED_BY(mutex_);  // when it last answered
};

}  // namespace aim::llm
