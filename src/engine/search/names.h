// The names that a question and memories hold, and whether what was found is about somebody else.
// A word is taken for a name by how it is written; who is meant by it nobody knows here.
// Knows: words, what was found. Must not know: the store, vectors.
// Threads: any. Cost: linear in the texts.
#pragma once
#include <unordered_set>

#include "engine/search/found.h"

namespace aim::engine {

// The tokens of words written as names are: with a digit, a mark within, or a capital that begins
// no sentence.
std::unordered_set<std::string> names_of(std::string_view text);

// Whether any memory of the scope holds a term; unset: it was not looked for.
std::optional<bool> stands_in_scope(const std::string& term, const Found& found);

// Whether the question names somebody or something that memories of the scope hold, but none of the
// best hits does: they say of another what is asked. Not where the best is a line of a
// conversation, which speaks to people without their names, nor in German, which gives every noun a
// capital. `found`: by the default ranking, best first.
bool is_about_others(std::string_view question, const Found& found);

inline constexpr std::size_t read_of_memory = 4'000;  // bytes of a memory
// A content; if it is longer than that, its passages with words of the text, wherever they stand.
std::string looked_through(std::string_view text, std::string_view content);

}  // namespace aim::engine
