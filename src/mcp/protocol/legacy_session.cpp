#include "mcp/protocol/legacy_session.h"

#include <boost/json.hpp>
#include <boost/json/fwd.hpp>

#include "base/platform/system.h"
#include "base/utf8.h"
#include "mcp/surface/elicitation.h"
#include "mcp/surface/server_info.h"
#include "memory/project_identity.h"
#include "net/message.h"
#include "op/nag.h"
#include "op/project.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

// Roots: the folders that a client of the legacy era works in, asked for once it says that it
// has some. The first is the project (S42).

// "file:///home/me/my%20project"; nothing for other addresses.
std::string folder_of(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme))
    return {};
  uri.remove_prefix(scheme.size());
  uri.remove_prefix(std::min(uri.find('/'), uri.size()));  // a host: this one
  while (uri.size() > 1 && uri.ends_with('/')) uri.remove_suffix(1);
  std::string folder = net::decoded(uri, false).value_or("");
  // "/C:/Users/me"
  if (this_system == System::windows && folder.size() > 2 && folder[2] == ':')
    folder.erase(0, 1);
  return folder;
}

// Whether a client with these capabilities can be asked. `capabilities` may be null.
bool has_roots(const json::value* capabilities) {
  return capabilities && capabilities->is_object() && capabilities->get_object().contains("roots");
}

json::object roots_request(std::string_view id) {
  return {{"id", id}, {"jsonrpc", "2.0"}, {"method", "roots/list"}};
}

// The folders among the roots, in their order. `result` may be null: the client failed.
std::vector<std::string> folders_of_roots(const json::object* result) {
  std::vector<std::string> folders;
  if (!result)
    return folders;
  for (const json::value& root : text::items_at(*result, "roots")) {
    const auto uri =
        root.is_object() ? text_of(root.get_object().if_contains("uri")) : std::nullopt;
    if (std::string folder = folder_of(uri.value_or("")); !folder.empty())
      folders.push_back(std::move(folder));
  }
  return folders;
}

// The project of the first root with a file URI; none without one.
ProjectIdentity project_of_roots(const json::object* result) {
  const auto folders = folders_of_roots(result);
  return folders.empty() ? ProjectIdentity() : op::project_of(folders.front());
}

constexpr std::size_t max_subscriptions = 1'000;
constexpr std::size_t max_name_bytes = 128;  // maximum of a client's name
// Limits of a batch: messages, and bytes of all replies; a client repeats the rest.
constexpr std::size_t max_batch = 100, max_batch_bytes = 8 * 1024 * 1024;
constexpr std::string_view roots_id =
    "roots";  // id of every roots/list: a later answer replaces an earlier one

Outcome refused(std::string message) {
  return {Fault{invalid_params, std::move(message)}, {}};
}

void reply(const Request& request, const Outcome& outcome, json::object result,
           const SharedReplySink& sink) {
  if (outcome.fault)
    sink->answer(error_reply(request.id, *outcome.fault), 200);
  else
    sink->answer(result_reply(*request.id, std::move(result)), 200);
}

// Name from clientInfo; may be empty.
std::string said_name(const json::object& client) {
  return std::string(utf8::cut(text_of(client.if_contains("name")).value_or(""), max_name_bytes));
}

json::object change_of(std::optional<std::string_view> uri) {
  if (uri)
    return notification("notifications/resources/updated", {{"uri", *uri}});
  return {{"jsonrpc", "2.0"}, {"method", "notifications/resources/list_changed"}};
}

}  // namespace

LegacySession::LegacySession(Engine& engine, Watch& watch, SessionOptions options)
    : engine_(engine),
      watch_(watch),
      options_(std::move(options)),
      handle_(watch.add([notify = options_.notify](std::optional<std::string_view> uri) {
        notify(change_of(uri));
      })) {
  state_.identity = options_.identity;
}

LegacySession::~LegacySession() {
  watch_.remove(handle_);
}

LegacySession::State LegacySession::state() const {
  const Lock lock(mutex_);
  return state_;
}

bool LegacySession::initialized() const {
  return state().initialized;
}

void LegacySession::handle(const json::value& message, const SharedReplySink& sink,
                           const CallerIdentity& identity) {
  if (message.is_array())
    return handle_batch(message.get_array(), sink, identity);
  const Frame frame = read_frame(message);
  if (frame.refusal)
    return sink->answer(error_reply(frame.refusal->id, frame.refusal->fault), 400);
  if (frame.reply)
    return handle_reply(*frame.reply);
  if (!frame.request)
    return;
  if (frame.request->notification)
    return handle_notification(*frame.request);
  handle_request(message, *frame.request, sink, identity);
}

