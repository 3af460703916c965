#include "mcp/protocol/stateless.h"

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/sealed_stream.h"
#include "mcp/protocol/log_lines.h"
#include "mcp/surface/elicitation.h"
#include "mcp/surface/server_info.h"
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

namespace {

constexpr std::string_view version_key = "io.modelcontextprotocol/protocolVersion",
                           capabilities_key = "io.modelcontextprotocol/clientCapabilities",
                           level_key = "io.modelcontextprotocol/logLevel",
                           server_key = "io.modelcontextprotocol/serverInfo",
                           subscription_key = "io.modelcontextprotocol/subscriptionId";
constexpr std::size_t max_listens = 1'000, max_uris = 1'000;

// Required metadata of every request (rules 1 and 2).
std::optional<Fault> refused_envelope(const Request& request) {
  const auto version = text_of(meta(request, version_key));
  if (!version)
    return Fault{invalid_params, "\"_meta\" must hold \"" + std::string(version_key) + "\""};
  if (known_legacy(*version))
    return Fault{invalid_params, "version " + std::string(*version) + " begins with initialize"};
  if (*version != modern_version)
    return Fault{unsupported_version, "unsupported protocol version", unsupported_data(*version)};
  const json::value* capabilities = meta(request, capabilities_key);
  if (!capabilities || !capabilities->is_object())
    return Fault{invalid_params, "\"_meta\" must hold \"" + std::string(capabilities_key) + "\""};
  if (const json::value* level = meta(request, level_key); level && !log_level(text_of(level)))
    return Fault{invalid_params,
                 "\"" + std::string(level_key) + "\" must be a log level: debug to emergency"};
  return std::nullopt;
}

// HTTP says 4xx for requests that never reached their method, and for methods that are not there.
int status_of(const Fault& fault) {
  return fault.code == method_not_found ? 404 : 400;
}

json::object discovered(const Offer& offer) {
  return {{"capabilities", capabilities(*offer.surface, modern_version)},
          {"instructions", instructions(offer)},
          {"supportedVersions", supported_versions()}};
}

void complete(json::object& result, const Offer& offer, std::optional<Caching> caching) {
  if (!result.contains("resultType"))
    result["resultType"] = "complete";
  beside(result)[server_key] = server_info(*offer.surface, style_of(modern_version));
  if (!caching || result.at("resultType") != "complete")
    return;
  result["ttlMs"] = caching->ttl_ms;
  result["cacheScope"] = caching->scope;
}

// The least level that the request wants to hear of.
int log_from(const Request& request) {
  return log_level(text_of(meta(request, level_key))).value_or(no_level);
}

bool is_gone(const SharedReplySink& sink) {
  return sink->gone && sink->gone();
}

json::object tagged(const json::value& id) {
  return {{subscription_key, id}};
}

json::object change_of(const json::value& id, std::optional<std::string_view> uri) {
  json::object params{{"_meta", tagged(id)}};
  if (uri)
    params["uri"] = *uri;
  return notification(
      uri ? "notifications/resources/updated" : "notifications/resources/list_changed",
      std::move(params));
}

// A requested subscription; the granted part goes to `granted`.
std::optional<Fault> read_filter(const Request& request, const Offer& offer, const Watch& watch,
                                 Interest& interest, json::object& granted) {
  const json::value* filter = param(request, "notifications");
  if (!filter || !filter->is_object())
    return Fault{invalid_params, "subscriptions/listen needs \"notifications\", an object"};
  const json::object& wanted = filter->get_object();
  for (const std::string_view name :
       {"toolsListChanged", "promptsListChanged", "resourcesListChanged"})
    if (const json::value* value = wanted.if_contains(name); value && !value->is_bool())
      return Fault{invalid_params, "\"" + std::string(name) + "\" must be true or false"};
  if (!tells_changes(offer))
    return std::nullopt;
  // Tools and prompts never change while the server runs: there would never be a notification.
  if (const json::value* list = wanted.if_contains("resourcesListChanged");
      list && list->get_bool() && !offer.surface->resources->state)
    granted["resourcesListChanged"] = interest.list = true;
  const json::value* uris = wanted.if_contains("resourceSubscriptions");
  if (!uris)
    return std::nullopt;
  if (!uris->is_array() || uris->get_array().size() > max_uris)
    return Fault{invalid_params,
                 "\"resourceSubscriptions\" must be a list of at most 1000 addresses"};
  json::array kept;
  for (const json::value& uri : uris->get_array()) {
    if (!uri.is_string())
      return Fault{invalid_params, "\"resourceSubscriptions\" must contain strings"};
    if (watch.take(std::string_view(uri.get_string()), interest))
      kept.push_back(uri);
  }
  if (interest.bytes() > Interest::max_bytes)
    return Fault{invalid_params, "\"resourceSubscriptions\" are too long in total"};
  granted["resourceSubscriptions"] = std::move(kept);
  return std::nullopt;
}

}  // namespace

Stateless::~Stateless() {
  stop();
}

bool Stateless::is_meant(const Request& request) {
  // The stateless era has no handshake: there it is a method that is not known (S37).
  if (request.method == "initialize")
    return text_of(meta(request, version_key)) == modern_version;
  return meta(request, version_key) || request.method == "server/discover" ||
         request.method == "subscriptions/listen";
}

