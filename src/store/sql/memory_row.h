// The columns of a memory, in one order for all statements that read or write them: rows of
// memories and of the archive, and the state that a step of undo keeps.
// Knows: columns and values. Must not know: which statement, which database.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "memory/memory.h"
#include "store/sql/statement.h"
#include "store/table_rows.h"

namespace aim::store::sql {

// From `id` on; the last two are those of the table usage.
std::span<const Column> memory_columns();
inline constexpr int use_columns = 2;

// "m.id, m.tier, …" for the alias "m."; without the columns of usage.
std::string names_of_memory(std::string_view alias = {});

// Reads a row of all memory_columns() which begins with the column `first`.
Memory memory_of(const Row& row, int first);

// The agent that stored it, as its metadata says.
std::optional<std::string> agent_of(const Memory& memory);

// Values of a memory for a statement; keeps the texts that are made of them.
class MemoryValues {
 public:
  explicit MemoryValues(const Memory& memory);
  // Binds the columns from ?first on, without those of usage.
  void bind(Statement& statement, int first) const;
  // The same with those of usage.
  void bind_all(Statement& statement, int first) const;

 private:
  const Memory& memory_;
  std::optional<std::string> given_times_;
  std::string tags_;
};

}  // namespace aim::store::sql
