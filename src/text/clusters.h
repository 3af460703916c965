// Where text of a script written without spaces may be cut: characters, or the clusters of Thai,
// Lao, Khmer and Burmese. A cluster is what is written around one consonant: its leading vowel, its
// marks and stacked consonants, its following vowel, and in Burmese the consonant that closes it.
// Two neighbouring clusters are about a word; two neighbouring code points of these scripts are
// about half a syllable and say nothing. From the structure of the scripts (The Unicode Standard,
// chapter 16), without dictionaries.
// Knows: code points, folded. Must not know: words, tokens.
// Threads: any. Cost: linear; a comparison for a character of any other script.
#pragma once
#include "base/std.h"

namespace aim::text {

// A cluster is cut after so many code points: no word needs more, and any bytes are a text.
inline constexpr std::size_t max_cluster = 12;

// Whether a character may stand in a cluster: of those scripts all but digits and signs.
bool has_clusters(char32_t character);

// Where the unit that begins at `at` ends: at + 1 in scripts that have no clusters. `at` is within
// the text.
std::size_t cluster_end(std::u32string_view text, std::size_t at);

}  // namespace aim::text