void LegacySession::handle_batch(const json::array& batch, const SharedReplySink& sink,
                                 const CallerIdentity& identity) {
  if (state().version != batch_version || batch.empty()) {
    const char* why = batch.empty() ? "a batch must not be empty"
                                    : "batches are not part of this protocol version";
    return sink->answer(error_reply(nullptr, Fault{invalid_request, why}), 400);
  }
  if (batch.size() > max_batch)
    return sink->answer(
        error_reply(nullptr, Fault{invalid_request, "a batch may hold at most 100 messages"}), 400);
  json::array replies;
  std::size_t bytes = 0;
  const auto collecting =
      std::make_shared<const ReplySink>(ReplySink{sink->notify,
                                                  [&](const json::value& each, int) {
                                                    replies.push_back(each);
                                                    bytes += text::compact(each).size();
                                                  },
                                                  sink->gone, sink->can_notify});
  for (const json::value& message : batch) {
    if (message.is_array())
      replies.emplace_back(
          error_reply(nullptr, Fault{invalid_request, "a batch must not hold another"}));
    else if (const Frame frame = read_frame(message);
             bytes > max_batch_bytes && frame.request && !frame.request->notification)
      replies.emplace_back(error_reply(
          frame.request->id,
          Fault{invalid_request, "the replies to this batch are too large; repeat this request"}));
    else
      handle(message, collecting, identity);
  }
  if (!replies.empty())
    sink->answer(replies, 200);
}

void LegacySession::handle_request(const json::value& message, const Request& request,
                                   const SharedReplySink& sink, const CallerIdentity& identity) {
  json::object result;
  if (auto outcome = own_method(request, result))
    return reply(request, *outcome, std::move(result), sink);
  run(request, message, sink, std::nullopt, identity);
}

void LegacySession::run(const Request& request, const json::value& message,
                        const SharedReplySink& sink, std::optional<UserAnswer> answered,
                        const CallerIdentity& identity) {
  const State now = state();
  const auto entry = in_flight_.begin(text::compact(*request.id));
  Context context{engine_,
                  options_.offer,
                  style_of(now.version, now.apps),
                  false,
                  now.forms && sink->can_notify,
                  answered,
                  {},
                  {}};
  context.stop = [cancelled = entry.cancelled(), &also = options_.stop] {
    return *cancelled || (also && also());
  };
  context.progress = progress_teller(request, sink, context.style.annotations);
  context.identity = completed(identity, now.identity);
  context.warn = warning_teller(now.log_from, sink);
  context.project = now.project ? &now.project : nullptr;
  if (request.method == "resources/list" && !options_.offer.refusal &&
      tells_changes(options_.offer) && !options_.offer.surface->resources->state)
    want_list();
  static const json::object none;
  json::object result;
  const Outcome outcome =
      answer(request.method, request.params ? *request.params : none, context, result);
  if (*entry.cancelled())
    return;
  if (outcome.question)
    return ask(*outcome.question, message, request, sink);
  log_failure(now.log_from, result, sink);
  reply(request, outcome, std::move(result), sink);
}

