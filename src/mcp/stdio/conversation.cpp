#include "mcp/stdio/conversation.h"

#include <boost/json.hpp>

#include "text/json_text.h"

namespace aim::mcp {

Conversation::Conversation(Engine& engine, Offer offer, Send send, std::function<bool()> stop,
                           CallerIdentity identity, std::function<std::string()> find_session)
    : offer_(std::move(offer)),
      send_(std::move(send)),
      stop_(std::move(stop)),
      identity_(completed(std::move(identity), {{}, "stdio", false, &shown_})),
      find_session_(std::move(find_session)),
      watch_(engine, offer_.surface->resources ? &*offer_.surface->resources : nullptr),
      session_(engine, watch_,
               {offer_, [this](const json::value& message) { send_(text::compact(message)); },
                stop_, identity_}),
      stateless_(engine, watch_, offer_),
      sink_(std::make_shared<const ReplySink>(
          ReplySink{[this](const json::value& message) { send_(text::compact(message)); },
                    [this](const json::value& message, int) { send_(text::compact(message)); }})) {}

void Conversation::handle(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == line.npos)
    return;
  const auto message = text::parse_json(line);
  if (!message) {
    const json::value id = id_before_fault(line);
    const Fault fault{parse_error, message.error().message};
    return sink_->answer(error_reply(id.is_null() ? nullptr : &id, fault), 400);
  }
  handle_message(*message);
}

void Conversation::handle_too_long(std::size_t max_bytes) {
  const Fault fault{invalid_request,
                    "a message may have at most " + std::to_string(max_bytes) + " bytes"};
  sink_->answer(error_reply(nullptr, fault), 400);
}

void Conversation::handle_message(const json::value& message) {
  const Frame frame = message.is_object() ? read_frame(message) : Frame();
  if (!frame.request)
    return session_.handle(message, sink_, identity());
  if (frame.request->method == "notifications/cancelled")
    return cancel(*frame.request);
  if (!frame.request->notification && Stateless::is_meant(*frame.request))
    return handle_modern(*frame.request);
  session_.handle(message, sink_, identity());
}

CallerIdentity Conversation::identity() const {
  CallerIdentity now = identity_;
  std::string session = now.named || !find_session_ ? std::string() : find_session_();
  if (!session.empty()) {
    now.session = std::move(session);
    now.named = true;
  }
  return now;
}

void Conversation::handle_modern(const Request& request) {
  const auto entry = in_flight_.begin(text::compact(*request.id));
  const auto sink = std::make_shared<const ReplySink>(ReplySink{
      sink_->notify, sink_->answer, [cancelled = entry.cancelled()] { return cancelled->load(); }});
  stateless_.handle(request, sink, {"stdio", stop_, identity()});
}

void Conversation::cancel(const Request& request) {
  const json::value* wanted = param(request, "requestId");
  if (!wanted)
    return;
  const std::string id = text::compact(*wanted);
  session_.cancel(id);
  in_flight_.cancel(id);
  stateless_.cancel(id);
}

void Conversation::cancel_queued(std::string_view line) {
  if (line.find("notifications/cancelled") == line.npos)
    return;
  const auto message = text::parse_json(line);
  if (!message)
    return;
  const Frame frame = read_frame(*message);
  if (frame.request && frame.request->method == "notifications/cancelled")
    cancel(*frame.request);
}

void Conversation::poll() {
  session_.expire();
  watch_.poll();
}

}  // namespace aim::mcp
