// JSON-RPC 2.0 frames: reading a request out of a message, writing replies (C1, wire.md 2.1).
// Knows: frames and their codes. Must not know: MCP methods.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/error.h"

namespace aim::mcp {

namespace json = boost::json;

inline constexpr int parse_error = -32700, invalid_request = -32600, method_not_found = -32601,
                     invalid_params = -32602, internal_error = -32603;
// Codes of MCP: the first until 2025-11-25, the others since 2026-07-28.
inline constexpr int resource_not_found = -32002, header_mismatch = -32020,
                     unsupported_version = -32022;

// Maximum of a request's id: it is stored until the answer.
inline constexpr std::size_t max_id_bytes = 256;

// Why a request has no result.
struct Fault {
  int code;
  std::string message;
  std::string data = {};              // JSON text; empty: none
  std::vector<Remedy> remedies = {};  // not yet in the words of this door
};

// A request. Views into the message, which must outlive them.
struct Request {
  std::string_view method;
  const json::object* params = nullptr;
  const json::value* id = nullptr;
  bool notification = false;  // no id, or null: no reply whatever happens
};
// The client's answer to a request of ours.
struct ClientReply {
  const json::value* id = nullptr;
  const json::object* result = nullptr;  // unset: it answered with an error
};
struct Refusal {
  Fault fault;
  const json::value* id = nullptr;  // unset: not readable, answered as null
};
struct Frame {
  std::optional<Request> request;
  std::optional<ClientReply> reply;
  std::optional<Refusal> refusal;  // none of the three: nothing to answer
};
Frame read_frame(const json::value& message);
// The id in a message that cannot be read, as far as it stands before the fault; null: none does.
json::value id_before_fault(std::string_view message);

// A member of the parameters, or nothing.
const json::value* param(const Request& request, std::string_view name);
// The text that a value is; nothing when it is no text, or is not there.
std::optional<std::string_view> text_of(const json::value* value);
// A member of the parameters' _meta.
const json::value* meta(const Request& request, std::string_view name);

// The _meta of a result; created if missing.
json::object& beside(json::object& result);
json::object result_reply(const json::value& id, json::object result);
json::object error_reply(const json::value* id, const Fault& fault);
json::object notification(std::string_view method, json::object params);

// Destination of the messages about one request of a client: standard output, the body of a
// response, an event stream. Later replies (a call that waits for the user, a subscription) keep
// it, so it is shared. Threads: any.
namespace json = boost::json;

struct ReplySink {
  // Status of the answer: 200 except for requests that were refused before their method. For HTTP.
  using Status = int;

  // A message before the answer: progress, a log line, a question, a change.
  std::function<void(const json::value& message)> notify;
  // The answer, once.
  std::function<void(const json::value& message, Status status)> answer;
  // Whether nobody listens any more. May be unset.
  std::function<bool()> gone = {};
  // Whether messages before the answer can get through.
  bool can_notify = true;
};
using SharedReplySink = std::shared_ptr<const ReplySink>;

}  // namespace aim::mcp
