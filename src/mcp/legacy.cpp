#include "mcp/legacy.h"

#include <boost/json.hpp>

#include "mcp/about.h"
#include "mcp/confirm.h"
#include "mcp/progress.h"
#include "op/nag.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

constexpr std::size_t most_subscriptions = 1'000;

Outcome refused(std::string message) { return {Fault{invalid_params, std::move(message)}, {}}; }

void reply(const Request& request, const Outcome& outcome, json::object result, const SharedOutlet& outlet) {
  if (outcome.fault)
    outlet->answer(error_reply(request.id, *outcome.fault), 200);
  else
    outlet->answer(result_reply(*request.id, std::move(result)), 200);
}

// Of clientInfo; empty when it says none.
std::string said_name(const json::object& client) {
  return std::string(text_of(client.if_contains("name")).value_or(""));
}

json::object change_of(std::optional<std::string_view> uri) {
  if (uri)
    return notification("notifications/resources/updated", {{"uri", *uri}});
  return {{"jsonrpc", "2.0"}, {"method", "notifications/resources/list_changed"}};
}

}  // namespace

Session::Session(Engine& engine, Watch& watch, SessionOptions options)
    : engine_(engine),
      watch_(watch),
      options_(std::move(options)),
      handle_(watch.add({}, [tell = options_.tell](std::optional<std::string_view> uri) {
        tell(change_of(uri));
      })) {
  state_.speaker = options_.speaker;
}

Session::~Session() { watch_.remove(handle_); }

Session::State Session::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

bool Session::initialized() const { return state().initialized; }

void Session::handle(const json::value& message, const SharedOutlet& outlet, const Speaker& speaker) {
  if (message.is_array())
    return handle_batch(message.get_array(), outlet, speaker);
  const Frame frame = read_frame(message);
  if (frame.refusal)
    return outlet->answer(error_reply(frame.refusal->id, frame.refusal->fault), 400);
  if (frame.reply)
    return handle_reply(*frame.reply);
  if (!frame.request)
    return;
  if (frame.request->notification)
    return handle_notification(*frame.request);
  handle_request(message, *frame.request, outlet, speaker);
}

void Session::handle_batch(const json::array& batch, const SharedOutlet& outlet, const Speaker& speaker) {
  if (state().version != batch_version || batch.empty()) {
    const char* why = batch.empty() ? "a batch must not be empty"
                                    : "batches are not part of this protocol version";
    return outlet->answer(error_reply(nullptr, Fault{invalid_request, why}), 400);
  }
  json::array replies;
  const auto collecting = std::make_shared<const Outlet>(
      Outlet{outlet->tell, [&](const json::value& each, int) { replies.push_back(each); }, outlet->gone,
             outlet->can_tell});
  for (const json::value& message : batch) {
    if (message.is_array())
      replies.emplace_back(error_reply(nullptr, Fault{invalid_request, "a batch must not hold another"}));
    else
      handle(message, collecting, speaker);
  }
  if (!replies.empty())
    outlet->answer(replies, 200);
}

void Session::handle_request(const json::value& message, const Request& request, const SharedOutlet& outlet,
                             const Speaker& speaker) {
  json::object result;
  if (auto outcome = own_method(request, result))
    return reply(request, *outcome, std::move(result), outlet);
  run(request, message, outlet, std::nullopt, speaker);
}

void Session::run(const Request& request, const json::value& message, const SharedOutlet& outlet,
                  std::optional<bool> confirmed, const Speaker& speaker) {
  const State now = state();
  const auto entry = running_.begin(text::compact(*request.id));
  Context context{engine_, options_.tier, style_of(now.version), false, now.forms && outlet->can_tell,
                  confirmed, {}, {}};
  context.stop = [cancelled = entry.cancelled(), &also = options_.stop] {
    return *cancelled || (also && also());
  };
  context.progress = progress_teller(request, outlet, context.style.annotations);
  context.speaker = completed(speaker, now.speaker);
  context.warn = warning_teller(now.log_from, outlet);
  if (request.method == "resources/list")
    want_list();
  static const json::object none;
  json::object result;
  const Outcome outcome = answer(request.method, request.params ? *request.params : none, context, result);
  if (*entry.cancelled())
    return;
  if (outcome.question)
    return ask(*outcome.question, message, request, outlet);
  log_failure(now.log_from, result, outlet);
  reply(request, outcome, std::move(result), outlet);
}

std::optional<Outcome> Session::own_method(const Request& request, json::object& result) {
  if (request.method == "initialize")
    return initialize(request, result);
  if (request.method == "ping")
    return Outcome{};
  if (request.method == "logging/setLevel")
    return set_level(request);
  if (request.method == "resources/subscribe" || request.method == "resources/unsubscribe")
    return subscribe(request, request.method == "resources/subscribe");
  return std::nullopt;
}

