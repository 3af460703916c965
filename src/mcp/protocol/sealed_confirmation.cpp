#include "mcp/protocol/sealed_confirmation.h"

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/sealed_stream.h"
#include "mcp/surface/elicitation.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

using std::chrono::steady_clock;

constexpr std::string_view key = "confirm";  // key of the question in inputRequests

// Identifies a call: the same for a call and its retry, different for any other call.
std::string digest(const Request& request) {
  json::object salient{{"method", request.method}};
  for (const std::string_view name : {"name", "arguments"})
    if (const json::value* value = param(request, name))
      salient[name] = *value;
  return sha256_hex(text::compact(salient));
}

Fault refused(std::string_view why) {
  return {invalid_params,
          std::string("\"requestState\" ").append(why).append("; send the call again without it")};
}

std::optional<std::string_view> member(const json::value& state, std::string_view name) {
  return state.is_object() ? text_of(state.get_object().if_contains(name)) : std::nullopt;
}

}  // namespace

json::object SealedConfirmations::ask(const Request& request, std::string_view principal,
                                      const Question& question) const {
  const auto until = steady_clock::now() + life_;
  const json::object state{{"call", digest(request)},
                           {"caller", principal},
                           {"nonce", random_token()},
                           {"until", until.time_since_epoch().count()}};
  json::object asked{{"method", "elicitation/create"},
                     {"params", confirmation_form(question, true)}};
  return {{"inputRequests", json::object{{key, std::move(asked)}}},
          {"requestState", seal(text::compact(state))},
          {"resultType", "input_required"}};
}

std::optional<Fault> SealedConfirmations::read(const Request& request, std::string_view principal,
                                               std::optional<UserAnswer>& answered) {
  const json::value* given = param(request, "requestState");
  if (!given || given->is_null())
    return std::nullopt;
  const auto sealed = text_of(given);
  const auto text = sealed ? unseal(*sealed) : std::nullopt;
  const auto state = text ? text::parse_json(*text) : Result<json::value>(json::value());
  if (!state || !state->is_object())
    return refused("was not issued by this server");
  if (member(*state, "call") != digest(request) || member(*state, "caller") != principal)
    return refused("belongs to another call");
  const auto now = steady_clock::now();
  const steady_clock::time_point until{
      steady_clock::duration(state->at("until").to_number<std::int64_t>())};
  if (until <= now)
    return refused("is too old");
  const json::value* responses = param(request, "inputResponses");
  const json::value* response =
      responses && responses->is_object() ? responses->get_object().if_contains(key) : nullptr;
  // No answer to the question: it is asked again.
  if (!response || !response->is_object())
    return std::nullopt;
  const Lock lock(mutex_);
  std::erase_if(used_, [&](const auto& each) { return each.second <= now; });
  if (used_.size() >= max_used)
    return refused("cannot be checked now: too many confirmations arrived at once");
  if (!used_.emplace(std::string(*member(*state, "nonce")), until).second)
    return refused("has been used");
  answered = answer_of(&response->get_object());
  return std::nullopt;
}

}  // namespace aim::mcp
