#include "store/sql/links.h"

#include "store/sql/statement.h"
#include "store/sql/version_rows.h"

namespace aim::store::sql {
namespace {

constexpr std::string_view select_link =
    "SELECT s.id, t.id, l.relation, l.created_at, l.valid_from, l.given_times FROM links l "
    "JOIN memories s ON s.key = l.source JOIN memories t ON t.key = l.target ";

// Links that the other has already stay where they are.
constexpr std::string_view moved_sources =
    "UPDATE links AS l SET source = ?2 WHERE l.source = ?1 AND NOT EXISTS (SELECT 1 FROM links o "
    "WHERE o.source = ?2 AND o.target = l.target AND o.relation = l.relation)";
constexpr std::string_view moved_targets =
    "UPDATE links AS l SET target = ?2 WHERE l.target = ?1 AND NOT EXISTS (SELECT 1 FROM links o "
    "WHERE o.target = ?2 AND o.source = l.source AND o.relation = l.relation)";

constexpr std::string_view one_link = "l.source = ?3 AND l.target = ?4 AND l.relation = ?5";
constexpr std::string_view any_link = "(l.source = ?3 OR l.target = ?4) AND l.relation >= ?5";
constexpr std::string_view link_of_ids = "s.id = ?3 AND t.id = ?4 AND l.relation = ?5";

constexpr std::string_view made = link_made, removed = link_removed;

// Rows of a key and an id; of several of one key, the first counts.
Result<std::unordered_map<Key, std::string>> ids_by_key(Connection& connection,
                                                        std::string_view sql,
                                                        std::span<const Key> keys) {
  std::unordered_map<Key, std::string> ids;
  const auto statement = TRY(connection.statement(sql));
  statement->bind(keys);
  while (TRY(statement->step())) ids.emplace(statement->integer(0), statement->string(1));
  return ids;
}

}  // namespace

Link link_of(const Row& row) {
  Link link;
  link.source_id = row.string(0);
  link.target_id = row.string(1);
  link.relation = row.string(2);
  link.created_at = timestamp_in(row, 3);
  link.valid_from = timestamp_in(row, 4);
  if (!row.is_null(5)) {
    const std::string_view given = row.text(5);
    const std::size_t end = std::min(given.find('\n'), given.size());
    link.created_at.given = given.substr(0, end);
    link.valid_from.given = given.substr(std::min(end + 1, given.size()));
  }
  return link;
}

LinkChange link_change_of(const Row& row) {
  return {time_in(row, 0),
          row.text(1) == made,
          {row.string(2), row.string(3), row.string(4), timestamp_in(row, 5), timestamp_in(row, 6)},
          author_in(row, 7),
          row.maybe_string(8)};
}

std::optional<std::string> given_times(const Link& link) {
  if (link.created_at.given.empty() && link.valid_from.given.empty())
    return std::nullopt;
  return link.created_at.given + '\n' + link.valid_from.given;
}

template <class End>
Result<void> SqlLinks::note(std::string_view change, std::string_view which, Time now,
                            const End& source, const End& target, std::string_view relation) {
  return connection_.run(
      "INSERT INTO link_versions(at, change, source, target, relation, created_at, valid_from, "
      "made_by, step) SELECT ?1, ?2, s.id, t.id, l.relation, l.created_at, l.valid_from, ?6, "
      "CAST(?7 AS bigint) FROM links l "
      "JOIN memories s ON s.key = l.source JOIN memories t ON t.key = l.target WHERE " +
          std::string(which),
      now.time_since_epoch().count(), change, source, target, relation, text_of(author_),
      connection_.step);
}

Result<bool> SqlLinks::add(Key source, Key target, const Link& link) {
  // After its removal, whatever clock that was made by.
  TRY_VOID(connection_.run(
      "INSERT INTO links(source, target, relation, created_at, valid_from, given_times) "
      "VALUES (?1, ?2, ?3, " +
          std::string(connection_.dialect().greatest) +
          "(?4, coalesce((SELECT t.deleted_at + 1 FROM link_tombstones t WHERE t.source = (SELECT "
          "id FROM memories WHERE key = ?1) AND t.target = (SELECT id FROM memories WHERE key = "
          "?2) AND t.relation = ?3), 0)), ?5, ?6) ON CONFLICT DO NOTHING",
      source, target, link.relation, link.created_at.nanoseconds(), link.valid_from.nanoseconds(),
      given_times(link)));
  const bool added = connection_.changes() > 0;
  if (added)
    TRY_VOID(note(made, one_link, link.created_at.time, source, target, link.relation));
  TRY_VOID(find_source(source, target, link.relation));
  return added;
}

Result<bool> SqlLinks::remove(Key source, Key target, std::string_view relation, Time now) {
  TRY_VOID(connection_.run(
      "INSERT INTO link_tombstones(source, target, relation, deleted_at) SELECT s.id, t.id, "
      "l.relation, " +
          std::string(connection_.dialect().greatest) +
          "(?4, l.created_at) FROM links l JOIN memories s ON s.key = l.source JOIN memories t ON "
          "t.key = "
          "l.target WHERE l.source = ?1 AND l.target = ?2 AND l.relation = ?3 "
          "ON CONFLICT (source, target, relation) DO UPDATE SET deleted_at = excluded.deleted_at",
      source, target, relation, now.time_since_epoch().count()));
  TRY_VOID(note(removed, one_link, now, source, target, relation));
  TRY_VOID(connection_.run("DELETE FROM links WHERE source = ?1 AND target = ?2 AND relation = ?3",
                           source, target, relation));
  return connection_.changes() > 0;
}

Result<void> SqlLinks::lose_links(const Memory& memory, Time now) {
  // Sources that were lost before are lost with it.
  TRY_VOID(connection_.run(
      "INSERT INTO link_versions(at, change, source, target, relation, created_at, valid_from, "
      "made_by, step) SELECT ?1, ?2, ?3, id, ?4, lost_at, lost_at, ?5, CAST(?6 AS bigint) FROM "
      "lost_sources WHERE reflection = ?7",
      now.time_since_epoch().count(), removed, memory.id, name_of(Relation::reflects_on),
      text_of(author_), connection_.step, memory.key));
  return note(removed, any_link, now, memory.key, memory.key, {});
}

Result<std::vector<LinkChange>> SqlLinks::changes_of(std::string_view id,
                                                     std::int64_t limit) const {
  return connection_.all(std::string(select_link_change) +
                             "WHERE source = ?1 OR target = ?1 ORDER BY number DESC LIMIT ?2",
                         link_change_of, id, limit);
}

Result<std::vector<LinkChange>> SqlLinks::changes_since(Time time, std::string_view id) const {
  const std::string after = std::string(select_link_change) + "WHERE at > ?1";
  if (id.empty())
    return connection_.all(after + " ORDER BY at, number", link_change_of, nanoseconds(time));
  return connection_.all(after + " AND (source = ?2 OR target = ?2) ORDER BY at, number",
                         link_change_of, nanoseconds(time), id);
}

// By the index on targets.
Result<std::vector<LinkChange>> SqlLinks::standards_changed_since(Time time) const {
  return connection_.all(std::string(select_link_change) +
                             "WHERE target IN (SELECT namespace FROM standards UNION SELECT "
                             "namespace FROM standard_tombstones) AND relation = ?2 AND at > ?1 "
                             "ORDER BY at, number",
                         link_change_of, nanoseconds(time), standard_relation);
}

Result<void> SqlLinks::put_change(const LinkChange& change) {
  const Link& link = change.link;
  // The link itself came before, and its entry names this import as the author.
  TRY_VOID(connection_.run(
      "UPDATE link_versions SET made_by = ?6, parent = ?7 WHERE at = ?1 AND change = ?2 AND "
      "source = ?3 AND target = ?4 AND relation = ?5 AND made_by = ?8",
      nanoseconds(change.at), change.made ? made : removed, link.source_id, link.target_id,
      link.relation, text_of(&change.by), change.parent, text_of(author_)));
  if (connection_.changes() > 0)
    return {};
  return connection_.run(
      "INSERT INTO link_versions(at, change, source, target, relation, created_at, valid_from, "
      "made_by, parent) SELECT CAST(?1 AS bigint), CAST(?2 AS text), CAST(?3 AS text), CAST(?4 AS "
      "text), CAST(?5 AS text), CAST(?6 AS bigint), CAST(?7 AS bigint), ?8, ?9 WHERE NOT EXISTS "
      "(SELECT 1 FROM link_versions WHERE at = ?1 AND change = ?2 AND source = ?3 AND target = ?4 "
      "AND relation = ?5)",
      nanoseconds(change.at), change.made ? made : removed, link.source_id, link.target_id,
      link.relation, link.created_at.nanoseconds(), link.valid_from.nanoseconds(),
      text_of(&change.by), change.parent);
}

Result<std::optional<Link>> SqlLinks::find(std::string_view source_id, std::string_view target_id,
                                           std::string_view relation) const {
  return connection_.first(
      std::string(select_link) + "WHERE s.id = ?1 AND t.id = ?2 AND l.relation = ?3", link_of,
      source_id, target_id, relation);
}

Result<bool> SqlLinks::put(Key source, Key target, const Link& link) {
  TRY_VOID(connection_.run(
      "INSERT INTO links(source, target, relation, created_at, valid_from, "
      "given_times) VALUES (?1, "
      "?2, ?3, ?4, ?5, ?6) ON CONFLICT (source, target, relation) DO UPDATE SET created_at = "
      "excluded.created_at, valid_from = "
      "excluded.valid_from, given_times = excluded.given_times WHERE links.created_at < "
      "excluded.created_at",
      source, target, link.relation, link.created_at.nanoseconds(), link.valid_from.nanoseconds(),
      given_times(link)));
  const bool newer = connection_.changes() > 0;
  if (newer)
    TRY_VOID(note(made, one_link, link.created_at.time, source, target, link.relation));
  TRY_VOID(find_source(source, target, link.relation));
  return newer;
}

Result<bool> SqlLinks::remove_before(Key source, Key target, std::string_view relation,
                                     std::int64_t nanoseconds) {
  TRY_VOID(note(removed,
                std::string(one_link) + " AND l.created_at <= " + std::to_string(nanoseconds),
                time_from_nanoseconds(nanoseconds), source, target, relation));
  TRY_VOID(connection_.run(
      "DELETE FROM links WHERE source = ?1 AND target = ?2 AND relation = ?3 AND created_at <= ?4",
      source, target, relation, nanoseconds));
  return connection_.changes() > 0;
}

Result<void> SqlLinks::move(Key from, Key to, Time now) {
  const auto before = TRY(of(to));
  TRY_VOID(note(removed, any_link, now, from, from, {}));
  for (const std::string_view sql : {moved_sources, moved_targets})
    TRY_VOID(connection_.run(sql, from, to));
  TRY_VOID(connection_.run("DELETE FROM links WHERE source = ?1 AND target = ?1", to));
  // Those that both had: they are not lost with `from`.
  TRY_VOID(connection_.run("DELETE FROM links WHERE source = ?1 OR target = ?1", from));
  for (const Link& each : TRY(of(to)))
    if (std::ranges::none_of(before, [&](const Link& old) {
          return old.source_id == each.source_id && old.target_id == each.target_id &&
                 old.relation == each.relation;
        }))
      TRY_VOID(note(made, link_of_ids, now, each.source_id, each.target_id, each.relation));
  return {};
}

Result<std::unordered_map<Key, std::string>> SqlLinks::superseded_by(
    std::span<const Key> keys) const {
  return ids_by_key(connection_,
                    "SELECT l.target, s.id FROM links l JOIN memories s ON s.key = l.source WHERE "
                    "l.relation = 'supersedes' AND l.target" +
                        connection_.dialect().in_list("?1") + " ORDER BY l.created_at DESC, s.id",
                    keys);
}

Result<std::unordered_map<Key, std::string>> SqlLinks::contradicted_by(
    std::span<const Key> keys) const {
  const std::string among = connection_.dialect().in_list("?1");
  return ids_by_key(
      connection_,
      "SELECT d.key, o.id FROM (SELECT source AS key, target AS other, created_at FROM links WHERE "
      "relation = 'contradicts' AND source" +
          among +
          " UNION ALL SELECT target, source, created_at FROM links WHERE relation = 'contradicts' "
          "AND "
          "target" +
          among +
          ") d JOIN memories o ON o.key = d.other WHERE NOT EXISTS (SELECT 1 FROM links s WHERE "
          "s.relation = 'supersedes' AND ((s.source = d.key AND s.target = d.other) OR "
          "(s.source = d.other AND s.target = d.key))) ORDER BY d.created_at DESC, o.id",
      keys);
}

Result<std::vector<Key>> SqlLinks::superseded_keys() const {
  return connection_.all("SELECT DISTINCT target FROM links WHERE relation = 'supersedes'",
                         integer_of);
}

Result<std::vector<Link>> SqlLinks::of(Key key) const {
  return connection_.all(
      std::string(select_link) +
          "WHERE l.source = ?1 OR l.target = ?1 ORDER BY l.created_at, s.id, t.id, l.relation",
      link_of, key);
}

Result<void> SqlLinks::each(const std::function<Result<void>(const Link&)>& take) const {
  return connection_.each(
      std::string(select_link) + "ORDER BY l.created_at, s.id, t.id, l.relation", link_of, take);
}

}  // namespace aim::store::sql
