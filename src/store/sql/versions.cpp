#include "store/sql/memories.h"
#include "store/sql/namespaces.h"
#include "store/sql/statement.h"
#include "store/sql/version_rows.h"

namespace aim::store::sql {
namespace {

// Versions that ended before ?1, or are older than the newest of ?2 bytes; of the namespace ?3, and
// below it where ?4 is 1. Only where a namespace is meant is a state read, once each; what is known
// of all versions is kept in memory for that, and not otherwise.
std::string beyond(const Connection& connection, const VersionLimits& limits) {
  const Dialect& dialect = connection.dialect();
  const bool all = limits.name_space.empty();
  const std::string name = all ? "''" : "(" + dialect.state("state") + " ->> 'namespace')";
  return " FROM versions WHERE number IN (WITH named AS " +
         std::string(all ? "" : "MATERIALIZED ") + "(SELECT number, until, " +
         dialect.bytes_of("state") + " AS bytes, " + name +
         " AS name FROM versions), meant AS (SELECT number, until, sum(bytes) OVER (ORDER BY "
         "number DESC) AS bytes FROM named WHERE name = ?3 OR (CAST(?4 AS bigint) = 1 AND "
         "substr(name, 1, length(?3) + 1) = ?3 || '/')) SELECT number FROM meant WHERE until < ?1 "
         "OR bytes > ?2)";
}

constexpr std::int64_t most_that_lost = 2'000;  // memories, of one question

// The first change that was made after ?1. The sum has the index on times walked, not the table.
constexpr std::string_view first_after = "(SELECT min(number + 0) FROM versions WHERE until > ?1)";
// Nearly so, in a time that does not grow with them: where clocks jumped, one before may be missed.
constexpr std::string_view first_about =
    "SELECT min(number) FROM (SELECT number FROM versions WHERE until > ?1 ORDER BY until LIMIT "
    "100) v";

}  // namespace

Result<void> SqlMemories::note_return(const Memory& memory, Time now) {
  TRY_VOID(return_to_standards(memory, now));
  return add_version(connection_, memory, {"restore", now, author_, &memory, connection_.step});
}

Result<void> SqlMemories::each_version(
    const std::function<Result<void>(const Version&)>& take) const {
  return connection_.each(version_rows(connection_, "", "id, number"), version_in, take);
}

Result<std::vector<Version>> SqlMemories::all_versions_of(std::string_view id) const {
  return connection_.all(version_rows(connection_, "WHERE id = ?1"), version_in, id);
}

Result<void> SqlMemories::set_versions(std::string_view id, std::span<const Version> versions) {
  TRY_VOID(erase_versions(id, {}));
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const Version& each = versions[i];
    TRY_VOID(add_version(connection_, each.memory,
                         {each.change, each.until, &each.by, state_after(versions, i, nullptr),
                          each.step, each.version}));
  }
  return {};
}

Result<std::vector<Version>> SqlMemories::versions_of(std::string_view id,
                                                      std::int64_t limit) const {
  return connection_.all(
      version_rows(connection_,
                   "WHERE number IN (SELECT number FROM versions WHERE id = ?1 "
                   "AND change NOT IN ('restore', 'cut') ORDER BY number DESC LIMIT ?2)") +
          " DESC",
      version_in, id, limit);
}

Result<std::optional<Version>> SqlMemories::version_at(std::string_view id, Time time) const {
  return connection_.first(
      version_rows(
          connection_,
          "WHERE number = (SELECT min(number) FROM versions WHERE id = ?1 AND until > ?2)"),
      version_in, id, nanoseconds(time));
}

Result<std::string> SqlMemories::changed_since(Time time) const {
  const auto first =
      TRY(connection_.number("SELECT " + std::string(first_after), nanoseconds(time)));
  if (!first)
    return std::string();
  // A short end of the table is read itself, a long one by the index on ids.
  constexpr std::int64_t short_part = 8;
  const auto [oldest, newest] = TRY(version_numbers());
  const bool is_short = (newest - *first) * short_part < newest - oldest;
  return "WHERE number IN (SELECT min(number) FROM versions WHERE number >= " +
         std::to_string(*first) + " GROUP BY id" + (is_short ? " || '')" : ")");
}

