// Server-sent events to one client: whoever has something to say puts it here, the connection takes it out.
// Bounded: a client that does not read is cut off rather than let fill the memory.
// Threads: any.
#pragma once
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace aim::net {

class EventStream {
 public:
  static constexpr std::size_t most_bytes = 8 * 1024 * 1024;

  // One event: `data` may have several lines; `name` and `id` may be empty. False when the stream is closed, or
  // was closed now because the client reads too slowly.
  bool send(std::string_view data, std::string_view name = {}, std::string_view id = {});
  // Ends the stream after what is queued.
  void finish();
  // Whether the client is gone, or finish() was called.
  bool closed() const;
  // Called once when the stream closes for either reason, on the thread that closes it; at once if it is closed already.
  void on_closed(std::function<void()> call);

  // ---- for the connection ----
  // Called after each change of what take() would give.
  void on_change(std::function<void()> wake);
  struct Taken {
    std::string text;       // events in their form on the wire
    bool finished = false;  // nothing comes after it
  };
  Taken take();
  void client_left();

 private:
  void close(std::unique_lock<std::mutex>& lock);

  mutable std::mutex mutex_;
  std::string queued_;
  bool finished_ = false, closed_ = false;
  std::function<void()> wake_, on_closed_;
};

// "event: …\nid: …\ndata: …\n\n"
std::string event_text(std::string_view data, std::string_view name, std::string_view id);

}  // namespace aim::net
