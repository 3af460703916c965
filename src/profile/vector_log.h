// The log of vector-memory (J8): every error and every fallback of a tool, a line each, without
// what memories or questions say.
// Knows: one file. Must not know: tools, stores.
// Threads and processes: any; a line is written in one piece. A log that cannot be written stops
// nothing.
#pragma once
#include <filesystem>

#include "base/std.h"

namespace aim::profile {

class VectorLog {
 public:
  // `file`: empty: the program's own log is used.
  explicit VectorLog(std::filesystem::path file) : file_(std::move(file)) {}

  // `level`: "ERROR" or "WARN". At 1 MiB the file becomes .1, and that .2, up to .4.
  void write(std::string_view level, std::string_view tool, std::string_view type,
             std::string_view message) const;

 private:
  std::filesystem::path file_;
};

}  // namespace aim::profile
