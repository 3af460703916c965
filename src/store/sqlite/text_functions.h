// What the full-text index needs of us inside SQLite: the tokenizer "aim" (text/words.h) and two functions that fill a
// Gatherer instead of returning rows, which costs a fraction of it:
//   gather(index, ?)       called for a row of a query, adds that row; never true, so the query returns no rows
//   gather_all(index, ?)   called for the first row, walks the whole list of each phrase by itself, past the joining of
//                          the query: several times faster for "any of these words" over all namespaces. Phrases only,
//                          no beginnings of words (FTS5 does not repeat that mark)
//
// A row of the index is known by its Doc: namespace, memory and length packed into the 63-bit rowid, so that one
// namespace is one range of rowids, and ranking needs neither a look-up nor a table of lengths:
//   bits 62–43  number of the namespace      bits 42–7  key of the memory      bits 6–0  code of its length
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.h"

struct sqlite3;

namespace aim::store {

struct Doc {
  static constexpr int length_bits = 7, key_bits = 36, name_space_bits = 20;
  static constexpr std::int64_t pack(std::int64_t name_space, std::int64_t key, int length_code) {
    return (name_space << (key_bits + length_bits)) | (key << length_bits) | length_code;
  }
  static constexpr std::int64_t key(std::int64_t doc) {
    return (doc >> length_bits) & ((std::int64_t{1} << key_bits) - 1);
  }
  static constexpr std::int64_t name_space(std::int64_t doc) {
    return doc >> (key_bits + length_bits);
  }
  static constexpr int length_code(std::int64_t doc) { return static_cast<int>(doc & 127); }
};

// Lengths of texts in bytes, 7 bits on a logarithmic scale (steps of about 10 %). BM25 only needs how long a text is
// beside the others, so bytes serve as well as tokens, and cost nothing.
int encode_length(std::size_t bytes);
std::int64_t decode_length(int code);

// One term in one memory: how often it stands in the title, and in content and tags together; counted up to a dozen.
struct Posting {
  std::int64_t doc;
  std::uint8_t title, body;
};
inline constexpr std::size_t max_terms = 24;

// Gets the postings of an expression, a list for each phrase, by rising doc.
struct Gatherer {
  static constexpr const char* pointer_type = "aim_gatherer";
  std::vector<std::vector<Posting>> phrases;
};

Result<void> add_text_functions(sqlite3* database);

}  // namespace aim::store
