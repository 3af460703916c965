// Calls of one client that wait for its user: kept as data until the answer comes, so that no thread waits. Bounded in
// number and in time; what is dropped is handed back, to be answered.
// Threads: any.
#pragma once
#include <boost/json/fwd.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mcp/outlet.h"

namespace aim::mcp {

// A tools/call as it came.
struct WaitingCall {
  std::string question_id;  // compact JSON: of our request to the client
  std::string request_id;   // compact JSON: of the client's request
  std::shared_ptr<const json::value> message;
  SharedOutlet outlet;
  std::chrono::steady_clock::time_point since;
};

class Questions {
 public:
  static constexpr std::size_t most = 32;
  static constexpr std::chrono::minutes patience{10};

  // Keeps the call. Those that had to go for it.
  std::vector<WaitingCall> keep(WaitingCall call);
  // The call that waits for the answer to this question of ours.
  std::optional<WaitingCall> take(const std::string& question_id);
  bool empty() const;
  bool waits_for(const std::string& question_id) const;
  // The client takes its request back.
  void cancel(const std::string& request_id);
  // Those that wait since then or longer.
  std::vector<WaitingCall> take_older(std::chrono::steady_clock::time_point than);
  std::string next_id();

 private:
  mutable std::mutex mutex_;
  std::deque<WaitingCall> calls_;  // oldest first
  int last_ = 0;
};

}  // namespace aim::mcp
