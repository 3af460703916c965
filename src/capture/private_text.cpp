#include "capture/private_text.h"

#include <algorithm>

namespace aim {
namespace {

constexpr std::string_view opening = "<private", closing = "</private";

bool is_name_char(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '-';
}

// The end of the tag of that name that begins at `at`; 0: none begins there.
std::size_t tag_end(std::string_view text, std::size_t at, std::string_view name) {
  constexpr std::size_t longest = 200;
  if (text.size() - at < name.size() + 1)
    return 0;
  for (std::size_t i = 0; i < name.size(); ++i)
    if ((text[at + i] | (name[i] >= 'a' ? 0x20 : 0)) != name[i])
      return 0;
  const std::string_view rest = text.substr(at + name.size(), longest);
  if (is_name_char(rest.front()))
    return 0;
  const std::size_t end = rest.find_first_of(">\n<");
  return end == rest.npos || rest[end] != '>' ? 0 : at + name.size() + end + 1;
}

}  // namespace

std::string without_private(std::string_view text, std::int64_t& removed, LineEnds lines) {
  std::string out;
  std::size_t from = 0;   // not yet copied to `out`
  std::size_t begin = 0;  // where the open passage begins
  int depth = 0;
  const auto leave_out = [&](std::size_t end) {
    out.append(text.substr(from, begin - from));
    if (lines == LineEnds::keep)
      out.append(static_cast<std::size_t>(
                     std::count(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                text.begin() + static_cast<std::ptrdiff_t>(end), '\n')),
                 '\n');
    from = end;
    ++removed;
  };
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    if (const std::size_t end = tag_end(text, at, opening); end > 0) {
      begin = depth == 0 ? at : begin;
      ++depth;
    } else if (const std::size_t closed = depth > 0 ? tag_end(text, at, closing) : 0; closed > 0) {
      if (--depth == 0)
        leave_out(closed);
    }
  }
  // "List<Private>" of a program is no mark; one that stands for itself and is not closed is.
  if (depth > 0 && (begin == 0 || !is_name_char(text[begin - 1])))
    leave_out(text.size());
  return out.append(text.substr(from));
}

}  // namespace aim
