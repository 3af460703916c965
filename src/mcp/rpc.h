// JSON-RPC 2.0 frames: reading a request out of a line, writing replies (C1, wire.md 2.1).
// Knows: frames and the four codes. Must not know: MCP methods.
#pragma once
#include <boost/json/fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace aim::mcp {

namespace json = boost::json;

inline constexpr int parse_error = -32700, invalid_request = -32600, method_not_found = -32601,
                     invalid_params = -32602, internal_error = -32603;

// What a message asks for. A response of the client, or a frame that is none, is answered by its `refusal`.
struct Request {
  std::string_view method;  // this and the others are of the message, which must outlive them
  const json::object* params = nullptr;
  const json::value* id = nullptr;
  bool notification = false;  // no id, or null: no reply whatever happens
};
struct Refusal {
  int code;
  std::string message;
  const json::value* id = nullptr;  // unset: not readable, answered as null
};
struct Frame {
  std::optional<Request> request;
  std::optional<Refusal> refusal;  // neither: nothing to answer
};
Frame read_frame(const json::value& message);

json::object result_reply(const json::value* id, json::object result);
json::object error_reply(const json::value* id, int code, std::string_view message);

// One line, without its end.
std::string line_of(const json::value& reply);

}  // namespace aim::mcp
