// What came into a database by a sync (sync.h).
#pragma once
#include "base/error.h"

namespace aim::engine {

// What was not taken in of another database, and why: counted by reason, with one example each.
struct Refusal {
  std::string what;     // "memories", "links", …
  std::string reason;   // "content may have at most 65536 bytes"
  std::string example;  // the id of the first
  std::int64_t count = 0;
};

class Refusals {
 public:
  void add(std::string_view what, const Error& why, std::string_view id, std::int64_t count = 1);
  const std::vector<Refusal>& list() const { return list_; }

 private:
  std::vector<Refusal> list_;
};

// Rows of the other database are a stranger's: the rules of input hold for each
// (memory/row_rules.h), and what does not keep to them stays where it is. Rows of this one are its
// owner's, and go as they are.
struct SyncFlow {
  std::int64_t added = 0, changed = 0, same = 0;  // memories
  std::int64_t links = 0;                         // links that came
  std::int64_t removed = 0;                       // memories that went
  std::int64_t turns = 0;                         // turns of transcripts that came
  Refusals refused;                               // what did not come
  std::int64_t cycles = 0;  // links of reflections that were dropped, as they closed a cycle
  bool purged = false;      // something was removed for good
};

}  // namespace aim::engine
