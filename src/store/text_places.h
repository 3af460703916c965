// Where the words of one memory stand: cut once, asked by many questions, where the index does not
// hold the memory yet, or cannot say how often a phrase stands in it. Counts are those that FTS5
// gives of the same text, column by column.
// Knows: words. Must not know: SQL.
// Pure. Cost: as cutting a text into words; a phrase is then a binary search.
#pragma once
#include "memory/memory.h"
#include "store/types.h"

namespace aim::store {

class TextPlaces {
 public:
  struct Count {
    std::int64_t title = 0, body = 0;
    std::int64_t all() const { return title + body; }
  };

  // Reads title, content, tags and metadata.
  explicit TextPlaces(const Memory& memory);

  // Of what is no whole word, the last term is the beginning of one.
  Count count(const Phrase& phrase, Terms terms) const;
  std::int64_t tokens() const { return tokens_; }

 private:
  // Column and position: neighbours in a column are neighbours here, and never across columns.
  using At = std::uint32_t;
  struct Place {
    std::uint32_t begin, size;
    At at;
  };
  using Found = std::vector<At>;

  std::string_view term(const Place& place) const {
    return std::string_view(terms_).substr(place.begin, place.size);
  }
  void add(unsigned column, std::string_view text);
  Found find(std::string_view term, bool beginning) const;

  std::string terms_;
  std::vector<Place> places_;  // by term, then place
  std::int64_t tokens_ = 0;
};

// Counts of a posting end at max_counted.
Posting posting_of(std::int64_t doc, const TextPlaces::Count& count);
// Adds the memory to the list of each phrase that it holds, if it is one of those that `query`
// asks for.
void add_postings(const TextQuery& query, std::int64_t doc, const TextPlaces& text,
                  std::vector<std::vector<Posting>>& lists);

}  // namespace aim::store
