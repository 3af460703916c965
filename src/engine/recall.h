// Finding memories: recall (any word, use is noted) and search (all words, nothing is noted) (B1–B3).
// Source of the default ranking's terms: measured, docs/decisions/; of six-factor: seed 000.
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
  std::string expansion = {};  // other words for the same, looked for too but weighing less; recall only
  bool noted = true;           // as a use of what is found; recall only
};
struct Hit {
  Memory memory;  // as it was before this use
  Score score;
};
struct Found {
  std::vector<Hit> hits;             // best first
  std::vector<Memory> standards;     // outermost first; recall only; not among the hits
  std::vector<std::string> terms;    // what was looked for
  std::vector<std::string> dropped;  // common words left out
  std::string expression;
  Ranking ranking = Ranking::relevance;
  bool by_meaning = false;  // vectors took part
  bool by_graph = false;    // found by a graph over them, not by comparing all
};

// Errors: those of the database; a question never is one (B2). Hits wait in engine.touches for apply_touches().
Result<Found> recall(Engine& engine, const Query& query);
Result<Found> search(Engine& engine, const Query& query);

// Memories by priority, then newest change; nothing is noted.
Result<std::vector<Memory>> list(Engine& engine, const Filter& filter, std::int64_t limit,
                                 std::int64_t offset);

// The memories used last, standards first (C3); they count as used.
Result<Found> session_start(Engine& engine, const std::string& name_space, std::int64_t limit);

// Tokens of a text as answers count them: a quarter of its bytes, rounded down (wire.md 1.2).
std::int64_t tokens_of(const Memory& memory);

}  // namespace aim::engine
