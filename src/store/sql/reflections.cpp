#include "memory/link.h"
#include "store/sql/links.h"
#include "store/sql/statement.h"
#include "store/sql/tables/changes.h"

namespace aim::store::sql {
namespace {

// UNION, not UNION ALL: a memory that is met again is not walked from again.
constexpr std::string_view walk_up =
    "WITH RECURSIVE above(key) AS (VALUES(?1) UNION SELECT l.source FROM above a JOIN links l ON "
    "l.target = a.key WHERE l.relation = 'reflects_on') ";

LostSource lost_source_of(const Row& row, int first) {
  return {row.string(first), row.string(first + 1), timestamp_in(row, first + 2)};
}

struct Edge {
  Key source = 0, target = 0;
  std::string source_id, target_id;
  std::int64_t created_at = 0;
};

// Of the links on cycles through the memory the one made last: those whose source is below the
// memory and whose target is above it, or the other way round by one step.
Result<std::optional<Edge>> last_of_cycles(Connection& connection, Key key) {
  return connection.first(
      std::string(walk_up) +
          ", below(key) AS (VALUES(?1) UNION SELECT l.target FROM below b JOIN links l ON l.source "
          "= "
          "b.key WHERE l.relation = 'reflects_on') "
          "SELECT l.source, l.target, s.id, t.id, l.created_at FROM below b JOIN links l ON "
          "l.source = "
          "b.key JOIN memories s ON s.key = l.source JOIN memories t ON t.key = l.target WHERE "
          "l.relation = 'reflects_on' AND l.target IN (SELECT key FROM above) "
          "ORDER BY l.created_at DESC, s.id DESC, t.id DESC LIMIT 1",
      [](const Row& row) {
        return Edge{row.integer(0), row.integer(1), row.string(2), row.string(3), row.integer(4)};
      },
      key);
}

Result<void> set_depth(Connection& connection, Key key, std::int64_t depth) {
  return connection.run("UPDATE memories SET seq = ?2, reflection_depth = ?3 WHERE key = ?1", key,
                        TRY(next_change(connection)), depth);
}

}  // namespace

Result<std::vector<Key>> SqlLinks::reflections_above(Key key) const {
  return connection_.all(std::string(walk_up) + "SELECT key FROM above", integer_of, key);
}

Result<bool> SqlLinks::closes_cycle(Key source, Key target) const {
  const auto found = TRY(connection_.number(
      std::string(walk_up) + "SELECT 1 FROM above WHERE key = ?2", source, target));
  return found.has_value();
}

Result<std::vector<std::string>> SqlLinks::break_cycles(Key key) {
  std::vector<std::string> broken;
  while (const auto edge = TRY(last_of_cycles(connection_, key))) {
    // As of its making: one that is made anew later counts again.
    TRY_VOID(connection_.run(
        "INSERT INTO link_tombstones(source, target, relation, deleted_at) VALUES (?1, ?2, "
        "'reflects_on', ?3) ON CONFLICT (source, target, relation) DO UPDATE SET deleted_at = "
        "excluded.deleted_at WHERE excluded.deleted_at > link_tombstones.deleted_at",
        edge->source_id, edge->target_id, edge->created_at));
    TRY_VOID(connection_.run(
        "DELETE FROM links WHERE source = ?1 AND target = ?2 AND relation = 'reflects_on'",
        edge->source, edge->target));
    broken.push_back(edge->source_id + " → " + edge->target_id);
  }
  return broken;
}

Result<std::vector<std::string>> SqlLinks::source_ids_of(Key key) const {
  return connection_.all(
      "SELECT t.id FROM links l JOIN memories t ON t.key = l.target WHERE l.source = ?1 AND "
      "l.relation = 'reflects_on' UNION SELECT id FROM lost_sources WHERE reflection = ?1 ORDER BY "
      "1",
      string_of, key);
}

Result<std::vector<Key>> SqlLinks::sources_of(Key key) const {
  return connection_.all("SELECT target FROM links WHERE source = ?1 AND relation = 'reflects_on'",
                         integer_of, key);
}

Result<std::vector<Source>> SqlLinks::sources_of(std::span<const Key> reflections) const {
  return connection_.all(
      // CROSS JOIN keeps SQLite from another order of the tables.
      "SELECT m.key, m.id, m.title FROM " + connection_.dialect().listed("?1") +
          " CROSS JOIN links l CROSS JOIN memories m WHERE l.source = listed.value AND "
          "l.relation = 'reflects_on' AND m.key = l.target ORDER BY listed.key, m.id",
      [](const Row& row) {
        return Source{row.integer(0), row.string(1), row.string(2)};
      },
      reflections);
}

Result<bool> SqlLinks::raise_depth(Key key, std::int64_t depth, std::int64_t most) {
  // No cycle can be endless: depths rise, and end at `most`.
  std::vector<std::pair<Key, std::int64_t>> rising{{key, depth}};
  while (!rising.empty()) {
    const auto [next, least] = rising.back();
    rising.pop_back();
    const auto found = TRY(connection_.number(
        "SELECT reflection_depth FROM memories WHERE key = ?1 AND kind = 1", next));
    if (!found || (*found >= least && next != key))
      continue;
    if (least > most)
      return false;
    if (*found < least)
      TRY_VOID(set_depth(connection_, next, least));
    for (const Key reflection : TRY(connection_.all(
             "SELECT source FROM links WHERE target = ?1 AND relation = 'reflects_on'", integer_of,
             next)))
      rising.emplace_back(reflection, least + 1);
  }
  return true;
}

Result<void> SqlLinks::raise_depths(std::int64_t most) {
  // Each round raises at least one memory, and none above `most`.
  for (;;) {
    std::vector<std::pair<Key, std::int64_t>> low;
    const std::string depth_wanted =
        std::string(connection_.dialect().least).append("(?1, max(t.reflection_depth) + 1)");
    const auto statement = TRY(connection_.statement(
        "SELECT s.key, " + depth_wanted +
        " FROM links l JOIN memories s ON s.key = l.source "
        "JOIN memories t ON t.key = l.target WHERE l.relation = 'reflects_on' AND s.kind = 1 "
        "GROUP BY s.key HAVING " +
        depth_wanted +
        " > s.reflection_depth "
        "UNION SELECT key, 1 FROM memories WHERE kind = 1 AND reflection_depth < 1"));
    statement->bind(most);
    while (TRY(statement->step())) low.emplace_back(statement->integer(0), statement->integer(1));
    if (low.empty())
      return {};
    for (const auto& [key, depth] : low) TRY_VOID(set_depth(connection_, key, depth));
  }
}

Result<void> SqlLinks::lose_source(const Memory& memory, Time now) {
  return connection_.run(
      "INSERT INTO lost_sources(reflection, id, title, lost_at) SELECT source, ?2, ?3, ?4 FROM "
      "links WHERE target = ?1 AND relation = 'reflects_on' ON CONFLICT (reflection, id) DO UPDATE "
      "SET title = "
      "excluded.title, lost_at = excluded.lost_at",
      memory.key, memory.id, memory.title, now.time_since_epoch().count());
}

Result<void> SqlLinks::find_source(Key reflection, Key source, std::string_view relation) {
  if (relation != name_of(Relation::reflects_on))
    return {};
  return connection_.run(
      "DELETE FROM lost_sources WHERE reflection = ?1 AND id = (SELECT id FROM memories WHERE key "
      "= "
      "?2)",
      reflection, source);
}

Result<std::vector<LostSource>> SqlLinks::lost_sources_of(Key reflection) const {
  return connection_.all(
      "SELECT id, title, lost_at FROM lost_sources WHERE reflection = ?1 ORDER "
      "BY lost_at, id",
      [](const Row& row) { return lost_source_of(row, 0); }, reflection);
}

Result<std::vector<Key>> SqlLinks::reflections_that_lost(std::string_view id) const {
  return connection_.all("SELECT reflection FROM lost_sources WHERE id = ?1 ORDER BY reflection",
                         integer_of, id);
}

Result<void> SqlLinks::put_lost_source(Key reflection, const LostSource& lost) {
  return connection_.run(
      "INSERT INTO lost_sources(reflection, id, title, lost_at) SELECT ?1, ?2, ?3, ?4 WHERE NOT "
      "EXISTS (SELECT 1 FROM link_tombstones d JOIN memories m ON m.id = d.source WHERE m.key = ?1 "
      "AND d.target = ?2 AND d.relation = 'reflects_on' AND d.deleted_at >= ?4) AND NOT EXISTS "
      "(SELECT 1 FROM links l JOIN memories m ON m.key = l.target WHERE l.source = ?1 AND m.id = "
      "?2 "
      "AND l.relation = 'reflects_on') ON CONFLICT (reflection, id) DO UPDATE SET title = "
      "excluded.title, lost_at = excluded.lost_at WHERE (lost_sources.lost_at, lost_sources.title) "
      "< (excluded.lost_at, excluded.title)",
      reflection, lost.id, lost.title, lost.lost_at.nanoseconds());
}

Result<void> SqlLinks::clear_lost_sources(Key reflection, Time now) {
  TRY_VOID(connection_.run(
      "INSERT INTO link_tombstones(source, target, relation, deleted_at) SELECT m.id, s.id, "
      "'reflects_on', ?2 FROM lost_sources s JOIN memories m ON m.key = s.reflection WHERE "
      "s.reflection = ?1 ON CONFLICT (source, target, relation) DO UPDATE SET deleted_at = "
      "excluded.deleted_at",
      reflection, now.time_since_epoch().count()));
  return connection_.run("DELETE FROM lost_sources WHERE reflection = ?1", reflection);
}

Result<std::vector<Found>> SqlLinks::found_again() const {
  // What was removed from a reflection after it was lost is not missed.
  TRY_VOID(connection_.run(
      "DELETE FROM lost_sources WHERE EXISTS (SELECT 1 FROM link_tombstones d JOIN memories m ON "
      "m.id = d.source WHERE m.key = lost_sources.reflection AND d.target = lost_sources.id AND "
      "d.relation = 'reflects_on' AND d.deleted_at >= lost_sources.lost_at)"));
  return connection_.all(
      "SELECT s.reflection, m.key, s.lost_at FROM lost_sources s JOIN memories m "
      "ON m.id = s.id ORDER BY s.lost_at, s.reflection, s.id",
      [](const Row& row) {
        return Found{row.integer(0), row.integer(1), time_in(row, 2)};
      });
}

Result<void> SqlLinks::each_lost_source(
    const std::function<Result<void>(const std::string& reflection_id, const LostSource&)>& take)
    const {
  return connection_.walk(
      "SELECT m.id, s.id, s.title, s.lost_at FROM lost_sources s JOIN memories m ON m.key = "
      "s.reflection ORDER BY m.id, s.id",
      [&](const Row& row) -> Result<bool> {
        TRY_VOID(take(row.string(0), lost_source_of(row, 1)));
        return true;
      });
}

Result<std::optional<LostSource>> SqlLinks::find_lost_source(std::string_view id) const {
  return connection_.first(
      "SELECT id, title, deleted_at FROM tombstones WHERE id = ?1 ORDER BY seq DESC LIMIT 1",
      [](const Row& row) { return lost_source_of(row, 0); }, id);
}

}  // namespace aim::store::sql
