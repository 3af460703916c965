// What was not taken in of another database, and why: counted by reason, with one example each.
// Threads: one at a time.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace aim::engine {

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

}  // namespace aim::engine
