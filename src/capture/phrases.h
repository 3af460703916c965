// Patterns of words, as data: what the rules of triggers are written in. A text becomes sentences
// of words, and a pattern says which words follow each other:
//   "do|did you remember"   alternatives for a word
//   "we ~3 decided"         up to three further words between
//   "what is|was our?"      a word that may be missing
//   "be *ed|made"           a word with this ending
//   "^yes"                  only at the beginning of a sentence
//   "it is $"               only at its end
// Letters of any case are the same; "don’t" is "don't". Languages without blanks are looked through
// for pieces of text. Pure functions; any thread. Cost: some microseconds a sentence for a hundred
// patterns.
#pragma once
#include <bitset>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace aim {

struct Sentence {
  std::vector<std::string> words;
  bool asks = false;                // ends with a question mark
  std::bitset<2'048> present = {};  // of the words' hashes: most patterns end there
};

// What a person or an assistant says of its own: without code in fences, quoted lines, what stands
// between the marks of ai-memory's own texts, and lines that are a log's or a trace's.
std::string own_words(std::string_view text);

std::vector<Sentence> sentences_of(std::string_view text);

bool matches(std::span<const std::string> words, std::string_view pattern);
// The same at the beginning.
bool begins_with(std::span<const std::string> words, std::string_view pattern);

struct WeightedPhrase {
  double points;
  std::string_view pattern;
};
// The points furthest from zero, upwards or (`least`) downwards; 0 when none matches.
double max_points(const Sentence& sentence, std::span<const WeightedPhrase> phrases);
double least_points(const Sentence& sentence, std::span<const WeightedPhrase> phrases);

}  // namespace aim
