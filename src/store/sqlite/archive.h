// The archive: memories that were collected, forgotten or consolidated away, as they were (A8).
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "memory/archived.h"
#include "store/sqlite/connection.h"

namespace aim::store {

// An earlier archived state of the same id is replaced. A reflection that is still there takes along whom it reflects on.
Result<void> add_archived(Connection& connection, const Archived& archived);
Result<std::optional<Archived>> find_archived(Connection& connection, std::string_view id);
Result<std::vector<std::string>> archived_ids_with_prefix(Connection& connection,
                                                          std::string_view prefix, std::size_t limit);
// Newest first.
Result<std::vector<Archived>> list_archived(Connection& connection, std::string_view name_space,
                                            std::int64_t limit, std::int64_t offset);
Result<bool> remove_archived(Connection& connection, std::string_view id);
// All of them, or those archived before `before`. The ids of those removed.
Result<std::vector<std::string>> purge_archived(Connection& connection, std::optional<Time> before);
// How many that would remove.
Result<std::int64_t> count_archived(Connection& connection, std::optional<Time> before);

Result<ArchiveStats> archive_stats(Connection& connection);

// Every one, by id.
Result<void> each_archived(Connection& connection,
                           const std::function<Result<void>(const Archived&)>& take);

}  // namespace aim::store
