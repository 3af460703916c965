// The report of `migrate`.
// Knows: tables by name. Must not know: databases.
#pragma once
#include "base/std.h"

namespace aim::cli {

struct MigrationReport {
  struct Table {
    std::string name;
    std::int64_t rows = 0;
    std::string digest;
  };
  std::string from, to;  // addresses without secrets
  bool resumed = false;
  std::vector<Table> tables;
  std::int64_t vectors = 0, vectors_left_out = 0;

  std::string json() const;
  std::string text() const;
};

}  // namespace aim::cli
