#include "engine/keyword.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "store/sqlite/memories.h"
#include "store/sqlite/namespaces.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr double exact_bonus = 1.0;  // an exact title is above everything that words alone can reach

// Which part of the database a query is about.
struct Scope {
  std::vector<std::int64_t> name_spaces;  // numbers; empty: all
  bool nothing = false;                   // a namespace that holds no memory
  bool most = false;                      // a good part of the database
  Corpus corpus;
};

// Walking whole lists of words costs an eighth, a row, of looking one namespace up row by row.
constexpr double share_to_walk = 8;

Result<Scope> scope_of(store::Connection& connection, const Filter& filter) {
  Scope scope;
  double bytes = 0, documents = 0;
  for (const auto& row : TRY(store::name_spaces_matching(connection, ""))) {
    documents += static_cast<double>(row.memories);
    if (!matches_filter(row.name, filter.name_space))
      continue;
    if (!filter.name_space.empty())
      scope.name_spaces.push_back(row.number);
    scope.corpus.documents += static_cast<double>(row.memories);
    bytes += static_cast<double>(row.bytes);
  }
  scope.nothing = scope.corpus.documents == 0;
  scope.most = scope.corpus.documents * share_to_walk > documents;
  scope.corpus.mean_length = bytes / std::max(1.0, scope.corpus.documents);
  return scope;
}

struct Candidate {
  Key key;
  double score;
  bool in_title;  // every term stands in the title
};

// BM25 of every memory in the postings. The document frequencies are those of the namespaces searched: table-wide ones
// cost two to three points of recall, because each project has common words of its own.
std::vector<Candidate> score_postings(const std::vector<std::vector<store::Posting>>& postings,
                                      const Corpus& corpus) {
  struct Term {
    const store::Posting *next, *end;
    double idf;
  };
  std::vector<Term> terms;
  std::size_t most = 0;
  for (const auto& list : postings) {
    terms.push_back({list.data(), list.data() + list.size(),
                     inverse_document_frequency(corpus.documents, static_cast<double>(list.size()))});
    most = std::max(most, list.size());
  }
  std::array<double, 128> lengths;
  for (std::size_t code = 0; code < lengths.size(); ++code)
    lengths[code] = static_cast<double>(store::decode_length(static_cast<int>(code)));
  std::vector<Candidate> candidates;
  candidates.reserve(most * 2);
  for (;;) {
    std::int64_t doc = INT64_MAX;
    for (const Term& term : terms)
      if (term.next != term.end)
        doc = std::min(doc, term.next->doc);
    if (doc == INT64_MAX)
      return candidates;
    const double length = lengths[static_cast<std::size_t>(store::Doc::length_code(doc))];
    Candidate candidate{store::Doc::key(doc), 0, true};
    for (Term& term : terms) {
      if (term.next == term.end || term.next->doc != doc) {
        candidate.in_title = false;
        continue;
      }
      const double frequency = term.next->body + title_weight * term.next->title;
      candidate.score += bm25_term(frequency, term.idf, length, corpus.mean_length);
      candidate.in_title = candidate.in_title && term.next->title > 0;
      ++term.next;
    }
    candidates.push_back(candidate);
  }
}

// Keys that the parts of a filter with an index of their own allow; nothing: all do.
Result<std::optional<std::unordered_set<Key>>> allowed_keys(store::Connection& connection,
                                                            const Filter& filter) {
  std::optional<std::unordered_set<Key>> allowed;
  const auto narrow = [&](const std::vector<Key>& keys) {
    std::unordered_set<Key> both;
    for (const Key key : keys)
      if (!allowed || allowed->contains(key))
        both.insert(key);
    allowed = std::move(both);
  };
  for (const std::string& tag : filter.tags)
    narrow(TRY(store::keys_with_tag(connection, tag)));
  if (filter.since || filter.until)
    narrow(TRY(store::keys_created_between(connection, filter.since, filter.until)));
  return allowed;
}

bool better(const Candidate& a, const Candidate& b) {
  return a.score != b.score ? a.score > b.score : a.key > b.key;
}

bool better_hit(const Hit& a, const Hit& b) {
  if (a.score.total != b.score.total)
    return a.score.total > b.score.total;
  return a.memory.key > b.memory.key;
}

