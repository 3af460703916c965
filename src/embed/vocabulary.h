// The pieces of words that a model knows, as bytes that need no work when a program starts: part of
// a mapped file, or of the binary. docs/formats/vocabulary.md has the layout.
// Knows: pieces and their numbers. Must not know: what is done with them, which file the bytes lie
// in.
// Threads: all functions from any thread. Errors: over() refuses bytes that are no vocabulary;
// lookups in a damaged one find nothing or the wrong piece, but never leave the bytes.
// Source: B5; docs/decisions/0006.
#pragma once
#include "base/result.h"

namespace aim::embed {

// The hash of a piece grows byte by byte, so that all beginnings of a word are hashed in one pass.
class PieceHash {
 public:
  explicit PieceHash(bool continues)
      : value_(continues ? 2166136261U ^ 0x5bd1e995U : 2166136261U) {}
  void add(char byte) { value_ = (value_ ^ static_cast<unsigned char>(byte)) * 16777619U; }
  std::uint32_t value() const { return value_ ^ value_ >> 15; }

 private:
  std::uint32_t value_;
};

// The lines of a vocab.txt, in their order; continuations begin with "##". The first of two equal
// ones is found.
std::string build_vocabulary(std::span<const std::string_view> pieces);

// The pieces of a vocab.txt: its lines.
std::vector<std::string_view> vocabulary_lines(std::string_view text);

class Vocabulary {
 public:
  // The bytes must outlive it.
  static Result<Vocabulary> over(std::string_view bytes);

  std::uint32_t count() const { return count_; }
  // As in vocab.txt, with its "##"; empty past the last.
  std::string_view piece(std::uint32_t id) const;
  // `text` is without "##"; `hash` is that of its bytes.
  std::optional<std::uint32_t> find(std::string_view text, bool continues,
                                    std::uint32_t hash) const;
  std::optional<std::uint32_t> find(std::string_view text, bool continues) const;

 private:
  Vocabulary(std::string_view bytes, std::uint32_t count, std::uint32_t slots);
  std::uint32_t number(std::size_t index) const;

  std::string_view bytes_;
  std::uint32_t count_, slots_;
  std::string_view text_;
};

}  // namespace aim::embed
