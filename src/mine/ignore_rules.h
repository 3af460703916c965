// The names that a file like .gitignore leaves out, in its words: comments, "*", "**", "?", "[…]",
// a slash at either end, "!". Pure.
#pragma once
#include "base/std.h"

namespace aim::mine {

class IgnoreRules {
 public:
  IgnoreRules() = default;
  // Lines that say nothing are left out; of very many the first thousand count.
  explicit IgnoreRules(std::string_view text);

  // What the last rule that fits says; nothing: none fits. `path`: from the folder that the rules
  // stand in, with slashes.
  enum class Verdict { none, ignored, wanted };
  Verdict of(std::string_view path, bool is_folder) const;

 private:
  struct Rule {
    std::string pattern;
    bool wanted = false, folders_only = false, from_here = false;
  };
  std::vector<Rule> rules_;
};

// Whether a path, or a name, is one of the pattern. "*" and "?" stop at slashes, "**" between
// slashes does not.
bool fits_pattern(std::string_view pattern, std::string_view path);

}  // namespace aim::mine
