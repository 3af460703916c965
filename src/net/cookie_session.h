// A session that a browser carries as a cookie (L12): signed with a key that this process keeps to
// itself, so that it ends with the process; ends after some hours anyway; not readable by scripts,
// not sent by other sites' pages. A browser sends a cookie of 127.0.0.1 to every port there, so
// that the cookie alone opens nothing: the page keeps a proof, which its browser gives to no other
// origin, and sends it in a header. The cookie holds only the proof's hash.
// Pure: nothing is kept here. Cookies are granted elsewhere. Threads: any.
#pragma once
#include <chrono>

#include "net/message.h"

namespace aim::net {

inline constexpr std::chrono::hours cookie_session_time{12};
// Header with the proof: no other page can send it, and no form.
inline constexpr std::string_view cookie_proof_header = "x-ai-memory-proof";

using WallTime = std::chrono::system_clock::time_point;

struct BegunSession {
  Header cookie;
  std::string proof;  // for the page
};
// `secure`: the server speaks TLS. `holder`: whose token let it in (net/guard.h); letters and
// digits, empty for the owner.
BegunSession begin_cookie_session(bool secure, WallTime now = std::chrono::system_clock::now(),
                                  std::string_view holder = {});

// The session that the request carries: one that this process has given out and that has not ended.
struct CookieSession {
  std::string holder;
  bool proven = false;  // the request has its proof too
};
std::optional<CookieSession> cookie_session(const Head& head,
                                            WallTime now = std::chrono::system_clock::now());

}  // namespace aim::net
