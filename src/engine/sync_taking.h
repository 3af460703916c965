// One memory of another database comes into this one (sync.h): what it becomes, and the writing of that.
// Runs inside the caller's write() of this database, with a snapshot of the other.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "memory/memory.h"
#include "store/sqlite/connection.h"

namespace aim::engine {

class SyncTaking {
 public:
  enum class Outcome { none, same, added, changed };

  // `write` false: only says what would be. `engine`: whose clock and key its events have.
  SyncTaking(const Engine& engine, store::Connection& from, store::Connection& to, bool write)
      : engine_(engine), from_(from), to_(to), write_(write) {}

  // `deleted_at`: when it was deleted here, or 0. If that was after its last change, it comes only as another state of the
  // memory that has its title and had it then.
  Result<Outcome> take(const Memory& memory, std::int64_t deleted_at);

  // The id under which the memory taken last lives here; empty when it does not.
  const std::string& lives_as() const { return lives_as_; }
  // Memories whose passages are new here, as {key there, key here}.
  const std::vector<std::pair<Key, Key>>& written() const { return written_; }

 private:
  Result<Outcome> settle(const Memory& memory, std::optional<Memory> mine);
  Result<Outcome> unite(const Memory& fresh, std::optional<Memory> mine, const Memory& holder,
                        Key there);
  Result<bool> moves_on(const Memory& holder);
  Result<bool> step_aside(const Memory& holder);

  const Engine& engine_;
  store::Connection &from_, &to_;
  bool write_;
  std::string lives_as_;
  std::vector<std::pair<Key, Key>> written_;
  std::vector<Memory>
      aside_;  // whose titles were wanted; their states of the other database come next
};

}  // namespace aim::engine
