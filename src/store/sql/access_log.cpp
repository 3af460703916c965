// The access log of the records (store/records.h).

#include "base/numbers.h"
#include "store/sql/records.h"
#include "store/sql/statement.h"
#include "store/sql/where.h"

namespace aim::store::sql {
namespace {

constexpr std::string_view select_access =
    "SELECT number, at, kind, door, query, client, session, namespace, micros, tokens, results "
    "FROM accesses ";

AccessRow access_of(const Row& row) {
  AccessRow access;
  access.number = row.integer(0);
  access.at = time_in(row, 1);
  access.kind = row.string(2);
  access.door = row.string(3);
  access.query = row.maybe_string(4);
  access.client = row.maybe_string(5);
  access.session = row.maybe_string(6);
  access.name_space = row.maybe_string(7);
  access.micros = row.integer(8);
  access.tokens = row.integer(9);
  access.results = row.integer(10);
  return access;
}

// Key, place, score and factors of each, as a JSON array of arrays of texts.
std::string rows_of(std::span<const ShownKey> shown) {
  std::string rows = "[";
  for (std::size_t place = 0; const ShownKey& each : shown) {
    const std::string score = each.score ? shortest(*each.score) : "";
    rows.append(place > 0 ? "," : "")
        .append(
            tags_to_json({std::to_string(each.key), std::to_string(place), score, each.factors}));
    ++place;
  }
  return rows += "]";
}

}  // namespace

Result<std::int64_t> SqlRecords::last_access() const {
  return connection_.number_or_zero("SELECT max(number) FROM accesses");
}

Result<std::vector<AccessRow>> SqlRecords::newest_accesses(std::int64_t before,
                                                           std::span<const std::string> kinds,
                                                           std::int64_t limit) const {
  Where where;
  where.add("number < ?", {before});
  if (!kinds.empty())
    where.add("kind" + connection_.dialect().in_list("?"),
              {std::vector<std::string>(kinds.begin(), kinds.end())});
  where.append(" ORDER BY number DESC LIMIT ?", {limit});
  return where.all(connection_, select_access, access_of);
}

Result<std::vector<AccessRow>> SqlRecords::accesses_after(std::int64_t after,
                                                          std::int64_t limit) const {
  return connection_.all(std::string(select_access) + "WHERE number > ?1 ORDER BY number LIMIT ?2",
                         access_of, after, limit);
}

Result<std::vector<ShownMemory>> SqlRecords::shown_by(std::int64_t number) const {
  return connection_.all(
      "SELECT m.id, m.title, l.score, coalesce(l.factors, '') FROM access_log l "
      "JOIN memories m ON m.key = l.key WHERE l.call = ?1 ORDER BY l.place",
      [](const Row& row) {
        return ShownMemory{row.string(0), row.string(1), row.maybe_real(2), row.string(3)};
      },
      number);
}

Result<std::vector<AccessCost>> SqlRecords::access_costs(Time since, std::int64_t limit) const {
  return connection_.all(
      "SELECT at, kind, door, micros, tokens FROM accesses WHERE at >= ?1 ORDER BY number DESC "
      "LIMIT ?2",
      [](const Row& row) {
        return AccessCost{time_in(row, 0), row.string(1), row.string(2), row.integer(3),
                          row.integer(4)};
      },
      nanoseconds(since), limit);
}

Result<std::vector<LoggedAccess>> SqlRecords::access_log(const AccessFilter& filter) const {
  Where where;
  if (filter.key)
    where.add("l.key = ?", {*filter.key});
  if (filter.kind)
    where.add("a.kind = ?", {*filter.kind});
  if (filter.since)
    where.add("a.at >= ?", {nanoseconds(*filter.since)});
  where.append(" ORDER BY a.number DESC, l.place LIMIT ?", {filter.limit});
  // The newest calls first, and only as many as are shown.
  const std::string joined(connection_.dialect().ordered_join);
  const std::string tables = filter.key
                                 ? "access_log l" + joined + "accesses a ON a.number = l.call"
                                 : "accesses a" + joined + "access_log l ON l.call = a.number";
  return where.all(connection_,
                   "SELECT l.key, m.id, a.kind, a.at, l.score, a.query, a.client, a.session FROM " +
                       tables + " JOIN memories m ON m.key = l.key ",
                   [](const Row& row) {
                     return LoggedAccess{.key = row.integer(0),
                                         .memory_id = row.string(1),
                                         .kind = row.string(2),
                                         .at = time_in(row, 3),
                                         .score = row.maybe_real(4),
                                         .query = row.maybe_string(5),
                                         .client = row.maybe_string(6),
                                         .session = row.maybe_string(7)};
                   });
}

Result<void> SqlRecords::add_access(const AccessRow& row, std::span<const ShownKey> shown) {
  // A question may hold a NUL, which not every database keeps.
  std::optional<std::string> query = row.query;
  if (query)
    std::erase(*query, '\0');
  const auto number = TRY(connection_.number(
      "INSERT INTO accesses(at, kind, door, query, client, session, namespace, micros, tokens, "
      "results) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) RETURNING number",
      nanoseconds(row.at), row.kind, row.door, query, row.client, row.session, row.name_space,
      row.micros, row.tokens, row.results));
  if (shown.empty())
    return {};
  const Dialect& dialect = connection_.dialect();
  const std::string part = dialect.json("item.value") + " ->> ";
  return connection_.run(
      "INSERT INTO access_log(key, call, place, score, factors) SELECT m.key, ?1, w.place, "
      "w.score, w.factors FROM (SELECT CAST(" +
          part + "0 AS bigint) AS key, CAST(" + part + "1 AS bigint) AS place, CAST(nullif(" +
          part + "2, '') AS double precision) AS score, nullif(" + part +
          "3, '') AS factors FROM " + dialect.items("?2") +
          ") w JOIN memories m ON m.key = w.key WHERE true ON CONFLICT DO NOTHING",
      number.value_or(0), rows_of(shown));
}

Result<std::int64_t> SqlRecords::prune_accesses(Time before, std::int64_t limit) {
  TRY_VOID(connection_.run(
      "DELETE FROM accesses WHERE number IN (SELECT number FROM accesses WHERE at < ?1 "
      "AND number < (SELECT max(number) FROM accesses) LIMIT ?2)",
      nanoseconds(before), limit));
  return connection_.changes();
}

}  // namespace aim::store::sql
