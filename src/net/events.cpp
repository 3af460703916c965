#include "net/events.h"

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

namespace {

void call(const std::function<void()>& function) {
  if (function)
    function();
}

}  // namespace

bool EventStream::queue(std::string_view text) {
  const std::size_t waiting = queued_.size() - taken_ + text.size();
  if (waiting > max_bytes || !charge_.set(waiting > free_bytes ? waiting : 0))
    return false;
  if (taken_ > 0) {
    queued_.erase(0, taken_);
    taken_ = 0;
  }
  queued_.append(text);
  return true;
}

bool EventStream::send(std::string_view data, std::string_view name, std::string_view id) {
  std::function<void()> wake;
  bool sent = false;
  {
    const Lock lock(mutex_);
    if (closed_)
      return false;
    sent = queue(event_text(data, name, id));
    closed_ = !sent;
    wake = wake_;
  }
  call(wake);
  return sent;
}

void EventStream::finish() {
  std::function<void()> wake;
  {
    const Lock lock(mutex_);
    closed_ = true;
    wake = wake_;
  }
  call(wake);
}

bool EventStream::closed() const {
  const Lock lock(mutex_);
  return closed_;
}

void EventStream::on_change(std::function<void()> wake) {
  const Lock lock(mutex_);
  wake_ = std::move(wake);
}

EventStream::Taken EventStream::take() {
  const Lock lock(mutex_);
  Taken taken;
  if (taken_ == 0 && queued_.size() <= piece_bytes) {
    taken.text = std::exchange(queued_, {});
  } else {
    taken.text = queued_.substr(taken_, piece_bytes);
    taken_ += taken.text.size();
    if (taken_ == queued_.size()) {
      queued_ = std::string();
      taken_ = 0;
    }
  }
  const std::size_t left = queued_.size() - taken_;
  charge_.set(left > free_bytes ? left : 0);
  taken.more = left > 0;
  taken.finished = closed_ && left == 0;
  return taken;
}

void EventStream::client_left() {
  const Lock lock(mutex_);
  wake_ = {};
  queued_ = std::string();
  taken_ = 0;
  charge_.set(0);
  closed_ = true;
}

}  // namespace aim::net
