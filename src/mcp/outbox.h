// What the server tells a client of its own accord over HTTP: on one of the event streams that the client keeps open, or
// kept for the next one. The last hundred are kept, so that a client whose stream broke can have those it missed.
// Threads: any.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "net/events.h"

namespace aim::mcp {

class Outbox {
 public:
  static constexpr std::size_t kept = 100, most_streams = 8;

  void send(const std::string& message);
  // A further stream. `after`: the number of the last event the client has seen; unset: it gets what nobody has got yet.
  std::shared_ptr<net::EventStream> open(std::optional<std::int64_t> after);
  bool has_listener() const;
  void finish();

 private:
  struct Event {
    std::int64_t number;
    std::string message;
  };
  bool deliver(const Event& event);
  void forget_closed();

  mutable std::mutex mutex_;
  std::deque<Event> events_;
  std::int64_t last_ = 0, delivered_ = 0;
  std::vector<std::shared_ptr<net::EventStream>> streams_;
};

}  // namespace aim::mcp
