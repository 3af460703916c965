#include "mcp/http/reply.h"

#include <boost/json.hpp>

#include "mcp/protocol/rpc.h"

namespace aim::mcp {

net::Response event_stream_head() {
  net::Response head;
  head.content_type = "text/event-stream";
  // Proxies would else collect events before they pass them on.
  head.headers = {{"Cache-Control", "no-cache, no-transform"}, {"X-Accel-Buffering", "no"}};
  return head;
}

net::Response refusal(int status, const Fault& fault) {
  net::Response response;
  response.status = status;
  response.body = line_of(error_reply(nullptr, fault));
  return response;
}

HttpReply::~HttpReply() {
  const Lock lock(mutex_);
  if (stream_)
    stream_->finish();
}

SharedReplySink HttpReply::sink(bool cancels) {
  const auto self = shared_from_this();
  ReplySink sink{[self](const json::value& message) { self->notify(message); },
                 [self](const json::value& message, int status) { self->answer(message, status); },
                 {},
                 accepted_.events};
  if (cancels)
    sink.gone = [self] { return self->gone(); };
  return std::make_shared<const ReplySink>(std::move(sink));
}

bool HttpReply::begin_stream() {
  if (!stream_ && exchange_ && accepted_.events) {
    net::Response head = event_stream_head();
    head.headers.insert(head.headers.end(), headers_.begin(), headers_.end());
    stream_ = exchange_->start_events(std::move(head));
  }
  return stream_ != nullptr;
}

void HttpReply::notify(const json::value& message) {
  const Lock lock(mutex_);
  if (begin_stream())
    stream_->send(line_of(message));
}

void HttpReply::answer(const json::value& message, int status) {
  const Lock lock(mutex_);
  // Only an answer that reached its method may come as an event: a stream's status is 200.
  if (stream_ || (!accepted_.json && status == 200 && begin_stream())) {
    stream_->send(line_of(message));
    stream_->finish();
    return;
  }
  text_ = line_of(message);
  status_ = status;
}

bool HttpReply::gone() const {
  const Lock lock(mutex_);
  return (exchange_ && exchange_->client_gone()) || (stream_ && stream_->closed());
}

net::Response HttpReply::response() {
  const Lock lock(mutex_);
  exchange_ = nullptr;
  net::Response response;
  response.status = status_;
  response.headers = headers_;
  response.body = std::move(text_);
  return response;
}

}  // namespace aim::mcp
