#include "base/hash.h"
#include "base/log.h"
#include "base/numbers.h"
#include "base/uuid.h"
#include "memory/rules.h"
#include "store/sql/links.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/reference/reference.h"
#include "store/sqlite/reference/reference_rows.h"
#include "store/sqlite/search/sqlite_search.h"

namespace aim::store::sqlite {
namespace {

// A reference program that opens the file afterwards finds a version beyond all of its own, so that
// it does not start to change tables that are no longer its own.
constexpr std::int64_t version_of_nobody = 1'000'000;

Result<std::int64_t> count(Connection& connection, std::string_view table) {
  // Not count(*), which asks nobody whether it takes too long (guard.h).
  return connection.number_or_zero("SELECT sum(1) FROM " + std::string(table));
}

// ---- fingerprints ----

// How many rows, and a SHA-256 over id, title and content of each, chained in the order of ids.
struct Fingerprint {
  std::int64_t rows = 0;
  std::string hash;
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

Result<Fingerprint> fingerprint(Connection& connection, std::string_view table) {
  auto statement = TRY(
      connection.prepare("SELECT id, title, content FROM " + std::string(table) + " ORDER BY id"));
  Fingerprint print;
  while (TRY(statement.step())) {
    std::string link = print.hash;
    for (int column = 0; column < 3; ++column) {
      const std::string_view text = statement.text(column);
      link.append(1, '\n').append(std::to_string(text.size())).append(1, ':').append(text);
    }
    print.hash = sha256_hex(link);
    ++print.rows;
  }
  return print;
}

Failure lost_something(std::string_view table) {
  Error error = unusable(
      "taking over the database of the reference ai-memory would have lost something; "
      "nothing was changed",
      "report this; the copy made before stays beside the database");
  error.detail = std::string(table) + " differs from what was read";
  return Failure(error);
}

Result<void> compare(Connection& connection, std::string_view table, const Fingerprint& before) {
  if (TRY(fingerprint(connection, table)) == before)
    return {};
  return lost_something(table);
}

// ---- taking over ----

// One of the reference's tables, set aside.
struct Source {
  std::string table;  // "reference_memories"
  std::vector<std::string> columns;
};

// Without columns when there is no such table.
Result<Source> source_of(Connection& connection, std::string_view table) {
  Source source{"reference_" + std::string(table), {}};
  // Generated columns are not listed here, and nobody needs them.
  auto statement = TRY(connection.prepare("SELECT name FROM pragma_table_info(?1)"));
  statement.bind(source.table);
  while (TRY(statement.step())) source.columns.push_back(statement.string(0));
  return source;
}

bool has_column(const Source& source, std::string_view name) {
  return std::find(source.columns.begin(), source.columns.end(), name) != source.columns.end();
}

// SQLite allows NULL in a primary key of text; ours does not.
Result<void> give_missing_ids(Connection& connection, const Source& source) {
  const std::string rows = "FROM " + source.table + " WHERE id IS NULL";
  while (const auto row = TRY(connection.number("SELECT rowid " + rows + " LIMIT 1")))
    TRY_VOID(connection.run("UPDATE " + source.table + " SET id = ?2 WHERE rowid = ?1", *row,
                            new_uuid()));
  return {};
}

Result<std::vector<std::int64_t>> rowids(Connection& connection, const Source& source) {
  // By namespace and age: the order of the text index, whose entries are then only ever appended.
  return connection.all(
      "SELECT rowid FROM " + source.table + " ORDER BY namespace, created_at, rowid",
      [](const sql::Row& row) { return row.integer(0); });
}

// The field that is beyond our limits; empty: none is.
std::string legacy_field(const Memory& memory) {
  for (const auto& checked :
       {check(rule::title, "title", memory.title), check(rule::content, "content", memory.content),
        check(rule::name_space, "namespace", memory.name_space),
        check(rule::source, "source", memory.source),
        check(rule::priority, "priority", static_cast<double>(memory.priority)),
        check(rule::confidence, "confidence", memory.confidence),
        check(rule::metadata, "metadata", memory.metadata)})
    if (!checked)
      return checked.error().field;
  return {};
}

// "source of 3, title of 1".
std::string said(const std::map<std::string, std::int64_t>& legacy) {
  std::string out;
  for (const auto& [field, count] : legacy)
    out.append(out.empty() ? "" : ", ").append(field).append(" of ").append(std::to_string(count));
  return out;
}

// Calls `take` with each row of the source.
template <class F>
Result<void> each_row(Connection& connection, const Source& source,
                      std::span<const ReferenceColumn> columns, F&& take) {
  const std::string sql = select_reference(source.table, columns, source.columns);
  auto statement = TRY(connection.prepare(sql));
  for (const std::int64_t row : TRY(rowids(connection, source))) {
    statement.bind(row);
    if (TRY(statement.step()))
      TRY_VOID(take(statement));
    statement.rewind();
  }
  return {};
}

Result<void> take_memories(Connection& connection, const Source& source, Time now) {
  const Fingerprint before = TRY(fingerprint(connection, source.table));
  std::map<std::string, std::int64_t> legacy;
  TRY_VOID(each_row(connection, source, reference_memory_columns(),
                    [&](const Statement& row) -> Result<void> {
                      Memory memory = TRY(reference_memory(connection, row, now));
                      if (const std::string field = legacy_field(memory); !field.empty())
                        ++legacy[field];
                      return SqliteMemories(connection).insert(memory);
                    }));
  TRY_VOID(compare(connection, "memories", before));
  const std::string taken =
      "took over " + counted(before.rows, "memory", "memories") + " of the reference ai-memory";
  if (legacy.empty())
    log::info(taken);
  else
    log::warn(taken + "; kept what is beyond the limits of this one: " + said(legacy));
  return {};
}

Result<void> take_archive(Connection& connection, const Source& source, Time now) {
  const Fingerprint before = TRY(fingerprint(connection, source.table));
  TRY_VOID(each_row(connection, source, reference_archive_columns(),
                    [&](const Statement& row) -> Result<void> {
                      return SqliteMemories(connection)
                          .add_archived(TRY(reference_archived(connection, row, now)));
                    }));
  return compare(connection, "archive", before);
}

// A link time that is none is kept as the text it was.
Timestamp link_time(std::string_view text, Time now) {
  Timestamp time = reference_time(text).value_or(at(now));
  if (time.text() != text && text.find('\n') == std::string_view::npos)
    time.given = text;
  return time;
}

Result<void> take_links(Connection& connection, const Source& source, Time now) {
  const std::int64_t before = TRY(count(connection, source.table));
  {
    auto statement = TRY(connection.prepare(
        "SELECT l.relation, l.created_at, s.key, t.key FROM " + source.table +
        " l JOIN memories s ON s.id = l.source_id JOIN memories t ON t.id = l.target_id "
        "ORDER BY l.created_at, l.source_id, l.target_id"));
    while (TRY(statement.step())) {
      Link link;
      link.relation = statement.string(0);
      link.created_at = link_time(statement.text(1), now);
      link.valid_from = link.created_at;
      TRY_VOID(sql::SqlLinks(connection).add(statement.integer(2), statement.integer(3), link));
    }
  }
  // What is left points at memories that are gone; it stays where it is.
  TRY_VOID(connection.run("DELETE FROM " + source.table +
                          " WHERE EXISTS (SELECT 1 FROM memories WHERE id = source_id) "
                          "AND EXISTS (SELECT 1 FROM memories WHERE id = target_id)"));
  const std::int64_t after = TRY(count(connection, "links")) + TRY(count(connection, source.table));
  if (before != after)
    return lost_something("links");
  return {};
}

Result<void> take_standards(Connection& connection, const Source& source, Time now) {
  const std::string parent = has_column(source, "parent_namespace") ? "parent_namespace" : "NULL";
  auto statement =
      TRY(connection.prepare("SELECT r.namespace, m.key, r." + parent + ", r.updated_at FROM " +
                             source.table + " r LEFT JOIN memories m ON m.id = r.standard_id"));
  while (TRY(statement.step())) {
    const Time updated = reference_time(statement.text(3)).value_or(at(now)).time;
    TRY_VOID(SqliteMemories(connection)
                 .set_standard(statement.text(0), statement.maybe_integer(1),
                               statement.maybe_string(2), updated));
  }
  return {};
}

Result<void> keep_embeddings(Connection& connection, const Source& source) {
  if (!has_column(source, "embedding") ||
      !TRY(connection.number("SELECT 1 FROM " + source.table +
                             " WHERE embedding IS NOT NULL LIMIT 1")))
    return {};
  TRY_VOID(connection.script(
      "CREATE TABLE reference_embeddings (\n"
      "  key       INTEGER PRIMARY KEY REFERENCES memories(key) ON DELETE CASCADE,\n"
      "  dimension INTEGER NOT NULL,\n"
      "  embedding BLOB NOT NULL\n"
      ") STRICT"));
  return connection.run(
      "INSERT INTO reference_embeddings(key, dimension, embedding) "
      "SELECT m.key, length(CAST(r.embedding AS BLOB)) / 4, CAST(r.embedding AS BLOB) FROM "
      "memories m "
      "CROSS JOIN " +
      source.table + " r ON r.id = m.id WHERE r.embedding IS NOT NULL ORDER BY m.key");
}

// Drops a source whose every column and row has found a place; any other stays, and the log says
// so.
Result<void> drop_taken(Connection& connection, const Source& source,
                        const std::vector<std::string_view>& known, bool rows_taken) {
  const auto unknown =
      std::find_if(source.columns.begin(), source.columns.end(), [&](const std::string& column) {
        return std::find(known.begin(), known.end(), column) == known.end();
      });
  if (unknown == source.columns.end() && rows_taken)
    return connection.script("DROP TABLE " + sql_name(source.table));
  log::warn(
      "the table " + source.table + " stays in the database: it holds " +
      (rows_taken ? "the unknown column " + *unknown : "rows that refer to missing memories"));
  return {};
}

std::vector<std::string_view> names(std::span<const ReferenceColumn> columns) {
  std::vector<std::string_view> all{"embedding"};
  for (const auto& column : columns) all.push_back(column.name);
  return all;
}

// Takes each table that is there, memories first.
Result<void> take_all(Connection& connection, Time now) {
  const Source memories = TRY(source_of(connection, "memories"));
  TRY_VOID(give_missing_ids(connection, memories));
  TRY_VOID(take_memories(connection, memories, now));
  TRY_VOID(keep_embeddings(connection, memories));
  TRY_VOID(drop_taken(connection, memories, names(reference_memory_columns()), true));
  if (const Source links = TRY(source_of(connection, "memory_links")); !links.columns.empty()) {
    TRY_VOID(take_links(connection, links, now));
    TRY_VOID(drop_taken(connection, links, {"source_id", "target_id", "relation", "created_at"},
                        TRY(count(connection, links.table)) == 0));
  }
  if (const Source archive = TRY(source_of(connection, "archived_memories"));
      !archive.columns.empty()) {
    TRY_VOID(give_missing_ids(connection, archive));
    TRY_VOID(take_archive(connection, archive, now));
    TRY_VOID(drop_taken(connection, archive, names(reference_archive_columns()), true));
  }
  if (const Source standards = TRY(source_of(connection, "namespace_meta"));
      !standards.columns.empty()) {
    TRY_VOID(take_standards(connection, standards, now));
    const auto lost = TRY(connection.number(
        "SELECT 1 FROM " + standards.table +
        " WHERE standard_id IS NOT NULL AND standard_id NOT IN (SELECT id FROM memories)"));
    TRY_VOID(drop_taken(connection, standards,
                        {"namespace", "standard_id", "updated_at", "parent_namespace"}, !lost));
  }
  return {};
}

}  // namespace

Result<void> take_over_reference(Connection& connection, const Clock& clock) {
  TRY_VOID(take_all(connection, clock.now()));
  TRY_VOID(SqliteSearch(connection).merge_whole_text_index());  // all of them have waited
  TRY_VOID(
      connection.run("INSERT INTO meta(name, value) SELECT 'reference_schema', max(version) FROM "
                     "schema_version"));
  TRY_VOID(
      connection.run("UPDATE schema_version SET version = ?1 "
                     "WHERE version = (SELECT max(version) FROM schema_version)",
                     version_of_nobody));
  return connection.script("PRAGMA legacy_alter_table=OFF");
}

}  // namespace aim::store::sqlite
