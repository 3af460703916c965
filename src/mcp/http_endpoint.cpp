#include "mcp/http_endpoint.h"

#include <boost/json.hpp>
#include <charconv>

#include "base/hash.h"
#include "mcp/about.h"
#include "mcp/http_headers.h"
#include "mcp/http_reply.h"
#include "net/events.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

constexpr std::string_view mcp_path = "/mcp", sse_path = "/sse", messages_path = "/messages";
constexpr std::string_view session_header = "mcp-session-id", version_header = "mcp-protocol-version";

net::Plan at_once(net::Response response, std::string_view route) {
  net::Plan plan;
  plan.refusal = std::move(response);
  plan.route = route;
  return plan;
}

net::Response wrong_method(std::string allowed) {
  net::Response response = refusal(405, {invalid_request, "this path takes " + allowed});
  response.headers.push_back({"Allow", std::move(allowed)});
  return response;
}

// Whether the client speaks of a version without a handshake.
bool says_modern(const net::Head& head) { return head.header(version_header) >= modern_version; }

// What is wrong with a POST before its body is read.
std::optional<net::Response> refused_post(const net::Head& head) {
  if (is_other_content(head))
    return refusal(415, {invalid_request, "the body must be application/json"});
  const Accepted accept = accepted(head);
  if (!accept.json && !accept.events)
    return refusal(406, {invalid_request, "answers are application/json or text/event-stream"});
  return std::nullopt;
}

// The session's id and the version that a legacy client says on everything but initialize.
std::optional<net::Response> refused_legacy(const net::Head& head) {
  if (head.header(session_header).empty())
    return refusal(400, {invalid_request, "Mcp-Session-Id is missing; initialize gives it"});
  if (head.has(version_header) && !known_legacy(head.header(version_header)))
    return refusal(400, {invalid_request, "MCP-Protocol-Version is none of this server's"});
  return std::nullopt;
}

net::Response unknown_session() {
  return refusal(404, {invalid_request, "this session has ended; begin again with initialize"});
}

std::optional<std::int64_t> last_event(const net::Head& head) {
  const std::string_view text = head.header("last-event-id");
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return number;
}

// Whose calls they are, as the client names itself (H1).
Speaker speaker_of(const net::Head& head) {
  return {std::string(head.header("x-agent-id")), std::string(head.header("x-session-id"))};
}

}  // namespace

std::optional<Fault> read_body(const net::Request& request, json::value& message) {
  const auto text = request.body.text();
  if (!text)
    return Fault{internal_error, text.error().message};
  auto parsed = text::parse_json(*text);
  if (!parsed)
    return Fault{parse_error, parsed.error().message};
  message = std::move(*parsed);
  return std::nullopt;
}

bool HttpEndpoint::serves(std::string_view path) const {
  return path == mcp_path || (options_.sse_2024 && (path == sse_path || path == messages_path));
}

net::Plan HttpEndpoint::plan(const net::Head& head) {
  net::Plan plan;
  plan.max_body_bytes = max_body_bytes;
  if (head.path == sse_path) {
    if (head.method != "GET")
      return at_once(wrong_method("GET"), sse_path);
    plan.route = sse_path;
    plan.answer = [this](net::Request&, net::Exchange&) { return open_sse(); };
    return plan;
  }
  if (head.path == messages_path) {
    if (head.method != "POST")
      return at_once(wrong_method("POST"), messages_path);
    plan.route = messages_path;
    plan.answer = [this](net::Request& request, net::Exchange&) { return post_message(request); };
    return plan;
  }
  plan.route = mcp_path;
  if (head.method == "GET") {
    plan.answer = [this](net::Request& request, net::Exchange&) { return open_stream(request.head); };
  } else if (head.method == "DELETE") {
    plan.answer = [this](net::Request& request, net::Exchange&) { return end_session(request.head); };
  } else if (head.method == "POST") {
    if (auto refused = refused_post(head))
      return at_once(std::move(*refused), mcp_path);
    plan.watch_client = says_modern(head);
    plan.answer = [this](net::Request& request, net::Exchange& exchange) { return post(request, exchange); };
  } else {
    return at_once(wrong_method("GET, POST, DELETE"), mcp_path);
  }
  return plan;
}

