// A marked section in a file of instructions (AGENTS.md and its like): facts between two comments,
// each behind a comment with its name. Everything outside is the file owner's and stays byte by
// byte. Texts in, texts out.
// Must not know: the file system, memories.
#pragma once
#include "base/result.h"
#include "bridge/three_way.h"

namespace aim::bridge {

inline constexpr std::size_t max_section_bytes = 8'192;

// A file cut at its section.
struct Sectioned {
  std::string before, after;
  bool there = false;
  FileFacts items;  // by name_in_section()
  std::vector<std::string> order;
  std::string loose;  // text that somebody wrote into the section above the first fact
};
// Errors: validation_failed where the section has no end, or there are two.
Result<Sectioned> read_section(std::string_view text);

// The end of the memory's id, which is short and does not repeat.
std::string name_in_section(std::string_view id);

// One fact of a section, with its comment. `name` as above.
std::string section_part(std::string_view name, std::string_view title, std::string_view content);
// Whether a fact can stand in a section and be read back.
bool fits_section(const Fact& fact);

// The file with a section of these parts; without parts a file that has no section gets none.
std::string with_section(const Sectioned& file, const std::vector<std::string>& parts);
// The file without its section, and without the blank line above that came with it.
std::string without_section(const Sectioned& file);

}  // namespace aim::bridge
