#include "store/sqlite/core/statement.h"

#include <sqlite3.h>

#include <cassert>

#include "store/rows.h"
#include "store/sqlite/core/failure.h"

namespace aim::store::sqlite {
namespace {
// SQLITE_STATIC is a null pointer cast of C style; the texts outlive the statement's use by
// contract.
constexpr sqlite3_destructor_type stays = nullptr;
// As SQLITE_TRANSIENT.
const auto is_copied = reinterpret_cast<sqlite3_destructor_type>(std::intptr_t{-1});
}  // namespace

std::string sql_name(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) out.append(c == '"' ? 2 : 1, c);
  return out += '"';
}

std::string sql_text(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out.append(c == '\'' ? 2 : 1, c);
  return out += "'";
}

Statement::~Statement() {
  if (!cached_)
    return;
  rewind();
  cached_->borrowed = false;
}

void Statement::rewind() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

void Statement::bind_one(int index, std::int64_t value) {
  const int status = sqlite3_bind_int64(statement_, index, value);
  assert(status == SQLITE_OK);
  (void)status;
}
void Statement::bind_one(int index, double value) {
  sqlite3_bind_double(statement_, index, value);
}
void Statement::bind_one(int index, std::string_view value) {
  // An empty view may have no address, and SQLite would bind NULL then.
  sqlite3_bind_text64(statement_, index, value.data() ? value.data() : "", value.size(), stays,
                      SQLITE_UTF8);
}
void Statement::bind_one(int index, Bytes value) {
  sqlite3_bind_blob64(statement_, index, value.bytes.data() ? value.bytes.data() : "",
                      value.bytes.size(), stays);
}
void Statement::bind_one(int index, std::span<const std::int64_t> values) {
  bind_kept(index, keys_to_json(values));
}
void Statement::bind_one(int index, std::span<const std::string> values) {
  bind_kept(index, tags_to_json({values.begin(), values.end()}));
}
void Statement::bind_kept(int index, const std::string& text) {
  sqlite3_bind_text64(statement_, index, text.data(), text.size(), is_copied, SQLITE_UTF8);
}
void Statement::make_null(int index) {
  sqlite3_bind_null(statement_, index);
}
void Statement::bind_pointer(int index, void* pointer, const char* type) {
  sqlite3_bind_pointer(statement_, index, pointer, type, nullptr);
}

Result<bool> Statement::step() {
  const int status = sqlite3_step(statement_);
  if (status == SQLITE_ROW)
    return true;
  if (status == SQLITE_DONE)
    return false;
  return Failure(failure(sqlite3_db_handle(statement_), sqlite3_sql(statement_)));
}

Result<void> Statement::run() {
  while (TRY(step())) {
  }
  return {};
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}
double Statement::real(int column) const {
  return sqlite3_column_double(statement_, column);
}
std::string_view Statement::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes ? std::string_view(static_cast<const char*>(bytes), static_cast<std::size_t>(size))
               : std::string_view();
}
bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

}  // namespace aim::store::sqlite
