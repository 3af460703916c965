#include "store/sql/links.h"
#include "store/sql/memories.h"
#include "store/sql/memory_row.h"
#include "store/sql/namespaces.h"
#include "store/sql/statement.h"
#include "store/sql/version_rows.h"

namespace aim::store::sql {
namespace {

std::string select_archived() {
  static const std::string select = "SELECT archived_at, reason, namespace, source_ids, " +
                                    names_of_memory() +
                                    ", access_count, last_accessed_at FROM archive ";
  return select;
}

Archived archived_of(const Row& row) {
  Archived archived;
  archived.memory = memory_of(row, 4);
  archived.archived_at = timestamp_in(row, 0);
  archived.reason = row.string(1);
  archived.memory.name_space = row.string(2);
  archived.source_ids = tags_from_json(row.text(3));
  return archived;
}

Result<std::vector<Link>> archived_links(Connection& connection, std::string_view id) {
  return connection.all(
      "SELECT source, target, relation, created_at, valid_from, given_times FROM archived_links "
      "WHERE archived = ?1 ORDER BY created_at, source, target, relation",
      link_of, id);
}

// Those of reflections are kept apart: as their sources, and as losses of what reflects on them.
Result<std::vector<Link>> links_to_keep(Connection& connection, Key key) {
  auto links = TRY(SqlLinks(connection).of(key));
  std::erase_if(links,
                [](const Link& link) { return link.relation == name_of(Relation::reflects_on); });
  return links;
}

Result<std::optional<Archived>> with_links(Connection& connection, Archived archived) {
  archived.links = TRY(archived_links(connection, archived.memory.id));
  return std::optional(std::move(archived));
}

Result<void> add_row(Connection& connection, const Archived& archived,
                     const std::vector<std::string>& sources) {
  const auto statement = TRY(connection.statement(
      "INSERT INTO archive(archived_at, reason, namespace, source_ids, " + names_of_memory() +
      ", access_count, last_accessed_at) VALUES (" + marks(1, 4 + memory_columns().size()) + ")"));
  const std::string source_ids = tags_to_json(sources);
  statement->bind(archived.archived_at.nanoseconds(), archived.reason, archived.memory.name_space,
                  source_ids);
  const MemoryValues values(archived.memory);
  values.bind_all(*statement, 5);
  return statement->run();
}

// Newest first, without their links.
Result<std::vector<Archived>> some_archived(Connection& connection, std::string_view name_space,
                                            std::int64_t limit, std::int64_t offset) {
  const NameSpacePart part(name_space);
  const auto statement =
      TRY(connection.statement(select_archived() + "WHERE " + part.condition("namespace", "?3") +
                               "1 = 1 ORDER BY archived_at DESC, id LIMIT ?1 OFFSET ?2"));
  statement->bind(limit, offset);
  if (!name_space.empty())
    statement->bind_one(3, part.root);
  return all_rows(*statement, archived_of);
}

// A condition: the tombstone t is the last one of a memory that was deleted and comes back by its
// versions, and that is not of a source. A memory that an undo removed, or that lives on in another
// memory, was not deleted.
std::string was_deleted(const Connection& connection, const std::string& source) {
  return "NOT EXISTS (SELECT 1 FROM tombstones u WHERE u.id = t.id AND u.seq > t.seq) AND NOT "
         "EXISTS (SELECT 1 FROM memories m WHERE m.id = t.id) AND NOT EXISTS (SELECT 1 FROM "
         "archive a WHERE a.id = t.id) AND EXISTS (SELECT 1 FROM versions v WHERE v.id = t.id AND "
         "v.number = (SELECT max(number) FROM versions WHERE id = t.id) AND v.change = 'delete' "
         "AND coalesce(v.made_by, '') NOT LIKE '%\"" +
         std::string(united) + "\"]' AND coalesce(" + connection.dialect().state("v.state") +
         " ->> 'source', '') <> " + source +
         ") AND EXISTS (SELECT 1 FROM versions v WHERE v.id = t.id AND v.change = 'delete' AND "
         "coalesce(v.made_by, '') NOT LIKE '%\"undo\"]')";
}

// A condition: a row with these columns is what a GoneFilter chooses by title (?5), reason (?6) and
// time (?7 to ?8).
std::string chosen(const Connection& connection, const std::string& at, const std::string& title,
                   const std::string& reason) {
  return "(?5 = '' OR " + std::string(connection.dialect().position) + "(lower(" + title +
         "), lower(?5)) > 0) AND (?6 = '' OR " + reason + " = ?6) AND " + at + " BETWEEN ?7 AND ?8";
}

Result<std::vector<GoneMemory>> gone_memories(Statement& statement) {
  return all_rows(statement, [](const Row& row) {
    return GoneMemory{time_in(row, 0), row.string(1), row.string(2), row.integer(3) != 0};
  });
}

}  // namespace

Result<void> SqlMemories::add_archived(const Archived& archived) {
  const Memory& memory = archived.memory;
  std::vector<std::string> sources = archived.source_ids;
  std::vector<Link> links = archived.links;
  const bool is_here = memory.key != 0;
  if (is_here && sources.empty() && memory.kind == MemoryKind::reflection)
    sources = TRY(SqlLinks(connection_).source_ids_of(memory.key));
  if (is_here && links.empty())
    links = TRY(links_to_keep(connection_, memory.key));
  // Its links go with it.
  const auto older = TRY(connection_.first(
      "DELETE FROM archive WHERE id = ?1 RETURNING archived_at, reason",
      [](const Row& row) { return std::pair(time_in(row, 0), row.string(1)); }, memory.id));
  if (connection_.step && is_here && older)
    archived_in_step_.push_back({memory.id, older->first, older->second});
  if (connection_.step && !is_here && !older)
    archived_in_step_.push_back({memory.id});
  TRY_VOID(add_row(connection_, archived, sources));
  for (const Link& link : links) TRY_VOID(keep_archived_link(memory.id, link));
  return {};
}

Result<void> SqlMemories::keep_archived_link(std::string_view archived, const Link& link) {
  return connection_.run(
      "INSERT INTO archived_links(archived, source, target, relation, created_at, "
      "valid_from, given_times) SELECT id, ?2, ?3, ?4, ?5, ?6, ?7 FROM archive WHERE id = ?1 ON "
      "CONFLICT DO NOTHING",
      archived, link.source_id, link.target_id, link.relation, link.created_at.nanoseconds(),
      link.valid_from.nanoseconds(), given_times(link));
}

Result<std::optional<Archived>> SqlMemories::find_archived(std::string_view id) const {
  const auto statement = TRY(connection_.statement(select_archived() + "WHERE id = ?1"));
  statement->bind(id);
  if (!TRY(statement->step()))
    return std::optional<Archived>();
  return with_links(connection_, archived_of(*statement));
}

Result<std::vector<std::string>> SqlMemories::archived_ids_with_prefix(std::string_view prefix,
                                                                       std::size_t limit) const {
  return ids_beginning(connection_, "archive", prefix, limit);
}

Result<std::vector<Archived>> SqlMemories::list_archived(std::string_view name_space,
                                                         std::int64_t limit,
                                                         std::int64_t offset) const {
  auto archived = TRY(some_archived(connection_, name_space, limit, offset));
  for (Archived& each : archived) each.links = TRY(archived_links(connection_, each.memory.id));
  return archived;
}

Result<std::vector<Archived>> SqlMemories::newest_archived(std::string_view name_space,
                                                           std::int64_t limit) const {
  return some_archived(connection_, name_space, limit, 0);
}

Result<std::vector<GoneMemory>> SqlMemories::gone(const GoneFilter& filter, std::int64_t limit,
                                                  std::int64_t offset) const {
  const NameSpacePart part(filter.name_space);
  // No more of either kind than the page may take.
  const std::string sql =
      "SELECT at, id, namespace, archived FROM (SELECT * FROM (SELECT archived_at AS at, id, "
      "namespace, 1 AS archived FROM archive WHERE " +
      part.condition("namespace", "?9") + chosen(connection_, "archived_at", "title", "reason") +
      " ORDER BY archived_at DESC, id LIMIT ?1) a UNION ALL SELECT * FROM (SELECT "
      "t.deleted_at AS at, t.id, t.namespace, 0 AS archived FROM tombstones t WHERE " +
      part.condition("t.namespace", "?9") +
      chosen(connection_, "t.deleted_at", "t.title", "'delete'") + " AND " +
      was_deleted(connection_, "?4") +
      " ORDER BY t.seq DESC LIMIT ?1) d) g ORDER BY at DESC, id LIMIT ?2 OFFSET ?3";
  const auto statement = TRY(connection_.statement(sql));
  statement->bind(offset + limit, limit, offset, filter.without_source, filter.title, filter.reason,
                  filter.since.value_or(Time::min()).time_since_epoch().count(),
                  filter.until.value_or(Time::max()).time_since_epoch().count());
  if (!filter.name_space.empty())
    statement->bind_one(9, part.root);
  return gone_memories(*statement);
}

Result<std::vector<GoneMemory>> SqlMemories::gone_titled(std::string_view title) const {
  const auto statement = TRY(connection_.statement(
      "SELECT archived_at, id, namespace, 1 FROM archive WHERE title = ?1 UNION ALL SELECT "
      "t.deleted_at, t.id, t.namespace, 0 FROM tombstones t WHERE t.title = ?1 AND " +
      was_deleted(connection_, "''")));
  statement->bind(title);
  return gone_memories(*statement);
}

Result<bool> SqlMemories::remove_archived(std::string_view id) {
  TRY_VOID(connection_.run("DELETE FROM archive WHERE id = ?1", id));
  return connection_.changes() > 0;
}

Result<std::int64_t> SqlMemories::count_archived(std::optional<Time> before) const {
  return connection_.number_or_zero("SELECT count(*) FROM archive WHERE archived_at < ?1",
                                    before ? before->time_since_epoch().count() : INT64_MAX);
}

Result<std::vector<std::string>> SqlMemories::purge_archived(std::optional<Time> before) {
  return connection_.all("DELETE FROM archive WHERE archived_at < ?1 RETURNING id", string_of,
                         before ? before->time_since_epoch().count() : INT64_MAX);
}

Result<ArchiveStats> SqlMemories::archive_stats() const {
  ArchiveStats stats;
  const sql::Dialect& dialect = connection_.dialect();
  const auto totals =
      TRY(connection_.statement("SELECT count(*), CAST(coalesce(sum(" + dialect.bytes_of("title") +
                                " + " + dialect.bytes_of("content") +
                                "), 0) AS bigint), min(archived_at), max(archived_at) FROM "
                                "archive"));
  if (TRY(totals->step())) {
    stats.count = totals->integer(0);
    stats.bytes = totals->integer(1);
    stats.oldest = maybe_time_in(*totals, 2);
    stats.newest = maybe_time_in(*totals, 3);
  }
  stats.by_name_space = TRY(connection_.all(
      "SELECT namespace, count(*) FROM archive GROUP BY namespace ORDER BY 2 DESC, 1",
      named_count));
  return stats;
}

Result<void> SqlMemories::each_archived(
    const std::function<Result<void>(const Archived&)>& take) const {
  return connection_.walk(select_archived() + "ORDER BY id", [&](const Row& row) -> Result<bool> {
    TRY_VOID(take(*TRY(with_links(connection_, archived_of(row)))));
    return true;
  });
}

}  // namespace aim::store::sql
