// The archive: memories that were collected, forgotten or consolidated away, as they were (A8).
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "memory/archived.h"
#include "store/memories.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<void> add_archived(Connection& connection, const Archived& archived);
Result<void> keep_archived_link(Connection& connection, std::string_view archived,
                                const Link& link);
Result<std::optional<Archived>> find_archived(Connection& connection, std::string_view id);
Result<std::vector<std::string>> archived_ids_with_prefix(Connection& connection,
                                                          std::string_view prefix,
                                                          std::size_t limit);
Result<std::vector<Archived>> list_archived(Connection& connection, std::string_view name_space,
                                            std::int64_t limit, std::int64_t offset);
Result<std::vector<Archived>> newest_archived(Connection& connection, std::string_view name_space,
                                              std::int64_t limit);
Result<bool> remove_archived(Connection& connection, std::string_view id);
Result<std::vector<std::string>> purge_archived(Connection& connection, std::optional<Time> before);
Result<std::int64_t> count_archived(Connection& connection, std::optional<Time> before);

Result<ArchiveStats> archive_stats(Connection& connection);

Result<void> each_archived(Connection& connection,
                           const std::function<Result<void>(const Archived&)>& take);

}  // namespace aim::store::sql
