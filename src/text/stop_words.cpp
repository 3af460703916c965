#include "text/stop_words.h"

#include <algorithm>
#include <iterator>

namespace aim::text {
namespace {

// With the pieces of contractions ("don't" is read as "don", "t") and the words of quantity that
// questions begin with ("how many"). Folded, not stemmed, sorted.
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
static_assert(std::ranges::is_sorted(stop_words));

constexpr std::string_view fillers[] = {"a",  "an", "and",  "for", "in", "is",
                                        "of", "on", "that", "the", "to", "with"};
static_assert(std::ranges::is_sorted(fillers));

}  // namespace

bool is_common(std::string_view folded_word) {
  return std::ranges::binary_search(stop_words, folded_word);
}

bool is_filler(std::string_view term) {
  return term.size() <= 4 && std::ranges::binary_search(fillers, term);
}

}  // namespace aim::text
