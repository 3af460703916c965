// The relevance threshold of hooks, a small file per project, which adapts to the use of memories
// (capture/usefulness.h). A damaged or lost file is recreated; exports do not contain it. Knows:
// one folder. Must not know: hooks, the database. Threads and processes: any; of two that write at
// once, one may be lost.
#pragma once
#include <filesystem>

#include "capture/usefulness.h"

namespace aim::op {

class Thresholds {
 public:
  // An empty folder: nothing is learned, and the threshold stays as configured.
  explicit Thresholds(std::filesystem::path folder) : folder_(std::move(folder)) {}

  Usefulness read(std::string_view project) const;
  void note(std::string_view project, const std::vector<bool>& useful) const;

 private:
  std::filesystem::path file_of(std::string_view project) const;
  std::filesystem::path folder_;
};

}  // namespace aim::op
