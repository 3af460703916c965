// The table behind config_keys(): for every key also where its value goes and which values it
// takes. The reader walks this table, so that no key can be read without being documented.
// Knows: Config.
// Must not know: TOML.
#pragma once
#include <variant>

#include "base/result.h"
#include "config/values.h"

namespace aim::config {

// The member that keeps the value, one alternative a kind of value.
using Member = std::variant<FeatureTier Config::*, std::string Config::*, bool Config::*,
                            std::int64_t Config::*, std::optional<bool> Config::*,
                            std::optional<double> Config::*, std::optional<std::int64_t> Config::*>;

// The type of a setting that is a path.
inline constexpr std::string_view path_text = "a path, absolute or starting with ~/";
inline constexpr std::string_view database_text =
    "a path, absolute or starting with ~/, or a database on a server: postgres://…";

// The number that follows `word` in the type of a number, "an integer from 1 to 50", "a number from
// 0.5 to 1"; 0 in others.
constexpr double bound_of(std::string_view type, std::string_view word) {
  if (!type.starts_with("an integer from ") && !type.starts_with("a number from "))
    return 0;
  std::int64_t digits = 0, parts = 1;
  bool fraction = false;
  for (const char each : type.substr(type.find(word) + word.size())) {
    if (each == '.' && !fraction) {
      fraction = true;
      continue;
    }
    if (each < '0' || each > '9')
      break;
    digits = digits * 10 + (each - '0');
    parts *= fraction ? 10 : 1;
  }
  return static_cast<double>(digits) / static_cast<double>(parts);
}

struct Setting {
  ConfigKey key;
  Member member;

  constexpr double minimum() const { return bound_of(key.type, " from "); }
  constexpr double maximum() const { return bound_of(key.type, " to "); }  // included

  constexpr bool is_path() const { return key.type.starts_with("a path"); }
  constexpr bool may_be_server() const { return key.type == database_text; }
  constexpr bool is_choice() const { return key.type.starts_with("one of"); }
};

std::span<const Setting> settings();

// Whether `value` is among the texts of a type that reads "one of a, b, c".
bool is_choice(std::string_view type, std::string_view value);

// "~" and "~/x" in the home directory, absolute paths as they are; nothing else is a path here: a
// relative one would mean another file in every working directory. Errors: validation_failed; the
// message is what follows the key's name; `type` is that of the setting.
Result<std::string> expand_path(std::string_view path, std::string_view type = path_text);

}  // namespace aim::config
