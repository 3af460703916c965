#include "store/sql/sync.h"

#include <bit>

#include "base/hash.h"
#include "store/rows.h"
#include "store/sql/links.h"
#include "store/sql/memory_row.h"
#include "store/sql/tables/changes.h"
#include "store/store.h"

namespace aim::store::sql {
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
bool fits(const Row& row, int texts, std::int64_t& too_long) {
  for (int column = 0; column < texts; ++column)
    if (row.text(column).size() > max_name_bytes)
      return ++too_long, false;
  return true;
}

// A condition on a number; nothing where all are asked for.
std::string after(std::string_view condition, std::int64_t number) {
  return number == 0 ? std::string() : std::string(condition) + std::to_string(number);
}

// The fewest bytes that a row takes in a database that has it.
constexpr std::uintmax_t link_bytes = 8, memory_bytes = 32, id_bytes = 8;

Error too_many_rows() {
  return helped_by(unusable("the database has more rows than fit into its file: it is damaged, or "
                            "was made to do harm"),
                   {"save what it holds", Means::repair});
}

}  // namespace

template <class Take>
Result<void> SqlSync::each_row(std::string_view sql, std::uintmax_t bytes_a_row, int texts,
                               std::int64_t& too_long, Take take) const {
  const auto row = TRY(connection_.statement(sql));
  for (std::uintmax_t left = max_rows(bytes_a_row); TRY(row->step()); --left) {
    if (left == 0)
      return Failure(too_many_rows());
    if (fits(*row, texts, too_long))
      take(*row);
  }
  return {};
}

Result<SyncMark> SqlSync::mark() const {
  return SyncMark{TRY(last_change(connection_)),
                  TRY(connection_.number_or_zero("SELECT max(number) FROM versions")),
                  TRY(connection_.number_or_zero("SELECT max(number) FROM link_versions"))};
}

Result<bool> SqlSync::reaches_back_to(const SyncMark& mark) const {
  const auto now = TRY(this->mark());
  const auto version = TRY(connection_.number("SELECT min(number) FROM versions"));
  const auto link = TRY(connection_.number("SELECT min(number) FROM link_versions"));
  // A number that is not reached any more belongs to another state of the database: a copy of
  // earlier was put in its place.
  return mark.change <= now.change && version.value_or(0) <= mark.version + 1 &&
         link.value_or(0) <= mark.link + 1;
}

Result<std::vector<SyncMemory>> SqlSync::memories(std::int64_t& too_long,
                                                  const SyncMark& since) const {
  const std::int64_t before = too_long;
  auto memories = memories_by(
      ", n.name, m.title, m.tags, m.metadata, m.source, m.given_times, m.content", too_long, since);
  // A memory too large to be read keeps the others back.
  return memories || !is_too_large(memories.error()) ? std::move(memories)
                                                     : memories_by({}, too_long = before, since);
}

Result<std::vector<SyncMemory>> SqlSync::memories_by(std::string_view texts, std::int64_t& too_long,
                                                     const SyncMark& since) const {
  std::vector<SyncMemory> memories;
  const std::string sql =
      "SELECT m.id, m.key, m.updated_at, m.tier, m.priority, m.reinforcement, m.created_at, "
      "m.expires_at, m.length_code, u.access_count, u.last_accessed_at, m.kind, "
      "m.reflection_depth, m.deadline, m.confidence" +
      std::string(texts) + " FROM memories m" +
      (since.change == 0 ? std::string(connection_.dialect().by_rows) : std::string()) +
      " JOIN namespaces n ON n.number = m.namespace LEFT JOIN usage u ON u.key = m.key WHERE "
      "m.source <> 'file-index'" +
      after(" AND m.seq > ", since.change) + " ORDER BY m.key";
  TRY_VOID(each_row(sql, memory_bytes, 1, too_long, [&](const Row& row) {
    SyncMemory& memory = memories.emplace_back();
    memory.id = row.string(0);
    memory.key = row.integer(1);
    memory.updated_at = row.integer(2);
    for (int column = 3; column <= 13; ++column)
      memory.state =
          mixed(memory.state, static_cast<std::uint64_t>(row.maybe_integer(column).value_or(0)));
    memory.state = mixed(memory.state, std::bit_cast<std::uint64_t>(row.real(14)));
    for (int column = 15; column <= (texts.empty() ? 14 : 21); ++column)
      memory.texts = mixed(memory.texts, stable_hash(row.text(column)));
  }));
  std::ranges::sort(memories, {}, &SyncMemory::id);
  return memories;
}

