// Calls of one client that wait for its user: kept as data until the answer comes, so that no
// thread waits. Bounded in number and in time; what is dropped is handed back, to be answered.
// Threads: any.
#pragma once
#include <atomic>
#include <boost/json/fwd.hpp>
#include <chrono>
#include <deque>

#include "base/mutex.h"
#include "mcp/protocol/rpc.h"

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

// The requests of one client that are being worked on, so that it can take one back.
using Cancelled = std::shared_ptr<std::atomic<bool>>;

class InFlightRequests {
 public:
  // From here on cancel() finds the request; ids are compact JSON. Goes with the returned object.
  class Entry {
   public:
    Entry(InFlightRequests& all, std::string id, Cancelled cancelled)
        : all_(all), id_(std::move(id)), cancelled_(std::move(cancelled)) {}
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() { all_.end(id_, cancelled_); }
    const Cancelled& cancelled() const { return cancelled_; }

   private:
    InFlightRequests& all_;
    std::string id_;
    Cancelled cancelled_;
  };
  Entry begin(const std::string& id) {
    auto cancelled = std::make_shared<std::atomic<bool>>(false);
    const Lock lock(mutex_);
    requests_[id] = cancelled;
    return {*this, id, std::move(cancelled)};
  }
  void cancel(const std::string& id) {
    const Lock lock(mutex_);
    if (const auto found = requests_.find(id); found != requests_.end())
      *found->second = true;
  }

 private:
  // A client that uses an id twice at once has the first one's entry replaced: only one's own is
  // taken out.
  void end(const std::string& id, const Cancelled& cancelled) {
    const Lock lock(mutex_);
    if (const auto found = requests_.find(id);
        found != requests_.end() && found->second == cancelled)
      requests_.erase(found);
  }
  Mutex mutex_;
  std::map<std::string, Cancelled> requests_ GUARDED_BY(mutex_);
};

}  // namespace aim::mcp
