#include <thread>

#include "store/postgres/core/database.h"

namespace aim::store::postgres {
namespace {

constexpr std::chrono::seconds between_tries{1};
constexpr std::chrono::milliseconds stop_pause{50};

}  // namespace

bool Listener::connect(const Stop& stop) {
  if (Wait::Clock::now() < next_try_)
    return false;
  next_try_ = Wait::Clock::now() + between_tries;
  auto connection = database_.connect(stop);
  if (!connection || !(*connection)->listen())
    return false;
  connection_ = std::move(*connection);
  return true;
}

bool Listener::wait(std::chrono::milliseconds timeout, const Stop& stop) {
  // What happened while nobody heard is not told again.
  if (!connection_ && connect(stop))
    return true;
  const Wait wait = Wait::up_to(timeout, &stop);
  if (connection_) {
    const auto heard = connection_->await_notice(wait);
    // Who looks now is to see it, wherever it reads.
    if (heard && (!*heard || database_.look_at_position(*connection_)))
      return *heard;
    connection_.reset();
  }
  while (!wait.over() && !wait.stopped())
    std::this_thread::sleep_until(std::min(wait.until, Wait::Clock::now() + stop_pause));
  return true;
}

}  // namespace aim::store::postgres
