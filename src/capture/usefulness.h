// Whether memories that nobody asked for were of use, and how sure of the next one must therefore
// be (J6). A memory was of use when what the assistant said after it rests on it, or when it was
// asked for or changed; the caller tells. Pure functions; any thread.
#pragma once
#include "base/std.h"

namespace aim {

// The words by which one sees that an answer rests on a memory: long ones that the prompt did not
// hold already.
std::vector<std::string> rare_words(std::string_view memory, std::string_view prompt);
// Whether a text holds two of them, or the only one.
bool rests_on(std::string_view text, const std::vector<std::string>& words);

// Of one project. The threshold stays until twenty memories are judged, and then moves a little
// after each five more, so that six of ten are of use.
struct Usefulness {
  std::int64_t judged = 0;
  std::string last;  // of the last twenty, oldest first: '1' of use, '0' not
  double moved = 0;  // by so much
};
void judge(Usefulness& project, bool useful);
// Between 0.5 and 0.8, or what was configured where that is beyond.
double moved_threshold(const Usefulness& project, double configured);

}  // namespace aim
