// The columns of a memory, in one order for all statements that read or write them: rows of
// memories and of the archive, and the state that a version keeps.
// Knows: columns and values. Must not know: which statement, which database.
#pragma once
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

// A row with title, content, tags and metadata from the column `first` on: what of a memory is
// indexed.
Memory indexed_memory(const Row& row, int first);
// The column by which the length of what is indexed is known.
int length_code_of(const Memory& memory);

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

// The state of a memory that a version keeps: a text of JSON with the columns that have not their
// usual value, its namespace and whether it has a deadline; how a database keeps the text,
// Dialect::packed_state says.
std::string state_of(const Memory& memory);
// Without id and key, which stand beside it. A column that the text leaves out has its usual value.
Memory memory_in(std::string_view state);

// Words of titles, by which similar titles are found (A9, S17): numbers in a table, and how much
// two titles have in common. Bounded: of each word the newest memories are looked at, so that the
// cost does not grow with the database. Knows: titles. Must not know: rows. Pure.
inline constexpr std::int64_t newest_looked_at = 128;  // memories a word
inline constexpr std::size_t titles_compared = 24;     // in full

// The number of a stem. 32 bits: four bytes in the table; a false match only adds a candidate,
// whose title is then compared in full.
std::int64_t title_word(std::string_view stem);

// The share of stems that a title with these stems and another title have in common, of those of
// the longer one; nothing below one half.
std::optional<double> shared_by_title(const std::vector<std::string>& stems,
                                      std::string_view other);

}  // namespace aim::store::sql
