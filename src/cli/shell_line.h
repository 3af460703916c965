// A line of the shell cut into words, as a POSIX shell cuts them: blanks, single and double quotes,
// backslashes. Nothing is expanded.
#pragma once
#include "base/result.h"

namespace aim::cli {

// Errors: a quote that does not end.
Result<std::vector<std::string>> words_of(std::string_view line);

// A line that is still being written: its words, the last perhaps empty, and how many bytes at its
// end that word takes as it is written.
struct OpenLine {
  std::vector<std::string> words;
  std::size_t last_bytes = 0;
};
OpenLine open_line(std::string_view line);

// Written so that it is read as one word.
std::string as_word(std::string_view text);

}  // namespace aim::cli
