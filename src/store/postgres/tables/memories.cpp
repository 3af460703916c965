#include "store/postgres/tables/memories.h"

#include <algorithm>

#include "base/utf8.h"
#include "memory/indexed_text.h"
#include "memory/length_code.h"
#include "store/postgres/search/hooks.h"
#include "store/postgres/tables/namespaces.h"
#include "store/postgres/tables/new_memories.h"
#include "store/postgres/tables/titles.h"
#include "store/postgres/tables/where.h"
#include "store/rows.h"
#include "store/sql/tables/changes.h"
#include "store/sql/tables/reflections.h"

namespace aim::store::postgres {
namespace {

constexpr std::string_view select_memory =
    "SELECT m.key, m.id, n.name, m.tier, m.priority, m.reinforcement, m.confidence, m.source, "
    "m.created_at, m.updated_at, m.expires_at, m.given_times, m.title, m.tags, m.metadata, "
    "m.content, u.access_count, u.last_accessed_at, m.kind, m.reflection_depth, "
    "m.deadline "
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

Result<void> remove_tags(Connection& connection, const Memory& memory) {
  return connection.run_later("DELETE FROM tags WHERE key = $1", memory.key);
}

// What a line of a conversation is known by, besides its words (memory/conversation_line.h).
bool same_line(const Memory& a, const Memory& b) {
  return a.metadata == b.metadata && a.created_at.time == b.created_at.time;
}

Result<void> remove_words(Connection& connection, std::int64_t name_space, const Memory& memory) {
  TRY_VOID(remove_text(connection, name_space, memory));
  TRY_VOID(remove_titles(connection, {&memory.key, 1}));
  return count_texts(connection, {{name_space, {-1, -decode_length(length_code_of(memory))}}});
}

void hide_expired(Where& where, Time now) {
  where.add("(m.expires_at IS NULL OR m.expires_at > ?)", {now.time_since_epoch().count()});
}

// Texts that the server does not take are in no row.
bool may_be_kept(std::string_view text) {
  return text.find('\0') == text.npos && utf8::is_valid(text);
}

}  // namespace

Result<std::optional<Memory>> find_by_id(Connection& connection, std::string_view id) {
  if (!may_be_kept(id))
    return std::optional<Memory>();
  auto statement = TRY(connection.prepare(std::string(select_memory) + " WHERE m.id = $1"));
  statement.bind(id);
  return one(statement);
}

// In order, though there is one at most: among few memories any index that begins with the
// namespace seems as good as that of titles, and a plan that is kept outlives the few.
Result<std::optional<Memory>> find_by_title(Connection& connection, std::string_view name_space,
                                            std::string_view title) {
  if (!may_be_kept(title))
    return std::optional<Memory>();
  auto statement = TRY(connection.prepare(
      std::string(select_memory) +
      " WHERE m.namespace = (SELECT number FROM namespaces WHERE name = $1) AND m.title >= $2 AND "
      "m.title <= $2 ORDER BY m.title LIMIT 1"));
  statement.bind(name_space, title);
  return one(statement);
}

Result<std::vector<std::string>> ids_with_prefix(Connection& connection, std::string_view prefix,
                                                 std::size_t limit) {
  if (!may_be_kept(prefix))
    return std::vector<std::string>();
  auto statement = TRY(connection.prepare(
      "SELECT id FROM memories WHERE id >= $1 AND id < $1 || chr(1114111) ORDER BY id LIMIT $2"));
  statement.bind(prefix, static_cast<std::int64_t>(limit));
  std::vector<std::string> ids;
  while (TRY(statement.step())) ids.push_back(statement.string(0));
  return ids;
}

Result<std::vector<Memory>> by_keys(Connection& connection, std::span<const Key> keys) {
  if (keys.empty())
    return std::vector<Memory>();
  auto statement = TRY(connection.prepare(
      std::string(select_memory) +
      " JOIN unnest($1) WITH ORDINALITY wanted(key, place) ON wanted.key = m.key ORDER BY place"));
  statement.bind(keys);
  return all(statement);
}

Result<std::vector<Memory>> holders(Connection& connection, std::span<const Memory> of) {
  std::vector<std::string> ids, name_spaces, titles;
  for (const Memory& each : of) {
    if (may_be_kept(each.id))
      ids.push_back(each.id);
    if (!may_be_kept(each.title))
      continue;
    name_spaces.push_back(each.name_space);
    titles.push_back(each.title);
  }
  // LIMIT and ORDER BY: by the index of ids and that of titles, whatever the server thinks how many
  // there are.
  auto statement = TRY(connection.prepare(
      std::string(select_memory) +
      " WHERE m.key IN (SELECT found.key FROM unnest($1::text[]) AS asked(id) CROSS JOIN LATERAL "
      "(SELECT key FROM memories WHERE id = asked.id LIMIT 1) found UNION SELECT found.key FROM "
      "unnest($2::text[], $3::text[]) AS asked(namespace, title) CROSS JOIN LATERAL (SELECT key "
      "FROM memories WHERE namespace = (SELECT number FROM namespaces WHERE name = "
      "asked.namespace) AND title >= asked.title AND title <= asked.title ORDER BY title LIMIT 1) "
      "found)"));
  statement.bind(ids, name_spaces, titles);
  return all(statement);
}

Result<void> insert(Connection& connection, Memory& memory) {
  const NewMemory one{&memory, nullptr};
  const auto refused = TRY(insert_all(connection, {&one, 1}));
  return refused.front() ? Failure(*refused.front()) : Result<void>();
}

Result<void> replace(Connection& connection, const Memory& old, const Memory& fresh) {
  const std::int64_t old_space = TRY(name_space_number(connection, old.name_space));
  const std::int64_t name_space = TRY(name_space_number(connection, fresh.name_space));
  const bool new_tags = old.tags != fresh.tags;
  const bool new_words = new_tags || old_space != name_space || old.title != fresh.title ||
                         old.content != fresh.content ||
                         indexed_labels(old) != indexed_labels(fresh);
  const bool new_passages = new_words || !same_line(old, fresh);
  if (new_words)
    TRY_VOID(remove_words(connection, old_space, old));
  if (new_passages)
    TRY_VOID(remove_passages(connection, old.key));
  if (new_tags)
    TRY_VOID(remove_tags(connection, old));
  const Numbered numbered{name_space, &fresh};
  const std::span<const Numbered> renewed(&numbered, 1);
  TRY_VOID(connection.run_later(
      "UPDATE memories SET id = $2, seq = $3, namespace = $4, tier = $5, priority = $6, "
      "reinforcement = $7, confidence = $8, source = $9, created_at = $10, updated_at = $11, "
      "expires_at = $12, given_times = $13, length_code = $14, title = $15, tags = $16, "
      "metadata = $17, content = $18, kind = $19, reflection_depth = $20, deadline = $21, agent = "
      "$22 "
      "WHERE key = $1",
      old.key, fresh.id, TRY(next_change(connection)), name_space,
      static_cast<std::int64_t>(fresh.tier), fresh.priority, fresh.reinforcement, fresh.confidence,
      fresh.source, fresh.created_at.nanoseconds(), fresh.updated_at.nanoseconds(),
      nanoseconds(fresh.expires_at), given_times(fresh), length_code_of(fresh), fresh.title,
      tags_to_json(fresh.tags), fresh.metadata, fresh.content,
      static_cast<std::int64_t>(fresh.kind), fresh.reflection_depth,
      static_cast<std::int64_t>(fresh.deadline), agent_of(fresh)));
  if (old.access_count != fresh.access_count || old.last_accessed_at != fresh.last_accessed_at)
    TRY_VOID(write_usage(connection, fresh));
  if (new_tags)
    TRY_VOID(add_tags(connection, renewed));
  if (new_words)
    TRY_VOID(add_words(connection, renewed));
  if (new_passages)
    TRY_VOID(add_passages(connection, renewed));
  return {};
}

Result<void> replace_life(Connection& connection, const Memory& memory) {
  return connection.run_later(
      "UPDATE memories SET seq = $2, tier = $3, reinforcement = $4, updated_at = $5, "
      "expires_at = $6, given_times = $7, deadline = $8 WHERE key = $1",
      memory.key, TRY(next_change(connection)), static_cast<std::int64_t>(memory.tier),
      memory.reinforcement, memory.updated_at.nanoseconds(), nanoseconds(memory.expires_at),
      given_times(memory), static_cast<std::int64_t>(memory.deadline));
}

Result<void> erase(Connection& connection, const Memory& memory, Time now) {
  const std::int64_t name_space = TRY(name_space_number(connection, memory.name_space));
  TRY_VOID(add_tombstone(connection, memory, now));
  TRY_VOID(lose_source(connection, memory, now));
  TRY_VOID(remove_words(connection, name_space, memory));
  TRY_VOID(remove_tags(connection, memory));
  TRY_VOID(remove_passages(connection, memory.key));
  return connection.run("DELETE FROM memories WHERE key = $1", memory.key);
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
    where.add("least(10, m.priority + m.reinforcement) < ?", {page.after->priority});
  } else if (stretch == Stretch::same_priority) {
    const auto& [priority, updated_at, key] = *page.after;
    where.add("least(10, m.priority + m.reinforcement) = ?", {priority});
    where.add("m.updated_at <= ?", {updated_at});
    where.add("(m.updated_at < ? OR m.key > ?)", {updated_at, key});
  }
  hide_expired(where, now);
  where.append(
      "ORDER BY least(10, m.priority + m.reinforcement) DESC, m.updated_at DESC, m.key "
      "LIMIT ? OFFSET ?",
      {page.limit, page.offset});
  auto statement = TRY(connection.prepare(where.sql(select_memory)));
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

// Both ends are sorted by an index or a narrow table; what is in both counts by the later moment.
Result<std::vector<Memory>> recent(Connection& connection, const Filter& filter, Time now,
                                   std::int64_t limit) {
  Where where;
  if (limit <= 0 || !TRY(where.add_filter(connection, filter)))
    return std::vector<Memory>();
  hide_expired(where, now);
  where.append("ORDER BY 2 DESC, 1 DESC LIMIT ?", {limit});
  auto statement = TRY(connection.prepare(
      where.sql("SELECT m.key, greatest(m.updated_at, coalesce(u.last_accessed_at, m.updated_at)) "
                "FROM memories m LEFT JOIN usage u ON u.key = m.key")));
  where.bind(statement);
  std::vector<Key> keys;
  while (TRY(statement.step())) keys.push_back(statement.integer(0));
  return by_keys(connection, keys);
}

Result<std::vector<Memory>> matching(Connection& connection, const Filter& filter,
                                     std::int64_t limit, Key after) {
  Where where;
  if (!TRY(where.add_filter(connection, filter)))
    return std::vector<Memory>();
  where.add("m.key > ?", {after});
  where.append("ORDER BY m.key LIMIT ?", {limit});
  auto statement = TRY(connection.prepare(where.sql(select_memory)));
  where.bind(statement);
  return all(statement);
}

Result<std::vector<Memory>> expired(Connection& connection, Time now, std::int64_t limit) {
  auto statement = TRY(connection.prepare(
      std::string(select_memory) + " WHERE m.expires_at <= $1 ORDER BY m.expires_at LIMIT $2"));
  statement.bind(now.time_since_epoch().count(), limit);
  return all(statement);
}

Result<std::int64_t> count_expired(Connection& connection, Time now) {
  return TRY(connection.number("SELECT count(*) FROM memories WHERE expires_at <= $1",
                               now.time_since_epoch().count()))
      .value_or(0);
}

Result<void> each_memory(Connection& connection,
                         const std::function<Result<void>(const Memory&)>& take) {
  return connection.each_row(std::string(select_memory) + " ORDER BY m.created_at, n.name, m.key",
                             [&](const Statement& row) -> Result<bool> {
                               TRY_VOID(take(memory_of(row)));
                               return true;
                             });
}

}  // namespace aim::store::postgres
