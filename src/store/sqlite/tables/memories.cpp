#include "store/sqlite/tables/memories.h"

#include <algorithm>
#include <array>

#include "memory/indexed_text.h"
#include "memory/length_code.h"
#include "store/rows.h"
#include "store/sql/tables/changes.h"
#include "store/sql/tables/reflections.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/search/waiting_texts.h"
#include "store/sqlite/tables/namespaces.h"
#include "store/sqlite/tables/titles.h"
#include "store/sqlite/tables/where.h"
#include "store/sqlite/vectors/vectors.h"

namespace aim::store::sqlite {
namespace {

constexpr std::string_view memory_columns =
    "m.key, m.id, n.name, m.tier, m.priority, m.reinforcement, m.confidence, m.source, "
    "m.created_at, m.updated_at, m.expires_at, m.given_times, m.title, m.tags, m.metadata, "
    "m.content, u.access_count, u.last_accessed_at, m.kind, m.reflection_depth, "
    "m.deadline";

// `plan`: " NOT INDEXED" where SQLite is to go through the memories by their keys.
std::string select_memory(std::string_view plan = "") {
  return std::string("SELECT ")
      .append(memory_columns)
      .append(" FROM memories m")
      .append(plan)
      .append(" JOIN namespaces n ON n.number = m.namespace LEFT JOIN usage u ON u.key = m.key");
}

Memory memory_of(const Statement& row) {
  Memory memory;
  memory.key = row.integer(0);
  memory.id = row.string(1);
  memory.name_space = row.string(2);
  memory.tier = static_cast<Tier>(row.integer(3));
  memory.priority = row.integer(4);
  memory.reinforcement = row.integer(5);
  memory.confidence = row.real(6);
  memory.source = row.string(7);
  memory.created_at = at(time_from_nanoseconds(row.integer(8)));
  memory.updated_at = at(time_from_nanoseconds(row.integer(9)));
  if (const auto expires = row.maybe_integer(10))
    memory.expires_at = at(time_from_nanoseconds(*expires));
  memory.title = row.string(12);
  memory.tags = tags_from_json(row.text(13));
  memory.metadata = row.string(14);
  memory.content = row.string(15);
  memory.access_count = row.integer(16);
  if (const auto used = row.maybe_integer(17))
    memory.last_accessed_at = at(time_from_nanoseconds(*used));
  memory.kind = static_cast<MemoryKind>(row.integer(18));
  memory.reflection_depth = row.integer(19);
  memory.deadline = row.integer(20) != 0;
  if (!row.is_null(11))
    restore_given_times(memory, row.text(11));
  return memory;
}

Result<std::optional<Memory>> one(Statement& statement) {
  if (!TRY(statement.step()))
    return std::optional<Memory>();
  return std::optional(memory_of(statement));
}

Result<std::vector<Memory>> all(Statement& statement) {
  std::vector<Memory> memories;
  while (TRY(statement.step())) memories.push_back(memory_of(statement));
  return memories;
}

Result<void> write_usage(Connection& connection, const Memory& memory) {
  if (memory.access_count == 0 && !memory.last_accessed_at)
    return connection.run("DELETE FROM usage WHERE key = ?1", memory.key);
  return connection.run(
      "INSERT INTO usage(key, access_count, last_accessed_at) VALUES (?1, ?2, ?3) "
      "ON CONFLICT(key) DO UPDATE SET access_count = ?2, last_accessed_at = ?3",
      memory.key, memory.access_count, nanoseconds(memory.last_accessed_at));
}

Result<void> add_tags(Connection& connection, const Memory& memory) {
  for (const std::string& tag : memory.tags)
    TRY_VOID(
        connection.run("INSERT OR IGNORE INTO tags(tag, key) VALUES (?1, ?2)", tag, memory.key));
  return {};
}

Result<void> remove_tags(Connection& connection, const Memory& memory) {
  for (const std::string& tag : memory.tags)
    TRY_VOID(connection.run("DELETE FROM tags WHERE tag = ?1 AND key = ?2", tag, memory.key));
  return {};
}

// What depends on the words of a memory: index, title words, counts of its namespace, passages.
Result<void> add_words(Connection& connection, std::int64_t name_space, std::int64_t doc,
                       const Memory& memory) {
  TRY_VOID(count_text(connection, name_space, 1, decode_length(Doc::length_code(doc))));
  if (memory.key > TRY(indexed_to_for_change(connection)))
    return {};
  TRY_VOID(add_title(connection, name_space, memory));
  return add_text(connection, doc, memory);
}

// What a line of a conversation is known by, besides its words (memory/conversation_line.h).
bool same_line(const Memory& a, const Memory& b) {
  return a.metadata == b.metadata && a.created_at.time == b.created_at.time;
}

// The text index comes last, here and in a transaction as a whole: before a statement that may
// change several rows or ask for others SQLite has it write out what it has gathered, and the rest
// would become a piece of its own.
Result<void> remove_words(Connection& connection, std::int64_t name_space, const Memory& memory) {
  const std::int64_t doc = doc_of(name_space, memory);
  TRY_VOID(remove_title(connection, name_space, memory));
  TRY_VOID(count_text(connection, name_space, -1, -decode_length(Doc::length_code(doc))));
  if (memory.key <= TRY(indexed_to_for_change(connection)))
    TRY_VOID(remove_text(connection, doc, memory));
  return {};
}

}  // namespace

Result<std::optional<Memory>> find_by_id(Connection& connection, std::string_view id) {
  auto statement = TRY(connection.prepare(select_memory() + " WHERE m.id = ?1"));
  statement.bind(id);
  return one(statement);
}

Result<std::optional<Memory>> find_by_title(Connection& connection, std::string_view name_space,
                                            std::string_view title) {
  auto statement = TRY(connection.prepare(
      select_memory() +
      " WHERE m.namespace = (SELECT number FROM namespaces WHERE name = ?1) AND m.title = ?2"));
  statement.bind(name_space, title);
  return one(statement);
}

Result<std::vector<std::string>> ids_with_prefix(Connection& connection, std::string_view prefix,
                                                 std::size_t limit) {
  auto statement = TRY(connection.prepare(
      "SELECT id FROM memories WHERE id >= ?1 AND id < ?1 || char(1114111) ORDER BY id LIMIT ?2"));
  statement.bind(prefix, static_cast<std::int64_t>(limit));
  std::vector<std::string> ids;
  while (TRY(statement.step())) ids.push_back(statement.string(0));
  return ids;
}

Result<std::vector<Memory>> by_keys(Connection& connection, std::span<const Key> keys) {
  auto statement = TRY(connection.prepare(select_memory() + " WHERE m.key = ?1"));
  std::vector<Memory> memories;
  memories.reserve(keys.size());
  for (const Key key : keys) {
    statement.bind(key);
    if (auto found = TRY(one(statement)))
      memories.push_back(std::move(*found));
    statement.rewind();
  }
  return memories;
}

Result<void> insert_row(Connection& connection, std::int64_t name_space, std::int64_t doc,
                        const Memory& memory) {
  TRY_VOID(connection.run(
      "INSERT INTO memories(key, id, seq, namespace, tier, priority, reinforcement, confidence, "
      "source, created_at, updated_at, expires_at, given_times, length_code, title, tags, "
      "metadata, content, kind, reflection_depth, deadline) VALUES (?1, ?2, ?1, ?3, ?4, ?5, ?6, "
      "?7, "
      "?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)",
      memory.key, memory.id, name_space, static_cast<std::int64_t>(memory.tier), memory.priority,
      memory.reinforcement, memory.confidence, memory.source, memory.created_at.nanoseconds(),
      memory.updated_at.nanoseconds(), nanoseconds(memory.expires_at), given_times(memory),
      Doc::length_code(doc), memory.title, tags_to_json(memory.tags), memory.metadata,
      memory.content, static_cast<std::int64_t>(memory.kind), memory.reflection_depth,
      static_cast<std::int64_t>(memory.deadline)));
  if (memory.access_count != 0 || memory.last_accessed_at)
    TRY_VOID(write_usage(connection, memory));
  return add_tags(connection, memory);
}

Result<void> insert(Connection& connection, Memory& memory) {
  const std::int64_t name_space = TRY(name_space_number(connection, memory.name_space));
  memory.key = TRY(next_change(connection));
  const std::int64_t doc = doc_of(name_space, memory);
  TRY_VOID(insert_row(connection, name_space, doc, memory));
  TRY_VOID(add_passages(connection, name_space, memory));
  TRY_VOID(let_wait(connection, memory.key));
  return add_words(connection, name_space, doc, memory);
}

Result<void> replace(Connection& connection, const Memory& old, const Memory& fresh) {
  const std::int64_t old_space = TRY(name_space_number(connection, old.name_space));
  const std::int64_t name_space = TRY(name_space_number(connection, fresh.name_space));
  const bool new_tags = old.tags != fresh.tags;
  const bool new_words = new_tags || old_space != name_space || old.title != fresh.title ||
                         old.content != fresh.content ||
                         indexed_labels(old) != indexed_labels(fresh);
  const bool new_passages = new_words || !same_line(old, fresh);
  if (new_passages)
    TRY_VOID(remove_passages(connection, old.key));
  if (new_tags)
    TRY_VOID(remove_tags(connection, old));
  const std::int64_t doc = doc_of(name_space, fresh);
  TRY_VOID(connection.run(
      "UPDATE memories SET id = ?2, seq = ?3, namespace = ?4, tier = ?5, priority = ?6, "
      "reinforcement = ?7, confidence = ?8, source = ?9, created_at = ?10, updated_at = ?11, "
      "expires_at = ?12, given_times = ?13, length_code = ?14, title = ?15, tags = ?16, "
      "metadata = ?17, content = ?18, kind = ?19, reflection_depth = ?20, deadline = ?21 "
      "WHERE key = ?1",
      old.key, fresh.id, TRY(next_change(connection)), name_space,
      static_cast<std::int64_t>(fresh.tier), fresh.priority, fresh.reinforcement, fresh.confidence,
      fresh.source, fresh.created_at.nanoseconds(), fresh.updated_at.nanoseconds(),
      nanoseconds(fresh.expires_at), given_times(fresh), Doc::length_code(doc), fresh.title,
      tags_to_json(fresh.tags), fresh.metadata, fresh.content,
      static_cast<std::int64_t>(fresh.kind), fresh.reflection_depth,
      static_cast<std::int64_t>(fresh.deadline)));
  if (old.access_count != fresh.access_count || old.last_accessed_at != fresh.last_accessed_at)
    TRY_VOID(write_usage(connection, fresh));
  if (new_tags)
    TRY_VOID(add_tags(connection, fresh));
  if (new_passages)
    TRY_VOID(add_passages(connection, name_space, fresh));
  if (!new_words)
    return {};
  TRY_VOID(remove_words(connection, old_space, old));
  return add_words(connection, name_space, doc, fresh);
}

Result<void> replace_life(Connection& connection, const Memory& memory) {
  return connection.run(
      "UPDATE memories SET seq = ?2, tier = ?3, reinforcement = ?4, updated_at = ?5, "
      "expires_at = ?6, given_times = ?7, deadline = ?8 WHERE key = ?1",
      memory.key, TRY(next_change(connection)), static_cast<std::int64_t>(memory.tier),
      memory.reinforcement, memory.updated_at.nanoseconds(), nanoseconds(memory.expires_at),
      given_times(memory), static_cast<std::int64_t>(memory.deadline));
}

Result<void> erase(Connection& connection, const Memory& memory, Time now) {
  const std::int64_t name_space = TRY(name_space_number(connection, memory.name_space));
  TRY_VOID(add_tombstone(connection, memory, now));
  TRY_VOID(lose_source(connection, memory, now));
  TRY_VOID(remove_tags(connection, memory));
  TRY_VOID(remove_passages(connection, memory.key));
  TRY_VOID(connection.run("DELETE FROM memories WHERE key = ?1", memory.key));
  return remove_words(connection, name_space, memory);
}

namespace {

// One stretch of a list: all of it, what has the priority of a place and comes behind it, or what
// has a lower one.
enum class Stretch { whole, same_priority, lower };

Result<std::vector<Memory>> list_stretch(Connection& connection, const Filter& filter, Time now,
                                         const Page& page, Stretch stretch) {
  Where where;
  if (!TRY(where.add_filter(connection, filter)))
    return std::vector<Memory>();
  if (stretch == Stretch::lower) {
    where.add("min(10, m.priority + m.reinforcement) < ?", {page.after->priority});
  } else if (stretch == Stretch::same_priority) {
    const auto& [priority, updated_at, key] = *page.after;
    where.add("min(10, m.priority + m.reinforcement) = ?", {priority});
    where.add("m.updated_at <= ?", {updated_at});
    where.add("(m.updated_at < ? OR m.key > ?)", {updated_at, key});
  }
  where.hide_expired(now);
  where.append(
      "ORDER BY min(10, m.priority + m.reinforcement) DESC, m.updated_at DESC, m.key "
      "LIMIT ? OFFSET ?",
      {page.limit, page.offset});
  auto statement = TRY(connection.prepare(where.sql(select_memory())));
  where.bind(statement);
  return all(statement);
}

}  // namespace

// A page behind a place is two ranges of the index, however far down it is.
Result<std::vector<Memory>> list(Connection& connection, const Filter& filter, Time now,
                                 Page page) {
  if (!page.after)
    return list_stretch(connection, filter, now, page, Stretch::whole);
  page.offset = 0;
  auto memories = TRY(list_stretch(connection, filter, now, page, Stretch::same_priority));
  page.limit -= std::ssize(memories);
  if (page.limit <= 0)
    return memories;
  for (Memory& memory : TRY(list_stretch(connection, filter, now, page, Stretch::lower)))
    memories.push_back(std::move(memory));
  return memories;
}

Result<std::vector<Memory>> matching(Connection& connection, const Filter& filter,
                                     std::int64_t limit, Key after) {
  Where where;
  if (!TRY(where.add_filter(connection, filter)))
    return std::vector<Memory>();
  where.add("m.key > ?", {after});
  where.append("ORDER BY m.key LIMIT ?", {limit});
  // By keys, never by the order of a namespace: that would sort the whole of it for every batch.
  auto statement = TRY(connection.prepare(where.sql(select_memory(" NOT INDEXED"))));
  where.bind(statement);
  return all(statement);
}

Result<std::vector<Memory>> expired(Connection& connection, Time now, std::int64_t limit) {
  auto statement = TRY(connection.prepare(
      select_memory() + " WHERE m.expires_at <= ?1 ORDER BY m.expires_at LIMIT ?2"));
  statement.bind(now.time_since_epoch().count(), limit);
  return all(statement);
}

Result<std::int64_t> count_expired(Connection& connection, Time now) {
  return TRY(connection.number("SELECT count(*) FROM memories WHERE expires_at <= ?1",
                               now.time_since_epoch().count()))
      .value_or(0);
}

Result<void> each_memory(Connection& connection,
                         const std::function<Result<void>(const Memory&)>& take) {
  auto statement =
      TRY(connection.prepare(select_memory() + " ORDER BY m.created_at, n.name, m.key"));
  while (TRY(statement.step())) TRY_VOID(take(memory_of(statement)));
  return {};
}

}  // namespace aim::store::sqlite
