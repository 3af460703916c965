// A command that only reads leaves no trace where there is no database yet (S29): it looks at an
// empty one, which is made in a temporary folder if it is looked at at all, and goes with the
// command.
#pragma once
#include <filesystem>
#include <optional>

#include "cli/parse.h"

namespace aim::app {

class MissingDatabase {
 public:
  // `file`: where the database would be.
  MissingDatabase(const cli::Invocation& invocation, std::filesystem::path file);
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
