#include "store/sql/memories.h"
#include "store/sql/statement.h"
#include "store/sql/version_rows.h"

namespace aim::store::sql {
namespace {

// The newest version beyond ?2 bytes.
std::string beyond_bytes(const Connection& connection) {
  return "SELECT max(number) FROM (SELECT number, sum(" + connection.dialect().bytes_of("state") +
         ") OVER (ORDER BY number DESC) AS bytes FROM versions) v WHERE bytes > ?2";
}

// The first change that was made after ?1. The sum has the index on times walked, not the table.
constexpr std::string_view first_after = "(SELECT min(number + 0) FROM versions WHERE until > ?1)";

}  // namespace

Result<void> SqlMemories::note_return(const Memory& memory, Time now) {
  TRY_VOID(return_to_standards(memory, now));
  return add_version(connection_, memory, "restore", now, author_);
}

Result<void> SqlMemories::each_version(
    const std::function<Result<void>(const Version&)>& take) const {
  return connection_.walk(version_rows(connection_, "", "id, number"),
                          [&](const Row& row) -> Result<bool> {
                            TRY_VOID(take(version_in(row)));
                            return true;
                          });
}

Result<std::vector<Version>> SqlMemories::all_versions_of(std::string_view id) const {
  const auto statement = TRY(connection_.statement(version_rows(connection_, "WHERE id = ?1")));
  statement->bind(id);
  std::vector<Version> versions;
  while (TRY(statement->step())) versions.push_back(version_in(*statement));
  return versions;
}

Result<void> SqlMemories::set_versions(std::string_view id, std::span<const Version> versions) {
  TRY_VOID(erase_versions(id, {}));
  for (const Version& each : versions) TRY_VOID(add_version(connection_, each));
  return {};
}

Result<std::vector<Version>> SqlMemories::versions_of(std::string_view id,
                                                      std::int64_t limit) const {
  const auto statement = TRY(connection_.statement(
      version_rows(connection_,
                   "WHERE number IN (SELECT number FROM versions WHERE id = ?1 "
                   "AND change NOT IN ('restore', 'cut') ORDER BY number DESC LIMIT ?2)") +
      " DESC"));
  statement->bind(id, limit);
  std::vector<Version> versions;
  while (TRY(statement->step())) versions.push_back(version_in(*statement));
  return versions;
}

Result<std::optional<Version>> SqlMemories::version_at(std::string_view id, Time time) const {
  const auto statement = TRY(connection_.statement(version_rows(
      connection_, "WHERE number = (SELECT min(number) FROM versions WHERE id = ?2 AND number >= " +
                       std::string(first_after) + ")")));
  statement->bind(nanoseconds(time), id);
  if (!TRY(statement->step()))
    return std::optional<Version>();
  return std::optional(version_in(*statement));
}

Result<void> SqlMemories::each_version_at(Time time,
                                          const std::function<Result<void>(const Version&)>& take,
                                          std::span<const std::string> words) const {
  const auto first =
      TRY(connection_.number("SELECT " + std::string(first_after), nanoseconds(time)));
  if (!first)
    return {};
  // A short end of the table is read itself, a long one by the index on ids.
  constexpr std::int64_t short_part = 8;
  const auto [oldest, newest] = TRY(version_numbers());
  const bool is_short = (newest - *first) * short_part < newest - oldest;
  return connection_.walk(
      version_rows(connection_,
                   "WHERE number IN (SELECT min(number) FROM versions WHERE number >= " +
                       std::to_string(*first) + " GROUP BY id" + (is_short ? " || '')" : ")"),
                   "number", words),
      [&](const Row& row) -> Result<bool> {
        TRY_VOID(take(version_in(row)));
        return true;
      });
}

Result<std::pair<std::int64_t, std::int64_t>> SqlMemories::version_numbers() const {
  const auto first = TRY(connection_.number("SELECT min(number) FROM versions"));
  const auto last = TRY(connection_.number("SELECT max(number) FROM versions"));
  return std::pair(first.value_or(0), last.value_or(0));
}

Result<bool> SqlMemories::any_version_beyond(const VersionLimits& limits) const {
  return TRY(connection_.number("SELECT 1 FROM versions WHERE until < ?1 OR number <= (" +
                                    beyond_bytes(connection_) + ") LIMIT 1",
                                nanoseconds(limits.before), limits.max_bytes))
      .has_value();
}

Result<void> SqlMemories::prune_versions(const VersionLimits& limits) {
  return connection_.run(
      "DELETE FROM versions WHERE until < ?1 OR number <= (" + beyond_bytes(connection_) + ")",
      nanoseconds(limits.before), limits.max_bytes);
}

Result<std::vector<std::string>> SqlMemories::versioned_ids_with_prefix(std::string_view prefix,
                                                                        std::size_t limit) const {
  const auto statement = TRY(connection_.statement(
      "SELECT DISTINCT id FROM versions WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3"));
  const std::string end = std::string(prefix) + "\x7f";
  statement->bind(prefix, end, static_cast<std::int64_t>(limit));
  return strings(*statement);
}

Result<Purged> SqlMemories::purge(std::string_view id, Time now) {
  Purged purged;
  purged.archived = TRY(remove_archived(id));
  TRY_VOID(erase_versions(id, {}));
  purged.versions = connection_.changes();
  purged.undo_steps = TRY(leave_undo(id));
  TRY_VOID(connection_.run("DELETE FROM golden_questions WHERE memory = ?1", id));
  purged.questions = connection_.changes();
  TRY_VOID(connection_.run("DELETE FROM link_versions WHERE source = ?1 OR target = ?1", id));
  TRY_VOID(connection_.run("UPDATE lost_sources SET title = '' WHERE id = ?1", id));
  TRY_VOID(connection_.run("UPDATE tombstones SET title = '', deleted_at = " +
                               std::string(connection_.dialect().greatest) +
                               "(?2, deleted_at) WHERE id = ?1",
                           id, nanoseconds(now)));
  return purged;
}

Result<void> SqlMemories::erase_versions(std::string_view id, std::optional<Time> cut) {
  TRY_VOID(connection_.run("DELETE FROM versions WHERE id = ?1", id));
  if (!cut)
    return {};
  Version left{1, *cut, "cut", {}, author_ ? *author_ : Author()};
  left.memory.id = id;
  return add_version(connection_, left);
}

}  // namespace aim::store::sql
