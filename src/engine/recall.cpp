#include "engine/recall.h"

#include <algorithm>
#include <set>

#include "base/log.h"
#include "engine/backfill.h"
#include "engine/keyword.h"
#include "engine/seed_rankings.h"
#include "engine/standards.h"
#include "memory/rules.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/namespaces.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::int64_t most_filled_in = 1'000;  // vectors that a question makes for itself
constexpr auto fill_patience = std::chrono::seconds(10);
constexpr double repeats_at = 0.8;            // share of words in common, of those in either
constexpr double named_score = 2;             // above all that words can reach
constexpr double of_expansion = 0.85;         // of what other words for the question find
constexpr std::size_t shortest_id = 8;        // of a question that may be one
constexpr std::size_t most_name_spaces = 64;  // looked through for a title

void put_first(std::vector<Hit>& hits, Memory memory, std::string_view factor) {
  std::erase_if(hits, [&](const Hit& hit) { return hit.memory.key == memory.key; });
  Score score;
  score.factors = {{factor, 1, named_score}};
  score.total = named_score;
  hits.insert(hits.begin(), Hit{std::move(memory), std::move(score)});
}

// A question that is the id of a memory, or the beginning of one, is answered with that memory first.
Result<void> put_id_first(store::Connection& connection, const Query& query, Time now,
                          std::vector<Hit>& hits) {
  if (query.text.size() < shortest_id || query.text.size() > rule::id.max_bytes)
    return {};
  const auto ids = TRY(store::ids_with_prefix(connection, query.text, 2));
  // A word may be the beginning of a foreign id: only what looks like a UUID is taken for the beginning of one.
  const bool like_uuid = query.text.find_first_not_of("0123456789abcdef-") == std::string::npos;
  if (ids.size() != 1 || (ids.front() != query.text && !like_uuid))
    return {};
  auto named = TRY(store::find_by_id(connection, ids.front()));
  if (named && matches_filter(named->name_space, query.filter.name_space) &&
      store::passes(*named, query.filter, now))
    put_first(hits, std::move(*named), "exact_id");
  return {};
}

// A title of common words only is in no list of words; asked for as it is written, it is found all the same.
Result<void> put_title_first(store::Connection& connection, const Query& query, Time now,
                             std::vector<Hit>& hits) {
  if (query.text.size() > rule::title.max_bytes)
    return {};
  std::size_t looked_at = 0;
  for (const auto& row : TRY(store::name_spaces_matching(connection, query.filter.name_space))) {
    if (++looked_at > most_name_spaces)
      break;
    auto named = TRY(store::find_by_title(connection, row.name, query.text));
    if (named && store::passes(*named, query.filter, now))
      put_first(hits, std::move(*named), "exact_title");
  }
  return {};
}

// Hits that say what an earlier one says, nearly word for word.
std::vector<bool> repeated(const std::vector<Hit>& hits) {
  std::vector<std::set<std::string>> words;
  std::vector<bool> out;
  for (const Hit& hit : hits) {
    const auto own = text::exact_words(hit.memory.content);
    words.emplace_back(own.begin(), own.end());
    out.push_back(std::any_of(words.begin(), words.end() - 1, [&](const auto& earlier) {
      const auto shared =
          std::count_if(earlier.begin(), earlier.end(),
                        [&](const std::string& word) { return words.back().contains(word); });
      const auto either = earlier.size() + words.back().size() - static_cast<std::size_t>(shared);
      return either > 0 && static_cast<double>(shared) >= repeats_at * static_cast<double>(either);
    }));
  }
  return out;
}

// As many of the best as the budget holds; what only repeats another one comes last, if there is still room.
void fit_budget(std::vector<Hit>& hits, std::int64_t left) {
  const auto repeats = repeated(hits);
  std::vector<bool> kept(hits.size());
  for (const bool repeating : {false, true})
    for (std::size_t i = 0; i < hits.size(); ++i) {
      const std::int64_t tokens = tokens_of(hits[i].memory);
      if (repeats[i] != repeating || tokens > left)
        continue;
      left -= tokens;
      kept[i] = true;
    }
  std::size_t at = 0;
  std::erase_if(hits, [&](const Hit&) { return !kept[at++]; });
}

// The answer as it may be: so many hits, and no more tokens than the budget, of which the standards take theirs first.
void fit(Found& found, const Query& query) {
  auto& hits = found.hits;
  hits.resize(
      std::min(hits.size(), static_cast<std::size_t>(std::max<std::int64_t>(query.limit, 0))));
  if (!query.budget_tokens)
    return;
  std::int64_t left = *query.budget_tokens;
  for (const Memory& standard : found.standards) left -= tokens_of(standard);
  fit_budget(hits, left);
}

