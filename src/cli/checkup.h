// Findings of the doctor, as lines for people or as one JSON object.
#pragma once
#include "base/std.h"

namespace aim::cli {

class Checkup {
 public:
  void good(std::string name, std::string detail);
  void warn(std::string name, std::string detail);  // worth a look, but nothing is broken
  void bad(std::string name, std::string detail);
  // A fault was repaired.
  void mended();

  bool is_good() const;
  // One sentence, which text() begins with.
  std::string verdict() const;
  std::string text(bool colour) const;
  // {"checks":[{"detail":…,"name":…,"ok":…}],"ok":…}
  std::string json() const;

 private:
  enum class Mark { good, warning, bad, mended };
  struct Check {
    std::string name, detail;
    Mark mark;
  };
  std::vector<Check> checks_;
};

}  // namespace aim::cli
