// What list, search and recall have in common in their requests: times and tags as texts become a Filter.
#pragma once
#include <optional>
#include <string>

#include "base/result.h"
#include "memory/filter.h"

namespace aim::op {

// The namespace part of a filter: "*" is all of them, as none is.
std::string name_space_filter(const std::optional<std::string>& name_space);

struct FilterTexts {
  const std::optional<std::string>& name_space;
  const std::optional<std::string>& tags;  // "a,b": each must match
  const std::optional<std::string>& since;
  const std::optional<std::string>& until;
};
// Errors: a time that is none, naming the field.
Result<Filter> filter_of(const FilterTexts& texts);

}  // namespace aim::op
