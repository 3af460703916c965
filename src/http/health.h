// GET /health: is the database sound? Cheap by default and honest; with ?deep=1 all checks run in
// the background, and the last result is shown (D4). Anybody may ask, so what a check found in
// detail goes to the log.
// Threads: any; one examination at a time.
#pragma once
#include <atomic>
#include <chrono>
#include <thread>

#include "base/mutex.h"
#include "http/describe.h"
#include "net/message.h"

namespace aim::http {

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
