#include "net/events.h"

#include "base/ascii.h"

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

std::optional<std::int64_t> last_event_id(const Head& head) {
  return ascii::number<std::int64_t>(head.header("last-event-id"));
}

void EventFeed::send(std::string_view data, std::string_view name) {
  const Lock lock(mutex_);
  forget_closed();
  Event event{++last_, std::string(data), std::string(name)};
  if (deliver(event))
    delivered_ = last_;
  keep(std::move(event));
}

void EventFeed::keep(Event event) {
  const std::size_t bytes = event.data.size() + event.name.size();
  if (bytes > options_.max_bytes)
    return;
  while (!events_.empty() &&
         (events_.size() >= options_.max_events || charge_.bytes() + bytes > options_.max_bytes))
    drop_oldest();
  // The budget of all feeds is used up: this one keeps its size.
  while (!charge_.take(bytes)) {
    if (events_.empty())
      return;
    drop_oldest();
  }
  events_.push_back(std::move(event));
}

void EventFeed::drop_oldest() {
  charge_.give(events_.front().data.size() + events_.front().name.size());
  events_.pop_front();
}

bool EventFeed::deliver(const Event& event) {
  const auto send = [&](const auto& stream) {
    return stream->send(event.data, event.name, std::to_string(event.number));
  };
  if (!options_.to_all)
    return std::any_of(streams_.rbegin(), streams_.rend(), send);
  bool delivered = false;
  for (const auto& stream : streams_) delivered = send(stream) || delivered;
  return delivered;
}

std::shared_ptr<EventStream> EventFeed::open(std::optional<std::int64_t> after) {
  auto stream = std::make_shared<EventStream>(budget_);
  const Lock lock(mutex_);
  forget_closed();
  if (streams_.size() >= options_.max_streams) {
    streams_.front()->finish();
    streams_.erase(streams_.begin());
  }
  // Where all hear everything, who comes fresh has missed nothing.
  const std::int64_t begin = after.value_or(options_.to_all ? last_ : delivered_);
  for (const Event& event : events_)
    if (event.number > begin)
      stream->send(event.data, event.name, std::to_string(event.number));
  delivered_ = last_;
  streams_.push_back(stream);
  return stream;
}

bool EventFeed::has_listener() const {
  const Lock lock(mutex_);
  return std::any_of(streams_.begin(), streams_.end(),
                     [](const auto& stream) { return !stream->closed(); });
}

void EventFeed::finish() {
  const Lock lock(mutex_);
  for (const auto& stream : streams_) stream->finish();
  streams_.clear();
}

void EventFeed::forget_closed() {
  std::erase_if(streams_, [](const auto& stream) { return stream->closed(); });
}

}  // namespace aim::net
