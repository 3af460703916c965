#include "net/admission.h"

namespace aim::net {

std::size_t Admission::limit_of(const std::string& address) const {
  return address.empty() ? limits_.connections : std::min(limits_.of_address, limits_.connections);
}

std::optional<Admission::Id> Admission::find_victim(const std::string* address,
                                                    Clock::time_point now) const {
  // Unauthenticated connections, then idle ones, then stalled ones; the longest waiting first.
  const auto rank = [](const Seat& seat) {
    return !seat.trusted ? 0 : seat.waits == Waits::request ? 1 : 2;
  };
  const Seats::value_type* found = nullptr;
  for (const auto& entry : seats_) {
    const Seat& seat = entry.second;
    if (seat.leaving || seat.streams || seat.waits == Waits::working ||
        (address && seat.address != *address))
      continue;
    // Answers to unauthenticated clients are short, and they have nothing to send.
    if (seat.trusted && seat.waits != Waits::request && now - seat.since < limits_.stalled)
      continue;
    if (!found ||
        std::tuple(rank(seat), seat.since) < std::tuple(rank(found->second), found->second.since))
      found = &entry;
  }
  return found ? std::optional(found->first) : std::nullopt;
}

std::function<void()> Admission::part_with(Id id) {
  Seat& seat = seats_.at(id);
  seat.leaving = true;
  uncount(seat);
  return [close = seat.close, id] { close(id); };
}

void Admission::uncount(const Seat& seat) {
  --staying_;
  const auto count = of_address_.find(seat.address);
  if (--count->second == 0)
    of_address_.erase(count);
}

std::optional<Admission::Id> Admission::enter(const std::string& address,
                                              std::function<void(Id)> close,
                                              Clock::time_point now) {
  std::function<void()> send_away;
  Id id = 0;
  {
    const Lock lock(mutex_);
    const auto count = of_address_.find(address);
    const bool own = count != of_address_.end() && count->second >= limit_of(address);
    if (own || staying_ >= limits_.connections) {
      const auto victim = find_victim(own ? &address : nullptr, now);
      if (!victim)
        return std::nullopt;
      send_away = part_with(*victim);
    }
    id = next_++;
    seats_.emplace(id, Seat{address, std::move(close), Waits::request, now});
    ++staying_;
    ++of_address_[address];
  }
  if (send_away)
    send_away();
  return id;
}

bool Admission::make_room(Clock::time_point now) {
  std::function<void()> send_away;
  {
    const Lock lock(mutex_);
    const auto victim = find_victim(nullptr, now);
    if (!victim)
      return false;
    send_away = part_with(*victim);
  }
  send_away();
  return true;
}

void Admission::leave(Id id) {
  const Lock lock(mutex_);
  const auto found = seats_.find(id);
  if (found == seats_.end())
    return;
  streams_ -= found->second.streams ? 1U : 0U;
  if (!found->second.leaving)
    uncount(found->second);
  seats_.erase(found);
}

void Admission::note(Id id, Waits waits, Clock::time_point now) {
  const Lock lock(mutex_);
  if (const auto found = seats_.find(id); found != seats_.end()) {
    found->second.waits = waits;
    found->second.since = now;
  }
}

void Admission::trust(Id id) {
  const Lock lock(mutex_);
  if (const auto found = seats_.find(id); found != seats_.end())
    found->second.trusted = true;
}

bool Admission::begin_stream(Id id) {
  const Lock lock(mutex_);
  const auto found = seats_.find(id);
  if (found == seats_.end())
    return false;
  if (!found->second.streams) {
    if (streams_ >= limits_.streams)
      return false;
    ++streams_;
    found->second.streams = true;
  }
  return true;
}

std::size_t Admission::size() const {
  const Lock lock(mutex_);
  return seats_.size();
}

}  // namespace aim::net
