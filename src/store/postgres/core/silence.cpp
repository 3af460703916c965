#include "store/postgres/core/silence.h"

#include "store/postgres/core/failure.h"

namespace aim::store::postgres {
namespace {

constexpr std::chrono::seconds between_tries{1};
// Longer than any try takes.
constexpr std::chrono::seconds for_one_try{12};

}  // namespace

Result<void> Silence::ask(Clock::time_point began) {
  if (!silent_)
    return {};
  const Lock lock(mutex_);
  const auto now = Clock::now();
  // Somebody has found it out while this call waited for its turn.
  if (silent_ && (now < next_ || began < since_))
    return Failure(silent());
  next_ = now + for_one_try;
  return {};
}

void Silence::fell_silent() {
  const Lock lock(mutex_);
  silent_ = true;
  since_ = Clock::now();
  next_ = since_ + between_tries;
}

}  // namespace aim::store::postgres
