// A graph over the rows of a Flat that finds the nearest without looking at all of them: an
// accelerator beyond some hundred thousand rows, never the truth. Small worlds in levels: each row
// has links to rows near it, a few rows also lie on sparser levels above, and a search walks down
// and then along the links to where the query is.
// Knows: rows by number, links, a hash a row of what it was made from. Vectors stay in the Flat,
// with the same numbers.
// Must not know: memories, SQL, when a graph is worth its making.
// Rows that change after they were added: forget() those that are overwritten, and add() links them
// anew; those that only become empty are not found, and may come back. Rows that are not found are
// walked through all the same. The caller compares rows that the graph has not (has()) one by one,
// and all rows where few are wanted. Where much has changed a new graph is better than an old one.
// Threads: const functions from any thread while nobody adds or forgets, and nobody changes the
// Flat; the rest one at a time, the caller's lock. add() takes a fraction of a millisecond, so that
// a lock can be let go between rows.
// Errors: a damaged, cut or foreign file is a value. Source: B7; Malkov and Yashunin, arXiv
// 1603.09320, algorithms 1, 2, 4 and 5; docs/formats/vector_graph.md.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "index/flat.h"

namespace aim::index {

class Hnsw {
 public:
  using Row = std::uint32_t;
  struct Near {
    Row row;
    float cosine;
  };
  using Wanted = std::function<bool(Row)>;

  // The paper's M, M_max0 and efConstruction.
  static constexpr std::size_t links = 16, links_at_bottom = 32, candidates = 128;

  explicit Hnsw(std::size_t dimension);

  // Links a row with those near it, or links it anew. `text`: a hash of what the row was made from.
  // A row that is empty, or whose scale is none of a unit vector, is not added. The same rows in
  // the same order give the same graph.
  void add(const Flat& flat, Row row, std::uint64_t text);
  // The row is no longer found, until it is added again.
  void forget(Row row);
  bool has(Row row) const { return row < size() && scales_[row] != 0 && forgotten_[row] == 0; }
  // That of a row that the graph has.
  std::uint64_t text(Row row) const { return texts_[row]; }
  // Whether it has the row as it was made from that text.
  bool knows(Row row, std::uint64_t text) const { return has(row) && texts_[row] == text; }
  // Above all rows that were ever added.
  std::size_t size() const { return scales_.size(); }
  std::size_t bytes() const;

  // Up to `count` rows that the graph has, that are not empty and that are wanted (all, if there is
  // no such function), the nearest first; cosines as Flat::scores gives them. `ef`: how many
  // candidates are kept on the way: more are slower and surer. A search goes on until it has as
  // many wanted ones: where few rows are wanted it costs more than a scan.
  std::vector<Near> search(const Flat& flat, std::span<const float> query, std::size_t count,
                           std::size_t ef, const Wanted& wanted = {}) const;

  // `identity`: what tells the vectors of this graph from those of others, another database or
  // model.
  std::string to_bytes(std::uint64_t identity) const;
  Result<void> save(const std::filesystem::path& file, std::uint64_t identity) const;
  struct Expected {
    std::uint64_t identity;
    std::size_t dimension;
    std::size_t max_rows;  // a graph of more is refused
  };
  static Result<Hnsw> from_bytes(std::string_view bytes, const Expected& expected);
  // not_found where there is no file.
  static Result<Hnsw> load(const std::filesystem::path& file, const Expected& expected);

 private:
  static constexpr Row no_row = UINT32_MAX;
  static constexpr float largest_scale = 1;  // of a unit vector's row it is 1/127
  static constexpr float unreachable = -2;   // less than any cosine
  class Reader;

  // What rows are compared with: a query, or a row with its sign.
  struct Question {
    const Flat& flat;
    std::vector<std::int8_t> numbers{};  // as many as the stride
    std::int32_t added = 0;              // what number + 128 instead of the number adds to a sum
    float scale = 0;
    bool with_copies = false;
  };

  // A total order, so that the graph depends on nothing but its rows; and its reverse.
  static bool nearer(const Near& a, const Near& b);
  static bool farther(const Near& a, const Near& b);

  static std::size_t level_of(Row row);
  // The places of a row's links on a level; those that are not used are no_row, at the end.
  std::span<Row> links_of(Row row, std::size_t level);
  std::span<const Row> links_of(Row row, std::size_t level) const;
  void make_room(Row row);

  void ask(const Flat& flat, Row row, Question& question) const;
  void score(const Question& question, std::span<const Row> rows, std::span<float> out) const;
  Near descend(const Question& question, Near near, std::size_t level) const;
  std::vector<Near> walk(const Question& question, Near start, std::size_t level, std::size_t ef,
                         const Wanted& counts) const;
  std::vector<Near> choose(const Flat& flat, std::span<const Near> from, std::size_t most) const;
  void insert(const Flat& flat, Row row, bool or_chain);
  void hand_over(Row row);
  void link(const Flat& flat, Row row, std::span<const Near> from, std::size_t level);
  void link_back(const Flat& flat, Row row, const Near& to, std::size_t level);

  // Whether what is read can be, so far as can be seen without the other rows; and with them.
  bool read_row(Reader& reader, Row row, std::size_t rows);
  bool is_consistent() const;

  std::size_t dimension_;
  std::vector<std::int8_t> ones_;  // by which a row's numbers are summed
  Row entry_ = no_row;             // of the highest level there is
  // By row.
  std::vector<float> scales_;  // as it was added; 0: never
  std::vector<std::uint64_t> texts_;
  std::vector<std::uint8_t> levels_, forgotten_;
  std::vector<Row> next_copy_;           // of the same numbers, which has no links
  std::vector<std::uint32_t> upper_at_;  // where its lists above the bottom begin, in lists
  std::vector<Row> bottom_, upper_;      // lists of links
};

}  // namespace aim::index