Result<std::vector<SyncTombstone>> SqlSync::tombstones(std::int64_t& too_long,
                                                       const SyncMark& since) const {
  std::vector<SyncTombstone> all;
  TRY_VOID(each_row(
      "SELECT t.id, t.namespace, t.title, t.deleted_at FROM tombstones t WHERE NOT EXISTS "
      "(SELECT 1 FROM memories m WHERE m.id = t.id)" +
          after(" AND t.seq > ", since.change) + " ORDER BY t.id",
      id_bytes, 3, too_long, [&](const Row& row) {
        SyncTombstone tombstone{row.string(0), row.string(1), row.string(2), row.integer(3)};
        if (all.empty() || all.back().id != tombstone.id)
          all.push_back(std::move(tombstone));
        else if (tombstone.deleted_at > all.back().deleted_at)
          all.back() = std::move(tombstone);
      }));
  return all;
}

Result<std::vector<SyncArchived>> SqlSync::archive(std::int64_t& too_long,
                                                   const SyncMark& since) const {
  std::vector<SyncArchived> all;
  TRY_VOID(each_row("SELECT id, archived_at FROM archive" +
                        (since.change == 0 ? std::string()
                                           : " WHERE id IN (SELECT id FROM tombstones" +
                                                 after(" WHERE seq > ", since.change) + ")") +
                        " ORDER BY id",
                    id_bytes, 1, too_long, [&](const Row& row) {
                      all.push_back({row.string(0), row.integer(1)});
                    }));
  return all;
}

Result<std::vector<SyncVersions>> SqlSync::versions(std::int64_t& too_long,
                                                    const SyncMark& since) const {
  // Numbers of versions that were erased come again: those of changed memories count by these.
  const std::string changed =
      since.change == 0
          ? std::string()
          : " WHERE id IN (SELECT id FROM versions" + after(" WHERE number > ", since.version) +
                " UNION SELECT id FROM memories" + after(" WHERE seq > ", since.change) +
                " UNION SELECT id FROM tombstones" + after(" WHERE seq > ", since.change) + ")";
  // The texts count too: two devices may have ended different states of one time by one deletion.
  std::vector<SyncVersions> all;
  TRY_VOID(each_row("SELECT id, until, version, " + connection_.dialect().state("state") +
                        " FROM versions" + changed + " ORDER BY id",
                    id_bytes, 1, too_long, [&](const Row& row) {
                      if (all.empty() || all.back().id != row.text(0))
                        all.push_back({row.string(0), 0, 0});
                      const Memory state = memory_in(row.text(3));
                      std::uint64_t hash = 0;
                      for (const std::int64_t number :
                           {row.integer(1), row.integer(2), state.updated_at.nanoseconds()})
                        hash = mixed(hash, static_cast<std::uint64_t>(number));
                      for (const std::string& text :
                           {state.title, state.content,
                            state.tags.empty() ? std::string() : tags_to_json(state.tags)})
                        hash = mixed(hash, stable_hash(text));
                      // In any order: versions of one memory need not have one.
                      all.back().mark = static_cast<std::int64_t>(
                          static_cast<std::uint64_t>(all.back().mark) + hash);
                      ++all.back().count;
                    }));
  return all;
}

Result<std::vector<SyncLink>> SqlSync::links_by(std::string_view sql,
                                                std::int64_t& too_long) const {
  std::vector<SyncLink> links;
  TRY_VOID(each_row(sql, link_bytes, 3, too_long, [&](const Row& row) {
    links.push_back({row.string(0), row.string(1), row.string(2), row.integer(3)});
  }));
  std::ranges::sort(links, {}, [](const SyncLink& link) { return link.name(); });
  return links;
}

