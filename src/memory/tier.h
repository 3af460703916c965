// The two meanings of "tier": how long a memory lives (A2), and which features a server offers
// (C6).
#pragma once
#include "memory/names.h"

namespace aim {

enum class Tier {
  short_term,
  mid_term,
  long_term
};  // ordered: a later one never loses to an earlier one (A3)
template <>
struct EnumNames<Tier> {
  static constexpr std::array<std::pair<Tier, std::string_view>, 3> names{
      {{Tier::short_term, "short"}, {Tier::mid_term, "mid"}, {Tier::long_term, "long"}}};
};

enum class FeatureTier {
  keyword,
  semantic,
  smart,
  autonomous
};  // each offers what the one before does
template <>
struct EnumNames<FeatureTier> {
  static constexpr std::array<std::pair<FeatureTier, std::string_view>, 4> names{
      {{FeatureTier::keyword, "keyword"},
       {FeatureTier::semantic, "semantic"},
       {FeatureTier::smart, "smart"},
       {FeatureTier::autonomous, "autonomous"}}};
};

}  // namespace aim
