#include "engine/search/why.h"

#include "base/numbers.h"
#include "engine/lookup/by_id.h"
#include "engine/search/fit.h"
#include "engine/search/understand.h"
#include "memory/evidence.h"
#include "memory/filter.h"
#include "memory/rules.h"
#include "store/memories.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::int64_t max_ranked = 200;

// Which memory is meant, and whether it is in the archive only.
struct Named {
  Memory memory;
  bool archived = false;
};
Result<Named> find_named(store::Reader& reader, const std::string& id) {
  auto here = find_memory(reader, id);
  if (here)
    return Named{std::move(*here), false};
  if (here.error().code != Code::not_found)
    return Failure(here.error());
  const auto full = find_archived_id(reader, id);
  if (!full)
    return Failure(here.error());
  auto archived = TRY(reader.memories.find_archived(*full));
  if (!archived)
    return Failure(here.error());
  return Named{std::move(archived->memory), true};
}

// Which part of a filter refuses it, as a person would call it; empty: none.
std::string refusing_part(const Memory& memory, const Filter& filter, Time now) {
  const auto refuses = [&](auto... members) {
    Filter one;
    ((one.*members = filter.*members), ...);
    return !passes(memory, one, now);
  };
  if (refuses(&Filter::tiers))
    return "tier";
  if (refuses(&Filter::kind))
    return "kind";
  if (refuses(&Filter::tags))
    return "tags";
  if (refuses(&Filter::since))
    return "since";
  if (refuses(&Filter::until))
    return "until";
  return refuses(&Filter::agent_id) ? "agent_id" : "";
}

// Lost before anything was ranked. False: it was not.
bool lost_before_ranking(Why& why, const Named& named, const Filter& filter, Time now) {
  const Memory& memory = named.memory;
  if (named.archived) {
    why.lost_at = "archived";
    why.sentence = "it is in the archive, and a recall looks at what is not";
    why.would_need = "restore it from the archive";
  } else if (!matches_filter(memory.name_space, filter)) {
    why.lost_at = "namespace";
    why.sentence = "it is in the namespace \"" + memory.name_space +
                   "\", and the recall looked in \"" + filter.name_space + "\"";
    why.would_need = "recall in that namespace, or in all";
  } else if (has_expired(memory, now)) {
    why.lost_at = "expired";
    why.sentence = "it has expired, at " + memory.expires_at->text();
    why.would_need = "a later expiry, or a longer tier";
  } else if (const std::string part = refusing_part(memory, filter, now); !part.empty()) {
    why.lost_at = "filter";
    why.sentence = "the filter refuses it: " + part;
    why.would_need = "recall without " + part + ", or with that of the memory";
  }
  return !why.lost_at.empty();
}

void say_not_a_candidate(Why& why, const Found& found) {
  why.lost_at = "candidates";
  if (found.titles_only) {
    why.sentence = "so short a beginning of a word was looked for in titles, and others have it";
    why.would_need = "a longer beginning, or the whole word";
    return;
  }
  why.sentence = why.matched.empty()
                     ? "it holds none of the words of the question, and is not near it in meaning"
                     : "what it has in common with the question is too little to make it an answer";
  why.would_need = "a title or a content with words of the question";
}

// What came of it in the ranking.
void judge(Why& why, const Query& query, const Found& found) {
  const auto at =
      std::ranges::find(found.hits, why.memory.key, [](const Hit& hit) { return hit.memory.key; });
  if (at != found.hits.end()) {
    why.rank = at - found.hits.begin() + 1;
    why.score = at->score.total;
    why.factors = at->score.factors;
  }
  if (!why.score)
    return say_not_a_candidate(why, found);
  if (*why.score < why.floor) {
    why.lost_at = "floor";
    why.sentence = "it scores " + fixed(*why.score, 3) + ", and what scores below " +
                   fixed(why.floor, 3) + " is not shown";
    why.would_need = "a minimum score of at most " + fixed(*why.score, 3);
    return;
  }
  if (!why.rank || *why.rank > query.limit) {
    why.lost_at = "limit";
    const std::string rank =
        why.rank ? std::to_string(*why.rank) : "beyond " + std::to_string(max_ranked);
    why.sentence =
        "it is number " + rank + ", and " + std::to_string(query.limit) + " were asked for";
    why.would_need = why.rank && *why.rank <= static_cast<std::int64_t>(rule::limit_recall.maximum)
                         ? "a limit of " + rank
                         : "a question that is closer to it";
    return;
  }
  why.shown = true;
  why.sentence =
      "it is number " + std::to_string(*why.rank) + ", with a score of " + fixed(*why.score, 3);
}

}  // namespace

Result<Why> why(Engine& engine, const Query& asked, const std::string& id) {
  Query query = asked;
  query.noted = false;
  query.budget_tokens.reset();
  query.min_score = 0;
  query.limit = std::max(asked.limit, max_ranked);
  const auto named =
      TRY(engine.database.read([&](store::Reader& reader) { return find_named(reader, id); }));
  Why why;
  why.memory = named.memory;
  const bool by_relevance = query.ranking.value_or(engine.options.ranking) == Ranking::relevance;
  why.floor = asked.min_score.value_or(by_relevance ? default_min_score : 0);
  Found found = TRY(recall(engine, query));
  why.terms = found.terms;
  TermSet held;
  held.add(named.memory.title);
  held.add(named.memory.content);
  for (const std::string& tag : named.memory.tags) held.add(tag);
  std::ranges::copy_if(why.terms, std::back_inserter(why.matched),
                       [&](const std::string& term) { return held.holds(term); });
  if (!found.hits.empty())
    why.best = found.hits.front();
  if (lost_before_ranking(why, named, query.filter, engine.clock.now()) && named.archived)
    return why;
  if (std::ranges::any_of(found.standards,
                          [&](const Memory& each) { return each.key == why.memory.key; })) {
    why.shown = true;
    why.sentence = "it is a standard, which is shown before what is found";
    return why;
  }
  // By itself it is scored as among the others, wherever it stands; elsewhere, as its own namespace
  // would.
  Query alone = query;
  if (!why.lost_at.empty())
    alone.filter = Filter{.name_space = why.memory.name_space};
  alone.only = why.memory.key;
  alone.doubted = false;  // by the best of all
  Found itself = TRY(recall(engine, alone));
  const auto own =
      std::ranges::find(itself.hits, why.memory.key, [](const Hit& hit) { return hit.memory.key; });
  if (own != itself.hits.end()) {
    lower_by_doubt(*own, found.undoubted);
    why.score = own->score.total;
    why.factors = own->score.factors;
  }
  if (why.lost_at.empty())
    judge(why, asked, found);
  return why;
}

}  // namespace aim::engine
