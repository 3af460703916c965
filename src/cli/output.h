// Standard output that knows whether it arrived: a closed pipe is no error of ours, a full disk is
// one.
#pragma once
#include <ostream>
#include <streambuf>

#include "base/std.h"

namespace aim::cli {

class Output final : public std::streambuf {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {
    setp(buffer_.data(), buffer_.data() + buffer_.size());
  }
  ~Output() override { sync(); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Others' words as they may go there: what a terminal would obey is made visible for it, and left
  // alone for a program.
  std::string shown(std::string_view text) const;

  // errno of the first write that failed; 0: everything arrived so far.
  int failed() const { return failed_; }

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  int descriptor_;
  int failed_ = 0;
  std::array<char, 65'536> buffer_;
};

}  // namespace aim::cli
