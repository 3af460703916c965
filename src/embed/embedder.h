// What turns texts into vectors of meaning, as the engine sees it.
// Knows: texts and floats. Must not know: memories, where a model comes from.
// Units: vectors are of unit length, so that their product is the cosine.
// Threads: all functions from any thread.
#pragma once
#include "base/result.h"

namespace aim::embed {

// Some models put a prefix before what is asked and another before what is kept.
enum class Role { document, query };

// Vectors of one identity may be compared with each other; others may not.
struct Identity {
  std::string model;   // "all-MiniLM-L6-v2"
  std::string engine;  // which arithmetic made them: "int8-1"
  std::size_t dimension = 0;
  friend bool operator==(const Identity&, const Identity&) = default;
};

// How much of a text a model can know: shares of its letters, 0 to 1; 1 for a text without letters.
struct Coverage {
  // In words, or pieces of words, that have a vector of their own. Unknown words count nothing, nor
  // do words spelt letter by letter, as those of scripts that the vocabulary has only the alphabet
  // of.
  double pieces = 1;
  double words = 1;  // in words that are one piece
};

class Embedder {
 public:
  virtual ~Embedder() = default;
  virtual const Identity& identity() const = 0;
  // Texts are cut after so many tokens, the two around them included.
  virtual std::size_t max_tokens() const = 0;
  // `dimension` floats a text, in the order of the texts. Errors: unavailable when the model cannot
  // be used.
  virtual Result<std::vector<float>> embed(std::span<const std::string_view> texts,
                                           Role role) const = 0;
  virtual Coverage coverage(std::string_view text) const = 0;
};

// The words that publishers of well-known families of models have put before a question, or before
// what is kept: for models that are run here and for those that services offer.
namespace usual_prefix {

inline constexpr std::string_view query = "query: ", passage = "passage: ",
                                  search_query = "search_query: ",
                                  search_document = "search_document: ",
                                  relevant_passages =
                                      "Represent this sentence for searching relevant passages: ";

}  // namespace usual_prefix
}  // namespace aim::embed
