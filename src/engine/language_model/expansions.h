// Other words for questions, as the language model gave them (F3): recall uses what is known and
// never waits; what is not known yet is wished for, and found by whoever works in the background,
// for the next time.
// Bounded: the last thousand questions, at most 64 wishes; of more wishes the oldest are dropped.
// Knows: texts. Must not know: who finds them.
// Threads: any. Cost: about a microsecond.
#pragma once
#include <deque>
#include <list>

#include "base/mutex.h"
#include "base/std.h"

namespace aim::engine {

class Expansions {
 public:
  using Terms = std::vector<std::string>;

  // Questions that differ in case and blanks only are the same. An empty list is known too: there
  // are no others.
  std::optional<Terms> known(const std::string& question);
  void keep(const std::string& question, Terms terms);

  void request(const std::string& question);
  std::optional<std::string> next_wish();

 private:
  struct Known {
    std::string question;
    Terms terms;
  };
  Mutex mutex_;
  std::list<Known> used_ GUARDED_BY(mutex_);  // last first; a thousand are soon looked through
  std::deque<std::string> requests_ GUARDED_BY(mutex_);
};

}  // namespace aim::engine