void Stateless::handle(const Request& request, const SharedReplySink& sink, const Peer& peer) {
  if (const auto fault = refused_envelope(request))
    return sink->answer(error_reply(request.id, *fault), status_of(*fault));
  if (request.method == "subscriptions/listen")
    return listen(request, sink);
  json::object result;
  if (request.method == "server/discover") {
    result = discovered(offer_);
    complete(result, offer_, caching_of("tools/list"));
    return sink->answer(result_reply(*request.id, std::move(result)), 200);
  }
  if (!is_method(request.method)) {
    const Fault fault{method_not_found,
                      "method not found: " + std::string(request.method.substr(0, 100))};
    return sink->answer(error_reply(request.id, fault), status_of(fault));
  }
  const auto fault = run(request, sink, peer, result);
  if (is_gone(sink))
    return;
  if (fault)
    return sink->answer(error_reply(request.id, *fault), 200);
  log_failure(log_from(request), result, sink);
  complete(result, offer_, caching_of(request.method));
  sink->answer(result_reply(*request.id, std::move(result)), 200);
}

std::optional<Fault> Stateless::run(const Request& request, const SharedReplySink& sink,
                                    const Peer& peer, json::object& result) {
  Context context{engine_,
                  offer_,
                  style_of(modern_version, shows_apps(meta(request, capabilities_key))),
                  true,
                  shows_forms(meta(request, capabilities_key), modern_version),
                  {},
                  {},
                  {}};
  if (auto fault = confirmations_.read(request, peer.principal, context.answered))
    return fault;
  context.stop = [&] { return is_gone(sink) || (peer.stop && peer.stop()); };
  context.progress = progress_teller(request, sink, true);
  context.identity = peer.identity;
  context.warn = warning_teller(log_from(request), sink);
  auto outcome = answer(request.method, *request.params, context, result);
  if (outcome.question)
    result = confirmations_.ask(request, peer.principal, *outcome.question);
  return outcome.fault;
}

// ---- subscriptions ----

void Stateless::listen(const Request& request, const SharedReplySink& sink) {
  Interest interest;
  json::object granted;
  auto fault = read_filter(request, offer_, watch_, interest, granted);
  const std::string id = text::compact(*request.id);
  if (!fault && !sink->can_notify)
    fault = Fault{invalid_request, "a subscription needs a client that accepts text/event-stream"};
  if (fault)
    return sink->answer(error_reply(request.id, *fault), 400);
  // Changes after the acknowledgement are sent, and after it: the watch begins before, and holds
  // its findings back.
  const auto acknowledged = std::make_shared<Mutex>();
  const Lock before(*acknowledged);
  const auto handle =
      watch_.add([sink, acknowledged, key = *request.id](std::optional<std::string_view> uri) {
        const Lock after(*acknowledged);
        if (!is_gone(sink))
          sink->notify(change_of(key, uri));
      });
  if (!keep(handle, {id, sink}) || !watch_.change(handle, std::move(interest))) {
    forget(handle);
    return sink->answer(
        error_reply(request.id,
                    Fault{invalid_request, "there are too many subscriptions of all clients"}),
        400);
  }
  sink->notify(
      notification("notifications/subscriptions/acknowledged",
                   {{"_meta", tagged(*request.id)}, {"notifications", std::move(granted)}}));
}

// Earlier subscriptions stay: none is closed for a newer one.
bool Stateless::keep(Watch::Handle handle, Listen listen) {
  const Lock lock(mutex_);
  return listens_.size() < max_listens && listens_.emplace(handle, std::move(listen)).second;
}

void Stateless::forget(Watch::Handle handle) {
  {
    const Lock lock(mutex_);
    listens_.erase(handle);
  }
  watch_.remove(handle);
}

void Stateless::end(std::map<Watch::Handle, Listen>& ended, bool with_answer) {
  for (const auto& [handle, listen] : ended) {
    watch_.remove(handle);
    if (!with_answer || is_gone(listen.sink))
      continue;
    const json::value id = text::parse_json(listen.id).value_or(json::value());
    json::object result;
    complete(result, offer_, std::nullopt);
    beside(result)[subscription_key] = id;
    listen.sink->answer(result_reply(id, std::move(result)), 200);
  }
}

void Stateless::cancel(const std::string& id) {
  end_where([&](const Listen& listen) { return listen.id == id; });
}

void Stateless::sweep() {
  end_where([](const Listen& listen) { return is_gone(listen.sink); });
}

void Stateless::end_where(const std::function<bool(const Listen&)>& is_over) {
  std::map<Watch::Handle, Listen> ended;
  {
    const Lock lock(mutex_);
    for (auto each = listens_.begin(); each != listens_.end();)
      is_over(each->second) ? void(ended.insert(listens_.extract(each++))) : void(++each);
  }
  end(ended, false);
}

void Stateless::stop() {
  std::map<Watch::Handle, Listen> ended;
  {
    const Lock lock(mutex_);
    ended.swap(listens_);
  }
  end(ended, true);
}

}  // namespace aim::mcp
