// What a process keeps in memory of the passages: PassageMetas, vectors by channel, lines of
// conversations in order. Brought up to date by change numbers, so that several processes on one
// database see each other's work at once (B7).
// Knows: the blocks of the store, rows of small integers. Must not know: weights, questions.
// Threads: any; a reader holds a shared lock while it looks, whoever brings it up to date holds it
// alone for moments.
// Cost: opening at 10,000 memories reads about 7 MB of blocks, 2 ms; bringing it up to date after a
// store, microseconds, at 100,000 as at 1,000.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "base/page_array.h"
#include "embed/embedder.h"
#include "engine/vectors/channel_rows.h"
#include "store/search.h"
#include "store/store.h"
#include "store/types.h"

namespace aim::engine {

// What tells the vectors of one model from those of others.
std::string identity_name(const embed::Identity& identity);

class PassageCopy;

class PassageIndex {
 public:
  PassageIndex();
  ~PassageIndex();

  struct Passages {
    PageArray<store::PassageMeta> metas;
    // The first row of each memory; others of it are in `more`, by first row.
    std::vector<std::pair<Key, Row>> firsts;  // by key
    std::vector<std::pair<Row, Row>> more;    // first row, row; in order
    std::vector<std::uint16_t> part_counts;   // of the memory that begins at a row; 1 for any other
    std::vector<Row>
        lines;  // first rows of memories of a session: by session, in the order they were said
    std::vector<std::pair<std::uint32_t, std::uint32_t>>
        speakers;                            // namespace and speaker, each pair once
    std::map<std::string, Vectors> vectors;  // by identity_name()
    std::unordered_map<std::uint32_t, std::vector<Row>>
        by_name_space;  // rows of passages, by its number; ascending

    Row first_of(Key key) const;
    // The rows of a namespace, ascending.
    std::span<const Row> of_name_space(std::int64_t number) const;
    // Null where no vectors of that identity have been read.
    const Vectors* of(const embed::Identity& identity) const;

   private:
    friend class PassageIndex;
    std::vector<Row> by_key_;  // dense form of `firsts`, when keys are dense enough
  };

  // The passages as of the connection's snapshot or newer, with the vectors of `wanted`; valid
  // while the lock is held.
  struct View {
    std::shared_lock<SharedMutex> lock;
    const Passages& passages;
  };
  // The lock goes to whoever asked.
  Result<View> view(store::Reader& reader, std::span<const embed::Identity> wanted) NOT_FOLLOWED;

  // Reads the passages around those of the memories named, the first named before others, as far as
  // `max_blocks` blocks hold
  // them: for a process that asks once and ends, to which reading all is dear. An index that was
  // read so is seen as it is and never brought up to date; its rows are not slots.
  Result<void> read_around(store::Reader& reader, std::span<const embed::Identity> wanted,
                           std::span<const Key> keys, std::size_t max_blocks);
  View as_it_is() NOT_FOLLOWED { return {std::shared_lock(mutex_), passages_}; }
  bool is_empty() { return as_it_is().passages.metas.empty(); }

  // Whether there is a copy of the database's passages (passage_copy.h) that at most so many blocks
  // have changed since: then to read all is a matter of a moment.
  static Result<bool> is_copied(store::Reader& reader, std::size_t max_blocks);

  // The number of the copy that this began with (passage_copy.h); 0: none.
  std::int64_t copy_number();
  // The number of the copy whose bytes were looked at last (PassageCopy::is_whole()).
  std::int64_t checked_copy() const { return checked_copy_.load(std::memory_order_relaxed); }
  void set_checked_copy(std::int64_t number) {
    checked_copy_.store(number, std::memory_order_relaxed);
  }
  // Writes a copy of that number, beside `file`. Errors: as PassageCopy::write().
  struct Copied {
    std::filesystem::path file;  // as it was written
    std::uint64_t epoch;         // of the database that it is of
  };
  Result<Copied> copy_to(const std::filesystem::path& file, std::int64_t number);
  // Whether it knows all vectors of a channel that the copy lacks.
  bool has_more_than(const PassageCopy& copy);
  // Forgets all and reads it again, with the vectors that were asked for before: from a copy, where
  // there is one by now.
  Result<void> begin_anew(store::Reader& reader);