Outcome Session::initialize(const Request& request, json::object& result) {
  const std::string_view version = negotiated(text_of(param(request, "protocolVersion")));
  {
    const std::lock_guard lock(mutex_);
    state_.version = version;
    state_.forms = shows_forms(param(request, "capabilities"), version);
    state_.initialized = true;
    if (const json::value* client = param(request, "clientInfo"); client && client->is_object())
      state_.speaker = completed(options_.speaker, {said_name(client->get_object()), {}});
  }
  result = {{"protocolVersion", version},
            {"capabilities", capabilities(version)},
            {"serverInfo", server_info(style_of(version))},
            {"instructions", instructions()}};
  return {};
}

Outcome Session::set_level(const Request& request) {
  const auto level = log_level(text_of(param(request, "level")));
  if (!level)
    return refused("\"level\" must be one of debug, info, notice, warning, error, critical, alert, emergency");
  const std::lock_guard lock(mutex_);
  state_.log_from = *level;
  return {};
}

Outcome Session::subscribe(const Request& request, bool on) {
  const auto uri = text_of(param(request, "uri"));
  if (!uri)
    return refused(std::string(request.method) + " needs the uri of a resource");
  Interest one;
  if (!one.add(*uri))
    return {Fault{resource_not_found, "there is no resource \"" + std::string(uri->substr(0, 200)) + "\"",
                  text::compact(json::object{{"uri", *uri}})},
            {}};
  Interest interest;
  {
    const std::lock_guard lock(mutex_);
    if (on && state_.interest.uris.size() >= most_subscriptions)
      return refused("at most 1000 resources may be subscribed to");
    for (const auto& [ours, theirs] : one.uris) {
      if (on)
        state_.interest.uris[ours] = theirs;
      else
        state_.interest.uris.erase(ours);
    }
    interest = state_.interest;
  }
  watch_.change(handle_, std::move(interest));
  return {};
}

// Who has seen the list is told when it changes; nobody before, so that a server whose client does not care never looks.
void Session::want_list() {
  Interest interest;
  {
    const std::lock_guard lock(mutex_);
    if (state_.interest.list)
      return;
    state_.interest.list = true;
    interest = state_.interest;
  }
  watch_.change(handle_, std::move(interest));
}

void Session::handle_notification(const Request& request) {
  if (request.method != "notifications/cancelled")
    return;
  if (const json::value* id = param(request, "requestId"))
    cancel(text::compact(*id));
}

void Session::cancel(const std::string& id) {
  running_.cancel(id);
  questions_.cancel(id);
}

// ---- asking the user ----

void Session::ask(const std::string& question, const json::value& message, const Request& request,
                  const SharedOutlet& outlet) {
  const std::string id = questions_.next_id();
  give_up(questions_.keep({text::compact(json::value(id)), text::compact(*request.id),
                           std::make_shared<const json::value>(message), outlet,
                           std::chrono::steady_clock::now()}));
  const bool with_mode = state().version >= legacy_versions[3];
  outlet->tell(json::object{{"id", id},
                            {"jsonrpc", "2.0"},
                            {"method", "elicitation/create"},
                            {"params", confirmation_form(question, with_mode)}});
}

void Session::handle_reply(const ClientReply& reply) {
  const auto call = questions_.take(text::compact(*reply.id));
  if (!call)
    return;
  const Frame frame = read_frame(*call->message);
  if (frame.request)
    run(*frame.request, *call->message, call->outlet, is_confirmed(reply.result));
}

void Session::expire() {
  give_up(questions_.take_older(std::chrono::steady_clock::now() - Questions::patience));
}

void Session::finish() {
  give_up(questions_.take_older(std::chrono::steady_clock::time_point::max()));
  const Speaker speaker = state().speaker;
  op::forget_session(engine_, speaker.agent, speaker.session);
}

void Session::give_up(const std::vector<WaitingCall>& calls) {
  for (const WaitingCall& call : calls)
    if (const Frame frame = read_frame(*call.message); frame.request)
      run(*frame.request, *call.message, call.outlet, false);
}

bool Session::may_write(const json::value& message) const {
  if (message.is_array()) {
    for (const json::value& each : message.get_array())
      if (!each.is_array() && may_write(each))
        return true;
    return false;
  }
  const Frame frame = read_frame(message);
  if (frame.reply)
    return questions_.waits_for(text::compact(*frame.reply->id));
  return frame.request && frame.request->params && writes(frame.request->method, *frame.request->params);
}

}  // namespace aim::mcp
