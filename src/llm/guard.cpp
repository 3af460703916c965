#include "llm/guard.h"

#include <boost/json.hpp>
#include <thread>

#include "base/file.h"
#include "base/lock.h"
#include "base/log.h"
#include "base/utf8.h"
#include "text/json_text.h"

namespace aim::llm {
namespace {

constexpr std::size_t max_bytes = 16'384, max_reason = 300;

std::int64_t number(const json::object& object, std::string_view name) {
  return std::max<std::int64_t>(0, text::integer_at(object, name));
}
std::string text(const json::object& object, std::string_view name) {
  return std::string(text::text_at(object, name));
}

// A file that is no ledger counts as an empty ledger.
ServiceRecord entry_of(const std::string& content) {
  const auto value = text::parse_json(content);
  if (!value || !value->is_object())
    return {};
  const json::object& object = value->get_object();
  ServiceRecord entry;
  entry.spent = {number(object, "day"), number(object, "calls"), number(object, "tokens")};
  entry.breaker.failures =
      static_cast<int>(std::min<std::int64_t>(number(object, "failures"), 1'000));
  entry.breaker.open_until = Time(std::chrono::nanoseconds(number(object, "open_until")));
  entry.endpoint = text(object, "endpoint");
  entry.reason = text(object, "reason");
  entry.dimension = number(object, "dimension");
  return entry;
}

std::string content_of(const ServiceRecord& entry) {
  json::object object{{"day", entry.spent.day},
                      {"calls", entry.spent.calls},
                      {"tokens", entry.spent.tokens},
                      {"failures", entry.breaker.failures},
                      {"open_until", entry.breaker.open_until.time_since_epoch().count()},
                      {"endpoint", entry.endpoint},
                      {"reason", entry.reason}};
  if (entry.dimension > 0)
    object["dimension"] = entry.dimension;
  return text::pretty(object) + "\n";
}

}  // namespace

ServiceRecord Ledger::look() const {
  ServiceRecord entry;
  if (const auto content = read_file(file_, max_bytes))
    entry = entry_of(*content);
  entry.spent.begin_day(day_of(clock_.now()));
  if (entry.endpoint != endpoint_) {  // another one's luck is not this one's
    entry.endpoint = endpoint_;
    entry.breaker = {};
    entry.reason.clear();
    entry.dimension = 0;
  }
  return entry;
}

Result<void> Ledger::may_ask(const ServiceRecord& entry) const {
  const Time now = clock_.now();
  if (entry.breaker.lets_through(now))
    return {};
  const auto wait = std::chrono::ceil<std::chrono::seconds>(entry.breaker.open_until - now);
  return Failure(
      unavailable(std::string(limits_.names.what) + " is left alone for now: " + entry.reason,
                  "it is tried again in " + std::to_string(wait.count()) + " seconds"));
}

template <class Change>
Result<void> Ledger::change(Change&& change) {
  if (file_.empty())
    return Failure(
        unavailable("no folder is known for the usage counts of " + std::string(limits_.names.what),
                    "set HOME or XDG_STATE_HOME"));
  TRY_VOID(make_private_folder(file_.parent_path()));
  const auto lock = TRY(FileLock::take(file_.string() + ".lock"));
  ServiceRecord entry = look();
  TRY_VOID(change(entry));
  return replace_file(file_, content_of(entry));
}

Result<void> Ledger::begin(std::chrono::seconds timeout) {
  TRY_VOID(may_ask(look()));  // without the lock: a dead endpoint costs one small read
  return change([&](ServiceRecord& entry) -> Result<void> {
    TRY_VOID(may_ask(entry));
    TRY_VOID(entry.spent.take_call(limits_));
    entry.breaker.begin(clock_.now(), timeout);
    return {};
  });
}

void Ledger::end(const Ended& ended) {
  const auto noted = change([&](ServiceRecord& entry) -> Result<void> {
    entry.spent.add_tokens(ended.tokens);
    if (ended.how == Ended::How::well)
      entry.breaker.succeeded();
    if (ended.how == Ended::How::badly) {
      entry.breaker.failed(clock_.now(), ended.retry_after);
      entry.reason = utf8::excerpt(ended.reason, max_reason);
    }
    return {};
  });
  if (!noted)
    log::warn("what " + std::string(limits_.names.what) +
              " cost could not be noted: " + noted.error().message);
}

Result<void> Ledger::note_dimension(std::size_t dimension) {
  return change([&](ServiceRecord& entry) -> Result<void> {
    entry.dimension = static_cast<std::int64_t>(dimension);
    return {};
  });
}

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

namespace {

constexpr std::size_t max_key_bytes = 4'096, max_model_bytes = 200;

std::string without_slashes(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

Error not_set(const Settings& settings, std::string_view what, std::string_view key) {
  return unavailable(std::string(what).append(" of ").append(settings.names.what).append(" is set"),
                     std::string("set [")
                         .append(settings.names.section)
                         .append("] ")
                         .append(key)
                         .append(" in config.toml"));
}

bool is_visible(char c) {
  return c > ' ' && c <= '~';
}
bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

// A key is one line of letters, digits and signs: a line break in it would become headers of its
// own.
Result<std::string> checked_key(const Names& names, std::string key) {
  while (!key.empty() && (key.back() == '\n' || key.back() == '\r' || key.back() == ' '))
    key.pop_back();
  if (!std::ranges::all_of(key, is_visible))
    return Failure(unavailable(
        std::string(names.what).append("'s key must be a single line of visible characters"),
        "check the file that " + names.setting("key_file") + " names"));
  return key;
}

}  // namespace

std::string_view name_of(Protocol protocol) {
  return protocol == Protocol::ollama ? "ollama" : "openai";
}

std::string host_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  std::string_view host = scheme == url.npos ? url : url.substr(scheme + 3);
  host = host.substr(0, host.find('/'));
  const std::size_t user = host.rfind('@');  // a name and a password are nobody's business
  return std::string(user == host.npos ? host : host.substr(user + 1));
}

Result<std::unique_ptr<Endpoint>> make_endpoint(const Settings& settings) {
  const Names& names = settings.names;
  if (settings.url.empty())
    return Failure(not_set(settings, "no address", "url"));
  if (settings.model.empty())
    return Failure(not_set(settings, "no model", "model"));
  if (settings.model.size() > max_model_bytes || std::ranges::any_of(settings.model, is_control))
    return Failure(unavailable("the name of the model of " + std::string(names.what) +
                                   " must be at most 200 bytes without control characters",
                               "check " + names.setting("model") + " in config.toml"));
  Service service;
  service.names = names;
  service.url = without_slashes(settings.url);
  service.host = host_of(service.url);
  service.plain = settings.plain_http ? web::PlainHttp::anywhere : web::PlainHttp::this_machine;
  service.connect_timeout = settings.connect_timeout;
  service.timeout = settings.timeout;
  service.key = settings.key;
  if (service.key.empty() && !settings.key_file.empty())
    service.key = TRY(read_secret_file(settings.key_file, max_key_bytes));
  service.key = TRY(checked_key(names, std::move(service.key)));
  return settings.protocol == Protocol::ollama ? ollama(std::move(service), settings.model)
                                               : openai(std::move(service), settings.model);
}

namespace {

// A quarter of the bytes, for services that do not count.
std::int64_t estimate(const Prompt& prompt, std::string_view answer) {
  return static_cast<std::int64_t>(
      (prompt.instructions.size() + prompt.material.size() + answer.size()) / 4);
}

}  // namespace

Result<std::string> Client::ask(const Prompt& prompt, const Stop& stop) {
  Endpoint* endpoint = TRY(guard_.endpoint());
  std::string said;
  TRY_VOID(guard_.run(
      [&]() -> Outcome<std::int64_t> {
        auto done = endpoint->complete(prompt, stop);
        if (!done)
          return tl::unexpected(std::move(done).error());
        said = std::move(done->text);
        return done->tokens > 0 ? done->tokens : estimate(prompt, said);
      },
      guard_.usual_policy(), stop));
  return said;
}

}  // namespace aim::llm
