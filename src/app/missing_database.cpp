#include "app/missing_database.h"

#include <iostream>
#include <system_error>

#include "base/utf8.h"
#include "base/uuid.h"
#include "store/postgres/core/address.h"

namespace aim::app {

namespace fs = std::filesystem;

MissingDatabase::MissingDatabase(bool may_make, fs::path file) : file_(std::move(file)) {
  std::error_code error;
  if (may_make || store::postgres::is_address(file_.native()) || fs::exists(file_, error) || error)
    return;
  const fs::path temporary = fs::temp_directory_path(error);
  if (!error)
    in_its_place_ = temporary / ("ai-memory-" + new_uuid()) / "empty.db";
}

MissingDatabase::~MissingDatabase() {
  if (!in_its_place_)
    return;
  std::error_code error;
  if (fs::remove_all(in_its_place_->parent_path(), error) > 0 && !error)
    std::cerr << "note: there is no database at " << utf8::excerpt(file_.native(), 512)
              << " yet; the first memory that is stored makes it\n";
}

}  // namespace aim::app
