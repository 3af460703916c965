#include "llm/ledger.h"

#include <boost/json.hpp>

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

// What is no ledger counts as an empty one.
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

}  // namespace aim::llm