Result<Found> find(store::Connection& connection, const Engine& engine, const Query& query,
                   const Sought& by, Match match) {
  const Time now = engine.clock.now();
  Found found;
  found.ranking = query.ranking.value_or(engine.options.ranking);
  Question question = understand(query.text, match);
  if (found.ranking == Ranking::six_factor) {
    found.hits = TRY(rank_by_six_factors(connection, query, question, now, match == Match::any));
  } else if (is_seed_blend(found.ranking) && match == Match::any) {
    found.hits =
        TRY(rank_by_seed(connection, engine.meaning, query, by, found.ranking, question, now));
  } else {
    found.hits = TRY(rank_by_relevance(connection, engine.meaning, query, by, question, now));
  }
  found.by_meaning = found.ranking != Ranking::six_factor && query.by_meaning &&
                     (engine.meaning.built_in() || engine.meaning.has_model());
  if (found.hits.empty())
    TRY_VOID(put_title_first(connection, query, now, found.hits));
  TRY_VOID(put_id_first(connection, query, now, found.hits));
  for (const store::Phrase& phrase : question.phrases) {
    std::string& term = found.terms.emplace_back();
    for (const std::string& part : phrase) term.append(term.empty() ? "" : " ").append(part);
  }
  found.by_graph = question.by_graph;
  found.dropped = std::move(question.dropped);
  found.expression = std::move(question.expression);
  return found;
}

void leave_out_standards(Found& found) {
  std::erase_if(found.hits, [&](const Hit& hit) {
    return std::any_of(found.standards.begin(), found.standards.end(),
                       [&](const Memory& each) { return each.key == hit.memory.key; });
  });
}

// What other words for the question find joins what its own find, a little behind.
void join_expansion(Found& found, Found wider) {
  for (Hit& hit : wider.hits) {
    Score score{hit.score.total * of_expansion,
                {{"expanded_query", hit.score.total, of_expansion}}};
    const auto same = std::ranges::find(found.hits, hit.memory.key,
                                        [](const Hit& each) { return each.memory.key; });
    if (same == found.hits.end())
      found.hits.push_back({std::move(hit.memory), std::move(score)});
    else if (same->score.total < score.total)
      same->score = std::move(score);
  }
  std::ranges::stable_sort(found.hits, std::ranges::greater(),
                           [](const Hit& hit) { return hit.score.total; });
  for (std::string& term : wider.terms)
    if (std::ranges::find(found.terms, term) == found.terms.end())
      found.terms.push_back(std::move(term));
}

void note_use(Engine& engine, const Found& found) {
  const Time now = engine.clock.now();
  for (const Memory& standard : found.standards) engine.touches.add(standard.key, now);
  for (const Hit& hit : found.hits) engine.touches.add(hit.memory.key, now);
}

// A database from before the vectors gets those of the table here, once: some ten thousand a second. What cannot be done
// now, because another process writes, is done by a later question.
void fill_table(Engine& engine) {
  const auto missing = count_without_table(engine);
  if (!missing || *missing <= most_filled_in)
    return;
  const auto until = std::chrono::steady_clock::now() + fill_patience;
  Engine patient = stopped_by(engine, [until] { return std::chrono::steady_clock::now() > until; });
  BackfillOptions options;
  options.by_model = options.repair = false;
  if (const auto filled = backfill(patient, options); !filled)
    log::info("memories wait for their vectors: " + filled.error().message);
}

}  // namespace

std::int64_t tokens_of(const Memory& memory) {
  return static_cast<std::int64_t>((memory.title.size() + memory.content.size()) / 4);
}

Result<Found> recall(Engine& engine, const Query& query) {
  const Sought by = sought(engine, query);
  if (!by.built_in.empty())
    fill_table(engine);
  Query wider = query;
  wider.text.append("\n").append(query.expansion);
  const Sought wider_by = query.expansion.empty() ? Sought() : sought(engine, wider);
  Found found = TRY(engine.database.read([&](store::Connection& connection) -> Result<Found> {
    Found all = TRY(find(connection, engine, query, by, Match::any));
    if (!query.expansion.empty())
      join_expansion(all, TRY(find(connection, engine, wider, wider_by, Match::any)));
    all.standards = TRY(standards_for(connection, query.filter.name_space, engine.clock.now()));
    return all;
  }));
  leave_out_standards(found);
  fit(found, query);
  if (query.noted)
    note_use(engine, found);
  return found;
}

Result<Found> search(Engine& engine, const Query& query) {
  Found found = TRY(engine.database.read([&](store::Connection& connection) {
    return find(connection, engine, query, {}, Match::all);
  }));
  fit(found, query);
  return found;
}

Result<std::vector<Memory>> list(Engine& engine, const Filter& filter, std::int64_t limit,
                                 std::int64_t offset) {
  return engine.database.read([&](store::Connection& connection) {
    return store::list(connection, filter, engine.clock.now(), {limit, offset});
  });
}

Result<Found> session_start(Engine& engine, const std::string& name_space, std::int64_t limit) {
  Filter filter;
  filter.name_space = name_space;
  Found found = TRY(engine.database.read([&](store::Connection& connection) -> Result<Found> {
    Found all;
    const Time now = engine.clock.now();
    for (Memory& memory : TRY(store::recently_used(connection, filter, now, limit)))
      all.hits.push_back({std::move(memory), {}});
    all.standards = TRY(standards_for(connection, name_space, now));
    return all;
  }));
  leave_out_standards(found);
  note_use(engine, found);
  return found;
}

}  // namespace aim::engine
