// SQL that both backends are told (store/sql), as PostgreSQL wants it.
#include "base/utf8.h"
#include "store/postgres/core/connection.h"

namespace aim::store::postgres {
namespace {

constexpr sql::Dialect dialect_of_postgres{
    .greatest = "greatest",
    .least = "least",
    .position = "strpos",
    .by_rows = "",
    .ordered_join = " JOIN ",
    .own_numbers = " OVERRIDING SYSTEM VALUE",
    .bytes_of = {"octet_length(", ")"},
    .in_list = {" = ANY(", ")"},
    .listed = {"unnest(", ") WITH ORDINALITY listed(value, key)"},
    .first_place = 1,
    .json = {"CAST(", " AS json)"},
    .state = {"CAST(", " AS json)"},
    .items = {"json_array_elements_text(CAST(", " AS json)) WITH ORDINALITY item(value, key)"},
    .lost_item =
        "v.number IN (SELECT rowid FROM lost_words WHERE rowid >= ?2 AND string_to_array(lost, ' "
        "') "
        "@> ARRAY[item.value])",
    // In order, though there is one at most: among few memories any index that begins with the
    // namespace seems as good as that of titles, and a plan that is kept outlives the few.
    .by_title = "m.title >= ?2 AND m.title <= ?2 ORDER BY m.title LIMIT 1",
    .by_agent = "m.agent = ?",
    .keeps_agent = true,
    .changes_in_order = true,
    .by_content =
        "hashtextextended(m.content, 0) = hashtextextended(?2 COLLATE \"C\", 0) AND m.content = ?2",
    .last_change = "SELECT last FROM change_number",
    .next_change = "UPDATE change_number SET last = last + 1 RETURNING last",
    // All tables, their indexes and what is stored beside them.
    .size =
        "SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bigint) FROM pg_class c "
        "WHERE c.relnamespace = 'ai_memory'::regnamespace AND c.relkind = 'r'",
    .stored_text = "length(x.data)",
    .last_vector_change = "SELECT seq FROM vector_clock",
    .next_channel = "UPDATE vector_clock SET channel = channel + 1 RETURNING channel",
    // Groups are found by the index of contents; only what is in one is compared.
    .same_content =
        "WITH alike AS (SELECT namespace AS n, hashtextextended(content, 0) AS h FROM memories "
        "GROUP BY 1, 2 HAVING count(*) > 1) SELECT a.key, b.key FROM alike JOIN memories a ON "
        "a.namespace = n AND hashtextextended(a.content, 0) = h JOIN memories b ON b.namespace = n "
        "AND hashtextextended(b.content, 0) = h AND b.key > a.key AND b.content = a.content "
        "WHERE (a.expires_at IS NULL OR a.expires_at > ?1) "
        "AND (b.expires_at IS NULL OR b.expires_at > ?1) "
        "AND NOT EXISTS (SELECT 1 FROM links WHERE source = a.key AND target = b.key) "
        "AND NOT EXISTS (SELECT 1 FROM links WHERE source = b.key AND target = a.key) "
        "ORDER BY a.key, b.key LIMIT ?2 OFFSET ?3",
};

}  // namespace

const sql::Dialect& Connection::dialect() const {
  return dialect_of_postgres;
}

Result<std::unique_ptr<sql::Statement>> Connection::statement(std::string_view sql) {
  return std::make_unique<Statement>(*this, sql);
}

bool Connection::can_store(std::string_view text) const {
  return text.find('\0') == text.npos && utf8::is_valid(text);
}

}  // namespace aim::store::postgres