// The hit a candidate makes, its memory still without texts; nothing when the filter refuses it.
Result<std::optional<Hit>> weigh(store::Connection& connection, const Candidate& candidate,
                                 double most, const Query& query, const std::string& asked,
                                 Time now) {
  auto memory = TRY(store::signals_of(connection, candidate.key));
  Filter filter = query.filter;
  filter.tags.clear();  // the candidates have them already
  if (!memory || !store::passes(*memory, filter, now))
    return std::optional<Hit>();
  Hit hit{std::move(*memory), {}};
  hit.score = boosted(candidate.score / most, hit.memory, now);
  if (candidate.in_title && text::fold(TRY(store::title_of(connection, candidate.key))) == asked) {
    hit.score.factors.push_back({"exact_title", 1, exact_bonus});
    hit.score.total += exact_bonus;
  }
  return std::optional(std::move(hit));
}

// Weighs the best candidates until no other can still enter the first `limit`: a boost is bounded.
Result<std::vector<Hit>> weigh_best(store::Connection& connection, std::vector<Candidate> candidates,
                                    const Query& query, Time now) {
  std::vector<Hit> hits;
  if (candidates.empty() || query.limit <= 0)
    return hits;
  const auto limit = static_cast<std::size_t>(query.limit);
  const std::string asked = text::fold(query.text);
  double most = 0;
  for (auto begin = candidates.begin(); begin != candidates.end();) {
    const auto size = std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(limit + 6),
                                               std::distance(begin, candidates.end()));
    const auto end = begin + size;
    std::partial_sort(begin, end, candidates.end(), better);
    if (most == 0)
      most = std::max(begin->score, 1e-9);
    for (; begin != end; ++begin) {
      if (hits.size() >= limit) {
        std::nth_element(hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(limit - 1),
                         hits.end(), better_hit);
        if (begin->score / most * most_boost < hits[limit - 1].score.total) {
          begin = candidates.end();
          break;
        }
      }
      if (auto hit = TRY(weigh(connection, *begin, most, query, asked, now)))
        hits.push_back(std::move(*hit));
    }
  }
  std::sort(hits.begin(), hits.end(), better_hit);
  hits.resize(std::min(hits.size(), limit));
  return hits;
}

Result<void> read_in_full(store::Connection& connection, std::vector<Hit>& hits) {
  for (Hit& hit : hits) {
    auto memories = TRY(store::by_keys(connection, {&hit.memory.key, 1}));
    if (!memories.empty())  // the snapshot still holds what it held
      hit.memory = std::move(memories.front());
  }
  return {};
}

}  // namespace

Result<std::vector<Hit>> rank_by_relevance(store::Connection& connection, const Query& query,
                                           const Question& question, Time now) {
  const Scope scope = TRY(scope_of(connection, query.filter));
  if (scope.nothing || question.phrases.empty())
    return std::vector<Hit>();
  const auto postings = TRY(store::postings(
      connection, {question.expression, question.phrases.size(), scope.name_spaces,
                   question.plain_any && scope.most}));
  auto candidates = score_postings(postings, scope.corpus);
  if (const auto allowed = TRY(allowed_keys(connection, query.filter)))
    std::erase_if(candidates, [&](const Candidate& each) { return !allowed->contains(each.key); });
  auto hits = TRY(weigh_best(connection, std::move(candidates), query, now));
  TRY_VOID(read_in_full(connection, hits));
  return hits;
}

Result<std::vector<Hit>> rank_by_six_factors(store::Connection& connection, const Query& query,
                                             const Question& question, Time now,
                                             bool with_tier_boost) {
  std::vector<Hit> hits;
  const Scope scope = TRY(scope_of(connection, query.filter));
  if (scope.nothing || question.phrases.empty())
    return hits;
  for (const store::Ranked& ranked :
       TRY(store::match_bm25(connection, question.expression, scope.name_spaces))) {
    for (Memory& memory : TRY(store::by_keys(connection, {&ranked.key, 1})))
      if (store::passes(memory, query.filter, now)) {
        Score score = six_factor(ranked.bm25, memory, now, with_tier_boost);
        hits.push_back({std::move(memory), std::move(score)});
      }
  }
  std::sort(hits.begin(), hits.end(), better_hit);
  return hits;
}

}  // namespace aim::engine
