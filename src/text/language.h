// Which language a text is written in, as far as finding it needs that: whose stop words tell
// nothing, and whose endings hide that two words are one. The languages are those that Snowball
// knows stems of. Scripts of one language tell it; languages in Latin letters are told apart by
// their stop words: of short texts not always, and then the text is read as English, as all were
// before.
// Threads: any; each has stemmers of its own. Cost: some microseconds a text; a stem 0.5 µs.
#pragma once
#include "text/languages.h"

namespace aim::text {

class WordScanner;

// For which language the first words of a text speak, told word by word.
class LanguageVotes {
 public:
  void see(const WordScanner& word);
  // A word of one group.
  void see(std::string_view folded);
  // Of what was seen so far.
  Language language() const;

 private:
  std::array<int, language_count> votes_{};
  std::size_t seen_ = 0;  // words
};

// Of the language that most of the first words speak for; English where none does clearly.
Language language_of(std::string_view text);

// The language of a folded word's script; `otherwise` for Latin letters and all others.
Language language_of_word(std::string_view folded, Language otherwise);

// Folded. English has a list of its own (is_common).
bool is_stop_word(Language language, std::string_view folded_word);

// The stem in a language other than English: empty when it is the word itself. Valid until this
// thread asks for the next.
std::string_view stem_in(Language language, std::string_view folded_word);

}  // namespace aim::text
