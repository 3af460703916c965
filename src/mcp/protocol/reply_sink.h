// Destination of the messages about one request of a client: standard output, the body of a
// response, an event stream. Later replies (a call that waits for the user, a subscription) keep
// it, so it is shared. Threads: any.
#pragma once
#include <boost/json/fwd.hpp>
#include <functional>
#include <memory>

namespace aim::mcp {

namespace json = boost::json;

struct ReplySink {
  // Status of the answer: 200 except for requests that were refused before their method. For HTTP.
  using Status = int;

  // A message before the answer: progress, a log line, a question, a change.
  std::function<void(const json::value& message)> notify;
  // The answer, once.
  std::function<void(const json::value& message, Status status)> answer;
  // Whether nobody listens any more. May be unset.
  std::function<bool()> gone = {};
  // Whether messages before the answer can get through.
  bool can_notify = true;
};
using SharedReplySink = std::shared_ptr<const ReplySink>;

}  // namespace aim::mcp