std::optional<Outcome> LegacySession::own_method(const Request& request, json::object& result) {
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

Outcome LegacySession::initialize(const Request& request, json::object& result) {
  const std::string_view version = negotiated(text_of(param(request, "protocolVersion")));
  {
    const Lock lock(mutex_);
    state_.version = version;
    state_.forms = shows_forms(param(request, "capabilities"), version);
    state_.apps = shows_apps(param(request, "capabilities"));
    state_.roots = (options_.offer.asks_roots || options_.offer.surface->told_folders) &&
                   has_roots(param(request, "capabilities"));
    state_.initialized = true;
    if (const json::value* client = param(request, "clientInfo"); client && client->is_object())
      state_.identity = completed(options_.identity, {said_name(client->get_object()), {}});
  }
  result = {{"protocolVersion", version},
            {"capabilities", capabilities(*options_.offer.surface, version)},
            {"serverInfo", server_info(*options_.offer.surface, style_of(version))},
            {"instructions", instructions(options_.offer)}};
  return {};
}

Outcome LegacySession::set_level(const Request& request) {
  const auto level = log_level(text_of(param(request, "level")));
  if (!level)
    return refused(
        "\"level\" must be one of debug, info, notice, warning, error, critical, alert, emergency");
  const Lock lock(mutex_);
  state_.log_from = *level;
  return {};
}

Outcome LegacySession::subscribe(const Request& request, bool on) {
  const auto uri = text_of(param(request, "uri"));
  if (!uri)
    return refused(std::string(request.method) + " needs the uri of a resource");
  Interest one;
  if (!tells_changes(options_.offer) || !watch_.take(*uri, one))
    return {Fault{resource_not_found,
                  "there is no resource \"" + std::string(uri->substr(0, 200)) + "\"",
                  text::compact(json::object{{"uri", *uri}})},
            {}};
  Interest before, interest;
  {
    const Lock lock(mutex_);
    before = state_.interest;
    if (on && state_.interest.uris.size() >= max_subscriptions)
      return refused("at most 1000 resources may be subscribed to");
    for (const auto& [ours, theirs] : one.uris) {
      if (on)
        state_.interest.uris[ours] = theirs;
      else
        state_.interest.uris.erase(ours);
    }
    interest = state_.interest;
  }
  if (watch_.change(handle_, std::move(interest)))
    return {};
  const Lock lock(mutex_);
  state_.interest = std::move(before);
  return refused("the subscribed addresses are too long in total; unsubscribe from some");
}

// Clients that have seen the list are notified of changes, others are not, so that a server with an
// uninterested client never looks.
void LegacySession::want_list() {
  Interest interest;
  {
    const Lock lock(mutex_);
    if (state_.interest.list)
      return;
    state_.interest.list = true;
    interest = state_.interest;
  }
  watch_.change(handle_, std::move(interest));
}

void LegacySession::handle_notification(const Request& request) {
  if (request.method == "notifications/initialized" ||
      request.method == "notifications/roots/list_changed")
    return ask_for_roots();
  if (request.method != "notifications/cancelled")
    return;
  if (const json::value* id = param(request, "requestId"))
    cancel(text::compact(*id));
}

void LegacySession::cancel(const std::string& id) {
  in_flight_.cancel(id);
  pending_calls_.cancel(id);
}

// ---- asking the user ----

void LegacySession::ask(const Question& question, const json::value& message,
                        const Request& request, const SharedReplySink& sink) {
  const std::size_t bytes = text::compact(message).size();
  // Nobody keeps so much for a question: it counts as not confirmed.
  if (bytes > PendingCalls::max_bytes)
    return run(request, message, sink, UserAnswer{});
  const std::string id = pending_calls_.next_id();
  give_up(pending_calls_.keep({text::compact(json::value(id)), text::compact(*request.id),
                               std::make_shared<const json::value>(message), bytes, sink,
                               std::chrono::steady_clock::now()}));
  const bool with_mode = state().version >= legacy_versions[3];
  sink->notify(json::object{{"id", id},
                            {"jsonrpc", "2.0"},
                            {"method", "elicitation/create"},
                            {"params", confirmation_form(question, with_mode)}});
}

void LegacySession::ask_for_roots() {
  if (state().roots)
    options_.notify(roots_request(roots_id));
}

void LegacySession::handle_reply(const ClientReply& reply) {
  if (reply.id->is_string() && reply.id->get_string() == roots_id) {
    ProjectIdentity project = project_of_roots(reply.result);
    const bool asked = state().roots;
    if (asked && options_.offer.surface->told_folders)
      options_.offer.surface->told_folders(folders_of_roots(reply.result));
    const Lock lock(mutex_);
    if (asked && options_.offer.asks_roots)
      state_.project = std::move(project);
    return;
  }
  const auto call = pending_calls_.take(text::compact(*reply.id));
  if (!call)
    return;
  const Frame frame = read_frame(*call->message);
  if (frame.request)
    run(*frame.request, *call->message, call->sink, answer_of(reply.result));
}

void LegacySession::expire() {
  give_up(pending_calls_.take_older(std::chrono::steady_clock::now() - PendingCalls::timeout));
}

void LegacySession::finish() {
  give_up(pending_calls_.take_older(std::chrono::steady_clock::time_point::max()));
  const CallerIdentity identity = state().identity;
  op::forget_session(engine_, identity.agent, identity.session);
}

void LegacySession::give_up(const std::vector<PendingCall>& calls) {
  for (const PendingCall& call : calls)
    if (const Frame frame = read_frame(*call.message); frame.request)
      run(*frame.request, *call.message, call.sink, UserAnswer{});
}

bool LegacySession::may_write(const json::value& message) const {
  if (message.is_array()) {
    for (const json::value& each : message.get_array())
      if (!each.is_array() && may_write(each))
        return true;
    return false;
  }
  const Frame frame = read_frame(message);
  if (frame.reply)
    return pending_calls_.waits_for(text::compact(*frame.reply->id));
  return frame.request && frame.request->params &&
         writes(frame.request->method, *frame.request->params, *options_.offer.surface);
}

}  // namespace aim::mcp
