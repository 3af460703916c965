// Whether each of two texts has a word that matters and that the other has in no form: "sara owns
// billing" and "tom owns billing". In small letters a name cannot be told from another word, so
// every exchange counts, but for words that mean the same in most texts (docs/decisions/0061).
// Knows: English function words, endings and a few dozen synonyms; in other languages more counts
// as an exchange. Pure.
// Cost: about linear.
#pragma once
#include <span>
#include <string_view>

namespace aim {

// Words in small letters, without punctuation around them. Numbers, dates and negations are not
// looked at.
bool have_other_words(std::span<const std::string_view> a, std::span<const std::string_view> b);

}  // namespace aim
