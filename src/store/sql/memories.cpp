#include "store/sql/memories.h"

#include "memory/indexed_text.h"
#include "memory/merge.h"
#include "store/sql/links.h"
#include "store/sql/memory_row.h"
#include "store/sql/namespaces.h"
#include "store/sql/statement.h"
#include "store/sql/tables/changes.h"
#include "store/sql/version_rows.h"

namespace aim::store::sql {
namespace {

constexpr int columns_before = 3;  // of a memory, in select_memory()

// Whether two states are one line of a conversation, besides their words
// (memory/conversation_line.h).
bool same_line(const Memory& a, const Memory& b) {
  return a.metadata == b.metadata && a.created_at.time == b.created_at.time;
}

Result<void> remove_tags(Connection& connection, const Memory& memory) {
  for (const std::string& tag : memory.tags)
    TRY_VOID(connection.run_later("DELETE FROM tags WHERE tag = ?1 AND key = ?2", tag, memory.key));
  return {};
}

}  // namespace

std::string select_memory(std::string_view from) {
  static const std::string columns = "SELECT m.key, n.name, m.deadline, " + names_of_memory("m.") +
                                     ", u.access_count, u.last_accessed_at FROM ";
  return std::string(columns).append(from).append(
      " JOIN namespaces n ON n.number = m.namespace LEFT JOIN usage u ON u.key = m.key");
}

Memory selected_memory(const Row& row) {
  Memory memory = memory_of(row, columns_before);
  memory.key = row.integer(0);
  memory.name_space = row.string(1);
  memory.deadline = row.integer(2) != 0;
  return memory;
}

Result<void> write_usage(Connection& connection, const Memory& memory) {
  if (memory.access_count == 0 && !memory.last_accessed_at)
    return connection.run_later("DELETE FROM usage WHERE key = ?1", memory.key);
  return connection.run_later(
      "INSERT INTO usage(key, access_count, last_accessed_at) VALUES (?1, ?2, ?3) "
      "ON CONFLICT(key) DO UPDATE SET access_count = ?2, last_accessed_at = ?3",
      memory.key, memory.access_count, nanoseconds(memory.last_accessed_at));
}

Result<void> add_tags(Connection& connection, const Memory& memory) {
  for (const std::string& tag : memory.tags)
    TRY_VOID(connection.run_later(
        "INSERT INTO tags(tag, key) VALUES (?1, ?2) ON CONFLICT DO NOTHING", tag, memory.key));
  return {};
}

Result<std::vector<Memory>> memories_by_keys(Connection& connection, std::span<const Key> keys) {
  if (keys.empty())
    return std::vector<Memory>();
  return connection.all(
      select_memory(connection.dialect().listed("?1") + " CROSS JOIN memories m") +
          " WHERE m.key = listed.value ORDER BY listed.key",
      selected_memory, keys);
}

Result<std::optional<Memory>> SqlMemories::find_by_id(std::string_view id) const {
  if (!connection_.can_store(id))
    return std::optional<Memory>();
  return connection_.first(select_memory() + " WHERE m.id = ?1", selected_memory, id);
}

Result<std::optional<Memory>> SqlMemories::find_by_title(std::string_view name_space,
                                                         std::string_view title) const {
  if (!connection_.can_store(title))
    return std::optional<Memory>();
  return connection_.first(
      select_memory() +
          " WHERE m.namespace = (SELECT number FROM namespaces WHERE name = ?1) AND " +
          std::string(connection_.dialect().by_title),
      selected_memory, name_space, title);
}

// One query over all would read all titles where PostgreSQL has planned it for empty tables.
Result<std::vector<Memory>> SqlMemories::with_title(std::span<const std::int64_t> name_spaces,
                                                    std::string_view title) const {
  std::vector<Memory> memories;
  if (!connection_.can_store(title))
    return memories;
  for (const std::int64_t name_space : name_spaces)
    if (auto memory = TRY(connection_.first(select_memory() + " WHERE m.namespace = ?1 AND " +
                                                std::string(connection_.dialect().by_title),
                                            selected_memory, name_space, title)))
      memories.push_back(std::move(*memory));
  return memories;
}

Result<std::vector<std::string>> SqlMemories::ids_with_prefix(std::string_view prefix,
                                                              std::size_t limit) const {
  if (!connection_.can_store(prefix))
    return std::vector<std::string>();
  return ids_beginning(connection_, "memories", prefix, limit);
}

Result<std::vector<Memory>> SqlMemories::by_keys(std::span<const Key> keys) const {
  return memories_by_keys(connection_, keys);
}

Result<void> SqlMemories::each(const std::function<Result<void>(const Memory&)>& take) const {
  return connection_.each(select_memory() + " ORDER BY m.created_at, n.name, m.key",
                          selected_memory, take);
}

Result<void> SqlMemories::insert(Memory& memory) {
  const NewMemory one{&memory, nullptr};
  const auto refused = TRY(insert_all({&one, 1}));
  return refused.front() ? Failure(*refused.front()) : Result<void>();
}

Result<void> SqlMemories::update_row(Key key, std::int64_t name_space, const Memory& fresh) {
  const Dialect& dialect = connection_.dialect();
  static const auto assignments = [] {
    std::string text;
    int place = 6;
    for (const Column& column : memory_columns().first(memory_columns().size() - use_columns))
      text.append(", ").append(column.name).append(" = ?").append(std::to_string(place++));
    return text;
  }();
  const auto statement = TRY(connection_.statement(
      "UPDATE memories SET seq = ?2, namespace = ?3, length_code = ?4, deadline = ?5" +
      assignments + std::string(dialect.keeps_agent ? ", agent = ?22" : "") + " WHERE key = ?1"));
  statement->bind(key, TRY(next_change(connection_)), name_space, length_code_of(fresh),
                  static_cast<std::int64_t>(fresh.deadline));
  const MemoryValues values(fresh);
  values.bind(*statement, 6);
  const auto agent = dialect.keeps_agent ? agent_of(fresh) : std::nullopt;
  if (dialect.keeps_agent)
    statement->bind_one(22, agent);
  return statement->run_later();
}

// The text index comes last: before a statement that may change several rows or ask for others,
// SQLite has it write out what it has gathered, and the rest would become a piece of its own.
Result<void> SqlMemories::replace(const Memory& old, const Memory& fresh) {
  if (is_new_version(old, fresh))
    TRY_VOID(add_version(connection_, old,
                         {"update", fresh.updated_at.time, author_, &fresh, connection_.step}));
  const std::int64_t old_space = TRY(name_space_number(connection_, old.name_space));
  const std::int64_t name_space = TRY(name_space_number(connection_, fresh.name_space));
  const bool new_tags = old.tags != fresh.tags;
  const bool new_words = new_tags || old_space != name_space || old.title != fresh.title ||
                         old.content != fresh.content ||
                         indexed_labels(old) != indexed_labels(fresh);
  const bool new_passages = new_words || !same_line(old, fresh);
  if (new_passages)
    TRY_VOID(remove_passages(old.key));
  if (new_tags)
    TRY_VOID(remove_tags(connection_, old));
  TRY_VOID(update_row(old.key, name_space, fresh));
  if (old.access_count != fresh.access_count || old.last_accessed_at != fresh.last_accessed_at)
    TRY_VOID(write_usage(connection_, fresh));
  if (new_tags)
    TRY_VOID(add_tags(connection_, fresh));
  if (new_passages)
    TRY_VOID(add_passages(name_space, fresh));
  if (!new_words)
    return {};
  TRY_VOID(remove_words(old_space, old));
  return add_words(name_space, fresh);
}

Result<void> SqlMemories::erase(const Memory& memory, Time now) {
  return erase_by(author_, memory, now);
}

Result<void> SqlMemories::erase_united(const Memory& memory, Time now) {
  Author by = author_ ? *author_ : Author();
  by.operation = united;
  return erase_by(&by, memory, now);
}

Result<void> SqlMemories::erase_by(const Author* by, const Memory& memory, Time now) {
  const std::int64_t name_space = TRY(name_space_number(connection_, memory.name_space));
  TRY_VOID(add_version(connection_, memory, {"delete", now, by, nullptr, connection_.step}));
  // Not before the state that it ends, which a clock that is ahead may have made.
  TRY_VOID(add_tombstone(connection_, memory, std::max(now, memory.updated_at.time)));
  SqlLinks links(connection_);
  if (author_)
    links.set_author(*author_);
  TRY_VOID(links.lose_links(memory, now));
  TRY_VOID(links.lose_source(memory, now));
  TRY_VOID(remove_tags(connection_, memory));
  TRY_VOID(remove_passages(memory.key));
  TRY_VOID(leave_standards(memory, now));
  TRY_VOID(connection_.run_later("DELETE FROM memories WHERE key = ?1", memory.key));
  return remove_words(name_space, memory);
}

Result<std::vector<UsageRow>> SqlMemories::usage_of(std::span<const Key> keys) const {
  return connection_.all(
      "SELECT m.key, m.tier, m.priority, m.reinforcement, coalesce(u.access_count, 0), "
      "m.expires_at, m.deadline FROM " +
          connection_.dialect().listed("?1") +
          " CROSS JOIN memories m LEFT JOIN usage u ON u.key = m.key WHERE m.key = listed.value "
          "ORDER BY listed.key",
      [](const Row& row) {
        return UsageRow{row.integer(0),     static_cast<Tier>(row.integer(1)),
                        row.integer(2),     row.integer(3),
                        row.integer(4),     maybe_time_in(row, 5),
                        row.integer(6) != 0};
      },
      keys);
}

Result<void> SqlMemories::set_usage(Key key, std::int64_t access_count, Time last_accessed_at) {
  return connection_.run(
      "INSERT INTO usage(key, access_count, last_accessed_at) VALUES (?1, ?2, ?3) "
      "ON CONFLICT(key) DO UPDATE SET access_count = ?2, last_accessed_at = " +
          std::string(connection_.dialect().greatest) + "(coalesce(usage.last_accessed_at, 0), ?3)",
      key, access_count, nanoseconds(last_accessed_at));
}

Result<void> SqlMemories::set_life(const UsageRow& row, std::optional<Time> updated_at) {
  std::optional<std::int64_t> expires;
  if (row.expires_at)
    expires = nanoseconds(*row.expires_at);
  if (!updated_at)
    return connection_.run(
        "UPDATE memories SET tier = ?2, reinforcement = ?3, expires_at = ?4 WHERE key = ?1",
        row.key, static_cast<std::int64_t>(row.tier), row.reinforcement, expires);
  // Uses are no change, but a promotion is.
  for (const Memory& old : TRY(memories_by_keys(connection_, {&row.key, 1})))
    TRY_VOID(
        add_version(connection_, old, {"update", *updated_at, author_, &old, connection_.step}));
  return connection_.run(
      "UPDATE memories SET tier = ?2, reinforcement = ?3, expires_at = ?4, seq = ?5, updated_at "
      "= " +
          std::string(connection_.dialect().greatest) + "(?6, updated_at + 1) WHERE key = ?1",
      row.key, static_cast<std::int64_t>(row.tier), row.reinforcement, expires,
      TRY(next_change(connection_)), nanoseconds(*updated_at));
}

}  // namespace aim::store::sql
