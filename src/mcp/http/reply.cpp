#include "mcp/http/reply.h"

#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/base64.h"
#include "text/json_text.h"

namespace aim::mcp {

net::Response event_stream_head() {
  net::Response head;
  head.content_type = "text/event-stream";
  // Proxies would else collect events before they pass them on.
  head.headers = {{"Cache-Control", "no-cache, no-transform"}, {"X-Accel-Buffering", "no"}};
  return head;
}

net::Response refusal(int status, const Fault& fault, const json::value* id) {
  net::Response response;
  response.status = status;
  response.body = text::compact(error_reply(id, fault));
  return response;
}

HttpReply::~HttpReply() {
  const Lock lock(mutex_);
  if (stream_)
    stream_->finish();
}

SharedReplySink HttpReply::sink(bool cancels) {
  const auto self = shared_from_this();
  ReplySink sink{[self](const json::value& message) { self->notify(message); },
                 [self](const json::value& message, int status) { self->answer(message, status); },
                 {},
                 accepted_.events};
  if (cancels)
    sink.gone = [self] { return self->gone(); };
  return std::make_shared<const ReplySink>(std::move(sink));
}

bool HttpReply::begin_stream() {
  if (!stream_ && exchange_ && accepted_.events) {
    net::Response head = event_stream_head();
    head.headers.insert(head.headers.end(), headers_.begin(), headers_.end());
    stream_ = exchange_->start_events(std::move(head));
  }
  return stream_ != nullptr;
}

void HttpReply::notify(const json::value& message) {
  const Lock lock(mutex_);
  if (begin_stream())
    stream_->send(text::compact(message));
}

void HttpReply::answer(const json::value& message, int status) {
  const Lock lock(mutex_);
  // Only an answer that reached its method may come as an event: a stream's status is 200.
  if (stream_ || (!accepted_.json && status == 200 && begin_stream())) {
    stream_->send(text::compact(message));
    stream_->finish();
    return;
  }
  text_ = text::compact(message);
  status_ = status;
}

bool HttpReply::gone() const {
  const Lock lock(mutex_);
  return (exchange_ && exchange_->client_gone()) || (stream_ && stream_->closed());
}

net::Response HttpReply::response() {
  const Lock lock(mutex_);
  exchange_ = nullptr;
  net::Response response;
  response.status = status_;
  response.headers = headers_;
  response.body = std::move(text_);
  return response;
}

namespace {

// "text/html;q=0.5" is text/html.
std::string media_type(std::string_view value) {
  return ascii::lower(ascii::trimmed(value.substr(0, value.find(';'))));
}

Fault mismatch(std::string what) {
  return {header_mismatch, "header mismatch: " + std::move(what)};
}

// One header against one member of the body.
std::optional<Fault> refused(const net::Head& head, std::string_view header, std::string_view shown,
                             std::string_view body) {
  if (!head.has(header))
    return mismatch(std::string(shown) + " is missing");
  const auto value = decoded_value(ascii::trimmed(head.header(header)));
  if (!value)
    return mismatch(std::string(shown) + " is not well-formed");
  if (*value != body)
    return mismatch(std::string(shown) + " does not match the body");
  return std::nullopt;
}

}  // namespace

Accepted accepted(const net::Head& head) {
  if (!head.has("accept"))
    return {true, true};
  Accepted accepted;
  for (const net::Header& header : head.headers) {
    if (header.name != "accept")
      continue;
    for (std::string_view rest = header.value; !rest.empty();) {
      const std::string type = media_type(ascii::take_part(rest, ','));
      accepted.json =
          accepted.json || type == "*/*" || type == "application/*" || type == "application/json";
      accepted.events =
          accepted.events || type == "*/*" || type == "text/*" || type == "text/event-stream";
    }
  }
  return accepted;
}

bool is_other_content(const net::Head& head) {
  return head.has("content-type") && media_type(head.header("content-type")) != "application/json";
}

std::optional<std::string> decoded_value(std::string_view value) {
  constexpr std::string_view begin = "=?base64?", end = "?=";
  if (value.size() < begin.size() + end.size() || !value.starts_with(begin) ||
      !value.ends_with(end))
    return std::string(value);
  value.remove_prefix(begin.size());
  value.remove_suffix(end.size());
  return from_base64(value, Base64::standard);
}

std::optional<Fault> refused_headers(const net::Head& head, const Request& request) {
  // A body without a version is refused for that.
  if (const auto version = text_of(meta(request, "io.modelcontextprotocol/protocolVersion")))
    if (auto fault = refused(head, "mcp-protocol-version", "MCP-Protocol-Version", *version))
      return fault;
  if (auto fault = refused(head, "mcp-method", "Mcp-Method", request.method))
    return fault;
  const bool by_name = request.method == "tools/call" || request.method == "prompts/get";
  if (!by_name && request.method != "resources/read")
    return std::nullopt;
  // A body without a name is refused for that.
  if (const auto name = text_of(param(request, by_name ? "name" : "uri")))
    return refused(head, "mcp-name", "Mcp-Name", *name);
  return std::nullopt;
}

}  // namespace aim::mcp
