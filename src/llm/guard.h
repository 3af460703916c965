// An endpoint behind its budget, its breaker and its retries, whatever it is asked.
// Nothing is read, loaded or asked before the first use. At most four calls at once, so that no
// door's workers all wait here.
// Must not know: what is asked.
// Errors: unavailable with the reason; is_of_this_prompt() as the endpoint says.
// Threads: any.
#pragma once
#include <atomic>
#include <filesystem>

#include "base/mutex.h"
#include "llm/endpoint.h"
#include "llm/ledger.h"

namespace aim::llm {

// How a service of models is reached and what may be spent on it, as the configuration says.
enum class Protocol { ollama, openai };
std::string_view name_of(Protocol protocol);

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
  Names names = {};
};

// The host of the address, for messages.
std::string host_of(std::string_view url);
// Reads the file of the key; asks nothing.
Result<std::unique_ptr<Endpoint>> make_endpoint(const Settings& settings);

// Waits between tries; ends early, with false, when `stop` says so. Passed in, so that no test
// waits.
using Rest = std::function<bool(std::chrono::milliseconds, const Stop&)>;
bool rest_for(std::chrono::milliseconds time, const Stop& stop);

class Guard {
 public:
  // `clock` outlives it. `endpoint` null: the one of the settings.
  Guard(Settings settings, const Clock& clock, std::unique_ptr<Endpoint> endpoint, Rest rest);

  Result<Endpoint*> endpoint();

  // How long a try may take, and how often it is tried again.
  struct TryPolicy {
    std::chrono::milliseconds timeout;
    int retries = 0;
  };
  TryPolicy usual_policy() const { return {settings_.timeout, settings_.retries}; }
  // Asks once, and tells the tokens that it cost.
  using Attempt = std::function<Outcome<std::int64_t>()>;
  Result<void> run(const Attempt& attempt, const TryPolicy& policy, const Stop& stop);

  // As those of LanguageModel.
  Result<void> ready();
  State state();
  State used() const;

  const Settings& settings() const { return settings_; }
  Ledger& ledger() { return ledger_; }

 private:
  class Turn;
  Result<void> settled(const Outcome<std::int64_t>& outcome);
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

// The language model that is set up, asked through its guard.
// Errors: those of LanguageModel.
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
