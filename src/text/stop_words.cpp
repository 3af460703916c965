#include "text/stop_words.h"

#include <iterator>

namespace aim::text {

namespace {

// With the pieces of contractions ("don't" is read as "don", "t") and the words of quantity that
// questions begin with ("how many"). Folded, not stemmed.
constexpr std::string_view stop_words[] = {
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
constexpr auto longest_common = std::ranges::max(stop_words, {}, &std::string_view::size).size();

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
  for (const std::string_view word : stop_words) {
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

}  // namespace aim::text
