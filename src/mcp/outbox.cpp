#include "mcp/outbox.h"

#include <algorithm>

namespace aim::mcp {

void Outbox::send(const std::string& message) {
  const std::lock_guard lock(mutex_);
  forget_closed();
  events_.push_back({++last_, message});
  if (events_.size() > kept)
    events_.pop_front();
  // Never on two streams: the client would take it for two messages.
  if (deliver(events_.back()))
    delivered_ = last_;
}

bool Outbox::deliver(const Event& event) {
  return std::any_of(streams_.rbegin(), streams_.rend(), [&](const auto& stream) {
    return stream->send(event.message, {}, std::to_string(event.number));
  });
}

std::shared_ptr<net::EventStream> Outbox::open(std::optional<std::int64_t> after) {
  auto stream = std::make_shared<net::EventStream>();
  const std::lock_guard lock(mutex_);
  forget_closed();
  if (streams_.size() == most_streams) {
    streams_.front()->finish();
    streams_.erase(streams_.begin());
  }
  const std::int64_t begin = after.value_or(delivered_);
  for (const Event& event : events_)
    if (event.number > begin)
      stream->send(event.message, {}, std::to_string(event.number));
  delivered_ = last_;
  streams_.push_back(stream);
  return stream;
}

bool Outbox::has_listener() const {
  const std::lock_guard lock(mutex_);
  return std::any_of(streams_.begin(), streams_.end(), [](const auto& stream) { return !stream->closed(); });
}

void Outbox::finish() {
  const std::lock_guard lock(mutex_);
  for (const auto& stream : streams_)
    stream->finish();
  streams_.clear();
}

void Outbox::forget_closed() {
  std::erase_if(streams_, [](const auto& stream) { return stream->closed(); });
}

}  // namespace aim::mcp