  // Whether every passage known so far has a vector of that identity; false where none have been
  // read.
  bool is_complete(const embed::Identity& identity);

  // Whether vectors of that identity were asked for before, so that looking at them reads no more
  // than what has changed.
  bool has_read(const embed::Identity& identity) NOT_FOLLOWED {
    return as_it_is().passages.of(identity) != nullptr;
  }

  // Holds the passages as they are while `use` looks at them; not at all where no vectors of that
  // identity have been read.
  using Use = std::function<void(const Passages&, const Vectors&)>;
  void look(const embed::Identity& identity, const Use& use);

  // Puts vectors where the database has none, until it does; they are still missing there. For what
  // is cheaper to make than to wait for.
  struct Made {
    Row row;
    std::uint64_t text;
    float scale;
    std::vector<std::int8_t> high;
  };
  void put(const embed::Identity& identity, std::span<const Made> made);

 private:
  struct MetaChange {
    Row row;
    store::PassageMeta before;
  };
  Result<void> catch_up(store::Reader& reader, std::int64_t last,
                        std::span<const embed::Identity> wanted) REQUIRES(mutex_);
  Vectors& vectors_of(const embed::Identity& identity, std::span<const store::Channel> channels)
      REQUIRES(mutex_);
  Result<void> begin_with_copy(store::Reader& reader, std::int64_t last) REQUIRES(mutex_);
  void forget(std::uint64_t epoch) REQUIRES(mutex_);
  std::vector<const Vectors*> whole_channels() const REQUIRES_SHARED(mutex_);
  // `first`: the row of the block's first slot.
  // Adds to `changed`, unless null, what reads otherwise now.
  Result<void> read_metas(store::BlockReader& block_reader, const store::Block& block, Row first,
                          std::vector<MetaChange>* changed) REQUIRES(mutex_);
  Result<void> read_rows(store::BlockReader& block_reader, Vectors& vectors,
                         const store::Block& block, Row first) REQUIRES(mutex_);
  // In passage_lists.cpp: what follows from PassageMetas and vectors. After a store only what it
  // has changed; all where that would be as much, or where it cannot be told.
  void settle(const std::vector<MetaChange>& changed, bool follow) REQUIRES(mutex_);
  bool settle_some(const std::vector<MetaChange>& changed) REQUIRES(mutex_);
  void settle_all() REQUIRES(mutex_);
  void settle_speakers() REQUIRES(mutex_);
  void settle_name_spaces(const std::vector<MetaChange>& changed) REQUIRES(mutex_);
  void list_name_spaces() REQUIRES(mutex_);
  void settle_lines(const std::vector<MetaChange>& changed) REQUIRES(mutex_);
  bool add_first(Key key, Row row) REQUIRES(mutex_);
  // `touched`: rows whose text or vector may be another one; ascending.
  void list_again(Vectors& vectors, const std::vector<Row>& touched) const REQUIRES_SHARED(mutex_);
  void list_all(Vectors& vectors) const REQUIRES_SHARED(mutex_);
  bool is_current(std::int64_t last, std::span<const embed::Identity> wanted) const
      REQUIRES_SHARED(mutex_);

  SharedMutex mutex_;
  Passages passages_ GUARDED_BY(mutex_);
  std::int64_t seen_ GUARDED_BY(mutex_) = 0;
  bool settled_ GUARDED_BY(mutex_) = false;  // the lists follow from the PassageMetas and vectors
  std::uint64_t epoch_ GUARDED_BY(mutex_) = 1;  // of the database that this is of
  std::unique_ptr<PassageCopy> copy_ GUARDED_BY(mutex_);
  std::atomic<std::int64_t> checked_copy_ = 0;
};

}  // namespace aim::engine
