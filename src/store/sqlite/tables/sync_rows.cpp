#include "store/sqlite/tables/sync_rows.h"

#include <sqlite3.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <map>
#include <system_error>

#include "base/utf8.h"
#include "store/sql/links.h"
#include "store/sql/tables/changes.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/vectors/vectors.h"

namespace aim::store::sqlite {
namespace {

// SplitMix64's mixing: near numbers become far ones.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash += value + 0x9e3779b97f4a7c15U;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31);
}

constexpr std::size_t max_name_bytes = 512;  // ids, namespaces, titles, relations

// Whether the first texts of a row are no longer than any may be; rows where they are not are
// counted.
bool fits(const Statement& row, int texts, std::int64_t& too_long) {
  for (int column = 0; column < texts; ++column)
    if (row.text(column).size() > max_name_bytes)
      return ++too_long, false;
  return true;
}

// The fewest bytes that a row takes in a file that has it.
constexpr std::uintmax_t least_link = 8, least_memory = 32, least_id = 8;

// A tree that was made to have no end would fill the memory long before its steps are used up
// (guard.h).
class RowsOfFile {
 public:
  RowsOfFile(Connection& connection, std::uintmax_t least_row) {
    const std::string file = sqlite3_db_filename(connection.handle(), "main");
    for (const char* suffix : {"", "-wal"}) {
      std::error_code error;
      if (const auto bytes = std::filesystem::file_size(file + suffix, error); !error)
        left_ += bytes / least_row;
    }
  }
  Result<void> take() {
    if (left_-- > 0)
      return {};
    return Failure(helped_by(unusable("the database has more rows than fit into its file: it is "
                                      "damaged, or was made to do harm"),
                             {"save what it holds", Means::repair}));
  }

 private:
  std::uintmax_t left_ = 0;
};

Result<std::vector<SyncLink>> links_by(Connection& connection, std::string_view sql,
                                       std::int64_t& too_long) {
  auto statement = TRY(connection.prepare(sql));
  RowsOfFile rows(connection, least_link);
  std::vector<SyncLink> links;
  while (TRY(statement.step())) {
    TRY_VOID(rows.take());
    if (fits(statement, 3, too_long))
      links.push_back(
          {statement.string(0), statement.string(1), statement.string(2), statement.integer(3)});
  }
  std::ranges::sort(links, {}, [](const SyncLink& link) { return link.name(); });
  return links;
}

}  // namespace

Result<std::vector<SyncMemory>> sync_memories(Connection& connection, std::int64_t& too_long) {
  auto statement = TRY(connection.prepare(
      "SELECT m.id, m.key, m.updated_at, m.tier, m.priority, m.reinforcement, m.created_at, "
      "m.expires_at, m.length_code, u.access_count, u.last_accessed_at, m.kind, "
      "m.reflection_depth, "
      "m.deadline, m.confidence FROM memories m NOT INDEXED LEFT JOIN usage u ON u.key = m.key "
      "WHERE m.source <> 'file-index' ORDER BY "
      "m.key"));
  RowsOfFile rows(connection, least_memory);
  std::vector<SyncMemory> memories;
  while (TRY(statement.step())) {
    TRY_VOID(rows.take());
    if (!fits(statement, 1, too_long))
      continue;
    SyncMemory& memory = memories.emplace_back();
    memory.id = statement.string(0);
    memory.key = statement.integer(1);
    memory.updated_at = statement.integer(2);
    for (int column = 3; column <= 13; ++column)
      memory.state = mixed(memory.state,
                           static_cast<std::uint64_t>(statement.maybe_integer(column).value_or(0)));
    memory.state = mixed(memory.state, std::bit_cast<std::uint64_t>(statement.real(14)));
  }
  std::ranges::sort(memories, {}, &SyncMemory::id);
  return memories;
}

Result<std::vector<SyncTombstone>> sync_tombstones(Connection& connection, std::int64_t& too_long) {
  auto statement = TRY(connection.prepare(
      "SELECT t.id, t.namespace, t.title, max(t.deleted_at) FROM tombstones t WHERE NOT EXISTS "
      "(SELECT 1 FROM memories m WHERE m.id = t.id) GROUP BY t.id ORDER BY t.id"));
  RowsOfFile rows(connection, least_id);
  std::vector<SyncTombstone> all;
  while (TRY(statement.step())) {
    TRY_VOID(rows.take());
    if (fits(statement, 3, too_long))
      all.push_back(
          {statement.string(0), statement.string(1), statement.string(2), statement.integer(3)});
  }
  return all;
}

Result<std::vector<SyncArchived>> sync_archive(Connection& connection, std::int64_t& too_long) {
  auto statement = TRY(connection.prepare("SELECT id, archived_at FROM archive ORDER BY id"));
  RowsOfFile rows(connection, least_id);
  std::vector<SyncArchived> all;
  while (TRY(statement.step())) {
    TRY_VOID(rows.take());
    if (fits(statement, 1, too_long))
      all.push_back({statement.string(0), statement.integer(1)});
  }
  return all;
}

Result<std::vector<SyncLink>> sync_links(Connection& connection, std::int64_t& too_long) {
  return links_by(connection,
                  "SELECT s.id, t.id, l.relation, l.created_at FROM links l JOIN memories s ON "
                  "s.key = l.source JOIN memories t ON t.key = l.target "
                  "WHERE s.source <> 'file-index' AND t.source <> 'file-index'",
                  too_long);
}

Result<std::vector<SyncLink>> sync_link_tombstones(Connection& connection, std::int64_t& too_long) {
  return links_by(connection, "SELECT source, target, relation, deleted_at FROM link_tombstones",
                  too_long);
}

Result<void> note_deletion(Connection& connection, const SyncTombstone& tombstone) {
  return connection.run(
      "INSERT INTO tombstones(seq, id, namespace, title, deleted_at) VALUES (?1, ?2, ?3, ?4, ?5)",
      TRY(next_change(connection)), tombstone.id, tombstone.name_space, tombstone.title,
      tombstone.deleted_at);
}

Result<std::int64_t> deleted_at(Connection& connection, std::string_view id) {
  return TRY(connection.number(
                 "SELECT max(deleted_at) FROM tombstones WHERE id = ?1 AND NOT EXISTS "
                 "(SELECT 1 FROM memories WHERE id = ?1)",
                 id))
      .value_or(0);
}

Result<void> note_link_deletion(Connection& connection, const SyncLink& link) {
  return connection.run(
      "INSERT INTO link_tombstones(source, target, relation, deleted_at) VALUES (?1, ?2, ?3, ?4) "
      "ON CONFLICT DO UPDATE SET deleted_at = max(deleted_at, excluded.deleted_at)",
      link.source, link.target, link.relation, link.at);
}

Result<void> drop_dead_links(Connection& connection, Key key) {
  return connection.run(
      "DELETE FROM links WHERE (source = ?1 OR target = ?1) AND EXISTS (SELECT 1 FROM "
      "link_tombstones t JOIN memories a ON a.id = t.source JOIN memories b ON b.id = t.target "
      "WHERE "
      "a.key = links.source AND b.key = links.target AND t.relation = links.relation AND "
      "t.deleted_at >= links.created_at)",
      key);
}

Result<void> move_relations(Connection& connection, Key from, Key to) {
  TRY_VOID(sql::Links(connection).move(from, to));
  TRY_VOID(connection.run("UPDATE OR IGNORE lost_sources SET reflection = ?2 WHERE reflection = ?1",
                          from, to));
  return connection.run("UPDATE standards SET key = ?2 WHERE key = ?1", from, to);
}

}  // namespace aim::store::sqlite
