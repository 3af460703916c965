// Maintenance of one SQLite file, and of what lies beside it: NAME-wal, NAME-dropped-….
// Threads: any.
#pragma once
#include "store/maintenance.h"
#include "store/sqlite/core/database.h"

namespace aim::store::sqlite {

class SqliteMaintenance final : public Maintenance {
 public:
  SqliteMaintenance(Database& database, const ConnectionOptions& options, const Clock& clock)
      : database_(database), options_(options), clock_(clock) {}

  Result<void> probe(const Stop& stop) override;
  Result<std::vector<Finding>> examine(const Stop& stop) override;
  bool is_current() const override;
  Diagnoses diagnose(const DiagnoseOptions& options) override;
  Result<bool> tend_words(const Stop& stop) override;
  Result<bool> pack_texts(Time idle, Time now, const Stop& stop) override;
  Result<void> wipe_deleted(const Stop& stop) override;
  Result<Backup> back_up(const BackupRequest& request, const Stop& stop) override;
  Result<Restored> restore(const std::filesystem::path& from, const Stop& stop) override;
  Sizes sizes() const override;
  bool is_encrypted() const override;
  Result<void> check_room(std::uint64_t added_bytes) const override;
  Result<std::shared_ptr<void>> try_take(std::string_view role) override;
  std::unique_ptr<ChangeSignal> change_signal() override;
  void count_dropped(std::string_view what, std::size_t count) override;
  std::int64_t dropped(std::string_view what) const override;

 private:
  std::filesystem::path beside(std::string_view suffix) const;

  Database& database_;
  const ConnectionOptions options_;
  const Clock& clock_;
};

}  // namespace aim::store::sqlite
