// What all processes of a user know of their language model, or of their embedding service: what
// was spent today, and whether the endpoint is worth asking. One small file, replaced whole under a
// lock, so that nothing is spent twice and one process's bad luck spares the others theirs. It
// holds no key and no text.
// Knows: budget and breaker. Must not know: protocols.
// Errors: unavailable when the endpoint is being left alone, the budget is used up, or the file
// cannot be written: what cannot be counted is not spent.
// Threads: any; processes: any.
#pragma once
#include <filesystem>

#include "llm/budget.h"

namespace aim::llm {

struct ServiceRecord {
  Spent spent;
  Breaker breaker;
  std::string endpoint;        // which the breaker is of
  std::string reason;          // of its last failure
  std::int64_t dimension = 0;  // of the vectors that it made last; 0: none yet
};

// How an attempt ended.
struct Ended {
  enum class How {
    well,
    badly,
    undecided
  } how = How::undecided;  // undecided: says nothing about the endpoint
  std::int64_t tokens = 0;
  std::string reason = {};                               // badly
  std::optional<std::chrono::seconds> retry_after = {};  // badly: what the endpoint wishes
};

class Ledger {
 public:
  // `file` empty: no place is known for it. `clock` outlives it.
  Ledger(std::filesystem::path file, std::string endpoint, Limits limits, const Clock& clock)
      : file_(std::move(file)), endpoint_(std::move(endpoint)), limits_(limits), clock_(clock) {}

  // Before a call. `timeout`: how long it may take.
  Result<void> begin(std::chrono::seconds timeout);
  void end(const Ended& ended);
  // Errors: the file cannot be written.
  Result<void> note_dimension(std::size_t dimension);
  // As it stands now; costs one small read.
  ServiceRecord look() const;
  // Why the endpoint is left alone now; nothing when it is not.
  Result<void> may_ask(const ServiceRecord& entry) const;
  const Limits& limits() const { return limits_; }

 private:
  template <class Change>
  Result<void> change(Change&& change);

  std::filesystem::path file_;
  std::string endpoint_;
  Limits limits_;
  const Clock& clock_;
};

}  // namespace aim::llm
