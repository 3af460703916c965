#include "store/sqlite/memories.h"

#include <algorithm>

#include "store/sqlite/changes.h"
#include "store/sqlite/namespaces.h"
#include "store/sqlite/reflections.h"
#include "store/sqlite/rows.h"
#include "store/sqlite/text_index.h"
#include "store/sqlite/titles.h"
#include "store/sqlite/vectors.h"
#include "store/sqlite/where.h"

namespace aim::store {
namespace {

constexpr std::string_view select_memory =
    "SELECT m.key, m.id, n.name, m.tier, m.priority, m.reinforcement, m.confidence, m.source, "
    "m.created_at, m.updated_at, m.expires_at, m.given_times, m.title, m.tags, m.metadata, "
    "m.content, u.access_count, u.last_accessed_at, m.kind, m.reflection_depth "
    "FROM memories m JOIN namespaces n ON n.number = m.namespace "
    "LEFT JOIN usage u ON u.key = m.key";

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

std::optional<std::int64_t> nanoseconds(const std::optional<Timestamp>& time) {
  if (!time)
    return std::nullopt;
  return time->nanoseconds();
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
Result<void> add_words(Connection& connection, std::int64_t name_space, const Memory& memory) {
  const std::int64_t doc = doc_of(name_space, memory);
  TRY_VOID(add_text(connection, doc, memory));
  TRY_VOID(add_title(connection, name_space, memory));
  return count_text(connection, name_space, 1, decode_length(Doc::length_code(doc)));
}

// What a line of a conversation is known by, besides its words (memory/line.h).
bool same_line(const Memory& a, const Memory& b) {
  return a.metadata == b.metadata && a.created_at.time == b.created_at.time;
}

Result<void> remove_words(Connection& connection, std::int64_t name_space, const Memory& memory) {
  const std::int64_t doc = doc_of(name_space, memory);
  TRY_VOID(remove_text(connection, doc, memory));
  TRY_VOID(remove_title(connection, name_space, memory));
  return count_text(connection, name_space, -1, -decode_length(Doc::length_code(doc)));
}

void hide_expired(Where& where, Time now) {
  where.add("(m.expires_at IS NULL OR m.expires_at > ?)", {now.time_since_epoch().count()});
}

}  // namespace

Result<std::optional<Memory>> find_by_id(Connection& connection, std::string_view id) {
  auto statement = TRY(connection.prepare(std::string(select_memory) + " WHERE m.id = ?1"));
  statement.bind(id);
  return one(statement);
}

Result<std::optional<Memory>> find_by_title(Connection& connection, std::string_view name_space,
                                            std::string_view title) {
  auto statement = TRY(connection.prepare(
      std::string(select_memory) +
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
  auto statement = TRY(connection.prepare(std::string(select_memory) + " WHERE m.key = ?1"));
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

Result<std::optional<Memory>> signals_of(Connection& connection, Key key) {
  auto statement =
      TRY(connection.prepare("SELECT tier, priority, reinforcement, confidence, created_at, "
                             "expires_at, kind FROM memories "
                             "WHERE key = ?1"));
  statement.bind(key);
  if (!TRY(statement.step()))
    return std::optional<Memory>();
  Memory memory;
  memory.key = key;
  memory.tier = static_cast<Tier>(statement.integer(0));
  memory.priority = statement.integer(1);
  memory.reinforcement = statement.integer(2);
  memory.confidence = statement.real(3);
  memory.created_at = at(time_from_nanoseconds(statement.integer(4)));
  if (const auto expires = statement.maybe_integer(5))
    memory.expires_at = at(time_from_nanoseconds(*expires));
  memory.kind = static_cast<MemoryKind>(statement.integer(6));
  return std::optional(std::move(memory));
}

Result<std::string> title_of(Connection& connection, Key key) {
  auto statement = TRY(connection.prepare("SELECT title FROM memories WHERE key = ?1"));
  statement.bind(key);
  return TRY(statement.step()) ? statement.string(0) : std::string();
}

Result<void> insert(Connection& connection, Memory& memory) {
  const std::int64_t name_space = TRY(name_space_number(connection, memory.name_space));
  memory.key = TRY(next_change(connection));
  TRY_VOID(connection.run(
      "INSERT INTO memories(key, id, seq, namespace, tier, priority, reinforcement, confidence, "
      "source, created_at, updated_at, expires_at, given_times, length_code, title, tags, "
      "metadata, content, kind, reflection_depth) VALUES (?1, ?2, ?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, "
      "?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)",
      memory.key, memory.id, name_space, static_cast<std::int64_t>(memory.tier), memory.priority,
      memory.reinforcement, memory.confidence, memory.source, memory.created_at.nanoseconds(),
      memory.updated_at.nanoseconds(), nanoseconds(memory.expires_at), given_times(memory),
      Doc::length_code(doc_of(name_space, memory)), memory.title, tags_to_json(memory.tags),
      memory.metadata, memory.content, static_cast<std::int64_t>(memory.kind),
      memory.reflection_depth));
  if (memory.access_count != 0 || memory.last_accessed_at)
    TRY_VOID(write_usage(connection, memory));
  TRY_VOID(add_tags(connection, memory));
  TRY_VOID(add_passages(connection, name_space, memory));
  return add_words(connection, name_space, memory);
}

Result<void> replace(Connection& connection, const Memory& old, const Memory& fresh) {
  const std::int64_t old_space = TRY(name_space_number(connection, old.name_space));
  const std::int64_t name_space = TRY(name_space_number(connection, fresh.name_space));
  const bool new_tags = old.tags != fresh.tags;
  const bool new_words = new_tags || old_space != name_space || old.title != fresh.title ||
                         old.content != fresh.content;
  const bool new_passages = new_words || !same_line(old, fresh);
  if (new_words)
    TRY_VOID(remove_words(connection, old_space, old));
  if (new_passages)
    TRY_VOID(remove_passages(connection, old.key));
  if (new_tags)
    TRY_VOID(remove_tags(connection, old));
  TRY_VOID(connection.run(
      "UPDATE memories SET id = ?2, seq = ?3, namespace = ?4, tier = ?5, priority = ?6, "
      "reinforcement = ?7, confidence = ?8, source = ?9, created_at = ?10, updated_at = ?11, "
      "expires_at = ?12, given_times = ?13, length_code = ?14, title = ?15, tags = ?16, "
      "metadata = ?17, content = ?18, kind = ?19, reflection_depth = ?20 WHERE key = ?1",
      old.key, fresh.id, TRY(next_change(connection)), name_space,
      static_cast<std::int64_t>(fresh.tier), fresh.priority, fresh.reinforcement, fresh.confidence,
      fresh.source, fresh.created_at.nanoseconds(), fresh.updated_at.nanoseconds(),
      nanoseconds(fresh.expires_at), given_times(fresh),
      Doc::length_code(doc_of(name_space, fresh)), fresh.title, tags_to_json(fresh.tags),
      fresh.metadata, fresh.content, static_cast<std::int64_t>(fresh.kind),
      fresh.reflection_depth));
  if (old.access_count != fresh.access_count || old.last_accessed_at != fresh.last_accessed_at)
    TRY_VOID(write_usage(connection, fresh));
  if (new_tags)
    TRY_VOID(add_tags(connection, fresh));
  if (new_words)
    TRY_VOID(add_words(connection, name_space, fresh));
  if (new_passages)
    TRY_VOID(add_passages(connection, name_space, fresh));
  return {};
}

Result<void> replace_life(Connection& connection, const Memory& memory) {
  return connection.run(
      "UPDATE memories SET seq = ?2, tier = ?3, reinforcement = ?4, updated_at = ?5, "
      "expires_at = ?6, given_times = ?7 WHERE key = ?1",
      memory.key, TRY(next_change(connection)), static_cast<std::int64_t>(memory.tier),
      memory.reinforcement, memory.updated_at.nanoseconds(), nanoseconds(memory.expires_at),
      given_times(memory));
}

Result<void> erase(Connection& connection, const Memory& memory, Time now) {
  const std::int64_t name_space = TRY(name_space_number(connection, memory.name_space));
  TRY_VOID(add_tombstone(connection, memory, now));
  TRY_VOID(lose_source(connection, memory, now));
  TRY_VOID(remove_words(connection, name_space, memory));
  TRY_VOID(remove_tags(connection, memory));
  TRY_VOID(remove_passages(connection, memory.key));
  return connection.run("DELETE FROM memories WHERE key = ?1", memory.key);
}

Result<std::vector<Memory>> list(Connection& connection, const Filter& filter, Time now,
                                 Page page) {
  Where where;
  if (!TRY(where.add_filter(connection, filter)))
    return std::vector<Memory>();
  hide_expired(where, now);
  where.append(
      "ORDER BY min(10, m.priority + m.reinforcement) DESC, m.updated_at DESC LIMIT ? OFFSET ?",
      {page.limit, page.offset});
  auto statement = TRY(connection.prepare(where.sql(select_memory)));
  where.bind(statement);
  return all(statement);
}

Result<std::vector<Memory>> recently_used(Connection& connection, const Filter& filter, Time now,
                                          std::int64_t limit) {
  Where used;
  if (!TRY(used.add_filter(connection, filter)))
    return std::vector<Memory>();
  Where unused = used;
  used.add("u.last_accessed_at IS NOT NULL");
  hide_expired(used, now);
  // There is no index of last uses, which every recall would have to rewrite: the narrow table is sorted instead, and
  // CROSS JOIN keeps the planner from reading the memories before. SQLite drops the order of a subquery that has no limit.
  used.append("LIMIT ?", {limit});
  std::string by_use(select_memory);
  by_use.replace(
      by_use.find("FROM"), std::string::npos,
      "FROM (SELECT key, access_count, last_accessed_at FROM usage "
      "ORDER BY last_accessed_at DESC LIMIT -1) u CROSS JOIN memories m ON m.key = u.key "
      "CROSS JOIN namespaces n ON n.number = m.namespace");
  auto statement = TRY(connection.prepare(used.sql(by_use)));
  used.bind(statement);
  auto memories = TRY(all(statement));
  const auto missing = limit - static_cast<std::int64_t>(memories.size());
  if (missing <= 0)
    return memories;
  unused.add("u.last_accessed_at IS NULL");
  hide_expired(unused, now);
  unused.append("ORDER BY m.seq DESC LIMIT ?", {missing});
  auto rest = TRY(connection.prepare(unused.sql(select_memory)));
  unused.bind(rest);
  for (Memory& memory : TRY(all(rest))) memories.push_back(std::move(memory));
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
  std::string by_key(select_memory);
  by_key.replace(by_key.find("FROM memories m"), 15, "FROM memories m NOT INDEXED");
  auto statement = TRY(connection.prepare(where.sql(by_key)));
  where.bind(statement);
  return all(statement);
}

Result<std::vector<Key>> keys_with_tag(Connection& connection, std::string_view tag) {
  auto statement = TRY(connection.prepare("SELECT key FROM tags WHERE tag = ?1"));
  statement.bind(tag);
  std::vector<Key> keys;
  while (TRY(statement.step())) keys.push_back(statement.integer(0));
  return keys;
}

Result<std::vector<Key>> keys_of_reflections(Connection& connection) {
  auto statement = TRY(connection.prepare("SELECT key FROM memories WHERE kind = 1"));
  std::vector<Key> keys;
  while (TRY(statement.step())) keys.push_back(statement.integer(0));
  return keys;
}

Result<std::vector<Key>> keys_created_between(Connection& connection, std::optional<Time> since,
                                              std::optional<Time> until) {
  auto statement =
      TRY(connection.prepare("SELECT key FROM memories WHERE created_at BETWEEN ?1 AND ?2"));
  statement.bind(since ? since->time_since_epoch().count() : INT64_MIN,
                 until ? until->time_since_epoch().count() : INT64_MAX);
  std::vector<Key> keys;
  while (TRY(statement.step())) keys.push_back(statement.integer(0));
  return keys;
}

Result<std::vector<Memory>> expired(Connection& connection, Time now, std::int64_t limit) {
  auto statement = TRY(connection.prepare(
      std::string(select_memory) + " WHERE m.expires_at <= ?1 ORDER BY m.expires_at LIMIT ?2"));
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
      TRY(connection.prepare(std::string(select_memory) + " ORDER BY m.created_at, n.name, m.key"));
  while (TRY(statement.step())) TRY_VOID(take(memory_of(statement)));
  return {};
}

bool passes(const Memory& memory, const Filter& filter, Time now) {
  if (memory.expires_at && memory.expires_at->time <= now)
    return false;
  if (filter.tier && memory.tier != *filter.tier)
    return false;
  if (filter.kind && memory.kind != *filter.kind)
    return false;
  if (filter.since && memory.created_at.time < *filter.since)
    return false;
  if (filter.until && memory.created_at.time > *filter.until)
    return false;
  if (filter.min_priority && shown_priority(memory) < *filter.min_priority)
    return false;
  return std::all_of(filter.tags.begin(), filter.tags.end(), [&](const std::string& tag) {
    return std::find(memory.tags.begin(), memory.tags.end(), tag) != memory.tags.end();
  });
}

}  // namespace aim::store
