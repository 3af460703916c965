#include "store/sql/tables/tokens.h"

#include "store/sql/rows.h"
#include "store/sql/tables/meta.h"
#include "store/token_rows.h"

namespace aim::store::sql {
namespace {

constexpr std::string_view version_name = "tokens";

}  // namespace

Result<std::int64_t> SqlTokens::version() const {
  return TRY(meta_number(connection_, version_name)).value_or(0);
}

Result<std::vector<TokenRow>> SqlTokens::all() const {
  const auto row = TRY(connection_.statement(
      "SELECT id, name, hash, administers, read, write, created_at, expires_at, revoked_at "
      "FROM tokens ORDER BY created_at, id"));
  std::vector<TokenRow> rows;
  while (TRY(row->step())) rows.push_back(token_of(*row));
  return rows;
}

Result<void> SqlTokens::add(const TokenRow& row) {
  const std::string read = lines_of(row.rights.read), write = lines_of(row.rights.write);
  TRY_VOID(connection_.run(
      "INSERT INTO tokens(id, name, hash, administers, read, write, created_at, expires_at) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
      row.rights.id, row.rights.name, row.hash, std::int64_t{row.rights.administers}, read, write,
      nanoseconds(row.created_at), nanoseconds(row.expires_at)));
  return count_up();
}

Result<void> SqlTokens::revoke(std::string_view id, Time now) {
  TRY_VOID(connection_.run("UPDATE tokens SET revoked_at = ?1 WHERE id = ?2 AND revoked_at IS NULL",
                           nanoseconds(now), id));
  return count_up();
}

Result<void> SqlTokens::remove(std::string_view id) {
  TRY_VOID(connection_.run("DELETE FROM tokens WHERE id = ?1", id));
  return count_up();
}

Result<void> SqlTokens::count_up() {
  return set_meta(connection_, version_name, TRY(version()) + 1);
}

}  // namespace aim::store::sql
