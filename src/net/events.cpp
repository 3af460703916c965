#include "net/events.h"

#include <utility>

namespace aim::net {

std::string event_text(std::string_view data, std::string_view name, std::string_view id) {
  std::string text;
  if (!name.empty())
    text.append("event: ").append(name).append("\n");
  if (!id.empty())
    text.append("id: ").append(id).append("\n");
  for (;;) {
    const std::size_t end = data.find('\n');
    text.append("data: ").append(data.substr(0, end)).append("\n");
    if (end == data.npos)
      break;
    data.remove_prefix(end + 1);
  }
  return text.append("\n");
}

void EventStream::close(std::unique_lock<std::mutex>& lock) {
  if (std::exchange(closed_, true))
    return;
  const auto call = std::exchange(on_closed_, {});
  lock.unlock();
  if (call)
    call();
  lock.lock();
}

bool EventStream::send(std::string_view data, std::string_view name, std::string_view id) {
  std::unique_lock lock(mutex_);
  if (closed_)
    return false;
  const std::string text = event_text(data, name, id);
  if (queued_.size() + text.size() > most_bytes) {
    finished_ = true;
    close(lock);
  } else {
    queued_.append(text);
  }
  const bool sent = !closed_;
  if (const auto wake = wake_) {
    lock.unlock();
    wake();
  }
  return sent;
}

void EventStream::finish() {
  std::unique_lock lock(mutex_);
  finished_ = true;
  close(lock);
  if (const auto wake = wake_) {
    lock.unlock();
    wake();
  }
}

bool EventStream::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

void EventStream::on_closed(std::function<void()> call) {
  std::unique_lock lock(mutex_);
  if (!closed_) {
    on_closed_ = std::move(call);
    return;
  }
  lock.unlock();
  call();
}

void EventStream::on_change(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  wake_ = std::move(wake);
}

EventStream::Taken EventStream::take() {
  const std::lock_guard lock(mutex_);
  return {std::exchange(queued_, {}), finished_};
}

void EventStream::client_left() {
  std::unique_lock lock(mutex_);
  wake_ = {};
  queued_.clear();
  finished_ = true;
  close(lock);
}

}  // namespace aim::net
