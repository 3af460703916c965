// One row of the reference's tables as a Memory: times that may be no times, tags and metadata that
// may be any text. Knows: the columns of wire.md section 5. Must not know: where the memory goes.
#pragma once
#include "memory/link.h"
#include "memory/memory.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// A column of the reference, and what stands for it in a database that lacks it.
struct ReferenceColumn {
  std::string_view name;
  std::string_view otherwise;  // SQL
};
std::span<const ReferenceColumn> reference_memory_columns();  // without the embedding
std::span<const ReferenceColumn>
reference_archive_columns();  // those of memories, then two of its own

// The statement that reads a row, by its rowid, for the functions below. `present`: the columns the
// table really has.
std::string select_reference(std::string_view table, std::span<const ReferenceColumn> columns,
                             std::span<const std::string> present);

// `now` stands for a creation time that is none.
Result<Memory> reference_memory(Connection& connection, const Statement& row, Time now);
Result<Archived> reference_archived(Connection& connection, const Statement& row, Time now);

// A time of the reference's; no value when it is none. `given` is kept where it is RFC 3339.
std::optional<Timestamp> reference_time(std::string_view text);

}  // namespace aim::store::sqlite
