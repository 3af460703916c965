// A session that a browser carries as a cookie (L12): signed with a key that this process keeps to
// itself, so that it ends with the process; ends after some hours anyway; not readable by scripts,
// not sent by other sites' pages.
// Pure: nothing is kept here. Cookies are granted elsewhere. Threads: any.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "net/message.h"

namespace aim::net {

inline constexpr std::chrono::hours cookie_session_time{12};
// Header that a changing request needs in addition to the cookie: a form of a page cannot send it.
inline constexpr std::string_view cookie_proof_header = "x-ai-memory";

using WallTime = std::chrono::system_clock::time_point;

// The header that begins a session. `secure`: the server speaks TLS. `holder`: whose token let it
// in (net/guard.h); letters and digits, empty for the owner.
Header begin_cookie_session(bool secure, WallTime now = std::chrono::system_clock::now(),
                            std::string_view holder = {});
// The header that ends it.
Header end_cookie_session(bool secure);

// The holder of the session that the request carries: one that this process has given out and that
// has not ended.
std::optional<std::string> cookie_session(const Head& head,
                                          WallTime now = std::chrono::system_clock::now());
inline bool has_cookie_session(const Head& head, WallTime now = std::chrono::system_clock::now()) {
  return cookie_session(head, now).has_value();
}

}  // namespace aim::net
