#include "text/language.h"

#include <bit>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "base/utf8.h"
#include "text/language_words.h"
#include "text/snowball.h"
#include "text/word_scanner.h"

namespace aim::text {
namespace {

constexpr std::size_t looked_at = 96;  // words of a text
constexpr int least_votes = 2;         // of a language that is not English
constexpr int over_english =
    2;  // times as many as English has: "die" and "war" are English words, too
constexpr std::size_t min_stemmed = 4;    // bytes
constexpr std::size_t max_stemmed = 128;  // bytes

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
  SnowballStemmer& of(Language language) {
    auto& stemmer = stemmers_[static_cast<std::size_t>(language)];
    return stemmer ? *stemmer : stemmer.emplace(language);
  }

 private:
  std::array<std::optional<SnowballStemmer>, language_count> stemmers_;
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
  const std::string_view out = stemmers.of(language).stem(folded_word);
  if (out.empty() || out.size() > folded_word.size())
    return {};
  return out == folded_word ? std::string_view() : out;
}

namespace {

// With the pieces of contractions ("don't" is read as "don", "t") and the words of quantity that
// questions begin with ("how many"). Folded, not stemmed.
constexpr std::string_view left_out_words[] = {
    "a",        "about",      "above",      "after",   "again",  "against",   "ago",    "ain",
    "all",      "am",         "an",         "and",     "any",    "are",       "aren",   "as",
    "at",       "be",         "because",    "been",    "before", "being",     "below",  "between",
    "both",     "but",        "by",         "can",     "cannot", "could",     "couldn", "d",
    "did",      "didn",       "do",         "does",    "doesn",  "doing",     "don",    "down",
    "during",   "each",       "few",        "for",     "from",   "further",   "had",    "hadn",
    "has",      "hasn",       "have",       "haven",   "having", "he",        "her",    "here",
    "hers",     "herself",    "him",        "himself", "his",    "how",       "i",      "if",
    "in",       "into",       "is",         "isn",     "it",     "its",       "itself", "just",
    "ll",       "long",       "m",          "many",    "me",     "might",     "mightn", "more",
    "most",     "much",       "must",       "mustn",   "my",     "myself",    "needn",  "no",
    "nor",      "not",        "now",        "o",       "of",     "off",       "on",     "once",
    "only",     "or",         "other",      "our",     "ours",   "ourselves", "out",    "over",
    "own",      "re",         "s",          "same",    "shan",   "she",       "should", "shouldn",
    "so",       "some",       "such",       "t",       "than",   "that",      "the",    "their",
    "theirs",   "them",       "themselves", "then",    "there",  "these",     "they",   "this",
    "those",    "through",    "to",         "too",     "under",  "until",     "up",     "us",
    "ve",       "very",       "was",        "wasn",    "we",     "were",      "weren",  "what",
    "when",     "where",      "which",      "while",   "who",    "whom",      "why",    "will",
    "with",     "won",        "would",      "wouldn",  "y",      "you",       "your",   "yours",
    "yourself", "yourselves",
};

// Places of the words by their hash, in a table a few times as large: a word is compared with one
// other at most, but for a few.
constexpr std::size_t common_places = 1'024;
constexpr auto longest_common =
    std::ranges::max(left_out_words, {}, &std::string_view::size).size();

constexpr std::size_t common_place_of(std::string_view word) {
  const auto byte = [&](std::size_t at) {
    return std::size_t{static_cast<unsigned char>(word[at])};
  };
  return (byte(0) * 31 + byte(word.size() - 1) * 259 + byte(word.size() / 2) * 73 +
          word.size() * 131) %
         common_places;
}

constexpr auto common_words = [] {
  std::array<std::string_view, common_places> words{};
  for (const std::string_view word : left_out_words) {
    std::size_t place = common_place_of(word);
    while (!words[place].empty()) place = (place + 1) % common_places;
    words[place] = word;
  }
  return words;
}();

constexpr std::size_t longest_filler = 4;
constexpr std::uint32_t packed_word(std::string_view word) {
  std::uint32_t bytes = 0;
  for (const char byte : word) bytes = bytes << 8U | static_cast<unsigned char>(byte);
  return bytes;
}
constexpr std::array fillers{packed_word("a"),   packed_word("an"), packed_word("and"),
                             packed_word("for"), packed_word("in"), packed_word("is"),
                             packed_word("of"),  packed_word("on"), packed_word("that"),
                             packed_word("the"), packed_word("to"), packed_word("with")};

}  // namespace

bool is_common(std::string_view folded_word) {
  if (folded_word.empty() || folded_word.size() > longest_common)
    return false;
  for (std::size_t place = common_place_of(folded_word); !common_words[place].empty();
       place = (place + 1) % common_places)
    if (common_words[place] == folded_word)
      return true;
  return false;
}

bool is_filler(std::string_view term) {
  return !term.empty() && term.size() <= longest_filler &&
         std::ranges::find(fillers, packed_word(term)) != fillers.end();
}

namespace {

// Folded, sorted. Not here: what is also the beginning of other words (いつ, 何) or a thing (ไหม,
// silk).
constexpr std::string_view asking_words[] = {
    "กี่",        "ที่ไหน",  "ทําไม",     "หรือไม่",  "อย่างไร", "อะไร",   "เท่าใด",  "เท่าไร",  "เท่าไหร่",
    "เมื่อใด",    "เมื่อไร", "เมื่อไหร่",   "ใคร",    "ใด",     "ไหน",    "だれ",   "ですか", "どうして",
    "どこ",     "どの",  "どのよう", "どんな", "なぜ",   "ますか", "为什么", "为何",   "什么",
    "什么时候", "什麼",  "什麼時候", "何人",   "何地",   "何时",   "何時",   "何种",   "何種",
    "几个",     "吗",    "呢",       "哪",     "哪一",   "哪个",   "哪些",   "哪個",   "哪儿",
    "哪兒",     "哪种",  "哪種",     "哪裡",   "哪里",   "嗎",     "多久",   "多大",   "多少",
    "多長",     "多长",  "如何",     "幾個",   "怎么",   "怎么样", "怎样",   "怎樣",   "怎麼",
    "怎麼樣",   "是否",  "為什麼",   "為何",   "甚麼",   "誰",     "谁",     "누구",   "무엇",
    "어디",     "어떤",  "어떻게",   "언제",   "얼마나",
};
static_assert(std::ranges::is_sorted(asking_words));

}  // namespace

bool is_asking_word(std::string_view folded) {
  return std::ranges::binary_search(asking_words, folded);
}

namespace {

constexpr std::size_t slot_count = 8192;  // a power of two
constexpr std::size_t max_remembered = 15;

// The letters, filled up with zeros: letters are never zero, so no two words share a key.
using Key = std::array<std::uint64_t, 2>;

struct Slot {
  Key word{};
  std::array<char, max_remembered> stem{};
  std::uint8_t stem_size = 0;
};
static_assert(std::is_aggregate_v<Slot> && std::is_trivially_destructible_v<Slot>);

Key key_of(std::string_view word) {
  Key key{};
  std::memcpy(key.data(), word.data(), word.size());
  return key;
}

std::size_t slot_of(const Key& key) {
  const std::uint64_t mixed = (key[0] ^ (key[1] * 0x9E3779B97F4A7C15U)) * 0xD6E8FEB86659FD93U;
  return static_cast<std::size_t>(mixed >> 51U);  // the top 13 bits
}
static_assert(slot_count == std::size_t{1} << (64U - 51U));

class Stemmer {
 public:
  std::string_view stem(std::string_view word) {
    if (word.empty() || word.size() > max_remembered || !slots_)
      return compute(word);
    const Key key = key_of(word);
    Slot& slot = slots_[slot_of(key)];
    if (slot.word[0] != key[0] || slot.word[1] != key[1]) {  // no call of memcmp()
      const std::string_view stem = compute(word);
      if (stem.size() > max_remembered)
        return stem;
      slot.word = key;
      slot.stem_size = static_cast<std::uint8_t>(stem.size());
      std::memcpy(slot.stem.data(), stem.data(), stem.size());
    }
    return {slot.stem.data(), slot.stem_size};
  }

 private:
  std::string_view compute(std::string_view word) {
    if (word.empty() || word.size() > max_stemmed)
      return word;
    const std::string_view stem = snowball_.stem(word);
    return stem.empty() || stem.size() > word.size() ? word : stem;
  }

  SnowballStemmer snowball_{Language::english};
  struct Free {
    void operator()(Slot* slots) const { std::free(slots); }
  };
  // Cleared by the system, a page at its first use: a process that answers one question uses few of
  // the slots.
  std::unique_ptr<Slot[], Free> slots_{static_cast<Slot*>(std::calloc(slot_count, sizeof(Slot)))};
};

}  // namespace

std::string_view stem(std::string_view word) {
  thread_local Stemmer stemmer;
  return stemmer.stem(word);
}

}  // namespace aim::text
