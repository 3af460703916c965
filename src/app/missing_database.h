// A command that has nothing to put into a database leaves no trace where there is none yet (S29):
// it looks at an empty one, which is made in a temporary folder if it is looked at at all, and goes
// with the command.
#pragma once
#include <filesystem>
#include <optional>

namespace aim::app {

class MissingDatabase {
 public:
  // `may_make`: the command may have something to put there. `file`: where the database would be.
  MissingDatabase(bool may_make, std::filesystem::path file);
  MissingDatabase(const MissingDatabase&) = delete;
  MissingDatabase& operator=(const MissingDatabase&) = delete;
  // Says on standard error that there was none, when it was looked at.
  ~MissingDatabase();

  // The database to use: the one that is there, or will be, or the empty one.
  const std::filesystem::path& file() const { return in_its_place_ ? *in_its_place_ : file_; }

 private:
  std::filesystem::path file_;
  std::optional<std::filesystem::path> in_its_place_;
};

}  // namespace aim::app
