// What a daemon does beside its requests: writes touches a moment after their answers (S3), tells subscribers of changes,
// collects what has expired (A8). None of it on the way of a request.
// Threads: two of its own, from construction to destruction.
#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "http/live.h"
#include "mcp/http/endpoint.h"

namespace aim::app {

class Maintenance {
 public:
  // `mcp` may be null. All outlive the chores.
  Maintenance(Engine& engine, std::chrono::seconds gc_interval, http::Live& live,
              mcp::HttpEndpoint* mcp);
  ~Maintenance();
  Maintenance(const Maintenance&) = delete;
  Maintenance& operator=(const Maintenance&) = delete;

 private:
  void write_and_tell();
  void collect();
  // Sleeps; false when it is time to end.
  bool rest(std::chrono::milliseconds time);
  bool ending();

  Engine& engine_;
  std::chrono::seconds gc_interval_;
  http::Live& live_;
  mcp::HttpEndpoint* mcp_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  std::thread writer_, collector_;
};

}  // namespace aim::app
