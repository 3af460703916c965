// Headers of the protocol: replies that a client accepts, and the subject of a request of the
// modern era (C2). Pure.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "mcp/protocol/rpc.h"
#include "net/message.h"

namespace aim::mcp {

struct Accepted {
  bool json = false, events = false;
};
// No Accept header, or one of anything, accepts both.
Accepted accepted(const net::Head& head);

// Whether the body is said to be something else than JSON.
bool is_other_content(const net::Head& head);

// "=?base64?…?=" decoded; other values as they are. Nothing for such a value that is malformed.
std::optional<std::string> decoded_value(std::string_view value);

// Whether the headers of a modern request say what its body says. Errors: header_mismatch.
std::optional<Fault> refused_headers(const net::Head& head, const Request& request);

}  // namespace aim::mcp
