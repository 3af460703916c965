// Who may speak to the server: the token, and the hosts and origins it goes by, against pages of strangers that make a
// browser speak to this machine (DNS rebinding; MCP's transports section, "Security Warning").
// Pure: a request's head in, a verdict out. The token is compared in constant time.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/message.h"

namespace aim::net {

struct GuardOptions {
  bool any_address = false;  // hosts that are numbers: they need no name, and rebinding needs one
  std::string token;         // empty: none is asked for
  std::vector<std::string>
      hosts;  // beside loopback names and the address listened on; without a port
  std::vector<std::string> origins;  // beside those of loopback: "https://example.org"
};

struct Refused {
  int status;            // 400, 401, 403
  std::string sentence;  // what to do is part of it
};

// `open_to_all`: no token is needed (health).
std::optional<Refused> refused(const Head& head, const GuardOptions& options, bool open_to_all);

// "localhost", "127.0.0.1", "[::1]", and all of 127.0.0.0/8. `host` has no port.
bool is_loopback(std::string_view host);

}  // namespace aim::net
