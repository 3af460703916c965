// The clients of the legacy era over HTTP, by session id. Bounded: when there are too many, the one that has been idle
// longest goes; an hour without use ends one too. A client that keeps an event stream open is not idle.
// Threads: any.
#pragma once
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "mcp/legacy.h"
#include "mcp/outbox.h"

namespace aim::mcp {

struct HttpSession {
  HttpSession(Engine& engine, Watch& watch, FeatureTier tier);

  const std::string id;                 // not to be guessed
  const std::shared_ptr<Outbox> outbox;  // shared with the watch's last call
  Session session;
  std::chrono::steady_clock::time_point last_use;  // of HttpSessions, under its lock
};
using SharedSession = std::shared_ptr<HttpSession>;

class HttpSessions {
 public:
  static constexpr std::size_t most = 1'000;
  static constexpr std::chrono::hours patience{1};

  // `most_kept`, `idle`: for tests.
  HttpSessions(Engine& engine, Watch& watch, FeatureTier tier, std::size_t most_kept = most,
               std::chrono::seconds idle = patience)
      : engine_(engine), watch_(watch), tier_(tier), most_(most_kept), patience_(idle) {}

  SharedSession create();
  // Nothing when it is not known, or has ended.
  SharedSession find(std::string_view id);
  // False: there is none.
  bool end(std::string_view id);
  // Ends those that have been idle too long, and questions nobody answered.
  void tick();
  void finish();
  std::size_t size() const;

 private:
  std::vector<SharedSession> all() const;
  static void close(HttpSession& session);

  Engine& engine_;
  Watch& watch_;
  FeatureTier tier_;
  std::size_t most_;
  std::chrono::seconds patience_;
  mutable std::mutex mutex_;
  std::map<std::string, SharedSession, std::less<>> sessions_;
};

}  // namespace aim::mcp
