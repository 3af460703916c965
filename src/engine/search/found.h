// What is asked of a search and what it answers (recall.h).
#pragma once
#include "memory/filter.h"
#include "memory/memory.h"
#include "memory/score.h"

namespace aim::engine {

struct Query {
  std::string text;
  Filter filter;
  std::int64_t limit = 10;
  std::optional<Ranking> ranking;             // unset: the configured one
  std::optional<std::int64_t> budget_tokens;  // at most so many tokens of titles and contents
  bool by_meaning = false;  // also by vectors, as far as there are any; recall only
  std::string expansion =
      {};                // other words for the same, looked for too but weighing less; recall only
  bool noted = true;     // as a use of what is found; recall only
  bool doubted = false;  // see lower_by_doubt(); recall only
  // Recall only; unset: default_min_score by the default ranking, none by the others.
  std::optional<double> min_score = {};
  std::vector<std::string> except = {};  // ids that are not wanted again; recall only
  std::optional<Key> only = {};          // one memory, scored as it would be among the others
  std::optional<std::size_t> content_bytes = {};  // shown of a content; unset: all of it
};
struct Hit {
  Memory memory;  // as it was before this use
  Score score;
  // Bytes of the content that the budget leaves room for (V2); unset: as many as are shown.
  std::optional<std::size_t> room = {};
};
// Memories that a recall would show, had they not expired or been archived (S44, gone.h).
struct Gone {
  std::int64_t expired = 0;  // and not collected yet
  std::int64_t archived =
      0;  // those that were consolidated live on and do not count, nor those stored again
  std::vector<std::string> archived_ids;  // of the first three
};
struct Found {
  std::vector<Hit> hits;             // best first
  std::vector<Memory> standards;     // outermost first; recall only; not among the hits
  std::vector<std::string> terms;    // what was looked for
  std::vector<double> rarity;        // how rare each is in the scope, by the default ranking
  double memories = 0;               // in the scope, by the default ranking
  std::vector<std::string> dropped;  // common words left out
  std::string expression;
  Ranking ranking = Ranking::relevance;
  bool by_meaning = false;        // vectors took part
  Gone gone = {};                 // recall only
  bool titles_only = false;       // a short beginning was looked for in titles, which have it
  std::int64_t left_out = 0;      // of the best, which score below the least asked for
  std::int64_t over_budget = 0;   // hits for which the budget has no room
  std::int64_t shown_before = 0;  // hits that are not wanted again
  std::string respelt, read_as;   // a word that no memory has, and the one it was read as
  double certainty = 1;           // that there is an answer at all; by the default ranking
  double undoubted = 1;           // the factor that lower_by_doubt() put on the scores
  std::optional<double> table_coverage, model_coverage;  // of the question; unset: not asked by it
  std::string encoder = {};  // the model that it was asked by, and whose arithmetic; empty: none
};

}  // namespace aim::engine
