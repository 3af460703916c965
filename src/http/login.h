// Login of a browser where a token is required (L12): the holder of the token requests a ticket;
// the address with the ticket, opened once within a minute, gives the browser the cookie of a
// session and leads on to the page, which is handed the session's proof (net/cookie_session.h).
// Knows: cookie sessions, paths. Must not know: what the page is.
// Threads: any. Tickets are sealed by this process and end with it.
#pragma once
#include "base/mutex.h"
#include "net/cookie_session.h"
#include "net/message.h"

namespace aim::http {

class Login {
 public:
  static constexpr std::string_view ticket_path = "/api/v1/ui/ticket", enter_path = "/enter";
  static constexpr std::chrono::seconds ticket_time{60};

  // `secure`: the server speaks TLS.
  explicit Login(bool secure) : secure_(secure) {}

  static bool serves(std::string_view path) { return path == ticket_path || path == enter_path; }
  // The address carries only its ticket as proof.
  static bool open_to_all(const net::Head& head) {
    return head.path == enter_path && head.method == "GET";
  }
  // `holder`: whose token the request came with; the session will be theirs.
  net::Plan plan(const net::Head& head, const std::string& holder = {});

  // Parts of it, with the time passed in.
  static std::string make_ticket(net::WallTime now, std::string_view holder = {});
  // The holder of a valid, unexpired and unused ticket.
  std::optional<std::string> take(std::string_view ticket, net::WallTime now);

 private:
  net::Response enter(const net::Head& head);

  const bool secure_;
  Mutex mutex_;
  // Used tickets that have not expired yet, by expiry.
  std::set<std::pair<std::int64_t, std::string>> taken_ GUARDED_BY(mutex_);
};

}  // namespace aim::http
