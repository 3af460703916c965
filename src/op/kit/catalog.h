// Every use case by name: what doors, completions, contract tests and documents walk over.
#pragma once
#include <span>
#include <string_view>

#include "op/kit/operation.h"

namespace aim::op {

struct Entry {
  std::string_view name;
  const Operation& (*operation)();
};

// Sorted by name.
std::span<const Entry> catalog();

}  // namespace aim::op
