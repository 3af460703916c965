// Which language a text is written in, as far as finding it needs that: whose stop words tell
// nothing, and whose endings hide that two words are one. The languages are those that Snowball
// knows stems of. Scripts of one language tell it; languages in Latin letters are told apart by
// their stop words: of short texts not always, and then the text is read as English, as all were
// before.
// Threads: any; each has stemmers of its own. Cost: some microseconds a text; a stem 0.5 µs.
#pragma once
#include "base/std.h"
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

// English words that tell nothing about what a text is about. Pure. Threads: any. Cost: a look
// at a table.

bool is_common(std::string_view folded_word);

// The dozen words that are in nearly every English text: an index need not hold them (a quarter of
// all tokens), since no question can be answered by them.
bool is_filler(std::string_view term);

// Words that ask, of scripts written without blanks ("什么", "อะไร"): what answers does not say
// them, and the pairs that they make with their neighbours in a question stand in no text. In
// scripts written with blanks they are stop words. Chinese, Japanese, Korean and Thai. Knows:
// folded text. Must not know: words, tokens. Pure. Threads: any. Cost: a binary search.
inline constexpr std::size_t max_asking_units = 4;  // characters or clusters of the longest

bool is_asking_word(std::string_view folded);

// Stems of English words (Snowball), remembered for the words met lately. Threads: each thread
// has its own stemmer and memory of 8,192 words (256 kB), made at first use. Cost: ~5 ns for a
// word met lately, ~400 ns for another.

// Of a word of lower-case ASCII letters. Never empty or longer than the word; valid until this
// thread asks for the next one.
std::string_view stem(std::string_view word);

}  // namespace aim::text
