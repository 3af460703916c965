// What two stores find by the core's own ranking: each is asked by itself, and scores of recalls
// mean the same in every store.
// Knows: recall, the profile's filters. Must not know: what is shown of it, use.
#pragma once
#include <cstddef>
#include <vector>

#include "engine/search/signals.h"
#include "engine/two_stores/find.h"
#include "memory/score.h"

namespace aim::engine {
class AskedOnce;
}

namespace aim::engine::two_stores {

struct Relevant {
  StoreKind place;
  Key key;
  Score score;  // with what is added for the project's own memories
};
struct RelevantOnes {
  std::vector<Relevant> memories;  // best first
  AskedBy by = AskedBy::words;
  bool all = true;            // no more would be found
  std::int64_t left_out = 0;  // below the least score
};
struct RelevanceAsked {
  std::size_t wanted;
  AskedOnce& once;
};
// At least so many as wanted of each store where there are so many. Errors: those of the databases,
// when both fail; a warning when one does.
Result<RelevantOnes> by_relevance(const Stores& stores, const FindRequest& request,
                                  const std::string& project, const RelevanceAsked& asked,
                                  std::vector<std::string>& warnings);

}  // namespace aim::engine::two_stores