Result<std::vector<SyncLink>> SqlSync::links(std::int64_t& too_long, const SyncMark& since) const {
  const std::string columns = "SELECT s.id, t.id, l.relation, l.created_at FROM ";
  const std::string shared = "s.source <> 'file-index' AND t.source <> 'file-index'";
  const std::string all = columns +
                          "links l JOIN memories s ON s.key = l.source JOIN memories t ON t.key = "
                          "l.target WHERE " +
                          shared;
  if (since.change == 0)
    return links_by(all, too_long);
  return links_by(all + after(" AND s.seq > ", since.change) + " UNION " + all +
                      after(" AND t.seq > ", since.change) + " UNION " + columns +
                      "link_versions v JOIN memories s ON s.id = v.source JOIN memories t ON "
                      "t.id = v.target JOIN links l ON l.source = s.key AND l.target = t.key AND "
                      "l.relation = v.relation WHERE " +
                      shared + after(" AND v.number > ", since.link),
                  too_long);
}

Result<std::vector<SyncLink>> SqlSync::link_tombstones(std::int64_t& too_long,
                                                       const SyncMark& since) const {
  return links_by(
      "SELECT d.source, d.target, d.relation, d.deleted_at FROM link_tombstones d" +
          (since.change == 0 ? std::string()
                             : " WHERE EXISTS (SELECT 1 FROM link_versions v WHERE v.source = "
                               "d.source AND v.target = d.target AND v.relation = d.relation" +
                                   after(" AND v.number > ", since.link) + ")"),
      too_long);
}

Result<std::int64_t> SqlSync::deleted_at(std::string_view id) const {
  return connection_.number_or_zero(
      "SELECT max(deleted_at) FROM tombstones WHERE id = ?1 AND NOT EXISTS "
      "(SELECT 1 FROM memories WHERE id = ?1)",
      id);
}

Result<void> SqlSync::note_deletion(const SyncTombstone& tombstone) {
  return connection_.run(
      "INSERT INTO tombstones(seq, id, namespace, title, deleted_at) VALUES (?1, ?2, ?3, ?4, ?5)",
      TRY(next_change(connection_)), tombstone.id, tombstone.name_space, tombstone.title,
      tombstone.deleted_at);
}

Result<void> SqlSync::note_link_deletion(const SyncLink& link) {
  return connection_.run(
      "INSERT INTO link_tombstones(source, target, relation, deleted_at) VALUES (?1, ?2, ?3, ?4) "
      "ON CONFLICT (source, target, relation) DO UPDATE SET deleted_at = " +
          std::string(connection_.dialect().greatest) +
          "(link_tombstones.deleted_at, excluded.deleted_at)",
      link.source, link.target, link.relation, link.at);
}

Result<void> SqlSync::note_lost_link(const Link& link) {
  return connection_.run(
      "INSERT INTO link_versions(at, change, source, target, relation, created_at, valid_from) "
      "SELECT CAST(?4 AS bigint), 'removed', CAST(?1 AS text), CAST(?2 AS text), CAST(?3 AS text), "
      "CAST(?4 AS bigint), CAST(?5 AS bigint) WHERE NOT EXISTS (SELECT 1 FROM link_versions WHERE "
      "source = ?1 AND target = ?2 AND relation = ?3 AND created_at >= ?4)",
      link.source_id, link.target_id, link.relation, link.created_at.nanoseconds(),
      link.valid_from.nanoseconds());
}

Result<void> SqlSync::drop_dead_links(Key key) {
  return connection_.run(
      "DELETE FROM links WHERE (source = ?1 OR target = ?1) AND EXISTS (SELECT 1 FROM "
      "link_tombstones t JOIN memories a ON a.id = t.source JOIN memories b ON b.id = t.target "
      "WHERE a.key = links.source AND b.key = links.target AND t.relation = links.relation AND "
      "t.deleted_at >= links.created_at)",
      key);
}

Result<void> SqlSync::move_relations(Key from, Key to, Time now) {
  TRY_VOID(sql::SqlLinks(connection_).move(from, to, now));
  TRY_VOID(connection_.run(
      "UPDATE lost_sources SET reflection = ?2 WHERE reflection = ?1 AND NOT EXISTS (SELECT 1 "
      "FROM lost_sources o WHERE o.reflection = ?2 AND o.id = lost_sources.id)",
      from, to));
  return connection_.run("UPDATE standards SET key = ?2 WHERE key = ?1", from, to);
}

}  // namespace aim::store::sql
