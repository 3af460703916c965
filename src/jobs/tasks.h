// The tasks of servers. Each receives the time; it reads the database again every turn, so that a
// process that is killed leaves nothing behind but work for the next. Threads: as Task; the engine
// and the functions that are given outlive it.
#pragma once
#include "base/clock.h"
#include "jobs/scheduler.h"

namespace aim {
struct Engine;
}

namespace aim::jobs {

// Writes uses of recalls a moment after their answers (S3), and the head of the chain of events
// after the last of many (H2).
struct TouchTimes {
  std::chrono::milliseconds timeout{0};  // for other writers
  std::chrono::milliseconds pause{20};   // between two writes, and before the first retry
  std::chrono::milliseconds max_pause{1'000};
  // How long new touches may wait to be seen, where other threads bring them; none: who brings them
  // runs the task.
  std::optional<std::chrono::milliseconds> look = {};
};
class WriteTouches : public Task {
 public:
  WriteTouches(Engine& engine, const TouchTimes& times) : engine_(engine), times_(times) {}
  Moment due() const override;
  void run(Moment now, const Stop& stop) override;

 private:
  Engine& engine_;
  const TouchTimes times_;
  std::chrono::milliseconds pause_ = times_.pause;
  Moment last_{};
};

// Collects what has expired, tends the index, packs texts (A8): one process of all each `interval`.
class CollectExpired : public Task {
 public:
  CollectExpired(Engine& engine, std::chrono::seconds interval, Moment now)
      : engine_(engine), interval_(interval), next_(now + interval) {}
  Moment due() const override { return next_; }
  void run(Moment now, const Stop& stop) override;

 private:
  Engine& engine_;
  const std::chrono::milliseconds interval_;
  Moment next_;
};

// Vectors (B5): memories that others stored, imported or restored get theirs a moment later, with a
// part of one processor; the model is open by the time it is first needed.
class MakeVectors : public Task {
 public:
  MakeVectors(Engine& engine, Moment now);
  Moment due() const override { return next_; }
  void run(Moment now, const Stop& stop) override;

 private:
  Engine& engine_;
  Moment next_;
  bool repair_ = true;  // once a process
};

// Additions of a language model at the tier autonomous: tags, contradictions, other words for
// questions (F3). `started`: when the server began to take calls.
std::unique_ptr<Task> make_enrich(Engine& engine, Time started, Moment now);

// Calls a function again and again.
class Every : public Task {
 public:
  Every(std::chrono::milliseconds interval, std::function<void()> call)
      : interval_(interval), call_(std::move(call)) {}
  Moment due() const override { return next_; }
  void run(Moment now, const Stop&) override {
    next_ = now + interval_;
    call_();
  }

 private:
  const std::chrono::milliseconds interval_;
  const std::function<void()> call_;
  Moment next_{};
};

// Calls a function when something has changed, and now and then. It waits for that itself: a runner
// has it alone.
class OnChange : public Task {
 public:
  // Waits as long at most; whether there was a change, or may have been.
  using Wait = std::function<bool(std::chrono::milliseconds, const Stop&)>;
  // `longest`: the time between two calls without a change.
  OnChange(Wait wait, std::chrono::milliseconds look, std::chrono::milliseconds longest,
           std::function<void()> call)
      : wait_(std::move(wait)), look_(look), longest_(longest), call_(std::move(call)) {}
  Moment due() const override { return next_; }
  void run(Moment now, const Stop& stop) override;

 private:
  const Wait wait_;
  const std::chrono::milliseconds look_, longest_;
  const std::function<void()> call_;
  Moment next_{}, called_{};
};

}  // namespace aim::jobs
