// What a memory is (I1): something observed, or a thought about other memories, which it points at
// by links `reflects_on`. Plain data. Why there are two kinds and no more: docs/decisions/0015.
#pragma once
#include <string>

#include "base/timestamp.h"
#include "memory/names.h"

namespace aim {

enum class MemoryKind { observation, reflection };  // ordered: a reflection stays one
template <>
struct EnumNames<MemoryKind> {
  static constexpr std::array<std::pair<MemoryKind, std::string_view>, 2> names{
      {{MemoryKind::observation, "observation"}, {MemoryKind::reflection, "reflection"}}};
};

// A memory that a reflection was made from, and that is gone.
struct LostSource {
  std::string id, title;
  Timestamp lost_at;
};

}  // namespace aim
