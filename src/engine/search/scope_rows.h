// The passages that take part in a question, by place: of a scope that is a small part of the
// database only its own, so that what a question costs follows from its scope; else all, and a
// place is a row.
// Knows: the passages in memory. Must not know: weights, questions.
// Threads: as the passages that it looks at.
#pragma once
#include "base/large_pages.h"
#include "engine/vectors/passage_index.h"

namespace aim::engine {

using Place = std::uint32_t;
inline constexpr Place no_place = UINT32_MAX;

class ScopeRows {
 public:
  enum Part : std::uint8_t { outside, first_passage, other_passage };

  // `passages` outlives it and does not change. No namespaces: all of them.
  ScopeRows(const Passages& passages, std::span<const std::int64_t> name_spaces);

  std::size_t size() const { return parts_.size(); }   // places; those outside the scope included
  bool is_all() const { return rows_.empty(); }        // a place is a row
  std::span<const Row> rows() const { return rows_; }  // by place; empty where is_all()

  Row row_of(Place place) const { return is_all() ? place : rows_[place]; }
  Place place_of(Row row) const;  // no_place: it takes no part
  const store::PassageMeta& meta(Place place) const { return passages_.metas[row_of(place)]; }
  std::uint16_t part_count(Place place) const { return passages_.part_counts[row_of(place)]; }

  bool takes_part(Place place) const { return parts_[place] != outside; }

  // Sets the value of every place of that part to zero.
  template <class Value>
  void leave_out(Part part, std::span<Value> values) const {
    const std::span of_place = parts_;
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = of_place[i] == part ? Value{} : values[i];
  }

  // As those of the passages (passage_index.h), by place, in the same order.
  std::span<const std::pair<Place, Place>> more() const {
    return is_all() ? std::span(passages_.more) : std::span(more_);
  }
  std::span<const Place> lines() const { return is_all() ? std::span(passages_.lines) : lines_; }

  bool is_wanted(std::uint32_t name_space) const;

 private:
  static Part part_of(const store::PassageMeta& meta) {
    return meta.part == 0 ? first_passage : other_passage;
  }
  void take_all();
  void list_own(std::span<const std::int64_t> wanted);

  const Passages& passages_;
  const std::span<const std::int64_t> name_spaces_;
  std::vector<Part, LargePages<Part>> parts_;  // by place
  std::vector<Row> rows_;                      // ascending
  std::vector<std::pair<Place, Place>> more_;
  std::vector<Place> lines_;
};

}  // namespace aim::engine
