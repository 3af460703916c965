#include "mcp/http_reply.h"

#include <boost/json.hpp>

#include "mcp/rpc.h"

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
  if (stream_)
    stream_->finish();
}

SharedOutlet HttpReply::outlet(bool cancels) {
  const auto self = shared_from_this();
  Outlet outlet{[self](const json::value& message) { self->tell(message); },
                [self](const json::value& message, int status) { self->answer(message, status); },
                {},
                accepted_.events};
  if (cancels)
    outlet.gone = [self] { return self->gone(); };
  return std::make_shared<const Outlet>(std::move(outlet));
}

bool HttpReply::begin_stream() {
  if (!stream_ && exchange_ && accepted_.events) {
    net::Response head = event_stream_head();
    head.headers.insert(head.headers.end(), headers_.begin(), headers_.end());
    stream_ = exchange_->start_events(std::move(head));
  }
  return stream_ != nullptr;
}

void HttpReply::tell(const json::value& message) {
  const std::lock_guard lock(mutex_);
  if (begin_stream())
    stream_->send(line_of(message));
}

void HttpReply::answer(const json::value& message, int status) {
  const std::lock_guard lock(mutex_);
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
  const std::lock_guard lock(mutex_);
  return (exchange_ && exchange_->client_gone()) || (stream_ && stream_->closed());
}

net::Response HttpReply::response() {
  const std::lock_guard lock(mutex_);
  exchange_ = nullptr;
  net::Response response;
  response.status = status_;
  response.headers = headers_;
  response.body = std::move(text_);
  return response;
}

}  // namespace aim::mcp
