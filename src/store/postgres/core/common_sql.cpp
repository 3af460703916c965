// SQL that both backends are told (store/sql), as PostgreSQL wants it.
#include <cctype>

#include "store/postgres/core/connection.h"

namespace aim::store::postgres {
namespace {

constexpr sql::Dialect dialect_of_postgres{
    .greatest = "greatest",
    .least = "least",
    .position = "strpos",
    .by_rows = "",
    .bytes_before = "octet_length(",
    .bytes_after = ")",
    .in_before = " = ANY(",
    .in_after = ")",
    .listed_before = "unnest(",
    .listed_after = ") WITH ORDINALITY listed(value, key)",
    .json_object = "json_build_object",
    .json_before = "CAST(",
    .json_after = " AS json)",
    .items_before = "json_array_elements_text(CAST(",
    .items_after = " AS json)) WITH ORDINALITY item(value, key)",
    .last_change = "SELECT last FROM change_number",
    .next_change = "UPDATE change_number SET last = last + 1 RETURNING last",
    // All tables, their indexes and what is stored beside them.
    .size =
        "SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bigint) FROM pg_class c "
        "WHERE c.relnamespace = 'ai_memory'::regnamespace AND c.relkind = 'r'",
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

// $1 for ?1. A question mark before a digit stands nowhere else in our SQL, quoted texts included.
std::string with_marks(std::string_view sql) {
  std::string out(sql);
  for (std::size_t at = out.find('?'); at < out.size(); at = out.find('?', at + 1))
    if (at + 1 < out.size() && std::isdigit(static_cast<unsigned char>(out[at + 1])))
      out[at] = '$';
  return out;
}

}  // namespace

const sql::Dialect& Connection::dialect() const {
  return dialect_of_postgres;
}

Result<std::unique_ptr<sql::Statement>> Connection::statement(std::string_view sql) {
  return std::make_unique<Statement>(*this, with_marks(sql));
}

Result<void> Connection::walk(std::string_view sql,
                              const std::function<Result<bool>(const sql::Row&)>& take) {
  return each_row(sql, take);
}

}  // namespace aim::store::postgres
