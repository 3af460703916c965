// The answer to one POST: JSON when there is nothing to say before it, else events on a stream of
// the request's own. Outlives the handler when the answer comes later.
// Threads: any.
#pragma once
#include "base/mutex.h"
#include "mcp/protocol/rpc.h"
#include "net/events.h"
#include "net/message.h"

namespace aim::mcp {

// Headers of the protocol: replies that a client accepts, and the subject of a request of the
// modern era (C2). Pure.
struct Accepted {
  bool json = false, events = false;
};
// No Accept header, or one of anything, accepts both.
Accepted accepted(const net::Head& head);

// Whether the body is said to be something else than JSON.
bool is_other_content(const net::Head& head);

// "=?base64?…?=" decoded; other values as they are. Nothing for such a value that is malformed.
std::optional<std::string> decoded_value(std::string_view value);

// Whether the headers of a modern request say what its body says. Errors: header_mismatch.
std::optional<Fault> refused_headers(const net::Head& head, const Request& request);

class HttpReply : public std::enable_shared_from_this<HttpReply> {
 public:
  // `exchange`: until response() is called.
  HttpReply(net::Exchange& exchange, Accepted accepted)
      : exchange_(&exchange), accepted_(accepted) {}
  HttpReply(const HttpReply&) = delete;
  HttpReply& operator=(const HttpReply&) = delete;
  // Ends a stream whose answer will not come: its request was taken back.
  ~HttpReply();

  void add_header(net::Header header) {
    const Lock lock(mutex_);
    headers_.push_back(std::move(header));
  }
  // `cancels`: a client that hangs up does not want the answer any more (since 2026-07-28).
  SharedReplySink sink(bool cancels);
  // The handler's response: the reply, 202 without one, or a placeholder once events have begun.
  net::Response response();

 private:
  void notify(const json::value& message);
  void answer(const json::value& message, int status);
  bool gone() const;
  // Begins the stream if that can be done.
  bool begin_stream() REQUIRES(mutex_);

  mutable Mutex mutex_;
  net::Exchange* exchange_ GUARDED_BY(mutex_);
  const Accepted accepted_;
  std::vector<net::Header> headers_ GUARDED_BY(mutex_);
  std::shared_ptr<net::EventStream> stream_ GUARDED_BY(mutex_);
  std::string text_ GUARDED_BY(mutex_);
  int status_ GUARDED_BY(mutex_) = 202;
};

// The head of every event stream.
net::Response event_stream_head();
// An error that is no session's; `id` of the request, where its message was read.
net::Response refusal(int status, const Fault& fault, const json::value* id = nullptr);

}  // namespace aim::mcp
