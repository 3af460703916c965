#include "text/language.h"

#include <libstemmer.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <unordered_map>

#include "base/utf8.h"
#include "text/language_words.h"
#include "text/word_scanner.h"
#include "text/words.h"

namespace aim::text {
namespace {

constexpr std::size_t looked_at = 96;  // words of a text
constexpr int least_votes = 2;         // of a language that is not English
constexpr int over_english =
    2;  // times as many as English has: "die" and "war" are English words, too
constexpr std::size_t min_stemmed = 4;    // bytes
constexpr std::size_t max_stemmed = 128;  // bytes

constexpr std::array<const char*, language_count> names{
    "english",    "danish",  "dutch",     "finnish",    "french",   "german",  "hungarian",
    "indonesian", "italian", "norwegian", "portuguese", "romanian", "spanish", "swedish",
    "turkish",    "arabic",  "greek",     "hindi",      "russian",  "tamil"};

using Languages = std::uint32_t;  // a bit each
Languages bit(Language language) {
  return Languages{1} << static_cast<unsigned>(language);
}

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view word) const {
    return std::hash<std::string_view>()(word);
  }
};
using StopWords = std::unordered_map<std::string, Languages, Hash, std::equal_to<>>;

const StopWords& stop_words() {
  static const StopWords words = [] {
    StopWords out;
    for (const auto& [language, list] : language_words)
      for (const std::string& word : exact_words(list)) out[word] |= bit(language);
    return out;
  }();
  return words;
}

Languages speaking(std::string_view folded_word) {
  const auto found = stop_words().find(folded_word);
  return found == stop_words().end() ? 0 : found->second;
}

class Stemmers {
 public:
  sb_stemmer* of(Language language) {
    auto& stemmer = stemmers_[static_cast<std::size_t>(language)];
    if (!stemmer)
      stemmer.reset(sb_stemmer_new(names[static_cast<std::size_t>(language)], "UTF_8"));
    return stemmer.get();
  }

 private:
  struct Delete {
    void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
  };
  std::array<std::unique_ptr<sb_stemmer, Delete>, language_count> stemmers_;
};

}  // namespace

Language language_of(std::string_view text) {
  std::array<int, language_count> votes{};
  WordScanner word(text);
  for (std::size_t count = 0; count < looked_at && word.next(); ++count) {
    if (word.is_dense() || word.groups().size() != 1)
      continue;
    const Languages languages = speaking(word.folded());
    votes.front() += is_common(word.folded()) ? 1 : 0;
    for (std::size_t i = 1; languages != 0 && i < votes.size(); ++i)
      votes[i] += (languages >> i & 1U) != 0 ? 1 : 0;
  }
  const auto best = std::max_element(votes.begin() + 1, votes.end());
  const bool clear = *best >= least_votes && *best > votes.front() * over_english;
  return clear ? static_cast<Language>(best - votes.begin()) : Language::english;
}

Language language_of_word(std::string_view folded, Language otherwise) {
  std::size_t at = 0;
  const char32_t first = folded.empty() ? U' ' : utf8::next(folded, at);
  if (first < 0x370)
    return otherwise;
  if (first < 0x400)
    return Language::greek;
  if (first < 0x530)
    return Language::russian;
  if (first >= 0x600 && first < 0x700)
    return Language::arabic;
  if (first >= 0x900 && first < 0x980)
    return Language::hindi;
  if (first >= 0xB80 && first < 0xC00)
    return Language::tamil;
  return otherwise;
}

bool is_stop_word(Language language, std::string_view folded_word) {
  return (speaking(folded_word) & bit(language)) != 0;
}

std::string_view stem_in(Language language, std::string_view folded_word) {
  if (language == Language::english || folded_word.size() < min_stemmed ||
      folded_word.size() > max_stemmed)
    return {};
  thread_local Stemmers stemmers;
  sb_stemmer* stemmer = stemmers.of(language);
  if (!stemmer)
    return {};
  const sb_symbol* stem =
      sb_stemmer_stem(stemmer, reinterpret_cast<const sb_symbol*>(folded_word.data()),
                      static_cast<int>(folded_word.size()));
  const int size = stem == nullptr ? 0 : sb_stemmer_length(stemmer);
  if (size <= 0 || static_cast<std::size_t>(size) > folded_word.size())
    return {};
  const std::string_view out(reinterpret_cast<const char*>(stem), static_cast<std::size_t>(size));
  return out == folded_word ? std::string_view() : out;
}

}  // namespace aim::text
