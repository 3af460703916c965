// Memory folders of assistants (Claude Code, Qwen Code): a topic file is one fact under a head with
// `name`, `description` and a type; MEMORY.md is the index, a line a file, of which the assistant
// reads a part only. Texts in, texts out.
// Knows: the form of these files, as of 2026-03. Must not know: the file system, memories.
#pragma once
#include "bridge/three_way.h"

namespace aim::bridge {

inline constexpr std::string_view index_file = "MEMORY.md";
// Claude Code reads so much of the index.
inline constexpr std::size_t max_index_lines = 200, max_index_bytes = 25'000;

// Types that a head may name.
bool is_topic_type(std::string_view type);

// Without sign and time. `name`: of the file.
FileFact read_topic(std::string_view name, std::string_view text);

std::string new_topic(const Fact& fact);
// The fact in the place of what the file says; everything else in it stays. `with_description`: in
// the place of its description too.
std::string changed_topic(std::string_view text, const Fact& fact, bool with_description);

// "deploy-only-on-tuesdays.md"; one of the id where the title has no letters for it.
std::string file_name_for(std::string_view title, std::string_view id);

// The line that we write for a topic file.
std::string line_of_topic(std::string_view file, std::string_view text);

// Facts that stand in MEMORY.md itself: a section each, by "MEMORY.md#heading", without lines of
// the index.
FileFacts facts_of_index(std::string_view text);

struct IndexEntry {
  std::string file, title, description;
};
// A line for each entry, the best first among those that come new; lines that are there stay where
// they are. Where all is too long, lines go, those of the last entries first; `dropped` keeps what
// others wrote of them, by file, and gives it back when there is room. `gone`: files without a line
// from now on.
std::string indexed(std::string_view text, const std::vector<IndexEntry>& entries,
                    const std::vector<std::string>& gone,
                    std::map<std::string, std::string>& dropped);

}  // namespace aim::bridge
