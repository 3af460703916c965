// How far something long has come: one line on standard error that is drawn over, on a terminal
// only.
// Knows: escape sequences. Must not know: what is being done.
#pragma once
#include <chrono>

#include "base/std.h"

namespace aim::cli {

class ProgressBar {
 public:
  ProgressBar();  // silent where standard error is no terminal
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // At most ten times a second, and whenever `what` changes. total 0: not known.
  void show(std::string_view what, std::uint64_t done, std::uint64_t total);
  void clear();

 private:
  bool on_;
  bool drawn_ = false;
  std::string what_;
  std::chrono::steady_clock::time_point next_{};
};

// "model.safetensors ██████░░░░░░░░░░░░░░  30 %"
std::string progress_line(std::string_view what, std::uint64_t done, std::uint64_t total);

}  // namespace aim::cli
