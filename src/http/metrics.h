// Figures of the server in Prometheus' text format (version 0.0.4): requests and their
// durations by route, connections, and how the database is doing.
// Knows: routes, the server's figures. Must not know: what a client wrote; a label is one of ours
// or "other".
// Threads: any.
#pragma once
#include <atomic>
#include <chrono>
#include <thread>

#include "base/mutex.h"
#include "http/describe.h"
#include "net/message.h"
#include "net/server.h"
#include "op/live.h"

namespace aim::http {

class Metrics {
 public:
  Metrics();

  void observe(const net::AnsweredRequest& access);
  // The page. `server` and `figures` may be null: their lines are left out.
  std::string text(const net::ServerFigures* server, const op::Figures* figures) const;

 private:
  static constexpr std::array<std::int64_t, 14> bounds_us{
      500,     1'000,   2'500,   5'000,     10'000,    25'000,    50'000,
      100'000, 250'000, 500'000, 1'000'000, 2'500'000, 5'000'000, 10'000'000};
  struct Series {
    std::map<int, std::int64_t> by_status;
    std::array<std::int64_t, bounds_us.size() + 1> by_duration{};  // the last: longer
    std::int64_t sum_us = 0;
  };

  void write_requests(std::string& page) const REQUIRES(mutex_);
  void write_durations(std::string& page) const REQUIRES(mutex_);

  const std::set<std::string_view> routes_;
  const std::int64_t started_at_;  // seconds since 1970
  mutable Mutex mutex_;
  // By the labels of route and method.
  std::map<std::pair<std::string_view, std::string_view>, Series> series_ GUARDED_BY(mutex_);
};

// GET /health: is the database sound? Cheap by default and honest; with ?deep=1 all checks run
// in the background, and the last result is shown (D4). Anybody may ask, so what a check found
// in detail goes to the log. Threads: any; one examination at a time.

class Health {
 public:
  // `commands`: of what a person does, null: nobody knows them. Both outlive it.
  Health(Engine& engine, const op::Words* commands) : engine_(engine), commands_(commands) {}
  Health(const Health&) = delete;
  Health& operator=(const Health&) = delete;
  ~Health();

  // 200 or 503. `deep`: begins an examination unless one runs or has just ended.
  net::Response answer(bool deep);

 private:
  void begin() REQUIRES(mutex_);
  void examine();

  Engine& engine_;
  const op::Words* commands_;
  Mutex mutex_;
  DeepView deep_ GUARDED_BY(mutex_);  // the last result
  bool running_ GUARDED_BY(mutex_) = false;
  std::atomic<bool> ending_{false};
  std::chrono::steady_clock::time_point next_ GUARDED_BY(mutex_) = {};  // no examination before
  std::thread examiner_;
};

}  // namespace aim::http
