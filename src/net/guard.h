// Access to the server: the token (a bearer's, or in X-API-Key) or the session of a cookie,
// and the hosts and origins it goes by, against pages of other origins that make a browser call
// this machine (DNS rebinding; MCP's transports section, "Security Warning"; L12). Pure: a
// request's head in, a verdict out. The token is compared in constant time.
#pragma once
#include <chrono>

#include "base/error.h"
#include "base/mutex.h"
#include "base/std.h"
#include "net/message.h"

namespace aim::net {

// Further keys in addition to the token of the options (M6).
class Keys {
 public:
  virtual ~Keys() = default;
  // Whether anybody has to show a token because of them.
  virtual bool asked_for() const = 0;
  // Holder of a valid token; nothing if it is invalid.
  virtual std::optional<std::string> holder_of(std::string_view token) const = 0;
  // Whether a holder's token still holds.
  virtual bool holds(std::string_view holder) const = 0;
};

struct GuardOptions {
  bool any_address = false;    // hosts that are numbers: they need no name, and rebinding needs one
  bool tls = false;            // the server's own origin is then one of https
  std::string token;           // token of the owner; empty: none
  const Keys* keys = nullptr;  // further ones; null: none. Outlives the guard.
  bool cookies = false;        // a session that a cookie carries is as good as the token
  std::vector<std::string>
      hosts;  // in addition to loopback names and the listening address; without a port
  std::vector<std::string> origins;  // in addition to the server's own: "https://example.org"
};

struct Refused {
  int status;  // 400, 401, 403
  std::string sentence;
  std::optional<Remedy> remedy = {};  // remedy for the server's owner
};

// The requested access.
struct Target {
  bool open_to_all = false;  // no token is needed (health)
  bool page = false;         // people come to it by links of other sites
  bool empty = false;        // files of the page, which hold no memories: the cookie is enough
};

struct Verdict {
  std::optional<Refused> refused;
  std::string holder = {};  // holder of the key; empty: the owner, or no token needed
  bool guessed = false;     // refused for an invalid token
};
Verdict judge(const Head& head, const GuardOptions& options, const Target& target);
inline std::optional<Refused> refused(const Head& head, const GuardOptions& options,
                                      const Target& target) {
  return judge(head, options, target).refused;
}
// Whether a token has to be shown.
bool asks_for_token(const GuardOptions& options);

// "localhost", "127.0.0.1", "[::1]", and all of 127.0.0.0/8. `host` has no port.
bool is_loopback(std::string_view host);

// "https://example.org", "http://localhost:5173": scheme, host and nothing behind the port.
bool is_origin(std::string_view text);
// Whether the origin was allowed by name.
bool is_invited(std::string_view origin, const GuardOptions& options);

// Slows guessing of tokens (M6): each invalid one delays its address, longer each time, and the
// delay shrinks while nobody tries. Holders of a valid token never wait, so nobody is shut out by
// others of the same address. Knows: addresses, time. Must not know: tokens, sockets. Bounded: of
// so many addresses the one that tried longest ago is forgotten. Threads: any.
class Guesses {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t max_addresses = 4'096;
  static constexpr int free = 3;  // mistakes of people
  static constexpr std::chrono::milliseconds first_wait{100}, longest_wait{3'000};
  static constexpr std::chrono::seconds forgiven_after{10};  // one of them

  // One more, of this address. How long its answer is to be held back.
  std::chrono::milliseconds failed(const std::string& address,
                                   Clock::time_point now = Clock::now());
  std::size_t size() const;

 private:
  struct Tries {
    double count = 0;
    Clock::time_point last{};
  };
  mutable Mutex mutex_;
  std::map<std::string, Tries> tries_ GUARDED_BY(mutex_);
};

}  // namespace aim::net
