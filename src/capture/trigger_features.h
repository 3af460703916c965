// The features of a text that the models of triggers (triggers.h) read, as hashes: words, pairs of
// neighbours, runs of characters, and its build: the text with every word that is not frequent
// replaced by a mark, so that "we use X from now on" is one pattern for any X. Each part of the
// evidence has hashes of its own. Training reads the same features from `ai-memory detect`.
// Pure functions; any thread. Cost: about 0.1 µs a byte.
#pragma once
#include "base/std.h"

namespace aim {

struct Features {
  std::vector<std::pair<std::uint32_t, float>> hashed;  // hash, value
  std::vector<float> numbers;                           // each task has its own
};

enum class TextPart : char {
  said = 's',     // what is judged
  around = 'a',   // the text that a judged sentence stands in
  before = 'b',   // what the other side said before it
  command = 'c',  // that ran
  output = 'o',   // of a command
  error = 'e',    // the line of the error that it is about
  memory = 'm',
};

inline constexpr std::size_t max_featured = 2'000;  // bytes; of what is longer, both ends

// `weight`: the length of what it adds, as a vector; the shorter, the less the part counts.
void add_text(Features& features, TextPart part, std::string_view text, float weight = 1);

// Each word of one text with each of another, by their beginnings: which acts a rule is about.
void add_word_pairs(Features& features, std::string_view first, std::string_view second,
                    float weight);

// The weights of the models of triggers, as tests/triggers/train.py writes them
// (trigger_weights.bin), and the words that it found to be frequent. Part of the program; read
// once, then constant. Pure functions; any thread.
struct TriggerWeights {
  std::uint32_t places = 0;  // of hashes, a power of two
  float bias = 0, step = 0;  // what a step of a place weighs
  std::string_view numbers;  // a float each, little-endian
  std::string_view bytes;    // a signed byte a place
};
inline constexpr std::size_t trigger_tasks = 4;
const TriggerWeights& weights_of_trigger(std::size_t task);

// Whether a word, in small letters, is one of the frequent ones of the texts of training.
bool is_frequent(std::string_view word);

}  // namespace aim
