// What makes two errors the same one: the line that names it, without what differs from run to run.
// Pure functions; any thread.
#pragma once
#include "base/std.h"

namespace aim {

struct ErrorLine {
  std::string line;  // as it was, at most 300 bytes
  std::string
      signature;  // paths, numbers, addresses, times and quoted values taken out; at most 200 bytes
};

// The error that a tool's output or a pasted trace tells of: of a Python trace the last line, of
// others the first line that says error. Nothing when there is none.
std::optional<ErrorLine> error_in(std::string_view text);

std::string signature_of(std::string_view line);
// Whether two lines tell of the same error, with other names and numbers in it: most of the words
// that their signatures have are the same.
bool is_same_error(std::string_view line, std::string_view other);
// Whether the sentence mentions the error that the line names, by its code ("EADDRINUSE", "E0502")
// or by most of its words. It may say more.
bool tells_of_error(std::string_view sentence, std::string_view line);
// Eight hexadecimal digits, for titles.
std::string signature_hash(std::string_view signature);

}  // namespace aim
