// Calls of one client that wait for its user: kept as data until the answer comes, so that no
// thread waits. Bounded in number and in time; what is dropped is handed back, to be answered.
// Threads: any.
#pragma once
#include <boost/json/fwd.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "mcp/protocol/reply_sink.h"

namespace aim::mcp {

// A tools/call as it came.
struct PendingCall {
  std::string question_id;  // compact JSON: of our request to the client
  std::string request_id;   // compact JSON: of the client's request
  std::shared_ptr<const json::value> message;
  std::size_t bytes;  // size of the message
  SharedReplySink sink;
  std::chrono::steady_clock::time_point since;
};

class PendingCalls {
 public:
  static constexpr std::size_t max_calls = 32;
  static constexpr std::size_t max_bytes = 256 * 1024;  // maximum size of their messages
  static constexpr std::chrono::minutes timeout{10};

  // Stores the call. Returns the evicted ones.
  std::vector<PendingCall> keep(PendingCall call);
  // The call that waits for the answer to this question of ours.
  std::optional<PendingCall> take(const std::string& question_id);
  bool empty() const;
  bool waits_for(const std::string& question_id) const;
  // The client takes its request back.
  void cancel(const std::string& request_id);
  // Calls that have waited since then or longer.
  std::vector<PendingCall> take_older(std::chrono::steady_clock::time_point than);
  std::string next_id();

 private:
  std::size_t bytes() const REQUIRES(mutex_);

  mutable Mutex mutex_;
  std::deque<PendingCall> calls_ GUARDED_BY(mutex_);  // oldest first
  int last_ GUARDED_BY(mutex_) = 0;
};

}  // namespace aim::mcp
