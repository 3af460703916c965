// Rows of tables of flags, for commands that are no operation (program_flags.h).
#pragma once
#include "op/kit/operation.h"

namespace aim::cli {

struct Flag {
  std::string_view name;
  op::Kind kind;
  std::string_view doc;
  Meaning meaning = Meaning::none;
  bool required = false;
  char letter = 0;
  std::span<const std::string_view> values = {};
};

constexpr Flag flag(std::string_view name, op::Kind kind, std::string_view doc,
                    Meaning meaning = Meaning::none) {
  return {name, kind, doc, meaning};
}
constexpr Flag needed(std::string_view name, std::string_view doc,
                      Meaning meaning = Meaning::none) {
  return {name, op::Kind::text, doc, meaning, true};
}
constexpr Flag one_of(std::string_view name, std::span<const std::string_view> values,
                      std::string_view doc, bool required = false) {
  return {name, op::Kind::text, doc, Meaning::none, required, 0, values};
}

std::vector<op::Param> params_of(std::span<const Flag> flags);

// The parameters of a table, made when they are first asked for.
template <const auto& flags>
std::span<const op::Param> params() {
  static const std::vector<op::Param> made = params_of(flags);
  return made;
}

}  // namespace aim::cli
