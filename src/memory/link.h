// Links between memories (A6): directional, never to oneself, gone with either end.
#pragma once
#include <string>

#include "base/timestamp.h"
#include "memory/names.h"

namespace aim {

enum class Relation { related_to, supersedes, contradicts, derived_from, reflects_on };
template <>
struct EnumNames<Relation> {
  static constexpr std::array<std::pair<Relation, std::string_view>, 5> names{
      {{Relation::related_to, "related_to"},
       {Relation::supersedes, "supersedes"},
       {Relation::contradicts, "contradicts"},
       {Relation::derived_from, "derived_from"},
       {Relation::reflects_on, "reflects_on"}}};
};

struct Link {
  std::string source_id, target_id;
  std::string relation = "related_to";  // text: foreign databases hold relations of their own
  Timestamp created_at;
  Timestamp valid_from;
};

}  // namespace aim
