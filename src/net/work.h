// A request that a worker answers. Shared by the connection and the worker, as either may be done
// first: an event stream outlives the handler that began it, a handler the client that hung up.
// Threads: run() and the Exchange's functions on workers; the rest on the connection's thread.
#pragma once
#include <atomic>

#include "net/shared.h"

namespace aim::net {

// The answer when a lane's queue is full.
Response too_many(const Shared& shared);

class Work : public Exchange, public std::enable_shared_from_this<Work> {
 public:
  Work(Request of, Plan plan, Shared& shared)
      : request(std::move(of)), plan_(std::move(plan)), shared_(shared) {}

  bool client_gone() const override { return gone || shared_.aborting; }
  std::shared_ptr<EventStream> start_events(Response head) override;
  std::shared_ptr<Spool> make_spool() const override;

  // A place in a lane's queue, unless that is full.
  bool enter(std::atomic<std::size_t>& waiting);
  // Makes the answer and gives it to the connection; goes on with it on the write lane when it says
  // so.
  void run();

  Request request;
  std::function<void(Response)> give_once;  // to the connection
  std::atomic<bool> gone{false};

 private:
  Response guarded(const std::function<Response()>& call);
  void give(Response response);

  Plan plan_;
  Shared& shared_;
  std::atomic<bool> given_{false};
};

}  // namespace aim::net
