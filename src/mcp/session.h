// One client of the legacy era (2024-11-05 to 2025-11-25): what was negotiated, and the answer to each message (C2).
// A client that never says `initialize` is served as 2024-11-05 (S20).
// Threads: one at a time.
#pragma once
#include <boost/json/fwd.hpp>
#include <functional>
#include <string>
#include <string_view>

#include "mcp/tools.h"

namespace aim::mcp {

struct Request;

class Session {
 public:
  // Sends a line to the client; given by the transport.
  using Send = std::function<void(const std::string&)>;

  // `stop` is asked while a request waits or works long; true ends it.
  Session(Engine& engine, FeatureTier tier, Send send, std::function<bool()> stop)
      : engine_(engine), tier_(tier), send_(std::move(send)), stop_(std::move(stop)) {}

  // Answers one line, if it wants an answer.
  void handle(std::string_view line);
  // Answers a line that was too long to be read.
  void handle_too_long(std::size_t max_bytes);

  bool initialized() const { return initialized_; }
  // The id of the request that is being worked on, as compact JSON; empty: none.
  const std::string& current_id() const { return current_id_; }
  // Set by the transport while a request runs: the client does not want its answer any more.
  void cancel() { cancelled_ = true; }
  bool cancelled() const { return cancelled_; }

 private:
  void handle_batch(const boost::json::array& batch);
  // The reply to one message; nothing for notifications.
  std::optional<boost::json::object> answer(const boost::json::value& message);
  boost::json::object dispatch(const Request& request);
  boost::json::object initialize(const Request& request);
  boost::json::object call(const Request& request);
  boost::json::object prompt(const Request& request);
  boost::json::object set_level(const Request& request);
  void tell_of_failure(const boost::json::object& result);

  Engine& engine_;
  FeatureTier tier_;
  Send send_;
  std::function<bool()> stop_;
  std::string_view version_ = "2024-11-05";
  ToolStyle style_;
  bool initialized_ = false;
  bool wants_log_ = false;
  std::string current_id_;
  bool cancelled_ = false;
};

}  // namespace aim::mcp