Result<void> SqlMemories::each_version_at(
    Time time, const std::function<Result<void>(Version&&)>& take) const {
  const std::string changed = TRY(changed_since(time));
  if (changed.empty())
    return {};
  std::vector<std::string> others;
  TRY_VOID(
      connection_.walk(version_rows(connection_, changed), [&](const Row& row) -> Result<bool> {
        Version version = version_in(row);
        if (version.until > time)
          TRY_VOID(take(std::move(version)));
        else
          others.push_back(version.memory.id);
        return true;
      }));
  for (const std::string& id : others)
    if (auto version = TRY(version_at(id, time)))
      TRY_VOID(take(std::move(*version)));
  return {};
}

Result<void> SqlMemories::each_version_that_lost(
    Time time, std::span<const std::string> words,
    const std::function<Result<bool>(const Version&)>& take) const {
  const auto first = TRY(connection_.number(first_about, nanoseconds(time)));
  if (!first)
    return {};
  const Dialect& dialect = connection_.dialect();
  const auto ids = TRY(connection_.all(
      "SELECT v.id FROM " + dialect.items("?1") + std::string(dialect.ordered_join) +
          "versions v ON " + std::string(dialect.lost_item) +
          " GROUP BY v.id ORDER BY count(DISTINCT item.value) DESC, max(v.number) DESC LIMIT ?3",
      string_of, tags_to_json({words.begin(), words.end()}), *first, most_that_lost));
  for (const std::string& id : ids)
    if (const auto version = TRY(version_at(id, time)); version && !TRY(take(*version)))
      return {};
  return {};
}

Result<std::int64_t> SqlMemories::changes_since(Time time) const {
  const auto first = TRY(connection_.number(first_about, nanoseconds(time)));
  return first ? TRY(version_numbers()).second - *first + 1 : 0;
}

Result<std::pair<std::int64_t, std::int64_t>> SqlMemories::version_numbers() const {
  const auto first = TRY(connection_.number("SELECT min(number) FROM versions"));
  const auto last = TRY(connection_.number("SELECT max(number) FROM versions"));
  return std::pair(first.value_or(0), last.value_or(0));
}

Result<std::int64_t> SqlMemories::count_versions_beyond(const VersionLimits& limits) const {
  const NameSpacePart part(limits.name_space);
  return connection_.number_or_zero("SELECT count(*)" + beyond(connection_, limits),
                                    nanoseconds(limits.before), limits.max_bytes, part.root,
                                    std::int64_t{part.subtree});
}

Result<void> SqlMemories::prune_versions(const VersionLimits& limits) {
  const NameSpacePart part(limits.name_space);
  return connection_.run("DELETE" + beyond(connection_, limits), nanoseconds(limits.before),
                         limits.max_bytes, part.root, std::int64_t{part.subtree});
}

Result<std::vector<std::string>> SqlMemories::versioned_ids_with_prefix(std::string_view prefix,
                                                                        std::size_t limit) const {
  return connection_.all(
      "SELECT DISTINCT id FROM versions WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3", string_of,
      prefix, std::string(prefix) + "\x7f", static_cast<std::int64_t>(limit));
}

Result<Purged> SqlMemories::purge(std::string_view id, Time now) {
  Purged purged;
  purged.archived = TRY(remove_archived(id));
  purged.undo_steps = TRY(leave_undo(id));
  TRY_VOID(erase_versions(id, {}));
  purged.versions = connection_.changes();
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
  Memory left;
  left.id = id;
  return add_version(connection_, left, {"cut", *cut, author_, nullptr, std::nullopt, 1});
}

}  // namespace aim::store::sql
