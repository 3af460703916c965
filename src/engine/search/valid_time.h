// Which facts hold at the time that a question asks about (T4): the one it names, else now.
// Knows: dates in questions. Must not know: scores, how a fact that does not hold is shown.
// Threads: any. Cost: linear in the question.
#pragma once
#include "base/clock.h"
#include "memory/memory.h"

namespace aim::engine {

class ValidTime {
 public:
  ValidTime(std::string_view question, Time now);
  // A list asks about now.
  explicit ValidTime(Time now) : ValidTime({}, now) {}

  // A memory without valid times always holds.
  bool holds(const Memory& memory) const;
  // Whether a memory says when it holds, and that this is the time that the question names.
  bool is_of_named_time(const Memory& memory) const;
  // "until 2026-05-01", of a memory that does not hold; else empty.
  std::string former(const Memory& memory) const;

 private:
  struct Stretch {
    Time first, last;
  };
  std::vector<Stretch> asked_;
  bool named_ = false;
};

// "since May": the beginning of such a phrase in a text, as a date ("2026-05-01"), and the phrase.
// Empty: the text names none.
struct SinceWhen {
  std::string phrase, date;
};
SinceWhen since_when(std::string_view text, Time now);

}  // namespace aim::engine
