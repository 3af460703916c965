// The relevance of every memory of a scope by the blend, while the passages in memory are held.
// Must not know: boosts, filters other than the namespace.
#pragma once
#include <unordered_set>

#include "engine/search/blend.h"
#include "engine/search/rankings.h"
#include "engine/search/retrieve.h"
#include "memory/evidence.h"

namespace aim::engine {

// A memory that may be an answer.
struct Fused {
  Key key;
  double score;
  bool in_title;  // every term of the question stands in the title
};

class ScopedBlend {
 public:
  // Compares the question with every passage of the scope.
  static Result<ScopedBlend> run(const RankingRequest& request, const Scope& scope,
                                 const WordMatches& words);

  Evidence evidence() const { return evidence_; }
  // The `about` most relevant, and all of whose title holds the words.
  std::vector<Fused> candidates(std::size_t about) const;
  // Adds the parts of a relevance before the boosts that follow it.
  void explain(Hit& hit) const;

 private:
  ScopedBlend(PassageIndex::View view, std::unique_ptr<BlendQuery> query);

  const Passages& passages() const { return view_.passages; }
  void set_words(const WordMatches& words);
  Result<void> score_again(store::Reader& reader, std::size_t count);

  PassageIndex::View view_;
  std::unique_ptr<BlendQuery> query_;
  std::unique_ptr<Blend> blend_;
  Evidence evidence_;
  std::unordered_set<Row> in_title_;
  std::vector<Fused> without_meta_;  // their PassageMeta is damaged: found by words all the same
};

}  // namespace aim::engine
