#include "llm/client.h"

#include <algorithm>
#include <thread>

#include "base/log.h"
#include "base/secret_file.h"

namespace aim::llm {
namespace {

using namespace std::chrono_literals;

constexpr int max_at_once = 4;
constexpr auto first_pause = 500ms;       // before the second try; doubled each time
constexpr auto max_requested_pause = 5s;  // what is longer, the breaker waits for
constexpr auto look_timeout = 2s;
constexpr auto fresh = 30s;  // how long what was seen counts
constexpr std::size_t max_key_bytes = 4'096;

std::string host_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  std::string_view host = scheme == url.npos ? url : url.substr(scheme + 3);
  host = host.substr(0, host.find('/'));
  const std::size_t user = host.rfind('@');  // a name and a password are nobody's business
  return std::string(user == host.npos ? host : host.substr(user + 1));
}

std::string without_slashes(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

std::string_view name_of(Protocol protocol) {
  return protocol == Protocol::ollama ? "ollama" : "openai";
}

// A key is one line of letters, digits and signs: a line break in it would become headers of its own.
Result<std::string> checked_key(std::string key) {
  while (!key.empty() && (key.back() == '\n' || key.back() == '\r' || key.back() == ' '))
    key.pop_back();
  if (std::any_of(key.begin(), key.end(), [](char c) { return c <= ' ' || c > '~'; }))
    return Failure(
        unavailable("the language model's key must be a single line of visible characters",
                    "check the file that llm.key_file names"));
  return key;
}

// A quarter of the bytes, for services that do not count.
std::int64_t estimate(const Prompt& prompt, std::string_view answer) {
  return static_cast<std::int64_t>(
      (prompt.instructions.size() + prompt.material.size() + answer.size()) / 4);
}

}  // namespace

bool rest_for(std::chrono::milliseconds time, const Stop& stop) {
  const auto until = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < until) {
    if (stop && stop())
      return false;
    std::this_thread::sleep_for(std::min<std::chrono::milliseconds>(20ms, time));
  }
  return true;
}

// A place among the calls at once.
class Client::Turn {
 public:
  explicit Turn(std::atomic<int>& taken) : taken_(taken), ours_(taken.fetch_add(1) < max_at_once) {}
  ~Turn() { --taken_; }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  explicit operator bool() const { return ours_; }

 private:
  std::atomic<int>& taken_;
  bool ours_;
};

Client::Client(Settings settings, const Clock& clock, std::unique_ptr<Endpoint> endpoint, Rest rest)
    : settings_(std::move(settings)),
      clock_(clock),
      rest_(std::move(rest)),
      ledger_(settings_.ledger,
              std::string(name_of(settings_.protocol)) + " " + host_of(settings_.url) + " " +
                  settings_.model,
              settings_.limits, clock),
      endpoint_(std::move(endpoint)) {}

Result<std::unique_ptr<Endpoint>> Client::make_endpoint() const {
  if (settings_.url.empty())
    return Failure(
        unavailable("no address of the language model is set", "set [llm] url in config.toml"));
  if (settings_.model.empty())
    return Failure(unavailable("no language model is named", "set [llm] model in config.toml"));
  Service service;
  service.url = without_slashes(settings_.url);
  service.host = host_of(service.url);
  service.plain = settings_.plain_http ? web::PlainHttp::anywhere : web::PlainHttp::this_machine;
  service.connect_timeout = settings_.connect_timeout;
  service.timeout = settings_.timeout;
  service.key = settings_.key;
  if (service.key.empty() && !settings_.key_file.empty())
    service.key = TRY(read_secret_file(settings_.key_file, max_key_bytes));
  service.key = TRY(checked_key(std::move(service.key)));
  return settings_.protocol == Protocol::ollama ? ollama(std::move(service), settings_.model)
                                                : openai(std::move(service), settings_.model);
}

Result<Endpoint*> Client::endpoint() {
  const Lock lock(mutex_);
  if (!endpoint_)
    endpoint_ = TRY(make_endpoint());
  return endpoint_.get();
}

