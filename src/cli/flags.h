// Flags of commands that are no operation: what the tables of program_flags and model_flags are
// made with.
#pragma once
#include <string_view>

#include "op/kit/operation.h"

namespace aim::cli {

inline op::Param flag(std::string_view name, op::Kind kind, std::string_view doc,
                      Meaning meaning = Meaning::none) {
  op::Param param;
  param.name = name;
  param.kind = kind;
  param.doc = doc;
  param.rule.meaning = meaning;
  return param;
}
inline op::Param needed(std::string_view name, std::string_view doc,
                        Meaning meaning = Meaning::none) {
  op::Param param = flag(name, op::Kind::text, doc, meaning);
  param.required = true;
  return param;
}

}  // namespace aim::cli
