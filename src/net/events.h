// Server-sent events to one client: producers add events, the connection removes them.
// Bounded: a client that does not read is cut off rather than let fill the memory, and so is one
// that reads slowly while all streams together hold as much as they may.
// Threads: any.
#pragma once
#include <deque>

#include "base/byte_budget.h"
#include "base/mutex.h"
#include "net/message.h"

namespace aim::net {

class EventStream {
 public:
  static constexpr std::size_t max_bytes = 8 * 1024 * 1024;
  static constexpr std::size_t free_bytes = 64 * 1024;    // may wait without being charged
  static constexpr std::size_t piece_bytes = 256 * 1024;  // taken at once

  // `all`: what the streams of a server may hold together.
  explicit EventStream(SharedBudget all = nullptr) : charge_(std::move(all)) {}

  // One event: `data` may have several lines; `name` and `id` may be empty. False when the stream
  // is closed, or was closed now because the client reads too slowly.
  bool send(std::string_view data, std::string_view name = {}, std::string_view id = {});
  // Ends the stream after what is queued.
  void finish();
  // Whether the client is gone, or finish() was called.
  bool closed() const;

  // ---- for the connection ----
  // Called after each change of what take() would give.
  void on_change(std::function<void()> wake);
  struct Taken {
    std::string text;       // events in their form on the wire, or a piece of them
    bool more = false;      // take() would give more
    bool finished = false;  // nothing comes after it
  };
  Taken take();
  void client_left();

 private:
  bool queue(std::string_view text) REQUIRES(mutex_);

  mutable Mutex mutex_;
  std::string queued_ GUARDED_BY(mutex_);
  std::size_t taken_ GUARDED_BY(mutex_) = 0;  // taken part of queued_
  ByteCharge charge_ GUARDED_BY(mutex_);
  bool closed_ GUARDED_BY(mutex_) = false;
  std::function<void()> wake_ GUARDED_BY(mutex_);
};

// "event: …\nid: …\ndata: …\n\n"
std::string event_text(std::string_view data, std::string_view name, std::string_view id);

// Numbered events of a server: the last ones are kept, so that a client whose stream broke gets
// the missed ones by naming the last one that it has seen (Last-Event-ID). Bounded in number and
// bytes, and in bytes with all other feeds of a budget: what does not fit is not kept. Threads:
// any.

struct EventFeedOptions {
  // Whether an event goes to every stream, or to one of them (several streams of one client would
  // show it twice), kept for the next stream if none is open.
  bool to_all = false;
  std::size_t max_streams = 8;  // one more ends the oldest
  std::size_t max_events = 100, max_bytes = 256 * 1024;
};

class EventFeed {
 public:
  explicit EventFeed(EventFeedOptions options = {}, SharedBudget budget = nullptr)
      : options_(options), budget_(budget), charge_(std::move(budget)) {}

  void send(std::string_view data, std::string_view name = {});
  // A further stream. `after`: the number of the last event the client has seen; unset: it gets
  // what nobody has got yet.
  std::shared_ptr<EventStream> open(std::optional<std::int64_t> after);
  bool has_listener() const;
  // Ends all streams.
  void finish();

 private:
  struct Event {
    std::int64_t number;
    std::string data, name;
  };
  void keep(Event event) REQUIRES(mutex_);
  void drop_oldest() REQUIRES(mutex_);
  bool deliver(const Event& event) REQUIRES(mutex_);
  void forget_closed() REQUIRES(mutex_);

  const EventFeedOptions options_;
  const SharedBudget budget_;
  mutable Mutex mutex_;
  std::deque<Event> events_ GUARDED_BY(mutex_);
  ByteCharge charge_ GUARDED_BY(mutex_);
  std::int64_t last_ GUARDED_BY(mutex_) = 0, delivered_ GUARDED_BY(mutex_) = 0;
  std::vector<std::shared_ptr<EventStream>> streams_ GUARDED_BY(mutex_);
};

// The number in the header Last-Event-ID, or nothing.
std::optional<std::int64_t> last_event_id(const Head& head);

}  // namespace aim::net