// What the ledger and the caller learn of one attempt.
Result<std::string> Client::settled(Outcome<Completion> outcome, const Prompt& prompt) {
  if (outcome) {
    const auto tokens = outcome->tokens > 0 ? outcome->tokens : estimate(prompt, outcome->text);
    ledger_.end({Ended::How::well, tokens});
    const Lock lock(mutex_);
    seen_well_ = clock_.now();
    return std::move(outcome->text);
  }
  EndpointError& trouble = outcome.error();
  const auto how = trouble.remedy == RetryAdvice::ask_no_more ? Ended::How::undecided
                   : trouble.remedy == RetryAdvice::none      ? Ended::How::well
                                                              : Ended::How::badly;
  ledger_.end({how, 0, trouble.error.message, trouble.retry_after});
  if (how == Ended::How::badly) {
    log::info("the language model cannot be used: " + trouble.error.message);
    const Lock lock(mutex_);
    seen_well_.reset();
  }
  return Failure(std::move(trouble.error));
}

Result<std::string> Client::ask(const Prompt& prompt, const Stop& stop) {
  const Turn turn(at_once_);
  if (!turn)
    return Failure(
        unavailable("the language model is busy with other questions", "try again later"));
  Endpoint* endpoint = TRY(this->endpoint());
  std::chrono::milliseconds pause = first_pause;
  for (int tries = 0;; ++tries) {
    TRY_VOID(ledger_.begin(settings_.timeout));
    auto outcome = endpoint->complete(prompt, stop);
    const bool again = !outcome && outcome.error().remedy == RetryAdvice::soon &&
                       tries < settings_.retries &&
                       outcome.error().retry_after.value_or(0s) <= max_requested_pause;
    if (!again)
      return settled(std::move(outcome), prompt);
    const auto wished = std::chrono::milliseconds(outcome.error().retry_after.value_or(0s));
    if (!rest_(std::max(pause, wished), stop)) {
      outcome.error().remedy = RetryAdvice::ask_no_more;
      return settled(std::move(outcome), prompt);
    }
    pause *= 2;
  }
}

Result<void> Client::ready() {
  TRY_VOID(endpoint());
  Entry entry = ledger_.look();
  TRY_VOID(ledger_.may_ask(entry));
  return entry.spent.take_call(settings_.limits);
}

State Client::used() {
  State state;
  state.backend = name_of(settings_.protocol);
  state.model = settings_.model;
  state.address = host_of(settings_.url);
  const Entry entry = ledger_.look();
  state.calls_today = entry.spent.calls;
  state.tokens_today = entry.spent.tokens;
  state.calls_left = entry.spent.calls_left(settings_.limits);
  state.tokens_left = entry.spent.tokens_left(settings_.limits);
  return state;
}

void Client::look(Endpoint& endpoint, State& state) {
  {
    const Lock lock(mutex_);
    if (seen_well_ && clock_.now() - *seen_well_ < fresh && clock_.now() >= *seen_well_) {
      state.reachable = true;
      return;
    }
  }
  const auto found = endpoint.look(look_timeout);
  state.reachable = found || found.error().status != 0;
  if (found) {
    ledger_.end({Ended::How::well});
    const Lock lock(mutex_);
    seen_well_ = clock_.now();
  } else {
    state.why = found.error().error.message + "; " + found.error().error.hint;
    ledger_.end({Ended::How::badly, 0, found.error().error.message, found.error().retry_after});
  }
}

State Client::state() {
  State state = used();
  const auto why_not = [&](const Error& error) {
    state.why = error.hint.empty() ? error.message : error.message + "; " + error.hint;
  };
  const auto ready = endpoint();
  const Entry entry = ledger_.look();
  if (!ready) {
    why_not(ready.error());
  } else if (const auto may = ledger_.may_ask(entry); !may) {
    why_not(may.error());
  } else {
    look(**ready, state);
    Spent spent = entry.spent;
    if (const auto affordable = spent.take_call(settings_.limits); state.why.empty() && !affordable)
      why_not(affordable.error());
  }
  state.usable = state.why.empty();
  return state;
}

}  // namespace aim::llm
