// Finding memories: recall (any word, use is noted) and search (all words, nothing is noted)
// (B1–B3).
// Source of the default ranking's terms: measured, docs/decisions/; of six-factor: B3.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "memory/filter.h"
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
      {};             // other words for the same, looked for too but weighing less; recall only
  bool noted = true;  // as a use of what is found; recall only
  // Recall only; unset: default_min_score by the default ranking, none by the others.
  std::optional<double> min_score = {};
  std::vector<std::string> except = {};  // ids that are not wanted again; recall only
  std::optional<Key> only = {};          // one memory, scored as it would be among the others
  // Asked by a process that ends with the answer: of a large database only the passages around
  // those that hold the words are read and compared by meaning, see Found::partly. Recall only, and
  // not with a model.
  bool hurried = false;
};
struct Hit {
  Memory memory;  // as it was before this use
  Score score;
};
// What a recall would have found, had it not expired or been archived (S44, gone.h).
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
  std::vector<std::string> dropped;  // common words left out
  std::string expression;
  Ranking ranking = Ranking::relevance;
  bool by_meaning = false;    // vectors took part
  Gone gone = {};             // recall only
  bool by_graph = false;      // found by a graph over them, not by comparing all
  bool partly = false;        // in a hurry: what holds no word of the question was not compared
  std::int64_t left_out = 0;  // of the best, which score below the least asked for
  double certainty = 1;       // that there is an answer at all; by the default ranking
  std::optional<double> table_coverage, model_coverage;  // of the question; unset: not asked by it
  std::string encoder = {};  // the model that it was asked by, and whose arithmetic; empty: none
};

// Errors: those of the database; a question never is one (B2). Hits wait in engine.touches for
// apply_touches().
Result<Found> recall(Engine& engine, const Query& query);
Result<Found> search(Engine& engine, const Query& query);

// Memories by priority, then newest change; nothing is noted.
Result<std::vector<Memory>> list(Engine& engine, const Filter& filter, std::int64_t limit,
                                 std::int64_t offset);
// The same page by page: where a memory stands in that order, as a text, and those behind such a
// place. Whoever changes meanwhile may come twice or not at all. Errors: the place is none.
std::string place_of(const Memory& memory);
Result<std::vector<Memory>> list_after(Engine& engine, const Filter& filter, std::int64_t limit,
                                       std::string_view place);

// The memories last stored, changed or used, newest first, and the standards (C3); nothing is noted
// (S22).
// `beside`: as in Filter.
// `except`: ids that are not wanted again.
Result<Found> session_start(Engine& engine, const std::string& name_space, std::int64_t limit,
                            const std::string& beside = {},
                            const std::vector<std::string>& except = {});

// Tokens of a text as answers count them: a quarter of its bytes, rounded down (wire.md 1.2).
std::int64_t tokens_of(const Memory& memory);

}  // namespace aim::engine
