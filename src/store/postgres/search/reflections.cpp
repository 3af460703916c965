#include "store/postgres/search/reflections.h"

#include "memory/link.h"
#include "store/postgres/tables/changes.h"

namespace aim::store::postgres {
namespace {

// UNION, not UNION ALL: a memory that is met again is not walked from again.
constexpr std::string_view walk_up =
    "WITH RECURSIVE above(key) AS (VALUES($1::bigint) UNION SELECT l.source FROM above a JOIN "
    "links l ON "
    "l.target = a.key WHERE l.relation = 'reflects_on') ";

Result<std::vector<Key>> keys(Statement& statement) {
  std::vector<Key> found;
  while (TRY(statement.step())) found.push_back(statement.integer(0));
  return found;
}

LostSource lost_source_of(const Statement& row, int first) {
  return {row.string(first), row.string(first + 1),
          at(time_from_nanoseconds(row.integer(first + 2)))};
}

struct Edge {
  Key source = 0, target = 0;
  std::string source_id, target_id;
  std::int64_t created_at = 0;
};

// Of the links on cycles through the memory the one made last: those whose source is below the memory and whose target is
// above it, or the other way round by one step.
Result<std::optional<Edge>> last_of_cycles(Connection& connection, Key key) {
  auto statement = TRY(connection.prepare(
      std::string(walk_up) +
      ", below(key) AS (VALUES($1::bigint) UNION SELECT l.target FROM below b JOIN links l ON "
      "l.source = "
      "b.key WHERE l.relation = 'reflects_on') "
      "SELECT l.source, l.target, s.id, t.id, l.created_at FROM below b JOIN links l ON l.source = "
      "b.key JOIN memories s ON s.key = l.source JOIN memories t ON t.key = l.target WHERE "
      "l.relation = 'reflects_on' AND l.target IN (SELECT key FROM above) "
      "ORDER BY l.created_at DESC, s.id DESC, t.id DESC LIMIT 1"));
  statement.bind(key);
  if (!TRY(statement.step()))
    return std::optional<Edge>();
  return std::optional(Edge{statement.integer(0), statement.integer(1), statement.string(2),
                            statement.string(3), statement.integer(4)});
}

Result<void> set_depth(Connection& connection, Key key, std::int64_t depth) {
  return connection.run("UPDATE memories SET seq = $2, reflection_depth = $3 WHERE key = $1", key,
                        TRY(next_change(connection)), depth);
}

}  // namespace

Result<std::vector<Key>> above(Connection& connection, Key key) {
  auto statement = TRY(connection.prepare(std::string(walk_up) + "SELECT key FROM above"));
  statement.bind(key);
  return keys(statement);
}

Result<bool> closes_cycle(Connection& connection, Key source, Key target) {
  const auto found = TRY(connection.number(
      std::string(walk_up) + "SELECT 1 FROM above WHERE key = $2", source, target));
  return found.has_value();
}

Result<std::vector<std::string>> break_cycles(Connection& connection, Key key) {
  std::vector<std::string> broken;
  while (const auto edge = TRY(last_of_cycles(connection, key))) {
    // As of its making: one that is made anew later counts again.
    TRY_VOID(connection.run(
        "INSERT INTO link_tombstones(source, target, relation, deleted_at) VALUES ($1, $2, "
        "'reflects_on', $3) ON CONFLICT (source, target, relation) DO UPDATE SET deleted_at = "
        "greatest(link_tombstones.deleted_at, excluded.deleted_at)",
        edge->source_id, edge->target_id, edge->created_at));
    TRY_VOID(connection.run(
        "DELETE FROM links WHERE source = $1 AND target = $2 AND relation = 'reflects_on'",
        edge->source, edge->target));
    broken.push_back(edge->source_id + " → " + edge->target_id);
  }
  return broken;
}

Result<std::vector<std::string>> source_ids_of(Connection& connection, Key key) {
  auto statement = TRY(connection.prepare(
      "SELECT t.id FROM links l JOIN memories t ON t.key = l.target WHERE l.source = $1 AND "
      "l.relation = 'reflects_on' UNION SELECT id FROM lost_sources WHERE reflection = $1 ORDER BY "
      "1"));
  statement.bind(key);
  std::vector<std::string> ids;
  while (TRY(statement.step())) ids.push_back(statement.string(0));
  return ids;
}

Result<std::vector<Key>> sources_of(Connection& connection, Key key) {
  auto statement = TRY(connection.prepare(
      "SELECT target FROM links WHERE source = $1 AND relation = 'reflects_on' ORDER BY target"));
  statement.bind(key);
  return keys(statement);
}

Result<std::vector<Source>> sources_of(Connection& connection, std::span<const Key> reflections) {
  auto statement = TRY(connection.prepare(
      "SELECT m.key, m.id, m.title FROM unnest($1::bigint[]) WITH ORDINALITY AS k(key, place) JOIN "
      "links l ON l.source = k.key AND l.relation = 'reflects_on' JOIN memories m ON m.key = "
      "l.target ORDER BY k.place, m.id"));
  statement.bind(reflections);
  std::vector<Source> sources;
  while (TRY(statement.step()))
    sources.push_back({statement.integer(0), statement.string(1), statement.string(2)});
  return sources;
}

Result<bool> raise_depth(Connection& connection, Key key, std::int64_t depth, std::int64_t most) {
  // No cycle can be endless: depths rise, and end at `most`.
  std::vector<std::pair<Key, std::int64_t>> rising{{key, depth}};
  while (!rising.empty()) {
    const auto [next, least] = rising.back();
    rising.pop_back();
    const auto found = TRY(connection.number(
        "SELECT reflection_depth FROM memories WHERE key = $1 AND kind = 1", next));
    if (!found || (*found >= least && next != key))
      continue;
    if (least > most)
      return false;
    if (*found < least)
      TRY_VOID(set_depth(connection, next, least));
    auto statement = TRY(connection.prepare(
        "SELECT source FROM links WHERE target = $1 AND relation = 'reflects_on'"));
    statement.bind(next);
    for (const Key reflection : TRY(keys(statement))) rising.emplace_back(reflection, least + 1);
  }
  return true;
}

Result<void> raise_depths(Connection& connection, std::int64_t most) {
  // Each round raises at least one memory, and none above `most`.
  for (;;) {
    std::vector<std::pair<Key, std::int64_t>> low;
    auto statement = TRY(connection.prepare(
        "SELECT s.key, least($1, max(t.reflection_depth) + 1)::bigint AS depth FROM links l JOIN "
        "memories s "
        "ON s.key = l.source JOIN memories t ON t.key = l.target WHERE l.relation = 'reflects_on' "
        "AND s.kind = 1 GROUP BY s.key HAVING least($1, max(t.reflection_depth) + 1) > "
        "s.reflection_depth "
        "UNION SELECT key, 1::bigint FROM memories WHERE kind = 1 AND reflection_depth < 1"));
    statement.bind(most);
    while (TRY(statement.step())) low.emplace_back(statement.integer(0), statement.integer(1));
    if (low.empty())
      return {};
    for (const auto& [key, depth] : low) TRY_VOID(set_depth(connection, key, depth));
  }
}

Result<void> lose_source(Connection& connection, const Memory& memory, Time now) {
  return connection.run(
      "INSERT INTO lost_sources(reflection, id, title, lost_at) SELECT source, $2, $3, $4 FROM "
      "links WHERE target = $1 AND relation = 'reflects_on' ON CONFLICT (reflection, id) DO UPDATE "
      "SET title = "
      "excluded.title, lost_at = excluded.lost_at",
      memory.key, memory.id, memory.title, now.time_since_epoch().count());
}

Result<void> find_source(Connection& connection, Key reflection, Key source,
                         std::string_view relation) {
  if (relation != name_of(Relation::reflects_on))
    return {};
  return connection.run(
      "DELETE FROM lost_sources WHERE reflection = $1 AND id = (SELECT id FROM memories WHERE key "
      "= "
      "$2)",
      reflection, source);
}

Result<std::vector<LostSource>> lost_sources_of(Connection& connection, Key reflection) {
  auto statement = TRY(
      connection.prepare("SELECT id, title, lost_at FROM lost_sources WHERE reflection = $1 ORDER "
                         "BY lost_at, id"));
  statement.bind(reflection);
  std::vector<LostSource> lost;
  while (TRY(statement.step())) lost.push_back(lost_source_of(statement, 0));
  return lost;
}

Result<std::vector<Key>> losers_of(Connection& connection, std::string_view id) {
  auto statement = TRY(
      connection.prepare("SELECT reflection FROM lost_sources WHERE id = $1 ORDER BY reflection"));
  statement.bind(id);
  return keys(statement);
}

Result<void> put_lost_source(Connection& connection, Key reflection, const LostSource& lost) {
  return connection.run(
      "INSERT INTO lost_sources(reflection, id, title, lost_at) SELECT $1, $2, $3, $4 WHERE NOT "
      "EXISTS (SELECT 1 FROM link_tombstones d JOIN memories m ON m.id = d.source WHERE m.key = $1 "
      "AND d.target = $2 AND d.relation = 'reflects_on' AND d.deleted_at >= $4) AND NOT EXISTS "
      "(SELECT 1 FROM links l JOIN memories m ON m.key = l.target WHERE l.source = $1 AND m.id = "
      "$2 "
      "AND l.relation = 'reflects_on') ON CONFLICT (reflection, id) DO UPDATE SET title = "
      "excluded.title, lost_at = "
      "excluded.lost_at WHERE (lost_sources.lost_at, lost_sources.title) < "
      "(excluded.lost_at, excluded.title)",
      reflection, lost.id, lost.title, lost.lost_at.nanoseconds());
}

Result<void> clear_lost_sources(Connection& connection, Key reflection, Time now) {
  TRY_VOID(connection.run(
      "INSERT INTO link_tombstones(source, target, relation, deleted_at) SELECT m.id, s.id, "
      "'reflects_on', $2 FROM lost_sources s JOIN memories m ON m.key = s.reflection WHERE "
      "s.reflection = $1 ON CONFLICT (source, target, relation) DO UPDATE SET deleted_at = "
      "excluded.deleted_at",
      reflection, now.time_since_epoch().count()));
  return connection.run("DELETE FROM lost_sources WHERE reflection = $1", reflection);
}

Result<std::vector<Found>> found_again(Connection& connection) {
  // What was removed from a reflection after it was lost is not missed.
  TRY_VOID(connection.run(
      "DELETE FROM lost_sources WHERE EXISTS (SELECT 1 FROM link_tombstones d JOIN memories m ON "
      "m.id = d.source WHERE m.key = lost_sources.reflection AND d.target = lost_sources.id AND "
      "d.relation = 'reflects_on' AND d.deleted_at >= lost_sources.lost_at)"));
  auto statement = TRY(connection.prepare(
      "SELECT s.reflection, m.key, s.lost_at FROM lost_sources s JOIN memories m "
      "ON m.id = s.id ORDER BY s.lost_at, s.reflection, s.id"));
  std::vector<Found> found;
  while (TRY(statement.step()))
    found.push_back(
        {statement.integer(0), statement.integer(1), time_from_nanoseconds(statement.integer(2))});
  return found;
}

Result<void> each_lost_source(
    Connection& connection,
    const std::function<Result<void>(const std::string& reflection_id, const LostSource&)>& take) {
  auto statement = TRY(
      connection.prepare("SELECT m.id, s.id, s.title, s.lost_at FROM lost_sources s JOIN memories "
                         "m ON m.key = s.reflection ORDER BY m.id, s.id"));
  while (TRY(statement.step())) TRY_VOID(take(statement.string(0), lost_source_of(statement, 1)));
  return {};
}

Result<std::optional<LostSource>> find_deleted(Connection& connection, std::string_view id) {
  auto statement = TRY(connection.prepare(
      "SELECT id, title, deleted_at FROM tombstones WHERE id = $1 ORDER BY seq DESC LIMIT 1"));
  statement.bind(id);
  if (!TRY(statement.step()))
    return std::optional<LostSource>();
  return std::optional(lost_source_of(statement, 0));
}

}  // namespace aim::store::postgres
