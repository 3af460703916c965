#include "text/toon_header.h"

#include <algorithm>

namespace aim::text {

bool is_toon_name(std::string_view text) {
  constexpr std::size_t max_bytes = 64;
  return !text.empty() && text.size() <= max_bytes &&
         std::all_of(text.begin(), text.end(), [](char byte) {
           return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                  (byte >= '0' && byte <= '9') || byte == '_' || byte == '-' || byte == '.';
         });
}

std::optional<ToonHeader> as_toon_header(std::string_view line) {
  const std::size_t bracket = line.find('[');
  if (bracket == std::string_view::npos || !line.ends_with("]:") ||
      !is_toon_name(line.substr(0, bracket)))
    return std::nullopt;
  return ToonHeader{line.substr(0, bracket), line.substr(bracket + 1, line.size() - bracket - 3)};
}

bool announces_memories(const ToonHeader& header) {
  return header.name == "memories" || header.name == "results";
}

}  // namespace aim::text
