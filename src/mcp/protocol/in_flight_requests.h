// The requests of one client that are being worked on, so that it can take one back.
// Threads: any.
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <string>

#include "base/mutex.h"

namespace aim::mcp {

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
