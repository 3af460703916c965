// The passages of a database as a process keeps them in memory: their PassageMeta, their vectors by
// model, and lists of them. A passage is a row: its slot in the database as an index of arrays.
// Knows: the blocks of the store, rows of small integers. Must not know: weights, questions, locks.
// Threads: const functions from any thread while nobody changes it.
// Cost: reading 10,000 memories reads about 7 MB of blocks, 2 ms; a store, microseconds, at 100,000
// as at 1,000.
#pragma once
#include <unordered_map>

#include "base/large_pages.h"
#include "embed/embedder.h"
#include "index/flat.h"
#include "store/search.h"
#include "store/types.h"

namespace aim::engine {

using Row = std::uint32_t;
inline constexpr Row no_row = UINT32_MAX;

// The vectors of one model, and a list of its rows.
struct Vectors {
  explicit Vectors(std::size_t dimension) : rows(dimension) {}
  void resize(std::size_t count) {
    rows.resize(count);
    heads.resize(count);
  }
  // A row counts where it is of the text that its PassageMeta says.
  void set_scale(Row row, const store::PassageMeta& meta);

  store::Channel channel;
  std::int64_t seen = 0;  // change number up to which blocks have been read
  index::Flat rows;       // empty where a vector is missing or out of date
  std::vector<store::VectorHead, LargePages<store::VectorHead>> heads;
  std::vector<Row> missing;  // passages without a vector, those whose could not be made included
};

// Blocks that have changed since a process read a database.
struct PassageChanges {
  std::uint64_t epoch = 0;  // identifies the database
  std::int64_t last = 0;    // change number of the last
  std::vector<store::Channel> channels;
  std::vector<store::BlockChange> blocks;
  store::Block end;  // the last block that there is
};

// A vector that was made for a row; `text`: hash of the text that it was made from.
struct MadeVector {
  Row row;
  std::uint64_t text;
  float scale;
  std::vector<std::int8_t> high;
};

class Passages {
 public:
  std::vector<store::PassageMeta, LargePages<store::PassageMeta>> metas;
  // The first row of each memory; others of it are in `more`, by first row.
  std::vector<std::pair<Key, Row>> firsts;  // by key
  std::vector<std::pair<Row, Row>> more;    // first row, row; in order
  std::vector<std::uint16_t> part_counts;   // of the memory that begins at a row; 1 for any other
  std::vector<Row>
      lines;  // first rows of memories of a session: by session, in the order they were said
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      speakers;  // namespace and speaker, each pair once

  Row first_of(Key key) const;
  // The rows of a namespace, ascending.
  std::span<const Row> of_name_space(std::int64_t number) const;
  // Null where no vectors of that identity have been read.
  const Vectors* of(const embed::Identity& identity) const;

  // Whether nothing has been read yet, or what was read is of another database.
  bool is_of_before(std::uint64_t epoch) const { return !settled_ || epoch_ != epoch; }
  bool is_current(std::int64_t last, std::span<const embed::Identity> wanted) const;
  // The change number from which on blocks have to be read for these to be current.
  std::int64_t oldest(std::span<const embed::Identity> wanted) const;
  // Whether the change is one of those to read.
  bool needs(const store::BlockChange& change, const PassageChanges& all,
             std::span<const embed::Identity> wanted) const;
  // Reads what has changed. Errors: those of `reader`; then all has to be read again.
  Result<void> catch_up(const PassageChanges& changes, store::BlockReader& reader,
                        std::span<const embed::Identity> wanted);
  // Puts vectors where the database has none, until it does; they are still missing there.
  void put(const embed::Identity& identity, std::span<const MadeVector> made);

 private:
  struct MetaChange {
    Row row;
    store::PassageMeta before;
  };
  Vectors& vectors_of(const embed::Identity& identity, std::span<const store::Channel> channels);
  // Adds to `changed`, unless null, what reads otherwise now.
  Result<void> read_metas(store::BlockReader& reader, const store::Block& block,
                          std::vector<MetaChange>* changed);
  Result<void> read_rows(store::BlockReader& reader, Vectors& vectors,
                         const store::Block& block) const;

  // In passage_lists.cpp: the lists follow from PassageMetas and vectors. After a store only what
  // it has changed; all where that would be as much.
  void settle(const std::vector<MetaChange>& changed, bool follow);
  bool settle_some(const std::vector<MetaChange>& changed);
  void settle_all();
  void settle_speakers();
  void settle_name_spaces(const std::vector<MetaChange>& changed);
  void list_name_spaces();
  void settle_lines(const std::vector<MetaChange>& changed);
  bool add_first(Key key, Row row);
  // `touched`: rows whose text or vector may be another one; ascending.
  void list_again(Vectors& vectors, const std::vector<Row>& touched) const;
  void list_all(Vectors& vectors) const;

  std::map<std::string, Vectors> vectors_;  // by model
  std::unordered_map<std::uint32_t, std::vector<Row>>
      by_name_space_;        // rows of passages, by its number; ascending
  std::vector<Row> by_key_;  // dense form of `firsts`, when keys are dense enough
  std::int64_t seen_ = 0;    // change number up to which PassageMetas have been read
  bool settled_ = false;     // the lists follow from the PassageMetas and vectors
  std::uint64_t epoch_ = 0;  // identifies the database that was read
};

}  // namespace aim::engine
