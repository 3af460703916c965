// Numbered events of a server: the last ones are kept, so that a client whose stream broke gets the
// missed ones by naming the last one that it has seen (Last-Event-ID). Bounded in number and bytes,
// and in bytes with all other feeds of a budget: what does not fit is not kept. Threads: any.
#pragma once
#include <deque>

#include "base/byte_budget.h"
#include "base/mutex.h"
#include "net/events.h"
#include "net/message.h"

namespace aim::net {

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
