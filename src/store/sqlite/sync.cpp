#include "store/sqlite/sync.h"

#include <sqlite3.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace aim::store::sqlite {

std::uintmax_t SqliteSync::max_rows(std::uintmax_t bytes_a_row) const {
  const std::string file = sqlite3_db_filename(connection_.handle(), "main");
  std::uintmax_t rows = 0;
  for (const char* suffix : {"", "-wal"}) {
    std::error_code error;
    if (const auto bytes = std::filesystem::file_size(file + suffix, error); !error)
      rows += bytes / bytes_a_row;
  }
  return rows;
}

}  // namespace aim::store::sqlite
