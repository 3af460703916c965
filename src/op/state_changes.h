// The difference between two states of a memory, for people: names of fields, words of contents.
// Must not know: where the states come from.
#pragma once
#include "memory/memory.h"

namespace aim::op {

std::vector<std::string> changed_fields(const Memory& before, const Memory& after);
// "runs at [-3-] {+4+}"; nothing when the words are the same.
std::optional<std::string> content_difference(const Memory& before, const Memory& after);

}  // namespace aim::op
