// One memory of another database comes into this one (sync.h): what it becomes, and the writing of
// that. Runs inside the caller's write() of this database, with a snapshot of the other.
#pragma once
#include "engine/engine.h"
#include "memory/memory.h"
#include "store/store.h"

namespace aim::engine {

// What is there of the other database, as far as it may come: a memory that breaks a rule, or is
// too large to be read, is as if it were not there.
Result<std::optional<Memory>> acceptable(Result<std::optional<Memory>> found, Time now, bool ours);

class MemorySync {
 public:
  struct From {
    store::Reader& reader;
    bool ours;  // its rows are taken as they are
  };
  enum class Outcome { none, same, added, changed };

  // Without a `writer` (which is that of `to`) it only says what would be. `engine`: whose clock
  // and key its events have.
  MemorySync(const Engine& engine, From from, store::Reader& to, store::Writer* writer)
      : engine_(engine), from_(from), to_(to), writer_(writer) {}

  // `deleted_at`: when it was deleted here, or 0. If that was after its last change, it comes only
  // as another state of the memory that has its title and had it then.
  Result<Outcome> take(const Memory& memory, std::int64_t deleted_at);

  // The id under which the memory taken last lives here; empty when it does not.
  const std::string& surviving_id() const { return surviving_id_; }
  // Memories whose passages are new here, as {key there, key here}.
  const std::vector<std::pair<Key, Key>>& written() const { return written_; }

 private:
  Result<Outcome> settle(const Memory& memory, std::optional<Memory> mine);
  Result<Outcome> unite(const Memory& fresh, std::optional<Memory> mine, const Memory& holder,
                        Key there);
  Result<void> take_out_of_archive(const Memory& memory);
  Result<std::optional<Memory>> there(const std::string& id) const;
  Result<bool> moves_on(const Memory& holder);
  Result<bool> release_title(const Memory& holder);

  const Engine& engine_;
  From from_;
  store::Reader& to_;
  store::Writer* writer_;
  std::string surviving_id_;
  std::vector<std::pair<Key, Key>> written_;
  std::vector<Memory>
      aside_;  // whose titles were wanted; their states of the other database come next
};

}  // namespace aim::engine
