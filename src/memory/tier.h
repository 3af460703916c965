// The two meanings of "tier": how long a memory lives (A2), and which features a server offers
// (C6).
#pragma once
#include "base/timestamp.h"
#include "memory/names.h"

namespace aim {

enum class Tier {
  short_term,
  mid_term,
  long_term
};  // ordered: a later one never loses to an earlier one (A3)
template <>
struct EnumNames<Tier> {
  static constexpr auto names = named<Tier>("short", "mid", "long");
};

enum class FeatureTier {
  keyword,
  semantic,
  smart,
  autonomous
};  // each offers what the one before does
template <>
struct EnumNames<FeatureTier> {
  static constexpr auto names = named<FeatureTier>("keyword", "semantic", "smart", "autonomous");
};

// What a memory is (I1): something observed, or a thought about other memories, which it points at
// by links `reflects_on`. Plain data. Why there are two kinds and no more: docs/decisions/0015.
enum class MemoryKind { observation, reflection };  // ordered: a reflection stays one
template <>
struct EnumNames<MemoryKind> {
  static constexpr auto names = named<MemoryKind>("observation", "reflection");
};

// A memory that a reflection was made from, and that is gone.
struct LostSource {
  std::string id, title;
  Timestamp lost_at;
};

}  // namespace aim
