// Replies of `config …`, as TOML or lines for people, or as one JSON object.
// Knows: how it looks. Must not know: which keys there are.
#pragma once
#include "base/std.h"

namespace aim::cli {

struct SettingRow {
  std::string key;
  std::string value;        // TOML; empty: unset
  std::string environment;  // the variable that it comes from, if it does
  std::size_t line = 0;     // line in its file; 0: none
  std::string other;        // another file that it comes from
  bool secret = false;      // from the environment, and not to be shown
};

struct SettingList {
  std::string file;
  bool is_read = true;  // false: AI_MEMORY_NO_CONFIG
  std::vector<SettingRow> rows;

  // TOML again, the origin of each value in a comment.
  std::string text(bool colour) const;
  // {"file":…,"settings":[{"key":…,"line":…,"origin":…,"value":…}]}; origin: default, file,
  // environment, or other (of another program's file, which is named).
  std::string json() const;
};

// "path": where the file is, or would be.
std::string config_path_answer(const std::string& path, bool exists, bool as_json);
// `others`: what is said of the files that profiles read.
std::string config_check_answer(const std::string& path, std::size_t keys, bool exists,
                                const std::vector<std::string>& others, bool as_json);
std::string config_set_answer(const std::string& path, const std::string& key,
                              const std::string& value, bool as_json);

}  // namespace aim::cli
