// Listeners for changes of resources, and their notification (S21). It asks the database for
// changes after the last one seen, so changes of other processes are included. Asks only while
// somebody listens. Knows: addresses of resources, operations. Must not know: eras, transports.
// Threads: any. A listener is called on the thread that polls, without a lock held; after remove()
// returns it may still be in its last call.
#pragma once
#include <atomic>

#include "base/mutex.h"
#include "mcp/surface/surface.h"

namespace aim::mcp {

// Subscriptions of one listener.
struct Interest {
  static constexpr std::size_t max_bytes = 128 * 1024;
  // Bytes of its addresses, with the overhead of each.
  std::size_t bytes() const;
  std::map<std::string, std::string>
      uris;           // resources/updated for each: how we write it, how the listener does
  bool list = false;  // resources/list_changed
  bool none() const { return uris.empty() && !list; }
  // False: it is no address of ours.
  bool add(std::string_view uri);
};

class Watch {
 public:
  // `uri` unset: the list of resources changed.
  using Listener = std::function<void(std::optional<std::string_view> uri)>;
  using Handle = std::int64_t;
  // Bytes of the addresses of all listeners together.
  static constexpr std::size_t max_bytes = 16 * 1024 * 1024;

  // `own`: resources with addresses of their own; null: the core's.
  explicit Watch(Engine& engine, const Resources* own = nullptr)
      : engine_(engine), own_(own && own->state ? own : nullptr) {}

  // False: there is no such resource.
  bool take(std::string_view uri, Interest& interest) const;

  // It wants to hear of nothing yet.
  Handle add(Listener listener);
  // False: it has gone, or it and all the others together want to hear of too much; it then wants
  // what it wanted.
  bool change(Handle handle, Interest interest);
  void remove(Handle handle);

  // Whether poll() has anybody to tell.
  bool wanted() const { return wanted_; }
  // Looks for changes and sends them, each address once. Failures are ignored: the next look finds
  // the same changes.
  void poll();

 private:
  struct Entry {
    Interest interest = {};
    std::size_t bytes = 0;  // size of it
    std::shared_ptr<const Listener> listener;
  };
  // Changes since the last look.
  struct Seen {
    std::set<std::string, std::less<>> uris;
    bool anything = false, list = false;
  };
  std::optional<Seen> look();
  std::optional<Seen> look_at_own();
  void begin();
  // State of its resources that were not read yet.
  void begin_own(const Interest& interest);
  void count_wanted() REQUIRES(mutex_);

  Engine& engine_;
  const Resources* own_;
  Mutex polling_;  // one look at a time
  std::map<std::string, std::optional<std::uint64_t>, std::less<>> states_ GUARDED_BY(polling_);
  std::optional<std::int64_t> last_change_ GUARDED_BY(polling_);
  std::int64_t memories_ GUARDED_BY(polling_) = 0;

  mutable Mutex mutex_;
  std::map<Handle, Entry> entries_ GUARDED_BY(mutex_);
  std::size_t bytes_ GUARDED_BY(mutex_) = 0;
  Handle next_ GUARDED_BY(mutex_) = 1;
  std::atomic<bool> wanted_ = false;
};

}  // namespace aim::mcp
