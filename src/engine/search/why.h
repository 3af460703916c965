// Why a recall shows a memory, or at which step it was lost, and what would have helped (L2).
// Knows: the steps of a recall. Must not know: how a ranking weighs.
// Cost: two recalls. Nothing is noted.
#pragma once
#include "engine/search/recall.h"

namespace aim::engine {

struct Why {
  Memory memory;       // of which only id and title are known when it is archived
  bool shown = false;  // that recall shows it
  // As that recall would count it; unset when it would not be weighed, or is behind the first two
  // hundred.
  std::optional<std::int64_t> rank;
  std::optional<double> score;
  std::vector<Factor> factors;
  // namespace, expired, archived, filter, candidates, floor, limit; empty: not lost.
  std::string lost_at;
  std::string sentence, would_need;
  std::vector<std::string> terms, matched;  // of the question; those that the memory holds
  std::optional<Hit> best;                  // of what that recall finds
  double floor = 0;
};

// `query` as the recall had it; `id` may be that of an archived memory. Errors: not_found; those of
// the database.
Result<Why> why(Engine& engine, const Query& query, const std::string& id);

}  // namespace aim::engine
