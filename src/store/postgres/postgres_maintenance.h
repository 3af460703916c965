// Maintenance of a database on a PostgreSQL server. The server's own tools copy, restore and repair
// it, and vacuum tends its
// tables: what those do is refused or left to them here.
// Threads: any.
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "store/maintenance.h"
#include "store/postgres/core/database.h"

namespace aim::store::postgres {

class PostgresMaintenance final : public Maintenance {
 public:
  explicit PostgresMaintenance(Database& database) : database_(database) {}

  Result<void> probe(const Stop& stop) override;
  Result<std::vector<Finding>> examine(const Stop& stop) override;
  bool is_current() const override;
  Diagnoses diagnose(const DiagnoseOptions& options) override;
  Result<bool> tend_words(const Stop& stop) override;
  Result<Backup> back_up(const BackupRequest& request, const Stop& stop) override;
  Result<Restored> restore(const std::filesystem::path& from, const Stop& stop) override;
  Sizes sizes() const override;
  // A lock of the server's, held by a connection of its own: it ends with the process, whatever
  // ends that.
  Result<std::shared_ptr<void>> try_take(std::string_view role) override;
  std::unique_ptr<ChangeSignal> change_signal() override;
  // By this process: the server may be what is away.
  void count_dropped(std::string_view what, std::size_t count) override;
  std::int64_t dropped(std::string_view what) const override;

 private:
  Database& database_;
  mutable Mutex mutex_;
  std::map<std::string, std::int64_t, std::less<>> dropped_ GUARDED_BY(mutex_);
};

}  // namespace aim::store::postgres
