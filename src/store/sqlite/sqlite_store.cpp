#include "store/sqlite/sqlite_store.h"

#include <sqlite3.h>

#include <optional>
#include <system_error>

#include "base/quoting.h"
#include "store/sql/sql_store.h"
#include "store/sqlite/core/database.h"
#include "store/sqlite/repair/sqlite_maintenance.h"
#include "store/sqlite/unit.h"

namespace aim::store::sqlite {
namespace {

namespace fs = std::filesystem;

class SqliteStore final : public sql::SqlStore<Database, Unit, SqliteTableRows> {
 public:
  SqliteStore(const fs::path& file, const ConnectionOptions& options, const Clock& clock)
      : SqlStore(file, options, clock),
        options_(options),
        clock_(clock),
        maintenance_(database_, options, clock) {}

  Result<void> finish() override { return database_.checkpoint(); }

  std::string name() const override { return database_.file().native(); }
  bool exists() const override {
    std::error_code error;
    return fs::exists(database_.file(), error);
  }
  Result<std::unique_ptr<Store>> other(std::string_view address,
                                       std::string_view field) const override;
  Maintenance& maintenance() override { return maintenance_; }

  Result<std::optional<FileKey>> key() {
    std::optional<FileKey> key;
    TRY_VOID(database_.read(
        [&](Connection& connection) -> Result<void> {
          key = connection.key();
          return {};
        },
        {}));
    return key;
  }

 private:
  const ConnectionOptions options_;
  const Clock& clock_;
  SqliteMaintenance maintenance_;
};

Result<std::unique_ptr<Store>> SqliteStore::other(std::string_view address,
                                                  std::string_view field) const {
  std::error_code error;
  if (address.empty())
    return Failure(refuse(field, "must not be empty"));
  // It is not repeated: there may be a password in it.
  if (is_url(address))
    return Failure(refuse(field, "must be a file, as the database in use is one"));
  const fs::path file(address);
  const auto folder = fs::absolute(file, error).parent_path();
  if (!fs::is_directory(folder, error))
    return Failure(missing("no such folder: " + folder.native()));
  if (fs::is_directory(file, error))
    return Failure(refuse(field, "must be a file; " + file.native() + " is a folder"));
  if (fs::equivalent(file, database_.file(), error))
    return Failure(refuse(field, "must not be the database in use"));
  // Who made it is not known.
  ConnectionOptions options = options_;
  options.foreign = true;
  return make_store(file, options, clock_);
}

}  // namespace

std::unique_ptr<Store> make_store(const fs::path& file, const ConnectionOptions& options,
                                  const Clock& clock) {
  return std::make_unique<SqliteStore>(file, options, clock);
}

Result<std::unique_ptr<Store>> make_store_like(Store& like, const fs::path& file, bool temporary,
                                               const Clock& clock) {
  ConnectionOptions options;
  options.full_sync = false;
  options.temporary = temporary;
  if (temporary)
    options.new_key = FileKey{random_key(), random_salt()};
  else if (auto* sqlite = dynamic_cast<SqliteStore*>(&like))
    options.new_key = TRY(sqlite->key());
  if (options.new_key)
    options.find_key = [key = options.new_key->key](const Salt16&) -> Result<Key32> { return key; };
  return make_store(file, options, clock);
}

std::string library_version() {
  return ::sqlite3_libversion();
}

}  // namespace aim::store::sqlite
