#include "net/work.h"

#include "base/error.h"
#include "base/log.h"
#include "net/events.h"

namespace aim::net {

Response too_many(const Shared& shared) {
  return shared.error_page(503, "too many requests wait already; try again in a moment");
}

std::shared_ptr<EventStream> Work::start_events(Response head) {
  if (!head.events)
    head.events = std::make_shared<EventStream>(shared_.stream_bytes);
  auto events = head.events;
  give(std::move(head));
  return events;
}

std::shared_ptr<Spool> Work::make_spool() const {
  return std::make_shared<Spool>(shared_.answers);
}

bool Work::enter(std::atomic<std::size_t>& waiting) {
  if (waiting.fetch_add(1) < shared_.options.limits.waiting)
    return true;
  --waiting;
  ++shared_.figures.refused_requests;
  return false;
}

void Work::run() {
  Response response = guarded([&] { return plan_.answer(request, *this); });
  if (!response.continue_on_write_lane)
    return give(std::move(response));
  if (!enter(shared_.waiting_writers))
    return give(too_many(shared_));
  shared_.writers.post(
      [self = shared_from_this(), next = std::move(response.continue_on_write_lane)] {
        --self->shared_.waiting_writers;
        self->give(self->guarded([&] { return next(*self); }));
      });
}

// The last catch: what a handler throws must not end the server.
Response Work::guarded(const std::function<Response()>& call) {
  try {
    return call();
  } catch (const std::exception& failure) {
    log::error("answering " + std::string(plan_.route) + ": " + failure.what());
    const Error error = to_error(failure);
    return error.code == Code::unavailable
               ? shared_.error_page(503, error.message)
               : shared_.error_page(500, "the request could not be answered");
  }
}

void Work::give(Response response) {
  if (!given_.exchange(true))
    give_once(std::move(response));
}

}  // namespace aim::net
