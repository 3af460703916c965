#include "mcp/conversation.h"

#include <boost/json.hpp>

#include "text/json_text.h"

namespace aim::mcp {

Conversation::Conversation(Engine& engine, FeatureTier tier, Send send, std::function<bool()> stop,
                           Speaker speaker)
    : send_(std::move(send)),
      stop_(std::move(stop)),
      speaker_(completed(std::move(speaker), {{}, "stdio"})),
      watch_(engine),
      session_(engine, watch_,
               {tier, [this](const json::value& message) { send_(line_of(message)); }, stop_, speaker_}),
      modern_(engine, watch_, tier),
      outlet_(std::make_shared<const Outlet>(
          Outlet{[this](const json::value& message) { send_(line_of(message)); },
                 [this](const json::value& message, int) { send_(line_of(message)); }})) {}

void Conversation::handle(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == line.npos)
    return;
  const auto message = text::parse_json(line);
  if (!message)
    return outlet_->answer(error_reply(nullptr, Fault{parse_error, message.error().message}), 400);
  handle_message(*message);
}

void Conversation::handle_too_long(std::size_t max_bytes) {
  const Fault fault{invalid_request, "a message may have at most " + std::to_string(max_bytes) + " bytes"};
  outlet_->answer(error_reply(nullptr, fault), 400);
}

void Conversation::handle_message(const json::value& message) {
  const Frame frame = message.is_object() ? read_frame(message) : Frame();
  if (!frame.request)
    return session_.handle(message, outlet_);
  if (frame.request->method == "notifications/cancelled")
    return cancel(*frame.request);
  if (!frame.request->notification && Modern::is_meant(*frame.request))
    return handle_modern(*frame.request);
  session_.handle(message, outlet_);
}

void Conversation::handle_modern(const Request& request) {
  const auto entry = running_.begin(text::compact(*request.id));
  const auto outlet = std::make_shared<const Outlet>(
      Outlet{outlet_->tell, outlet_->answer, [cancelled = entry.cancelled()] { return cancelled->load(); }});
  modern_.handle(request, outlet, {"stdio", stop_, speaker_});
}

void Conversation::cancel(const Request& request) {
  const json::value* wanted = param(request, "requestId");
  if (!wanted)
    return;
  const std::string id = text::compact(*wanted);
  session_.cancel(id);
  running_.cancel(id);
  modern_.cancel(id);
}

void Conversation::look_ahead(std::string_view line) {
  if (line.find("notifications/cancelled") == line.npos)
    return;
  const auto message = text::parse_json(line);
  if (!message)
    return;
  const Frame frame = read_frame(*message);
  if (frame.request && frame.request->method == "notifications/cancelled")
    cancel(*frame.request);
}

void Conversation::look_around() {
  session_.expire();
  watch_.poll();
}

}  // namespace aim::mcp
