// The full-text index: which memories hold which words, how often, in title or body.
// A memory stands in it under its Doc (text_functions.h); only a change of text or namespace rewrites its entry.
// Knows: FTS5. Must not know: weights and scores (engine and memory/score.h).
#pragma once
#include <span>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/text_functions.h"

namespace aim::store {

std::int64_t doc_of(std::int64_t name_space, const Memory& memory);

Result<void> add_text(Connection& connection, std::int64_t doc, const Memory& memory);
// `memory` must be as it was when its text was added.
Result<void> remove_text(Connection& connection, std::int64_t doc, const Memory& memory);

// Merges the index into one piece, after a bulk change: finding is fastest then, and small changes stay cheap.
Result<void> settle_text(Connection& connection);

// Merges a few pieces of the index, at most about `pages` pages of them. False: nothing is left to merge.
Result<bool> tend_text(Connection& connection, std::int64_t pages);

// A phrase: terms that follow each other; most have one.
using Phrase = std::vector<std::string>;
// An FTS5 expression of the phrases, joined by " OR " or " AND ".
std::string expression(std::span<const Phrase> phrases, std::string_view joined_by);

// The postings of each phrase in the memories that satisfy the expression, of the namespaces named (none: of all).
// With `whole_lists` the phrases' whole lists are walked, which is several times faster a row when most of the index is
// asked for; the lists then also hold memories that do not satisfy the expression.
struct TextQuery {
  const std::string& expression;
  std::size_t phrases = 0;
  std::span<const std::int64_t> name_spaces = {};
  bool whole_lists = false;  // only for phrases without beginnings of words
};
Result<std::vector<std::vector<Posting>>> postings(Connection& connection, const TextQuery& query);

// FTS5's own bm25() of every match (S19): what the six-factor ranking takes.
struct Ranked {
  Key key;
  double bm25;  // smaller is better, negative
};
Result<std::vector<Ranked>> match_bm25(Connection& connection, const std::string& expression,
                                       std::span<const std::int64_t> name_spaces);

}  // namespace aim::store
