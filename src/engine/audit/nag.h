// The capture nag (H1): counts, for each session of each agent, the tool calls in a row that stored
// nothing, and says when it is time to warn. It never refuses anything, and knows neither time nor
// tools. Two thresholds, each of which warns once until a call that writes arms them again; 0
// switches one off.
// Bounded: beyond so many sessions the one that has been quiet longest is forgotten.
// Threads: any. Cost of an observation: some tenths of a microsecond (bench/audit.cpp).
#pragma once
#include <chrono>
#include <list>
#include <unordered_map>

#include "base/mutex.h"
#include "base/std.h"
#include "engine/engine.h"

namespace aim::engine {

struct NagOptions {
  std::uint32_t threshold = 5, escalate_threshold = 20;
};

enum class ToolKind { memory_write, other };
// A streak after one more call: it stays at the largest number there is.
constexpr std::uint32_t one_more(std::uint32_t streak) {
  return streak + (streak != UINT32_MAX);
}

enum class NagAction { none, warn, warn_and_escalate };

class Nag {
 public:
  static constexpr std::size_t max_sessions = 4'096;
  static constexpr std::size_t max_name_bytes =
      128;  // of an agent or a session; the rest does not count

  explicit Nag(NagOptions options = {}, std::size_t most = max_sessions)
      : options_(options), max_(most) {}
  Nag(const Nag&) = delete;
  Nag& operator=(const Nag&) = delete;

  // To be told of every tool call before it runs.
  NagAction observe(std::string_view agent, std::string_view session, ToolKind kind);

  // Calls in a row without a write; 0 for sessions that are not known.
  std::uint32_t streak_for(std::string_view agent, std::string_view session) const;
  // True the first time for a session that is known: a model is reminded once.
  bool tell_once(std::string_view agent, std::string_view session);
  // The session has ended.
  void drop_session(std::string_view agent, std::string_view session);

  struct Streak {
    std::string agent, session;
    std::uint32_t calls = 0;
  };
  // Of the sessions that were heard of last, at most `limit`.
  std::vector<Streak> streaks(std::size_t limit) const;
  std::size_t sessions() const;

  const NagOptions& options() const { return options_; }
  bool active() const { return options_.threshold > 0 || options_.escalate_threshold > 0; }

 private:
  struct Session {
    std::string agent, session;
    std::uint32_t streak = 0;
    bool warned = false, escalated = false;
    bool told = false;  // the model; not undone by a store
  };
  struct Name {  // of a session; views into its node, which stays where it is
    std::string_view agent, session;
    friend bool operator==(const Name&, const Name&) = default;
  };
  struct Hash {
    std::size_t operator()(const Name& name) const;
  };
  using Sessions = std::list<Session>;

  static Name name_of(std::string_view agent, std::string_view session);
  Session& session_of(const Name& name) REQUIRES(mutex_);
  NagAction count(Session& session) const REQUIRES(mutex_);

  NagOptions options_;
  std::size_t max_;
  mutable Mutex mutex_;
  // The one that was heard of last comes first.
  Sessions sessions_ GUARDED_BY(mutex_);
  std::unordered_map<Name, Sessions::iterator, Hash> by_name_ GUARDED_BY(mutex_);
};

// What becomes of the nag's warnings (H2): each is an event of the type capture_lag, written when
// the database is free,
// like a touch: never before the call it is about, and never a reason for that to fail.
struct CaptureLag {
  std::string agent, session;
  std::uint32_t streak = 0;
  bool escalated = false;
  Time at{};
};

class NagEvents {
 public:
  // Beyond that the newest are dropped and counted: a lock held for hours must not fill the memory.
  static constexpr std::size_t max_waiting = 1'000;

  explicit NagEvents(NagOptions options) : nag_(options) {}

  Nag& nag() { return nag_; }
  const Nag& nag() const { return nag_; }

  void add(CaptureLag lag);
  std::vector<CaptureLag> take();
  void put_back(std::vector<CaptureLag> lags);
  bool empty() const;
  // How many found no room since it was last asked.
  std::int64_t take_lost();

 private:
  Nag nag_;
  mutable Mutex mutex_;
  std::vector<CaptureLag> waiting_ GUARDED_BY(mutex_);
  std::int64_t lost_ GUARDED_BY(mutex_) = 0;
};

// Observes a call; a lag that it shows waits to be written. What is to be done about it.
NagAction observe_call(Engine& engine, std::string_view agent, std::string_view session,
                       ToolKind kind);

bool lags_wait(const Engine& engine);
// Writes what waits, in one transaction without sync, waiting `timeout` at most for other
// processes.
// Errors: unavailable when the database stays locked; the lags wait on then.
Result<void> record_lags(Engine& engine, std::chrono::milliseconds timeout);
// For a process that ends: drops what waits, says so in the log, and counts it where stats finds
// it.
void drop_lags(Engine& engine);
std::int64_t dropped_lags(const Engine& engine);

}  // namespace aim::engine
