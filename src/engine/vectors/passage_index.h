// The passages of a database in memory (passages.h), for all threads of a process. They are brought
// up to date by change numbers, so that several processes on one database see each other's work at
// once (B7).
// Knows: when passages have to be read again. Must not know: weights, questions.
// Threads: any. A reader holds a shared lock while it looks. Changes are read from the database
// without a lock; only putting them into memory takes one alone.
#pragma once
#include <shared_mutex>

#include "base/mutex.h"
#include "engine/vectors/passages.h"
#include "store/store.h"

namespace aim::engine {

class PassageIndex {
 public:
  // The passages as of the connection's snapshot or newer, with the vectors of `wanted`; valid
  // while the lock is held.
  struct View {
    std::shared_lock<SharedMutex> lock;
    const Passages& passages;
  };
  // The lock goes to the caller.
  Result<View> view(store::Reader& reader,
                    std::span<const embed::Identity> wanted) NO_THREAD_SAFETY_ANALYSIS;

  // Whether every passage known so far has a vector of that identity; false where none have been
  // read.
  bool is_complete(const embed::Identity& identity);

  // Whether vectors of that identity were asked for before, so that looking at them reads no more
  // than what has changed.
  bool has_read(const embed::Identity& identity);

  // Holds the passages as they are while `use` looks at them; not at all where no vectors of that
  // identity have been read.
  using Use = std::function<void(const Passages&, const Vectors&)>;
  void look(const embed::Identity& identity, const Use& use);

  // As Passages::put(), for vectors that are cheaper to make than to wait for.
  void put(const embed::Identity& identity, std::span<const MadeVector> made);

 private:
  Result<void> read_all(store::Reader& reader, std::int64_t last,
                        std::span<const embed::Identity> wanted);
  Result<void> read_changes(store::Reader& reader, std::int64_t last,
                            std::span<const embed::Identity> wanted);

  SharedMutex mutex_;
  Passages passages_ GUARDED_BY(mutex_);
};

}  // namespace aim::engine
