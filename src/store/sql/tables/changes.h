// The change sequence (S21): one rising number over all changes and deletions, so that whoever
// knows a number can ask what came after it; and facts about a database and its processes, by name
// (docs/formats/database.md).
#pragma once
#include "memory/memory.h"
#include "store/records.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<std::int64_t> last_change(Connection& connection);
// The next number; belongs to the caller's transaction, and no other gets one before it ends.
Result<std::int64_t> next_change(Connection& connection);

Result<void> add_tombstone(Connection& connection, const Memory& memory, Time now);

// What is the same, as long as no memory was changed, came or went. For what a connection keeps of
// them. Cost: three lookups and the table of namespaces.
struct Extent {
  std::int64_t change = 0;  // the last number drawn: whatever changes or removes a memory draws one
  std::int64_t count = 0;   // memories: what is collected takes numbers of removals with it
  std::int64_t last_key = 0;  // rows that are copied from another database come with old numbers

  friend bool operator==(const Extent&, const Extent&) = default;
};
Result<Extent> extent_of(Connection& connection);

Result<std::optional<std::int64_t>> meta_number(Connection& connection, std::string_view name);
Result<void> set_meta(Connection& connection, std::string_view name, std::int64_t value);
Result<void> clear_meta(Connection& connection, std::string_view name);

}  // namespace aim::store::sql
