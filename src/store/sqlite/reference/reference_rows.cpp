#include "store/sqlite/reference/reference_rows.h"

#include "memory/rules.h"
#include "store/rows.h"

namespace aim::store::sqlite {
namespace {

// The order is that of the Column enumeration.
constexpr std::array<ReferenceColumn, 17> columns{{{"id", "''"},
                                                   {"tier", "'long'"},
                                                   {"namespace", "'global'"},
                                                   {"title", "''"},
                                                   {"content", "''"},
                                                   {"tags", "'[]'"},
                                                   {"priority", "5"},
                                                   {"confidence", "1.0"},
                                                   {"source", "'api'"},
                                                   {"access_count", "0"},
                                                   {"created_at", "''"},
                                                   {"updated_at", "''"},
                                                   {"last_accessed_at", "NULL"},
                                                   {"expires_at", "NULL"},
                                                   {"metadata", "'{}'"},
                                                   {"archived_at", "''"},
                                                   {"archive_reason", "'gc'"}}};
constexpr std::size_t memory_columns = 15;

enum Column : int {
  id,
  tier,
  name_space,
  title,
  content,
  tags,
  priority,
  confidence,
  source,
  access_count,
  created_at,
  updated_at,
  last_accessed_at,
  expires_at,
  metadata,
  archived_at,
  archive_reason
};

// What a column of ours cannot hold, by the reference's column.
using Leftovers = std::vector<std::pair<std::string_view, std::string>>;

// A JSON object stays as it is; other JSON and plain text become the member "value" of one.
constexpr std::string_view metadata_as_object =
    "SELECT CASE WHEN NOT json_valid(?1) THEN json_object('value', ?1) "
    "WHEN json_type(?1) = 'object' THEN ?1 ELSE json_object('value', json(?1)) END";
constexpr std::string_view tags_are_texts =
    "SELECT CASE WHEN json_valid(?1) THEN json_type(?1) = 'array' AND "
    "NOT EXISTS (SELECT 1 FROM json_each(?1) WHERE type <> 'text') ELSE 0 END";

Result<std::string> one_text(Connection& connection, std::string_view sql, std::string_view a,
                             std::string_view b = {}, std::string_view c = {}) {
  auto statement = TRY(connection.prepare(sql));
  statement.bind(a);
  if (!b.empty()) {
    statement.bind_one(2, b);
    statement.bind_one(3, c);
  }
  if (!TRY(statement.step()))
    return std::string();
  return statement.string(0);
}

std::string_view name_of_column(Column column) {
  return columns[static_cast<std::size_t>(column)].name;
}

std::optional<Timestamp> time_in(const Statement& row, Column column, Leftovers& left) {
  auto time = reference_time(row.text(column));
  if (!time || (time->given.empty() && format_rfc3339(time->time) != row.text(column)))
    left.emplace_back(name_of_column(column), row.string(column));
  return time;
}

void read_times(Memory& memory, const Statement& row, Time now, Leftovers& left) {
  memory.created_at = time_in(row, created_at, left).value_or(at(now));
  memory.updated_at = time_in(row, updated_at, left).value_or(at(memory.created_at.time));
  if (!row.is_null(last_accessed_at))
    memory.last_accessed_at =
        time_in(row, last_accessed_at, left).value_or(at(memory.created_at.time));
  // An expiry nobody can read is none: any other guess might throw the memory away.
  if (!row.is_null(expires_at))
    memory.expires_at = time_in(row, expires_at, left);
}

Result<void> read_row(Connection& connection, Memory& memory, const Statement& row, Time now,
                      Leftovers& left) {
  memory.id = row.string(id);
  memory.name_space = row.string(name_space);
  memory.title = row.string(title);
  memory.content = row.string(content);
  memory.priority = row.integer(priority);
  memory.confidence = row.real(confidence);
  memory.source = row.string(source);
  memory.access_count = row.integer(access_count);
  if (const auto known = value_of<Tier>(row.text(tier)); known) {
    memory.tier = *known;
  } else {
    memory.tier = Tier::long_term;
    left.emplace_back(name_of_column(tier), row.string(tier));
  }
  if (TRY(connection.number_or_zero(tags_are_texts, row.text(tags))) != 0)
    memory.tags = tags_from_json(row.text(tags));
  else
    left.emplace_back(name_of_column(tags), row.string(tags));
  memory.metadata = TRY(one_text(connection, metadata_as_object, row.text(metadata)));
  // Deeper than any door reads it could not be moved on from here.
  if (!metadata_flaw(memory.metadata).empty())
    memory.metadata = TRY(
        one_text(connection, "SELECT json_object('value', ?1)", std::string(row.text(metadata))));
  read_times(memory, row, now, left);
  return {};
}

Result<void> keep_leftovers(Connection& connection, Memory& memory, const Leftovers& left) {
  for (const auto& [column, text] : left)
    memory.metadata = TRY(one_text(connection, "SELECT json_set(?1, ?2, ?3)", memory.metadata,
                                   "$.ai_memory_unparsed_" + std::string(column), text));
  return {};
}

}  // namespace

std::span<const ReferenceColumn> reference_memory_columns() {
  return std::span(columns).first(memory_columns);
}
std::span<const ReferenceColumn> reference_archive_columns() {
  return columns;
}

std::string select_reference(std::string_view table, std::span<const ReferenceColumn> wanted,
                             std::span<const std::string> present) {
  std::string sql;
  for (const auto& [name, otherwise] : wanted) {
    const bool there = std::find(present.begin(), present.end(), name) != present.end();
    sql.append(sql.empty() ? "SELECT " : ", ").append(there ? name : otherwise);
  }
  return sql.append(" FROM ").append(table).append(" WHERE rowid = ?1");
}

std::optional<Timestamp> reference_time(std::string_view text) {
  if (auto time = parse_rfc3339(text, "time"))
    return *time;
  // Times without a zone, as SQLite's own functions write them, are UTC.
  if (const auto time = parse_rfc3339(std::string(text) + "Z", "time"))
    return at(time->time);
  if (const auto date = parse_date_or_time(text, "time"))
    return at(date->time);
  return std::nullopt;
}

Result<Memory> reference_memory(Connection& connection, const Statement& row, Time now) {
  Memory memory;
  Leftovers left;
  TRY_VOID(read_row(connection, memory, row, now, left));
  TRY_VOID(keep_leftovers(connection, memory, left));
  return memory;
}

Result<Archived> reference_archived(Connection& connection, const Statement& row, Time now) {
  Archived archived;
  Leftovers left;
  TRY_VOID(read_row(connection, archived.memory, row, now, left));
  archived.archived_at = time_in(row, archived_at, left).value_or(at(now));
  archived.reason = row.string(archive_reason);
  TRY_VOID(keep_leftovers(connection, archived.memory, left));
  return archived;
}

}  // namespace aim::store::sqlite
