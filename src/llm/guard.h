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
#include "llm/budget.h"
#include "llm/endpoint.h"

namespace aim::llm {

// What all processes of a user know of their language model, or of their embedding service: what
// was spent today, and whether the endpoint is worth asking. One small file, replaced whole
// under a lock, so that nothing is spent twice and one process's bad luck spares the others
// theirs. It holds no key and no text.

struct ServiceRecord {
  Spent spent;
  Breaker breaker;
  std::string endpoint;        // which the breaker is of
  std::string reason;          // of its last failure
  std::int64_t dimension = 0;  // of the vectors that it made last; 0: none yet
};

// How an attempt ended.
struct Ended {
  enum class How {
    well,
    badly,
    undecided
  } how = How::undecided;  // undecided: says nothing about the endpoint
  std::int64_t tokens = 0;
  std::string reason = {};                               // badly
  std::optional<std::chrono::seconds> retry_after = {};  // badly: what the endpoint wishes
};

class Ledger {
 public:
  // `file` empty: no place is known for it. `clock` outlives it.
  Ledger(std::filesystem::path file, std::string endpoint, Limits limits, const Clock& clock)
      : file_(std::move(file)), endpoint_(std::move(endpoint)), limits_(limits), clock_(clock) {}

  // Before a call. `timeout`: how long it may take.
  Result<void> begin(std::chrono::seconds timeout);
  void end(const Ended& ended);
  // Errors: the file cannot be written.
  Result<void> note_dimension(std::size_t dimension);
  // As it stands now; costs one small read.
  ServiceRecord look() const;
  // Why the endpoint is left alone now; nothing when it is not.
  Result<void> may_ask(const ServiceRecord& entry) const;
  const Limits& limits() const { return limits_; }

 private:
  template <class Change>
  Result<void> change(Change&& change);

  std::filesystem::path file_;
  std::string endpoint_;
  Limits limits_;
  const Clock& clock_;
};

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
