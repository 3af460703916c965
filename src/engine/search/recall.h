// Finding memories: recall (any word, use is noted) and search (all words, nothing is noted)
// (B1–B3).
// Source of the default ranking's terms: measured, docs/decisions/; of six-factor: B3.
#pragma once
#include "engine/engine.h"
#include "engine/search/found.h"
#include "memory/filter.h"

namespace aim::engine {

class AskedOnce;

// Errors: those of the database; a question never is one (B2). Hits wait in engine.touches for
// apply_touches(). `once`: asked_once.h. `standards`: apart from the hits; false: they are hits as
// others are.
Result<Found> recall(Engine& engine, const Query& query, AskedOnce* once = nullptr,
                     bool standards = true);
Result<Found> search(Engine& engine, const Query& query);

// Memories by priority, then newest change, or in another order; nothing is noted.
Result<std::vector<Memory>> list(Engine& engine, const Filter& filter, std::int64_t limit,
                                 std::int64_t offset, ListOrder order = ListOrder::priority);
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
