#include "store/sqlite/foreign/foreign_file.h"

#include <system_error>

namespace aim::store::sqlite {
std::string uri_of(const std::filesystem::path& file, const std::string& parameters) {
  std::error_code error;
  std::string uri = "file:";
  const std::string path = std::filesystem::absolute(file, error).generic_string();
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#')
      uri.append("%").append(c == '%' ? "25" : c == '?' ? "3f" : "23");
    else
      uri += c;
  }
  return uri + parameters;
}

Rows rows_of(sqlite3* database, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database, sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr);
  return Rows(statement);
}

std::string text_at(const Rows& rows, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(rows.get(), column));
  const int size = sqlite3_column_bytes(rows.get(), column);
  return text ? std::string(text, static_cast<std::size_t>(size)) : std::string();
}

ForeignFile::ForeignFile(const std::filesystem::path& file, const Options& options)
    : steps_(steps_for(file)) {
  constexpr int timeout_ms = 5'000;
  std::error_code error;
  if (const auto bytes = std::filesystem::file_size(file, error); !error)
    bytes_ = bytes;
  sqlite3* opened = nullptr;
  const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
  status_ = sqlite3_open_v2(uri_of(file, options.parameters).c_str(), &opened, flags, nullptr);
  database_.reset(opened);
  if (status_ != SQLITE_OK)
    return;
  sqlite3_busy_timeout(opened, timeout_ms);
  // Before the guard, which would refuse it; with the guard it lets no statement write the schema.
  if (options.broken_schema)
    sqlite3_exec(opened, "PRAGMA writable_schema=ON", nullptr, nullptr, nullptr);
  harden(opened);
  only_read(opened, options.max_value_bytes);
  limit_ = std::make_unique<StepLimit>(opened, steps_);
}

Rows ForeignFile::rows(const std::string& sql) const {
  limit_->restart(steps_);
  return rows_of(handle(), sql);
}

bool ForeignFile::has_table(const std::string& name) const {
  const Rows rows =
      this->rows("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1 AND rootpage > 0");
  if (!rows)
    return false;
  sqlite3_bind_text(rows.get(), 1, name.data(), static_cast<int>(name.size()), SQLITE_STATIC);
  return sqlite3_step(rows.get()) == SQLITE_ROW;
}

}  // namespace aim::store::sqlite
