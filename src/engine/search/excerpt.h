// Excerpts: of a memory that is longer than the room for it, the passages that answer a question
// (V1). A conversation is cut at its lines, which keep their speaker, other texts at sentences.
// Knows: words, vectors of the static table. Must not know: the store, scores of memories, doors.
// Threads: one Excerpter may be used by several threads at once.
// Cost: about 0.2 µs a byte of long English contents, 0.6 of Thai; nothing for a content that fits.
#pragma once
#include "base/std.h"
#include "embed/embedder.h"

namespace aim::engine {

struct LongContent {
  std::string_view content;
  std::size_t room = 0;  // bytes
  double weight = 1;     // its memory's score: the best hit gets the most room
};
class Excerpter {
 public:
  // `embedder` may be null: words alone decide. It must outlive this.
  Excerpter(std::string_view question, const embed::Embedder* embedder);

  // One excerpt a content: its passages in their order with " … " for each gap, then " +N bytes"
  // for what is not shown and " @N" for where the best passage begins, unless that is the
  // beginning. They are together about as long as their rooms: at least one passage of each, the
  // rest of the room where the best passages are. Contents that fit are shown whole.
  std::vector<std::string> of(std::span<const LongContent> contents) const;

 private:
  const embed::Embedder* embedder_;
  std::vector<std::string> terms_;  // stems, without common words; sorted
  std::vector<float> vector_;       // empty: not compared by meaning
};

// About `room` bytes of a content around its byte `at`, from the beginning of a line or a word;
// marked like an excerpt.
std::string content_around(std::string_view content, std::size_t at, std::size_t room);

// A long content in pieces, from which excerpts are chosen (V1): its lines, each with those that
// are indented below it, and the sentences of lines that are long.
inline constexpr std::size_t no_day = std::string_view::npos;

struct Piece {
  std::size_t begin = 0, end = 0;  // bytes of the content
  std::size_t line = 0;            // where its line begins
  std::size_t day = no_day;        // where the line stands that tells the day of it
};
std::vector<Piece> pieces_of(std::string_view content);

}  // namespace aim::engine
