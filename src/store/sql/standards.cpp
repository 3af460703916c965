#include "store/sql/links.h"
#include "store/sql/memories.h"
#include "store/sql/statement.h"
#include "store/sql/version_rows.h"

namespace aim::store::sql {
namespace {

constexpr std::string_view select_standard =
    "SELECT s.namespace, m.id, s.key, s.parent, s.updated_at, "
    "EXISTS (SELECT 1 FROM meta WHERE name = 'unconfirmed standard ' || s.namespace), "
    "(SELECT value FROM meta WHERE name = 'proposed standard ' || s.namespace), "
    "(SELECT value FROM meta WHERE name = 'former standard ' || s.namespace) "
    "FROM standards s "
    "LEFT JOIN memories m ON m.key = s.key ";

StandardRow standard_of(const Row& row) {
  StandardRow standard;
  standard.name_space = row.string(0);
  standard.id = row.maybe_string(1);
  standard.key = row.maybe_integer(2);
  standard.parent = row.maybe_string(3);
  standard.updated_at = time_in(row, 4);
  standard.confirmed = row.integer(5) == 0;
  standard.proposed = row.maybe_string(6);
  if (!standard.id)
    standard.former = row.maybe_string(7);
  return standard;
}

Result<void> forget_doubts(Connection& connection, std::string_view name_space) {
  return connection.run(
      "DELETE FROM meta WHERE name IN ('unconfirmed standard ' || ?1, 'proposed standard ' || ?1, "
      "'former standard ' || ?1)",
      name_space);
}

constexpr std::string_view of_name_space = "s.namespace = ?5", of_memory = "s.key = ?5";

}  // namespace

// A proposal does not hold, and is not noted.
template <class Which>
Result<void> SqlMemories::note_standards(std::string_view change, std::string_view which,
                                         const Which& value, std::optional<Time> at) {
  return connection_.run_later(
      "INSERT INTO link_versions(at, change, source, target, relation, created_at, valid_from, "
      "made_by, parent, step) SELECT coalesce(CAST(?1 AS bigint), " +
          std::string(connection_.dialect().greatest) +
          "(s.updated_at, m.updated_at)), ?2, m.id, s.namespace, ?3, "
          "s.updated_at, s.updated_at, ?4, s.parent, CAST(?6 AS bigint) FROM standards s JOIN "
          "memories m ON m.key = s.key WHERE NOT EXISTS (SELECT 1 FROM meta WHERE name = "
          "'unconfirmed standard ' || s.namespace) AND " +
          std::string(which),
      nanoseconds(at), change, standard_relation, text_of(author_), value, connection_.step);
}

Result<bool> SqlMemories::has_standards() const {
  return connection_.any("SELECT 1 FROM standards LIMIT 1");
}

Result<std::optional<StandardRow>> SqlMemories::find_standard(std::string_view name_space) const {
  return connection_.first(std::string(select_standard) + "WHERE s.namespace = ?1", standard_of,
                           name_space);
}

Result<void> SqlMemories::set_standard(std::string_view name_space, std::optional<Key> key,
                                       const std::optional<std::string>& parent, Time now) {
  TRY_VOID(note_standards(link_removed, of_name_space, name_space, now));
  TRY_VOID(forget_doubts(connection_, name_space));
  // Not before what was there, whatever the clock says.
  const std::string latest(connection_.dialect().greatest);
  TRY_VOID(connection_.run(
      "INSERT INTO standards(namespace, key, parent, updated_at) VALUES (?1, ?2, ?3, " + latest +
          "(?4, coalesce((SELECT deleted_at + 1 FROM standard_tombstones WHERE namespace = ?1), "
          "0))) ON CONFLICT(namespace) DO UPDATE SET key = ?2, parent = coalesce(?3, "
          "standards.parent), updated_at = " +
          latest +
          "(?4, standards.updated_at + CASE WHEN standards.key IS NOT DISTINCT FROM ?2 THEN 0 "
          "ELSE 1 END)",
      name_space, key, parent, nanoseconds(now)));
  return note_standards(link_made, of_name_space, name_space, now);
}

Result<void> SqlMemories::doubt_standard(std::string_view name_space) {
  TRY_VOID(note_standards(link_removed, of_name_space, name_space, {}));
  return connection_.run(
      "INSERT INTO meta(name, value) VALUES ('unconfirmed standard ' || ?1, '1') "
      "ON CONFLICT DO NOTHING",
      name_space);
}

Result<void> SqlMemories::trust_standard(std::string_view name_space) {
  TRY_VOID(forget_doubts(connection_, name_space));
  return note_standards(link_made, of_name_space, name_space, {});
}

Result<void> SqlMemories::propose_standard(std::string_view name_space, std::optional<Key> memory) {
  if (!memory)
    return connection_.run("DELETE FROM meta WHERE name = 'proposed standard ' || ?1", name_space);
  return connection_.run(
      "INSERT INTO meta(name, value) "
      "SELECT 'proposed standard ' || ?1, id FROM memories WHERE key = ?2 "
      "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      name_space, *memory);
}

Result<void> SqlMemories::doubt_standards_of(Key memory) {
  TRY_VOID(note_standards(link_removed, of_memory, memory, {}));
  return connection_.run(
      "INSERT INTO meta(name, value) "
      "SELECT 'unconfirmed standard ' || namespace, '1' FROM standards WHERE key = ?1 "
      "ON CONFLICT DO NOTHING",
      memory);
}

// A memory that goes leaves its id to the namespaces whose standard it is.
Result<void> SqlMemories::leave_standards(const Memory& memory, Time now) {
  TRY_VOID(note_standards(link_removed, of_memory, memory.key, now));
  return connection_.run_later(
      "INSERT INTO meta(name, value) "
      "SELECT 'former standard ' || namespace, CAST(?2 AS text) FROM standards WHERE key = ?1 "
      "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      memory.key, memory.id);
}

// It is the standard again where none has been set since.
Result<void> SqlMemories::return_to_standards(const Memory& memory, Time now) {
  TRY_VOID(connection_.run(
      "UPDATE standards SET key = ?1, updated_at = " + std::string(connection_.dialect().greatest) +
          "(updated_at, ?3) WHERE key IS NULL AND EXISTS (SELECT 1 FROM "
          "meta WHERE name = 'former standard ' || standards.namespace AND value = ?2)",
      memory.key, memory.id, nanoseconds(now)));
  if (connection_.changes() > 0)
    TRY_VOID(note_standards(link_made, of_memory, memory.key, now));
  return connection_.run("DELETE FROM meta WHERE name LIKE 'former standard %' AND value = ?1",
                         memory.id);
}

Result<void> SqlMemories::put_standard(const StandardRow& row, std::optional<Key> key) {
  TRY_VOID(note_standards(link_removed, of_name_space, row.name_space, row.updated_at));
  const auto& former = row.id ? row.id : row.former;
  if (!key && former)
    TRY_VOID(connection_.run(
        "INSERT INTO meta(name, value) VALUES ('former standard ' || ?1, CAST(?2 AS text)) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        row.name_space, *former));
  TRY_VOID(connection_.run(
      "INSERT INTO standards(namespace, key, parent, updated_at) VALUES (?1, ?2, ?3, ?4) "
      "ON CONFLICT (namespace) DO UPDATE SET key = ?2, parent = ?3, updated_at = ?4",
      row.name_space, key, row.parent, nanoseconds(row.updated_at)));
  return note_standards(link_made, of_name_space, row.name_space, row.updated_at);
}

Result<bool> SqlMemories::clear_standard(std::string_view name_space, Time now) {
  const auto set_at =
      TRY(connection_.number("SELECT updated_at FROM standards WHERE namespace = ?1", name_space));
  TRY_VOID(note_standards(link_removed, of_name_space, name_space, now));
  TRY_VOID(connection_.run("DELETE FROM standards WHERE namespace = ?1", name_space));
  const bool was_there = connection_.changes() > 0;
  TRY_VOID(forget_doubts(connection_, name_space));
  TRY_VOID(
      connection_.run("INSERT INTO standard_tombstones(namespace, deleted_at) VALUES (?1, ?2) "
                      "ON CONFLICT (namespace) DO UPDATE SET deleted_at = excluded.deleted_at "
                      "WHERE excluded.deleted_at > standard_tombstones.deleted_at",
                      name_space, std::max(nanoseconds(now), set_at.value_or(0))));
  return was_there;
}

Result<std::vector<ClearedStandard>> SqlMemories::cleared_standards() const {
  return connection_.all("SELECT namespace, deleted_at FROM standard_tombstones ORDER BY namespace",
                         [](const Row& row) {
                           return ClearedStandard{row.string(0), time_in(row, 1)};
                         });
}

Result<void> SqlMemories::each_standard(
    const std::function<Result<void>(const StandardRow&)>& take) const {
  return connection_.each(std::string(select_standard) + "ORDER BY s.namespace", standard_of, take);
}

}  // namespace aim::store::sql
