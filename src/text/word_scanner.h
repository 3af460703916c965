// Finds the words of a text, one after the other: where each was written, its parts, and all of it
// folded. What becomes of them (stems, tokens, a question's words) is decided in words.cpp.
//
// A spaced word is one or more groups joined by punctuation, and a group is one or more parts that
// begin with a capital: "api.getUserName" has the groups "api", "getusername" and the parts "api",
// "get", "user", "name". A dense word is a run of characters of scripts written without spaces, in
// units: characters, or the clusters of clusters.h.
//
// Any bytes are a text. Cost: linear in the text; buffers are used again from word to word.
#pragma once
#include "text/scripts.h"

namespace aim::text {

class WordScanner {
 public:
  struct Span {
    std::size_t begin = 0, end = 0;
  };
  struct Part {
    Span written;  // bytes of the text
    Span folded;   // bytes of folded()
  };
  struct Group {
    Part all;
    Span parts;  // indexes in parts()
    std::size_t part_count() const { return parts.end - parts.begin; }
  };
  // A character, or a cluster of several (clusters.h).
  struct DenseUnit {
    Span written, folded;  // as in Part
  };

  // `text` must outlive the scanner.
  explicit WordScanner(std::string_view text) : text_(text) {}

  // Moves to the next word; false at the end. All below is about this word, until the next call.
  bool next();

  // The same for who wants to know no more of a plain word, as most are, than folded(): one of
  // ASCII letters, small but for the first, alone.
  enum class Found { nothing, plain, other };
  Found next_or_plain();

  Span written() const { return written_; }
  bool is_dense() const { return !dense_.empty(); }
  const std::vector<DenseUnit>& dense() const { return dense_; }

  const std::vector<Group>& groups() const { return groups_; }
  const std::vector<Part>& parts() const { return parts_; }
  // A spaced word folded, with its punctuation.
  std::string_view folded() const { return folded_; }
  std::string_view folded(const Part& part) const {
    return folded().substr(part.folded.begin, part.folded.end - part.folded.begin);
  }
  // Has punctuation of its own: inside, or at the end as in "C++".
  bool is_punctuated() const { return groups_.size() > 1 || has_suffix_; }

 private:
  struct Seen {  // the character at some place
    Kind kind;
    std::size_t next;               // where the one after it begins
    const Character* beyond_ascii;  // until the next look()
  };
  struct Place {
    std::size_t written, folded;
  };
  class Humps;

  Seen look(std::size_t at) const;
  void clear();
  void skip_to_word();
  bool read_plain();
  void read_dense();
  void read_spaced();
  Kind read_group();
  void end_part(Place place);
  bool read_joiner();
  void read_suffix(Kind last);
  void skip_possessive();

  std::string_view text_;
  std::size_t at_ = 0;
  Span written_;
  std::string folded_;
  std::vector<Part> parts_;
  std::vector<Group> groups_;
  std::vector<DenseUnit> dense_;
  std::u32string run_;  // the characters of a dense word, folded
  std::vector<Span> run_written_;
  bool has_suffix_ = false;
};

}  // namespace aim::text
