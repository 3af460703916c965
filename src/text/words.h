// Words: how a text becomes the terms that are indexed, and a question the terms that are looked
// for. One design for both, so that what was stored is found in its other forms
// (docs/formats/words.md).
//
//   Latin words   case and diacritics folded, then the Snowball English stem: "Migrating" and
//                 "migration" are "migrat"
//   identifiers   foo.bar_baz:8080, billing-api, getUserName, v1.2.3, src/main.rs: each part, and
//                 the whole (folded, not stemmed, joined by its own punctuation) at the position of
//                 the first part; a whole without punctuation is the token of the same word in
//                 lower case, so that "iphone" and "iPhone" meet
//   Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese: every character and every pair of
//                 neighbours, so that any substring of two characters and up is a run of pairs, and
//                 a single character is found too
//   other scripts whole words, folded
//
// Knows: Unicode (utf8proc) and English stems (libstemmer). Must not know: SQL, FTS5, memories.
// Any bytes are a text: malformed UTF-8 is read as U+FFFD, which separates words.
// Threads: every function from any thread. Cost: about 70 ns a word, 80 MB of English a second.
#pragma once
#include <cstring>

#include "base/std.h"
#include "text/language.h"

namespace aim::text {

inline constexpr std::size_t max_token_bytes = 128;  // a longer one is cut there (at a character)

struct Token {
  std::string_view term;   // valid during the call only
  std::size_t begin, end;  // bytes of the text it came from
  bool colocated;          // same position as the token before
};

// Breaks a text into the tokens to index, in their order.
using TakeToken = std::function<void(const Token&)>;
void tokenize(std::string_view text, const TakeToken& take);

// One word of a question.
struct QueryWord {
  std::string written;             // as the caller wrote it
  std::string whole;               // token of a whole identifier ("c++"), else empty
  std::vector<std::string> parts;  // tokens, at most 64; of a script without blanks: the pairs (or
                                   // the single character)
  std::string stem;  // in a language other than English, where that differs: looked for besides
  std::vector<bool> asks = {};  // by part: a word that asks has a share in it ("有什", "什么");
                                // none: empty
  bool adjacent = false;  // the parts are pairs of one run: for an exact match they must follow
                          // each other
  bool common = false;    // a stop word ("the", "what"): only used when nothing else is left
};

// Duplicates are out; at most `max_query_words` words, the first ones.
inline constexpr std::size_t max_query_words = 64;
std::vector<QueryWord> query_words(std::string_view question);

// The significant stems of a title, without duplicates, in order, at most 16: what "similar titles"
// are compared by (A9, S17).
std::vector<std::string> significant_stems(std::string_view title);

// Words whole and unstemmed, folded, never cut: what `forget` matches patterns by (S16).
// Identifiers appear whole and by part; runs of scripts without blanks appear whole.
std::vector<std::string> exact_words(std::string_view text);

// Case and diacritics folded, runs of white space made one blank, trimmed: equal titles compare
// equal by this.
std::string fold(std::string_view text);
// Whether fold(text) is `folded`, which is a text that was folded. Cheap where it is not.
bool folds_to(std::string_view text, std::string_view folded);

// A sample of what words.h makes of texts, for telling whether what was indexed before was cut by
// the same rules. Covers each script that is treated in a way of its own, identifiers, stems, and
// the Unicode library.

// Equal samples: equal rules, as far as the sample's texts show. The number of words.h's rules is a
// part of it: raise it with any change that these texts do not show.
std::string rules_sample();

// The tokens of a text as an index takes them, kept: they may be cut before it is their turn, and
// by another thread.
class CutWords {
 public:
  void add(std::string_view term, bool colocated) {
    const std::uint32_t head = static_cast<std::uint32_t>(term.size()) << 1U | (colocated ? 1 : 0);
    bytes_.append(reinterpret_cast<const char*>(&head), sizeof head);
    bytes_.append(term);
  }
  void clear() { bytes_.clear(); }
  bool empty() const { return bytes_.empty(); }

  // Each token in order, as use(term, colocated), which says false to end. False: it did.
  template <class Use>
  bool each(Use use) const {
    for (std::size_t at = 0; at < bytes_.size();) {
      std::uint32_t head = 0;
      std::memcpy(&head, bytes_.data() + at, sizeof head);
      at += sizeof head;
      if (!use(std::string_view(bytes_).substr(at, head >> 1U), (head & 1U) != 0))
        return false;
      at += head >> 1U;
    }
    return true;
  }

 private:
  std::string bytes_;  // of each token its size and whether it is colocated, and the token
};

// The tokens of tokenize() (words.h) but for the fillers (stop_words.h), which no index holds.
void cut_words(std::string_view text, CutWords& into);

}  // namespace aim::text
