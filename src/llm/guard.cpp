#include "llm/guard.h"

#include <algorithm>
#include <thread>

#include "base/log.h"

namespace aim::llm {
namespace {

using namespace std::chrono_literals;

constexpr int max_at_once = 4;
constexpr auto first_pause = 500ms;       // before the second try; doubled each time
constexpr auto max_requested_pause = 5s;  // what is longer, the breaker waits for
constexpr auto look_timeout = 2s;
constexpr auto fresh = 30s;  // how long what was seen counts

Limits named(Limits limits, const Names& names) {
  limits.names = names;
  return limits;
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
class Guard::Turn {
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

Guard::Guard(Settings settings, const Clock& clock, std::unique_ptr<Endpoint> endpoint, Rest rest)
    : settings_(std::move(settings)),
      clock_(clock),
      rest_(std::move(rest)),
      ledger_(settings_.ledger,
              std::string(name_of(settings_.protocol)) + " " + host_of(settings_.url) + " " +
                  settings_.model,
              named(settings_.limits, settings_.names), clock),
      endpoint_(std::move(endpoint)) {}

Result<Endpoint*> Guard::endpoint() {
  const Lock lock(mutex_);
  if (!endpoint_)
    endpoint_ = TRY(make_endpoint(settings_));
  return endpoint_.get();
}

// What the ledger and the caller learn of one attempt.
Result<void> Guard::settled(const Outcome<std::int64_t>& outcome) {
  if (outcome) {
    ledger_.end({Ended::How::well, *outcome});
    const Lock lock(mutex_);
    seen_well_ = clock_.now();
    return {};
  }
  const EndpointError& trouble = outcome.error();
  const auto how = trouble.remedy == RetryAdvice::ask_no_more ? Ended::How::undecided
                   : trouble.remedy == RetryAdvice::none      ? Ended::How::well
                                                              : Ended::How::badly;
  ledger_.end({how, 0, trouble.error.message, trouble.retry_after});
  if (how == Ended::How::badly) {
    log::info(std::string(settings_.names.what) + " cannot be used: " + trouble.error.message);
    const Lock lock(mutex_);
    seen_well_.reset();
  }
  return Failure(trouble.error);
}

Result<void> Guard::run(const Attempt& attempt, const TryPolicy& policy, const Stop& stop) {
  const Turn turn(at_once_);
  if (!turn)
    return Failure(unavailable(std::string(settings_.names.what) + " is busy with other questions",
                               "try again later"));
  const auto longest = std::chrono::ceil<std::chrono::seconds>(policy.timeout);
  std::chrono::milliseconds pause = first_pause;
  for (int tries = 0;; ++tries) {
    TRY_VOID(ledger_.begin(longest));
    auto outcome = attempt();
    const bool again = !outcome && outcome.error().remedy == RetryAdvice::soon &&
                       tries < policy.retries &&
                       outcome.error().retry_after.value_or(0s) <= max_requested_pause;
    if (!again)
      return settled(outcome);
    const auto wished = std::chrono::milliseconds(outcome.error().retry_after.value_or(0s));
    if (!rest_(std::max(pause, wished), stop)) {
      outcome.error().remedy = RetryAdvice::ask_no_more;
      return settled(outcome);
    }
    pause *= 2;
  }
}

Result<void> Guard::ready() {
  TRY_VOID(endpoint());
  ServiceRecord entry = ledger_.look();
  TRY_VOID(ledger_.may_ask(entry));
  return entry.spent.take_call(ledger_.limits());
}

State Guard::used() const {
  State state;
  state.backend = name_of(settings_.protocol);
  state.model = settings_.model;
  state.address = host_of(settings_.url);
  const ServiceRecord entry = ledger_.look();
  state.calls_today = entry.spent.calls;
  state.tokens_today = entry.spent.tokens;
  state.calls_left = entry.spent.calls_left(ledger_.limits());
  state.tokens_left = entry.spent.tokens_left(ledger_.limits());
  return state;
}

void Guard::look(Endpoint& endpoint, State& state) {
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

State Guard::state() {
  State state = used();
  const auto why_not = [&](const Error& error) {
    state.why = error.hint.empty() ? error.message : error.message + "; " + error.hint;
  };
  const auto ready = endpoint();
  const ServiceRecord entry = ledger_.look();
  if (!ready) {
    why_not(ready.error());
  } else if (const auto may = ledger_.may_ask(entry); !may) {
    why_not(may.error());
  } else {
    look(**ready, state);
    Spent spent = entry.spent;
    if (const auto affordable = spent.take_call(ledger_.limits()); state.why.empty() && !affordable)
      why_not(affordable.error());
  }
  state.usable = state.why.empty();
  return state;
}

}  // namespace aim::llm
