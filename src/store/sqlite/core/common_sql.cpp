// SQL that both backends are told (store/sql), as SQLite wants it: nearly as it is.
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {
namespace {

// Deletions leave tombstones, which keep the sequence from going back.
#define AIM_LAST_CHANGE                                     \
  "SELECT max(ifnull((SELECT max(seq) FROM memories), 0), " \
  "ifnull((SELECT max(seq) FROM tombstones), 0))"

constexpr sql::Dialect dialect_of_sqlite{
    .greatest = "max",
    .least = "min",
    .position = "instr",
    .by_rows = " NOT INDEXED",
    .ordered_join = " CROSS JOIN ",
    .own_numbers = "",
    .bytes_of = {"length(CAST(", " AS BLOB))"},
    .in_list = {" IN (SELECT value FROM json_each(", "))"},
    .listed = {"json_each(", ") AS listed"},
    .first_place = 0,
    .packed_state = {"packed_state(", ")"},
    .state = {"json(state_text(", "))"},
    .items = {"json_each(", ") AS item"},
    .lost_item =
        "v.number IN (SELECT rowid FROM lost_words WHERE lost_words MATCH '\"' || "
        "replace(item.value, '\"', '\"\"') || '\"' AND rowid >= ?2)",
    .by_title = "m.title = ?2",
    // By the index memories_agent.
    .by_agent =
        "instr(m.metadata, '\"agent_id\"') > 0 AND CASE WHEN json_valid(m.metadata) THEN "
        "json_extract(m.metadata, '$.agent_id') END = ?",
    // Without the plus SQLite puts the text in place of the column into the two terms before, which
    // the index then does not know.
    .by_content =
        "length(m.content) = length(?2) AND substr(m.content, -12) = substr(?2, -12) AND "
        "+m.content = ?2",
    .last_change = AIM_LAST_CHANGE,
    .next_change = AIM_LAST_CHANGE " + 1",
    .size = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    .stored_text = "x.stored",
    .last_vector_change = "SELECT max(seq) FROM vector_changes",
    .next_channel =
        "SELECT max((SELECT coalesce(max(channel), 0) FROM vector_channels), "
        "(SELECT coalesce(max(block), 0) >> 32 FROM vector_changes)) + 1",
    // Groups of one length and one end are found in the index of contents alone. Contents are read
    // once each: texts that programs write may all end alike.
    .same_content =
        "WITH alike AS (SELECT namespace AS n, length(content) AS l, substr(content, -12) AS s "
        "FROM memories GROUP BY namespace, length(content), substr(content, -12) "
        "HAVING count(*) > 1), same AS (SELECT n, l, s, m.content AS c FROM alike JOIN memories m "
        "ON m.namespace = n AND length(m.content) = l AND substr(m.content, -12) = s "
        "GROUP BY n, l, s, m.content HAVING count(*) > 1) "
        "SELECT a.key, b.key FROM same JOIN memories a ON a.namespace = n AND "
        "length(a.content) = l AND substr(a.content, -12) = s AND a.content = c "
        "JOIN memories b ON b.namespace = n AND length(b.content) = l AND "
        "substr(b.content, -12) = s AND b.content = c AND b.key > a.key "
        "WHERE (a.expires_at IS NULL OR a.expires_at > ?1) "
        "AND (b.expires_at IS NULL OR b.expires_at > ?1) "
        "AND NOT EXISTS (SELECT 1 FROM links WHERE source = a.key AND target = b.key) "
        "AND NOT EXISTS (SELECT 1 FROM links WHERE source = b.key AND target = a.key) "
        "LIMIT ?2 OFFSET ?3",
};

#undef AIM_LAST_CHANGE

}  // namespace

const sql::Dialect& Connection::dialect() const {
  return dialect_of_sqlite;
}

Result<std::unique_ptr<sql::Statement>> Connection::statement(std::string_view sql) {
  return std::make_unique<Statement>(TRY(prepare(sql)));
}

Result<void> Connection::walk(std::string_view sql,
                              const std::function<Result<bool>(const sql::Row&)>& take) {
  auto rows = TRY(prepare(sql));
  while (TRY(rows.step()))
    if (!TRY(take(rows)))
      break;
  return {};
}

}  // namespace aim::store::sqlite
