// A text cut into plain words, without a tokenizer: letters and digits in small ASCII letters, all
// bytes beyond ASCII, and what else the caller counts as part of a word. For rules that see most
// texts and need no stems. Pure.
#pragma once
#include "base/ascii.h"

namespace aim {

// `take` is given each word, in order.
template <class F>
void each_plain_word(std::string_view text, std::string_view also_of_words, F take) {
  std::string word;
  for (const char each : text) {
    const char small = ascii::lower(each);
    if (ascii::is_alnum(small) || static_cast<unsigned char>(small) >= 0x80 ||
        also_of_words.find(small) != also_of_words.npos)
      word += small;
    else if (!word.empty())
      take(std::exchange(word, {}));
  }
  if (!word.empty())
    take(std::move(word));
}

// Separates a person's own words in a text from code, quotes, logs and texts of ai-memory that the
// person shows. Pure functions; any thread.

// Without code in fences, quoted lines, what stands between the marks of ai-memory's own texts, and
// lines that are a log's or a trace's.
std::string own_words(std::string_view text);

// In order, without blanks around them; a name with dots or a number stays in one piece. They point
// into `text`.
std::vector<std::string_view> sentences_in(std::string_view text);

}  // namespace aim
