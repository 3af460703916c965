// One client over a pair of pipes, in whichever era each of its messages chooses: lines in, lines out (C1, S20).
// Knows: both eras. Must not know: file descriptors, time.
// Threads: one at a time.
#pragma once
#include <boost/json/fwd.hpp>
#include <functional>
#include <string>
#include <string_view>

#include "mcp/legacy.h"
#include "mcp/modern.h"
#include "mcp/running.h"
#include "mcp/watch.h"

namespace aim::mcp {

class Conversation {
 public:
  // Sends a line to the client.
  using Send = std::function<void(const std::string& line)>;

  // `stop` is asked while a call waits or works long.
  Conversation(Engine& engine, FeatureTier tier, Send send, std::function<bool()> stop = {},
               Speaker speaker = {});

  // Answers one line, if it wants an answer.
  void handle(std::string_view line);
  // Answers a line that was too long to be read.
  void handle_too_long(std::size_t max_bytes);
  // A line that waits its turn: a wish to take a request back is heeded at once.
  void look_ahead(std::string_view line);

  bool initialized() const { return session_.initialized(); }
  // Whether look_around() has anything to do.
  bool watches() const { return watch_.wanted() || session_.asks(); }
  // Tells of changes, and gives up questions that nobody answered. For idle times.
  void look_around();
  // Ends subscriptions with their answers.
  void finish() { modern_.stop(); }

 private:
  void handle_message(const json::value& message);
  void handle_modern(const Request& request);
  void cancel(const Request& request);

  Send send_;
  std::function<bool()> stop_;
  Speaker speaker_;
  Watch watch_;
  Session session_;
  Modern modern_;
  Running running_;  // of the modern era
  SharedOutlet outlet_;
};

}  // namespace aim::mcp