net::Response HttpEndpoint::post(net::Request& request, net::Exchange& exchange) {
  auto message = std::make_shared<json::value>();
  if (const auto fault = read_body(request, *message))
    return refusal(fault->code == parse_error ? 400 : 500, *fault);
  const Frame frame = message->is_object() ? read_frame(*message) : Frame();
  if (frame.request && frame.request->method != "initialize" &&
      (Modern::is_meant(*frame.request) || says_modern(request.head))) {
    // The era has no notifications that mean anything over HTTP; they are taken, as the transport wants it.
    if (frame.request->notification) {
      net::Response taken;
      taken.status = 202;
      return taken;
    }
    return modern(request.head, std::move(message), exchange);
  }
  return legacy(request.head, std::move(message), exchange);
}

// ---- 2026-07-28 ----

net::Response HttpEndpoint::modern(const net::Head& head, std::shared_ptr<const json::value> message,
                                   net::Exchange& exchange) {
  const Frame frame = read_frame(*message);
  const Request& request = *frame.request;
  if (const auto fault = refused_headers(head, request)) {
    net::Response response = refusal(400, *fault);
    response.body = line_of(error_reply(request.id, *fault));
    return response;
  }
  // Whoever has the token is one caller; without a token everybody is the same.
  const Peer peer{"http " + sha256_hex(head.header("authorization")), {},
                  completed(speaker_of(head), {{}, "http"})};
  const auto answered = [this, message, peer, accept = accepted(head)](net::Exchange& at) {
    const Frame again = read_frame(*message);
    const auto reply = std::make_shared<HttpReply>(at, accept);
    modern_.handle(*again.request, reply->outlet(true), peer);
    return reply->response();
  };
  if (!request.params || !writes(request.method, *request.params))
    return answered(exchange);
  net::Response response;
  response.continue_on_write_lane = answered;
  return response;
}

// ---- 2025-03-26 to 2025-11-25 ----

net::Response HttpEndpoint::legacy(const net::Head& head, std::shared_ptr<const json::value> message,
                                   net::Exchange& exchange) {
  const Frame frame = message->is_object() ? read_frame(*message) : Frame();
  const bool opens = frame.request && !frame.request->notification && frame.request->method == "initialize";
  SharedSession session;
  if (opens) {
    session = sessions_.create();
  } else {
    if (auto refused = refused_legacy(head))
      return *refused;
    session = sessions_.find(head.header(session_header));
    if (!session)
      return unknown_session();
  }
  return in_session(session, std::move(message), opens, head, exchange);
}

net::Response HttpEndpoint::in_session(const SharedSession& session, std::shared_ptr<const json::value> message,
                                       bool opens, const net::Head& head, net::Exchange& exchange) {
  const auto answered = [session, message, opens, accept = accepted(head),
                         speaker = speaker_of(head)](net::Exchange& at) {
    const auto reply = std::make_shared<HttpReply>(at, accept);
    if (opens)
      reply->add_header({"Mcp-Session-Id", session->id});
    session->session.handle(*message, reply->outlet(false), speaker);
    return reply->response();
  };
  if (!session->session.may_write(*message))
    return answered(exchange);
  net::Response response;
  response.continue_on_write_lane = answered;
  return response;
}

net::Response HttpEndpoint::open_stream(const net::Head& head) {
  if (!accepted(head).events)
    return refusal(406, {invalid_request, "this stream is text/event-stream"});
  if (auto refused = refused_legacy(head))
    return *refused;
  const auto session = sessions_.find(head.header(session_header));
  if (!session)
    return unknown_session();
  net::Response response = event_stream_head();
  response.events = session->outbox->open(last_event(head));
  return response;
}

net::Response HttpEndpoint::end_session(const net::Head& head) {
  if (auto refused = refused_legacy(head))
    return *refused;
  if (!sessions_.end(head.header(session_header)))
    return unknown_session();
  net::Response response;
  response.status = 204;
  return response;
}

// ---- what is done between requests ----

void HttpEndpoint::tick() {
  modern_.sweep();
  sessions_.tick();
  watch_.poll();
}

void HttpEndpoint::stop() {
  modern_.stop();
  sessions_.finish();
}

}  // namespace aim::mcp
