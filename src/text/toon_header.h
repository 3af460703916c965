// The header lines of TOON, for its writer and its reader: name[column|column|…]:
#pragma once
#include <optional>
#include <string_view>

namespace aim::text {

struct ToonHeader {
  std::string_view name;     // of the rows
  std::string_view columns;  // as they stand between the brackets
};

std::optional<ToonHeader> as_toon_header(std::string_view line);

// Whether the rows below are the memories: always `memories` in ours, `results` in what others
// make.
bool announces_memories(const ToonHeader& header);

// A name of a column or of a metadata value: letters, digits, "_", "-" and ".", at most 64 bytes (a
// header would otherwise multiply a long name by the number of its rows).
bool is_toon_name(std::string_view text);

}  // namespace aim::text
