// One client over a pair of pipes, in whichever era each of its messages chooses: lines in, lines
// out (C1, S20).
// Knows: both eras. Must not know: file descriptors, time.
// Threads: one at a time.
#pragma once
#include <boost/json/fwd.hpp>

#include "mcp/protocol/legacy_session.h"
#include "mcp/protocol/pending_calls.h"
#include "mcp/protocol/stateless.h"
#include "mcp/protocol/watch.h"

namespace aim::mcp {

class Conversation {
 public:
  // Sends a line to the client.
  using Send = std::function<void(const std::string& line)>;

  // `stop` is asked while a call waits or works long.
  Conversation(Engine& engine, Offer offer, Send send, std::function<bool()> stop = {},
               CallerIdentity identity = {}, std::function<std::string()> find_session = {});

  // Answers one line, if it wants an answer.
  void handle(std::string_view line);
  // Answers a line that was too long to be read.
  void handle_too_long(std::size_t max_bytes);
  // A line that waits its turn: a request to cancel another is heeded at once.
  void cancel_queued(std::string_view line);

  bool initialized() const { return session_.initialized(); }
  // Whether poll() has anything to do.
  bool watches() const { return watch_.wanted() || session_.asks(); }
  // Sends changes, and drops unanswered questions. For idle times.
  void poll();
  // Ends subscriptions with their answers.
  void finish() { stateless_.stop(); }

 private:
  void handle_message(const json::value& message);
  // With the session as it is now.
  CallerIdentity identity() const;
  void handle_modern(const Request& request);
  void cancel(const Request& request);

  const Offer offer_;
  Send send_;
  std::function<bool()> stop_;
  std::vector<std::string> shown_;  // ids: the connection is a session
  CallerIdentity identity_;
  std::function<std::string()> find_session_;
  Watch watch_;
  LegacySession session_;
  Stateless stateless_;
  InFlightRequests in_flight_;  // requests of the modern era
  SharedReplySink sink_;
};

}  // namespace aim::mcp
