#include "text/language.h"

#include <libstemmer.h>

#include <bit>

#include "base/utf8.h"
#include "text/language_words.h"
#include "text/stop_words.h"
#include "text/word_scanner.h"

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
constexpr Languages bit(Language language) {
  return Languages{1} << static_cast<unsigned>(language);
}

// Where a folded word stands, and the languages that it speaks for: made by the compiler, without
// an address in it.
struct StopWord {
  std::uint16_t at = 0;
  std::uint8_t list = 0, size = 0;
  Languages languages = 0;  // none: the place is empty
};
constexpr std::size_t places = 4'096;  // a power of two, twice as many as there are words
using StopWords = std::array<StopWord, places>;

constexpr std::size_t place_of(std::string_view word) {
  std::uint32_t hash = 2'166'136'261;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
  return (hash ^ hash >> 16U) % places;
}

constexpr std::string_view word_at(const StopWord& known) {
  return language_words[known.list].second.substr(known.at, known.size);
}

// Where it stands, or the empty place where it would.
constexpr std::size_t find_place(const StopWords& words, std::string_view word) {
  std::size_t place = place_of(word);
  while (words[place].languages != 0 && word_at(words[place]) != word) place = (place + 1) % places;
  return place;
}

constexpr StopWords stop_words = [] {
  StopWords words;
  for (std::uint8_t list = 0; list < language_words.size(); ++list) {
    const auto& [language, text] = language_words[list];
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      const std::string_view word = text.substr(at, end - at);
      StopWord& known = words[find_place(words, word)];
      if (known.languages == 0)
        known = {static_cast<std::uint16_t>(at), list, static_cast<std::uint8_t>(word.size()), 0};
      known.languages |= bit(language);
      at = end + 1;
    }
  }
  return words;
}();

constexpr Languages speaking(std::string_view folded_word) {
  return stop_words[find_place(stop_words, folded_word)].languages;
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

void LanguageVotes::see(const WordScanner& word) {
  if (!word.is_dense() && word.groups().size() == 1)
    see(word.folded());
  else
    ++seen_;
}

void LanguageVotes::see(std::string_view folded) {
  if (++seen_ > looked_at)
    return;
  const Languages languages = speaking(folded);
  votes_.front() += is_common(folded) ? 1 : 0;
  for (Languages left = languages & ~bit(Language::english); left != 0; left &= left - 1)
    ++votes_[static_cast<std::size_t>(std::countr_zero(left))];
}

Language LanguageVotes::language() const {
  const auto best = std::max_element(votes_.begin() + 1, votes_.end());
  const bool clear = *best >= least_votes && *best > votes_.front() * over_english;
  return clear ? static_cast<Language>(best - votes_.begin()) : Language::english;
}

Language language_of(std::string_view text) {
  LanguageVotes votes;
  WordScanner word(text);
  for (std::size_t count = 0; count < looked_at && word.next(); ++count) votes.see(word);
  return votes.language();
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
