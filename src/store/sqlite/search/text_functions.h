// What the full-text index needs of us inside SQLite: the tokenizer "aim" (text/words.h) and two
// functions that fill a Gatherer instead of returning rows, which costs a fraction of it:
//   gather(index, ?)       called for a row of a query, adds that row; never true, so the query
//                          returns no rows
//   gather_all(index, ?)   called for the first row, walks the whole list of each phrase by itself,
//                          past the joining of
//                          the query: several times faster for "any of these words" over all
//                          namespaces. Phrases only, no beginnings of words (FTS5 does not repeat
//                          that mark)
//
// A row of the index is known by its Doc: namespace, memory and length packed into the 63-bit
// rowid, so that one namespace is one range of rowids, and ranking needs neither a look-up nor a
// table of lengths:
//   bits 62–43  number of the namespace      bits 42–7  key of the memory      bits 6–0  code of
//                                            its length
#pragma once
#include "base/result.h"
#include "store/new_memory.h"
#include "store/types.h"

struct sqlite3;

namespace aim::store::sqlite {

// Gets the postings of an expression, a list for each phrase, by rising doc.
struct Gatherer {
  static constexpr const char* pointer_type = "aim_gatherer";
  std::vector<std::vector<Posting>> phrases;
  int most = max_counted;  // of one phrase in one row
};

// While one lives, what is put into the text index by this thread is not cut into words: the words
// given are taken instead of the three texts, each of which says which of them it stands for.
class GivenWords {
 public:
  static constexpr std::string_view title = "t", content = "c", labels = "l";
  explicit GivenWords(const CutMemory& cut);
  GivenWords(const GivenWords&) = delete;
  GivenWords& operator=(const GivenWords&) = delete;
  ~GivenWords();
};

Result<void> add_text_functions(sqlite3* database);

}  // namespace aim::store::sqlite
