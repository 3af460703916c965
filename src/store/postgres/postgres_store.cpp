#include "store/postgres/postgres_store.h"

#include "store/postgres/core/database.h"
#include "store/postgres/postgres_maintenance.h"
#include "store/postgres/schema/migrate.h"
#include "store/postgres/unit.h"
#include "store/sql/sql_store.h"

namespace aim::store::postgres {
namespace {

class PostgresStore final : public sql::SqlStore<Database, Unit, PostgresTableRows> {
 public:
  PostgresStore(std::string_view address, const ConnectionOptions& options,
                std::string_view replica)
      : SqlStore(std::string(address), options), maintenance_(database_) {
    if (!replica.empty())
      replica_ = std::make_unique<Database>(std::string(replica), options, Database::Role::replica);
  }

  Result<void> read(const Read& use, const Stop& stop) override {
    // Once known, the primary is not asked where it is.
    if (replica_ && (database_.epoch() != 0 || database_.ensure_open(stop)) &&
        TRY(replica_->read_if_at(database_.position(), database_.epoch(), reading(use), stop)))
      return {};
    return SqlStore::read(use, stop);
  }
  Result<void> finish() override { return {}; }

  std::string name() const override { return shown(database_.address()); }
  // Of a server that does not answer nobody knows: whoever goes on is told so.
  bool exists() const override {
    const auto connection = database_.connect();
    if (!connection)
      return true;
    const auto layout = layout_of(**connection);
    return !layout || *layout > 0;
  }
  Result<std::unique_ptr<Store>> other(std::string_view address,
                                       std::string_view field) const override {
    if (address.empty())
      return Failure(refuse(field, "must not be empty"));
    if (!is_address(address))
      return Failure(refuse(field, "must be a database on a PostgreSQL server too: postgres://…"));
    if (address == database_.address())
      return Failure(refuse(field, "must not be the database in use"));
    ConnectionOptions options = database_.options();
    options.with_position = false;
    return make_store(address, options);
  }
  Maintenance& maintenance() override { return maintenance_; }

 private:
  std::unique_ptr<Database> replica_;
  PostgresMaintenance maintenance_;
};

}  // namespace

std::unique_ptr<Store> make_store(std::string_view address, const ConnectionOptions& options,
                                  std::string_view replica) {
  return std::make_unique<PostgresStore>(address, options, replica);
}

}  // namespace aim::store::postgres
