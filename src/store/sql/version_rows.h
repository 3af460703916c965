// Versions of memories: the state that each change has ended, written in the transaction of the
// change by SqlMemories::replace() and erase() alone.
// Knows: columns of a memory. Must not know: how long versions are kept.
#pragma once
#include "base/result.h"
#include "store/memories.h"
#include "store/sql/connection.h"
#include "store/sql/statement.h"

namespace aim::store::sql {

struct Change {
  std::string_view kind;  // as Version::change
  Time at;
  const Author* by;                  // null: nobody
  const Memory* next;                // the state that follows; null: none, or it is not known
  std::optional<std::int64_t> step;  // as Version::step
  std::optional<std::int64_t> version = {};  // its number within the memory; unset: the next one
};
Result<void> add_version(Connection& connection, const Memory& state, const Change& change);

// The state that follows versions[i], where the memory was not gone between; else null.
const Memory* state_after(std::span<const Version> versions, std::size_t i, const Memory* now);
// Gives every version its lost words: those that its state has, as the index of texts takes them,
// and the one that follows has not. A state at a time has the words of now but for those that came
// since, and those that changes since have taken away: so it is found by its words (0098). For
// versions that came by another way than add_version().
Result<void> fill_lost_words(const Memories& memories, Connection& connection);

// The operation that ended a memory which lives on in another one.
inline constexpr std::string_view united = "unite";

// An author as a column has it.
std::optional<std::string> text_of(const Author* by);
Author author_in(const Row& row, int column);

// A statement over versions `which` ("WHERE …"), by number; version_in() reads its rows.
std::string version_rows(const Connection& connection, std::string_view which,
                         std::string_view order = "number");
Version version_in(const Row& row);

}  // namespace aim::store::sql
