// Texts with memories of two stores for an assistant: at the start of a session and with a prompt
// (J6). They are data between marks that nothing in them can close, within what hosts take in one
// piece. Knows: memories of two stores. Must not know: hooks, hosts, names of tools.
#pragma once
#include <filesystem>

#include "engine/two_stores/context.h"

namespace aim::op::two_stores_text {

using engine::two_stores::PlacedMemory;

struct Said {
  std::string text;                // empty: there is nothing to say
  std::vector<std::string> shown;  // ids of the memories in it
};
// Names of tools on the surface of the assistant.
struct Names {
  std::string_view whole_memory;  // before its id: what shows it in full
  std::string_view weighty;       // where memories of the upper bands are
  std::string_view import_notes;  // previews an import
};
struct Budget {
  std::int64_t tokens = 1'500;
  std::size_t characters = 8'000;  // so that a notice of ours still finds room in the 9,000
};

// What a session begins with; `notices`: at most three lines behind it.
Said of_session(const engine::two_stores::ContextReply& context,
                const std::vector<std::string>& notices, const Names& names, const Budget& budget);
// What may help with a prompt.
Said of_prompt(std::string_view heading, const std::vector<PlacedMemory>& memories,
               const Names& names, const Budget& budget);

// The longest beginning of at most so many bytes; ended at a word, if one ends in its second half.
std::string_view cut_at_word(std::string_view text, std::size_t most);
// {"text","memory_ids"} in one line.
std::string as_json(const Said& said);

// The notice about notes that nobody imported yet: "3 files look like memories (MEMORY.md, …): …";
// empty: no notes.
std::string notes_to_import(const std::filesystem::path& project, const Names& names);

}  // namespace aim::op::two_stores_text
