#include <queue>
#include <unordered_set>

#include "engine/search/rankings.h"
#include "engine/search/scoped_blend.h"
#include "engine/search/valid_time.h"
#include "memory/evidence.h"
#include "memory/filter.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/search.h"
#include "text/words.h"

namespace aim::engine {
namespace {

// An exact title is above everything that words alone can reach.
constexpr std::size_t weighed_a_hit = 8, weighed_at_least = 64;  // candidates, see weigh_best
// So many of the most relevant are looked at before any others; more than weigh_best() wants of
// those that pass.
constexpr std::size_t max_at_first = 4'096;
constexpr double exact_bonus = max_boost;
constexpr std::string_view exact_title = "exact_title", purpose = "purpose";
// A mined conversation keeps so much of its score where somebody stored an answer on purpose (X4).
// Its title is a question: where it is the one that is asked, the match says nothing about an
// answer.
constexpr double of_mined = 0.8, of_same_question = 0.42;
// So many titles that hold every word are compared with the question, however few memories are
// asked for.
constexpr std::ptrdiff_t titles_compared = 128;

// Share of the score that is left to a superseded memory, or to a fact that does not hold at the
// time asked about; and of what stands
// below its successor. Facts are superseded a few times at most.
constexpr double of_superseded = 0.5, just_below = 0.999;
constexpr int max_successions = 4;

// Keys that the parts of a filter with an index of their own allow; nothing: all do. A range of
// time that holds many of so many memories is left out: to check the best candidates one by one
// is less work than to read its keys.
Result<std::optional<std::unordered_set<Key>>> allowed_keys(store::Reader& reader,
                                                            const Query& query, double memories) {
  const Filter& filter = query.filter;
  std::optional<std::unordered_set<Key>> allowed;
  const auto narrow = [&](const std::vector<Key>& keys) {
    std::unordered_set<Key> both;
    for (const Key key : keys)
      if (!allowed || allowed->contains(key))
        both.insert(key);
    allowed = std::move(both);
  };
  for (const std::string& tag : filter.tags) narrow(TRY(reader.search.keys_with_tag(tag)));
  if (filter.kind == MemoryKind::reflection)
    narrow(TRY(reader.search.keys_of_reflections()));
  if (filter.agent_id)
    narrow(TRY(reader.search.keys_of_agent(*filter.agent_id)));
  if (filter.since || filter.until) {
    const auto many = static_cast<std::int64_t>(std::max(1'000.0, memories / 10));
    const auto keys = TRY(reader.search.keys_created_between(filter.since, filter.until, many));
    if (std::ssize(keys) < many)
      narrow(keys);
  }
  if (query.only)
    narrow({*query.only});
  return allowed;
}

bool better(const Fused& a, const Fused& b) {
  return a.score != b.score ? a.score > b.score : a.key > b.key;
}

// Turns candidates into hits: the boosts of what the caller said about a memory, and the bonus of
// an exact title.
class Weigher {
 public:
  // `superseded` outlives it.
  Weigher(const RankingRequest& request, const std::vector<Key>& superseded)
      : request_(request),
        superseded_(superseded),
        folded_(text::fold(request.query.text)),
        stems_(text::significant_stems(request.query.text)),
        valid_time_(request.query.text, request.now),
        limit_(static_cast<std::size_t>(std::max<std::int64_t>(request.query.limit, 0))) {
    filter_ = request.query.filter;
    filter_.tags.clear();  // the candidates have them already
    filter_.agent_id.reset();
  }

  // `most`: the score of the most relevant memory of the scope, whether it passes the filter or
  // not.
  Result<std::vector<Hit>> best_of(std::vector<Fused> candidates, double most);

 private:
  using Place = std::vector<Fused>::const_iterator;

  Result<std::vector<std::optional<Memory>>> signals_of(Place begin, Place end) const;
  bool is_exact(const Memory& memory) const;
  bool asks_the_same(const Memory& memory) const;
  void add(Hit hit);
  std::optional<Hit> weigh(const Fused& candidate, std::optional<Memory> memory) const;
  Result<void> take_exact(std::vector<Fused>& candidates);
  bool cannot_enter(const Fused& candidate) const;
  std::vector<Hit> take_best();

  const RankingRequest& request_;
  const std::vector<Key>& superseded_;  // rising
  const std::string folded_;            // the question, to be compared with titles
  const std::vector<std::string> stems_;
  const ValidTime valid_time_;  // asked about
  const std::size_t limit_;
  Filter filter_;
  double most_ = 1;
  std::vector<Hit> hits_;
  // Of the best `limit_` hits, the least on top.
  std::priority_queue<double, std::vector<double>, std::greater<>> best_totals_;
};

Result<std::vector<std::optional<Memory>>> Weigher::signals_of(Place begin, Place end) const {
  std::vector<Key> keys;
  for (; begin != end; ++begin) keys.push_back(begin->key);
  return request_.reader.search.signals_of(keys);
}

// Whether its title is what was asked for.
bool Weigher::is_exact(const Memory& memory) const {
  return text::folds_to(memory.title, folded_);
}

// Whether most words of the question are in its title.
bool Weigher::asks_the_same(const Memory& memory) const {
  const auto title = text::significant_stems(memory.title);
  const auto shared = std::ranges::count_if(stems_, [&](const std::string& stem) {
    return std::ranges::find(title, stem) != title.end();
  });
  return shared > 0 && 3 * shared >= 2 * std::ssize(stems_);
}

void Weigher::add(Hit hit) {
  best_totals_.push(hit.score.total);
  if (best_totals_.size() > limit_)
    best_totals_.pop();
  hits_.push_back(std::move(hit));
}

// The hit a candidate makes, its memory still without texts but its title; nothing when it is gone
// or the filter refuses it.
std::optional<Hit> Weigher::weigh(const Fused& candidate, std::optional<Memory> memory) const {
  if (!memory || !passes(*memory, filter_, request_.now))
    return std::nullopt;
  Hit hit{std::move(*memory), {}};
  hit.score = boosted(candidate.score / most_, hit.memory, request_.now);
  // At the time that the question names, a memory that was superseded since may hold.
  if (std::ranges::binary_search(superseded_, candidate.key) &&
      !valid_time_.is_of_named_time(hit.memory)) {
    hit.score.factors.push_back({"superseded", of_superseded, 1});
    hit.score.total *= of_superseded;
  } else if (!valid_time_.holds(hit.memory)) {
    hit.score.factors.push_back({"former", of_superseded, 1});
    hit.score.total *= of_superseded;
  }
  if (is_mined(hit.memory)) {
    const double share = asks_the_same(hit.memory) ? of_same_question : of_mined;
    hit.score.factors.push_back({purpose, share, 1});
    hit.score.total *= share;
  } else if (candidate.in_title && is_exact(hit.memory)) {
    hit.score.factors.push_back({exact_title, 1, exact_bonus});
    hit.score.total += exact_bonus;
  }
  return hit;
}

// Takes those whose title is what was asked for out of the candidates: their bonus is worth more
// than any boost, so that a poor score must not keep them from being looked at.
Result<void> Weigher::take_exact(std::vector<Fused>& candidates) {
  const auto titled = std::partition(candidates.begin(), candidates.end(),
                                     [](const Fused& each) { return each.in_title; });
  const auto end = candidates.begin() + std::min(titles_compared, titled - candidates.begin());
  std::nth_element(candidates.begin(), end, titled, better);
  std::unordered_set<Key> taken;
  auto each = candidates.begin();
  for (std::optional<Memory>& memory : TRY(signals_of(candidates.begin(), end))) {
    Fused& candidate = *each++;
    if (!memory || !is_exact(*memory)) {
      candidate.in_title = false;  // it need not be compared again
      continue;
    }
    taken.insert(candidate.key);
    if (auto hit = weigh(candidate, std::move(memory)))
      add(std::move(*hit));
  }
  if (!taken.empty())
    std::erase_if(candidates, [&](const Fused& one) { return taken.contains(one.key); });
  return {};
}

bool Weigher::cannot_enter(const Fused& candidate) const {
  return best_totals_.size() == limit_ && candidate.score / most_ * max_boost < best_totals_.top();
}

// Weighs the best candidates until no other can still enter the first `limit`: a boost is bounded.
// Where very many score about the same (a question of common words only), that would be all of
// them; then those after the first few hundred that pass the filter are left to their relevance.
Result<std::vector<Hit>> Weigher::best_of(std::vector<Fused> candidates, double most) {
  hits_.clear();
  best_totals_ = {};
  if (candidates.empty() || limit_ == 0)
    return std::vector<Hit>();
  const std::size_t enough = weighed_a_hit * limit_ + weighed_at_least;
  most_ = most;
  TRY_VOID(take_exact(candidates));
  std::size_t weighed = 0;
  // The first block is what most questions need; later ones are larger, so that sorting them stays
  // cheap.
  auto size = static_cast<std::ptrdiff_t>(limit_ + 6);
  for (auto begin = candidates.begin(); begin != candidates.end(); size *= 4) {
    const auto end = begin + std::min(size, std::distance(begin, candidates.end()));
    std::partial_sort(begin, end, candidates.end(), better);
    // By falling score: where one cannot enter, none after it can.
    const auto last =
        std::find_if(begin, end, [&](const Fused& each) { return cannot_enter(each); });
    for (std::optional<Memory>& memory : TRY(signals_of(begin, last))) {
      if (cannot_enter(*begin) || (weighed >= enough && hits_.size() >= limit_))
        return take_best();
      if (auto hit = weigh(*begin++, std::move(memory))) {
        add(std::move(*hit));
        ++weighed;
      }
    }
    if (last != end)
      break;
  }
  return take_best();
}

// Hits are large: their places are put in order.
std::vector<Hit> Weigher::take_best() {
  std::vector<Hit*> order;
  for (Hit& hit : hits_) order.push_back(&hit);
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(limit_, order.size()));
  std::partial_sort(order.begin(), end, order.end(),
                    [](const Hit* a, const Hit* b) { return better_hit(*a, *b); });
  std::vector<Hit> best;
  best.reserve(static_cast<std::size_t>(end - order.begin()));
  for (auto each = order.begin(); each != end; ++each) best.push_back(std::move(**each));
  return best;
}

double best_score(const std::vector<Fused>& candidates) {
  double best = 1e-9;
  for (const Fused& each : candidates) best = std::max(best, each.score);
  return best;
}

// From what a memory is beside the others to what it is by itself, between 0 and 1. The order
// stays.
void make_comparable(std::vector<Hit>& hits, double certainty) {
  for (Hit& hit : hits) {
    auto& [total, factors] = hit.score;
    if (factors.back().name == exact_title) {
      total = 1;
      continue;
    }
    factors.push_back({"certainty", certainty, 1 / max_boost});
    total *= certainty / max_boost;
  }
}

bool is_superseded(const Hit& hit) {
  return std::ranges::any_of(hit.score.factors,
                             [](const Factor& each) { return each.name == "superseded"; });
}

// What was superseded stands below what superseded it, however well it fits (S43).
Result<void> put_below_successors(store::Reader& reader, std::vector<Hit>& hits) {
  for (int pass = 0; pass < max_successions; ++pass) {
    bool moved = false;
    for (Hit& hit : hits) {
      if (!is_superseded(hit))
        continue;
      const auto ids = TRY(reader.links.superseded_by({&hit.memory.key, 1}));
      const auto id = ids.find(hit.memory.key);
      const auto successor = std::ranges::find_if(
          hits, [&](const Hit& each) { return id != ids.end() && each.memory.id == id->second; });
      if (successor == hits.end() || hit.score.total < successor->score.total)
        continue;
      hit.score.total = successor->score.total * just_below;
      moved = true;
    }
    if (!moved)
      break;
    std::ranges::sort(hits, better_hit);
  }
  return {};
}

// Mined conversations, which were put in order by a share of their scores, get the rest back as far
// as they stay below what somebody stored and answers (X4).
void raise_mined(std::vector<Hit>& hits) {
  double most = 1;
  for (Hit& hit : hits) {
    double& total = hit.score.total;
    if (!is_mined(hit.memory)) {
      if (total >= default_min_score)
        most = total * just_below;
      continue;
    }
    double& share = std::ranges::find(hit.score.factors, purpose, &Factor::name)->value;
    const double whole = std::max(total / share, 1e-9);
    total = std::min(whole, most);
    share = total / whole;
  }
  std::ranges::sort(hits, better_hit);
}

Result<void> read_in_full(store::Reader& reader, std::vector<Hit>& hits) {
  std::vector<Key> keys;
  for (const Hit& hit : hits) keys.push_back(hit.memory.key);
  auto memories = TRY(reader.memories.by_keys(keys));
  auto hit = hits.begin();
  for (Memory& memory : memories) {  // in their order; the snapshot still holds what it held
    while (hit->memory.key != memory.key) ++hit;
    hit->memory = std::move(memory);
  }
  return {};
}

}  // namespace

namespace {

// By words alone: those that hold every word.
std::vector<Fused> candidates_of(const WordMatches& words) {
  std::vector<Fused> candidates;
  for (const WordMatch& match : words.memories)
    candidates.push_back({match.key, match.score, match.in_title});
  return candidates;
}

// The best of a scope for a question as it is.
Result<RankingResult> best_of_scope(const RankingRequest& request, const Scope& scope) {
  store::Reader& reader = request.reader;
  const Query& query = request.query;
  const bool blends = request.question.match == Match::any;
  const auto allowed = TRY(allowed_keys(reader, query, scope.corpus.documents));
  auto superseded = TRY(reader.links.superseded_keys());
  std::ranges::sort(superseded);
  Weigher weigher(request, superseded);
  const auto weigh_allowed = [&](std::vector<Fused> candidates) {
    const double most = best_score(candidates);
    if (allowed)
      std::erase_if(candidates, [&](const Fused& each) { return !allowed->contains(each.key); });
    return weigher.best_of(std::move(candidates), most);
  };
  const WordMatches words = TRY(
      find_words(reader, scope, request.question, blends ? weight_of_vectors(request.vectors) : 0));
  RankingResult ranked{{}, with_terms(request.question, words.terms)};
  ranked.rarity = words.rarity;
  ranked.memories = scope.corpus.documents;
  if (blends) {
    const ScopedBlend blended = TRY(ScopedBlend::run(request, scope, words));
    // Where the filter refuses so many that too few are left, all are asked.
    for (const std::size_t about : {max_at_first, std::size_t{SIZE_MAX}}) {
      auto candidates = blended.candidates(about);
      const bool all = candidates.size() < about;
      ranked.hits = TRY(weigh_allowed(std::move(candidates)));
      if (all ||
          ranked.hits.size() >= static_cast<std::size_t>(std::max<std::int64_t>(query.limit, 0)))
        break;
    }
    ranked.certainty = likelihood(blended.evidence());
    make_comparable(ranked.hits, ranked.certainty);
    for (Hit& hit : ranked.hits) blended.explain(hit);
  } else {
    ranked.hits = TRY(weigh_allowed(candidates_of(words)));
    make_comparable(ranked.hits, 1);  // they hold every word
  }
  TRY_VOID(read_in_full(reader, ranked.hits));
  raise_mined(ranked.hits);
  TRY_VOID(put_below_successors(reader, ranked.hits));
  return ranked;
}

}  // namespace

Result<RankingResult> rank_by_relevance(const RankingRequest& request) {
  const Scope scope = TRY(scope_of(request.reader, request.query.filter));
  if (scope.nothing)
    return RankingResult{{}, request.question};
  const auto ask = [&](const Question& question) {
    return best_of_scope(
        {request.reader, request.engine, request.query, request.vectors, question, request.now},
        scope);
  };
  RankingResult ranked = TRY(ask(
      request.question.match == Match::any ? without_asking(request.question) : request.question));
  // The titles that begin so may all be of memories that are not meant.
  if (ranked.hits.empty() && ranked.question.terms == store::Terms::beginnings_in_titles)
    return ask(with_terms(std::move(ranked.question), store::Terms::beginnings));
  return ranked;
}

}  // namespace aim::engine
