#include "store/sql/tables/archive.h"

#include "store/rows.h"
#include "store/sql/rows.h"
#include "store/sql/tables/links.h"
#include "store/sql/tables/reflections.h"

namespace aim::store::sql {
namespace {

// The last character of Unicode: no text with a prefix comes after the prefix with this.
constexpr std::string_view last_character = "\xf4\x8f\xbf\xbf";

constexpr std::string_view select_archived =
    "SELECT id, archived_at, reason, namespace, tier, priority, reinforcement, confidence, source, "
    "access_count, created_at, updated_at, last_accessed_at, expires_at, given_times, title, tags, "
    "metadata, content, kind, reflection_depth, source_ids FROM archive ";

Archived archived_of(const Row& row) {
  Archived archived;
  Memory& memory = archived.memory;
  memory.id = row.string(0);
  archived.archived_at = timestamp_in(row, 1);
  archived.reason = row.string(2);
  memory.name_space = row.string(3);
  memory.tier = static_cast<Tier>(row.integer(4));
  memory.priority = row.integer(5);
  memory.reinforcement = row.integer(6);
  memory.confidence = row.real(7);
  memory.source = row.string(8);
  memory.access_count = row.integer(9);
  memory.created_at = timestamp_in(row, 10);
  memory.updated_at = timestamp_in(row, 11);
  memory.last_accessed_at = maybe_timestamp_in(row, 12);
  memory.expires_at = maybe_timestamp_in(row, 13);
  memory.title = row.string(15);
  memory.tags = tags_from_json(row.text(16));
  memory.metadata = row.string(17);
  memory.content = row.string(18);
  memory.kind = static_cast<MemoryKind>(row.integer(19));
  memory.reflection_depth = row.integer(20);
  archived.source_ids = tags_from_json(row.text(21));
  if (!row.is_null(14))
    restore_given_times(memory, row.text(14));
  return archived;
}

Result<std::vector<Link>> archived_links(Connection& connection, std::string_view id) {
  const auto statement = TRY(connection.statement(
      "SELECT source, target, relation, created_at, valid_from, given_times FROM archived_links "
      "WHERE archived = ?1 ORDER BY created_at, source, target, relation"));
  statement->bind(id);
  std::vector<Link> links;
  while (TRY(statement->step())) links.push_back(link_of(*statement));
  return links;
}

// Those of reflections are kept apart: as their sources, and as losses of what reflects on them.
Result<std::vector<Link>> links_to_keep(Connection& connection, Key key) {
  auto links = TRY(links_of(connection, key));
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
  const Memory& memory = archived.memory;
  return connection.run(
      "INSERT INTO archive(id, archived_at, reason, namespace, tier, priority, "
      "reinforcement, confidence, source, access_count, created_at, updated_at, last_accessed_at, "
      "expires_at, given_times, title, tags, metadata, content, kind, reflection_depth, "
      "source_ids) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, "
      "?19, ?20, ?21, ?22)",
      memory.id, archived.archived_at.nanoseconds(), archived.reason, memory.name_space,
      static_cast<std::int64_t>(memory.tier), memory.priority, memory.reinforcement,
      memory.confidence, memory.source, memory.access_count, memory.created_at.nanoseconds(),
      memory.updated_at.nanoseconds(), nanoseconds(memory.last_accessed_at),
      nanoseconds(memory.expires_at), given_times(memory), memory.title, tags_to_json(memory.tags),
      memory.metadata, memory.content, static_cast<std::int64_t>(memory.kind),
      memory.reflection_depth, tags_to_json(sources));
}

// Newest first, without their links.
Result<std::vector<Archived>> some_archived(Connection& connection, std::string_view name_space,
                                            std::int64_t limit, std::int64_t offset) {
  std::string sql(select_archived);
  const bool subtree = name_space.ends_with("/*");
  if (subtree)
    sql += "WHERE namespace = ?3 OR (namespace > ?3 || '/' AND namespace < ?3 || '0') ";
  else if (!name_space.empty())
    sql += "WHERE namespace = ?3 ";
  const auto statement =
      TRY(connection.statement(sql + "ORDER BY archived_at DESC, id LIMIT ?1 OFFSET ?2"));
  statement->bind(limit, offset);
  const std::string root(subtree ? name_space.substr(0, name_space.size() - 2) : name_space);
  if (!name_space.empty())
    statement->bind_one(3, root);
  std::vector<Archived> archived;
  while (TRY(statement->step())) archived.push_back(archived_of(*statement));
  return archived;
}

}  // namespace

Result<void> add_archived(Connection& connection, const Archived& archived) {
  const Memory& memory = archived.memory;
  std::vector<std::string> sources = archived.source_ids;
  std::vector<Link> links = archived.links;
  const bool is_here = memory.key != 0;
  if (is_here && sources.empty() && memory.kind == MemoryKind::reflection)
    sources = TRY(source_ids_of(connection, memory.key));
  if (is_here && links.empty())
    links = TRY(links_to_keep(connection, memory.key));
  // Its links go with it.
  TRY_VOID(connection.run("DELETE FROM archive WHERE id = ?1", memory.id));
  TRY_VOID(add_row(connection, archived, sources));
  for (const Link& link : links) TRY_VOID(keep_archived_link(connection, memory.id, link));
  return {};
}

Result<void> keep_archived_link(Connection& connection, std::string_view archived,
                                const Link& link) {
  return connection.run(
      "INSERT INTO archived_links(archived, source, target, relation, created_at, "
      "valid_from, given_times) SELECT id, ?2, ?3, ?4, ?5, ?6, ?7 FROM archive WHERE id = ?1 ON "
      "CONFLICT DO NOTHING",
      archived, link.source_id, link.target_id, link.relation, link.created_at.nanoseconds(),
      link.valid_from.nanoseconds(), given_times(link));
}

Result<std::optional<Archived>> find_archived(Connection& connection, std::string_view id) {
  const auto statement = TRY(connection.statement(std::string(select_archived) + "WHERE id = ?1"));
  statement->bind(id);
  if (!TRY(statement->step()))
    return std::optional<Archived>();
  return with_links(connection, archived_of(*statement));
}

Result<std::vector<std::string>> archived_ids_with_prefix(Connection& connection,
                                                          std::string_view prefix,
                                                          std::size_t limit) {
  const auto statement = TRY(connection.statement(
      "SELECT id FROM archive WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3"));
  const std::string after_all = std::string(prefix).append(last_character);
  statement->bind(prefix, after_all, static_cast<std::int64_t>(limit));
  return strings(*statement);
}

Result<std::vector<Archived>> list_archived(Connection& connection, std::string_view name_space,
                                            std::int64_t limit, std::int64_t offset) {
  auto archived = TRY(some_archived(connection, name_space, limit, offset));
  for (Archived& each : archived) each.links = TRY(archived_links(connection, each.memory.id));
  return archived;
}

Result<std::vector<Archived>> newest_archived(Connection& connection, std::string_view name_space,
                                              std::int64_t limit) {
  return some_archived(connection, name_space, limit, 0);
}

Result<bool> remove_archived(Connection& connection, std::string_view id) {
  TRY_VOID(connection.run("DELETE FROM archive WHERE id = ?1", id));
  return connection.changes() > 0;
}

Result<std::int64_t> count_archived(Connection& connection, std::optional<Time> before) {
  const auto statement =
      TRY(connection.statement("SELECT count(*) FROM archive WHERE archived_at < ?1"));
  statement->bind(before ? before->time_since_epoch().count() : INT64_MAX);
  TRY_VOID(statement->step());
  return statement->integer(0);
}

Result<std::vector<std::string>> purge_archived(Connection& connection,
                                                std::optional<Time> before) {
  const auto statement =
      TRY(connection.statement("DELETE FROM archive WHERE archived_at < ?1 RETURNING id"));
  statement->bind(before ? before->time_since_epoch().count() : INT64_MAX);
  return strings(*statement);
}

Result<ArchiveStats> archive_stats(Connection& connection) {
  ArchiveStats stats;
  const sql::Dialect& dialect = connection.dialect();
  const auto totals =
      TRY(connection.statement("SELECT count(*), CAST(coalesce(sum(" + dialect.bytes_of("title") +
                               " + " + dialect.bytes_of("content") +
                               "), 0) AS bigint), min(archived_at), max(archived_at) FROM "
                               "archive"));
  if (TRY(totals->step())) {
    stats.count = totals->integer(0);
    stats.bytes = totals->integer(1);
    if (const auto oldest = totals->maybe_integer(2))
      stats.oldest = time_from_nanoseconds(*oldest);
    if (const auto newest = totals->maybe_integer(3))
      stats.newest = time_from_nanoseconds(*newest);
  }
  const auto spaces = TRY(connection.statement(
      "SELECT namespace, count(*) FROM archive GROUP BY namespace ORDER BY 2 DESC, 1"));
  while (TRY(spaces->step()))
    stats.by_name_space.emplace_back(spaces->string(0), spaces->integer(1));
  return stats;
}

Result<void> each_archived(Connection& connection,
                           const std::function<Result<void>(const Archived&)>& take) {
  return connection.walk(std::string(select_archived) + "ORDER BY id",
                         [&](const Row& row) -> Result<bool> {
                           TRY_VOID(take(*TRY(with_links(connection, archived_of(row)))));
                           return true;
                         });
}

}  // namespace aim::store::sql
