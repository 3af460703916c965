// What turns texts into vectors of meaning, as the engine sees it.
// Knows: texts and floats. Must not know: memories, where a model comes from.
// Units: vectors are of unit length, so that their product is the cosine.
// Threads: all functions from any thread.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

class Embedder {
 public:
  virtual ~Embedder() = default;
  virtual const Identity& identity() const = 0;
  // Texts are cut after so many tokens, the two around them included.
  virtual std::size_t max_tokens() const = 0;
  // `dimension` floats a text, in the order of the texts. Errors: unavailable when the model cannot be used.
  virtual Result<std::vector<float>> embed(std::span<const std::string_view> texts,
                                           Role role) const = 0;
};

}  // namespace aim::embed
