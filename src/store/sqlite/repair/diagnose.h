// What can be told of a database file that may be missing, damaged, of another program or in use;
// and mending it.
// Knows: files, permissions, locks. Must not know: how a diagnosis is shown.
// Threads: one. The process must not have the file open (check.h says why).
#pragma once
#include <filesystem>

#include "base/clock.h"
#include "store/maintenance.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

class Diagnosing {
 public:
  Diagnosing(std::filesystem::path file, const ConnectionOptions& connection,
             const DiagnoseOptions& options, const Clock& clock);

  Diagnoses run();

 private:
  using Level = Diagnosis::Level;

  void add(Level level, std::string check, std::string detail, std::optional<Remedy> remedy = {});
  void good(std::string check, std::string detail) {
    add(Level::good, std::move(check), std::move(detail));
  }
  bool bad(std::string check, Error error);  // false
  // Bad, but nothing that a repair would help: true.
  bool bad_but_whole(std::string check, std::string detail);

  bool check_file();
  void check_permissions();
  void check_private(std::string check, const std::filesystem::path& path, unsigned wanted,
                     bool ours);
  void make_writable(const std::filesystem::path& path, unsigned wanted, bool ours);
  void check_shared_folder(const std::filesystem::path& folder);
  void check_users();
  // False: damaged.
  bool check_database();
  bool check_foreign(Connection& connection);
  bool check_contents(Connection& connection);
  void check_lost_log(Connection& connection);
  void repair_damaged();

  const std::filesystem::path file_;
  ConnectionOptions connection_;
  const DiagnoseOptions& options_;
  const Clock& clock_;
  Diagnoses found_;
};

}  // namespace aim::store::sqlite
