// Admission of connections, and eviction when there are too many: first unauthenticated ones, then
// idle ones, then stalled ones, so that nobody shuts others out by opening connections and keeping
// still. Bounded in all, and for an address that is not of this machine. Knows: addresses, states,
// time. Must not know: sockets. Threads: any. `close` of a connection that has to go is called
// without a lock held, once.
#pragma once
#include <chrono>

#include "base/mutex.h"
#include "base/std.h"

namespace aim::net {

struct AdmissionLimits {
  std::size_t connections = 1'024;
  std::size_t of_address = 256;  // per address of another machine; this machine may use all
  std::size_t streams = 512;     // event streams, which stay open without saying anything
  std::chrono::seconds stalled{
      5};  // a body or an answer that has stood still so long may be given up for another
};

// The state of a connection; `working` connections are never evicted.
enum class Waits { request, body, reader, working };

class Admission {
 public:
  using Id = std::uint64_t;
  using Clock = std::chrono::steady_clock;

  explicit Admission(const AdmissionLimits& limits) : limits_(limits) {}

  // `address`: empty for this machine. Nothing: there is no place, and nobody who could go.
  std::optional<Id> enter(const std::string& address, std::function<void(Id)> close,
                          Clock::time_point now = Clock::now());
  void leave(Id id);
  // From now on it waits for that.
  void note(Id id, Waits waits, Clock::time_point now = Clock::now());
  // A request of it was authenticated.
  void trust(Id id);
  // A place for an event stream, until the connection leaves. False: there are too many.
  bool begin_stream(Id id);
  // Evicts a connection. False: none may be evicted.
  bool make_room(Clock::time_point now = Clock::now());

  std::size_t size() const;

 private:
  struct Seat {
    std::string address;
    std::function<void(Id)> close;
    Waits waits = Waits::request;
    Clock::time_point since{};
    bool trusted = false, streams = false, leaving = false;
  };
  using Seats = std::map<Id, Seat>;

  // The next connection to evict; nothing if all work. `address` unset: any.
  std::optional<Id> find_victim(const std::string* address, Clock::time_point now) const
      REQUIRES(mutex_);
  // Ends the connection; its place is free at once.
  std::function<void()> part_with(Id id) REQUIRES(mutex_);
  void uncount(const Seat& seat) REQUIRES(mutex_);
  std::size_t limit_of(const std::string& address) const;

  const AdmissionLimits limits_;
  mutable Mutex mutex_;
  Seats seats_ GUARDED_BY(mutex_);
  std::map<std::string, std::size_t> of_address_ GUARDED_BY(mutex_);  // without those that leave
  std::size_t staying_ GUARDED_BY(mutex_) = 0, streams_ GUARDED_BY(mutex_) = 0;
  Id next_ GUARDED_BY(mutex_) = 1;
};

}  // namespace aim::net
