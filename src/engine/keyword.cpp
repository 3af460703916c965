#include "engine/keyword.h"

#include <algorithm>
#include <array>
#include <memory>
#include <unordered_set>

#include "engine/blend.h"
#include "engine/generations.h"
#include "engine/vectorize.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/namespaces.h"
#include "store/sqlite/vectors.h"
#include "text/when.h"
#include "text/words.h"

namespace aim::engine {
namespace {

// An exact title is above everything that words alone can reach.
constexpr std::size_t weighed_a_hit = 8, weighed_at_least = 64;  // candidates, see weigh_best
// So many of the most relevant are looked at before any others; more than weigh_best() wants of those that pass.
constexpr std::size_t most_at_first = 4'096;
constexpr double exact_bonus = most_boost;
// So many titles that hold every word are compared with the question, however few memories are asked for.
constexpr std::ptrdiff_t titles_compared = 128;
constexpr std::size_t scored_again_a_hit = 2;  // by the model, with all bits
constexpr std::size_t most_filled_in = 1'000;  // vectors made during one question

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
  Row row = no_row;
};

// BM25 of every memory in the postings, or in all of them. The document frequencies are those of the namespaces searched: table-wide ones
// cost two to three points of recall, because each project has common words of its own.
std::vector<Candidate> score_postings(const std::vector<std::vector<store::Posting>>& postings,
                                      const Corpus& corpus, Match match) {
  struct Term {
    const store::Posting *next, *end;
    double idf;
  };
  std::vector<Term> terms;
  std::size_t most = 0;
  for (const auto& list : postings) {
    terms.push_back(
        {list.data(), list.data() + list.size(),
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
    bool has_all = true;
    for (Term& term : terms) {
      if (term.next == term.end || term.next->doc != doc) {
        candidate.in_title = has_all = false;
        continue;
      }
      const double frequency = term.next->body + title_weight * term.next->title;
      candidate.score += bm25_term(frequency, term.idf, length, corpus.mean_length);
      candidate.in_title = candidate.in_title && term.next->title > 0;
      ++term.next;
    }
    if (has_all || match == Match::any)
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
  for (const std::string& tag : filter.tags) narrow(TRY(store::keys_with_tag(connection, tag)));
  if (filter.kind == MemoryKind::reflection)
    narrow(TRY(store::keys_of_reflections(connection)));
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

// Takes those whose title is what was asked for out of the candidates: their bonus is worth more than any boost, so that
// a poor score must not keep them from being looked at.
Result<std::vector<Hit>> take_exact(store::Connection& connection,
                                    std::vector<Candidate>& candidates, double most,
                                    const Query& query, const std::string& asked, Time now) {
  std::vector<Hit> hits;
  const auto titled = std::partition(candidates.begin(), candidates.end(),
                                     [](const Candidate& each) { return each.in_title; });
  const auto end = candidates.begin() + std::min(titles_compared, titled - candidates.begin());
  std::partial_sort(candidates.begin(), end, titled, better);
  std::unordered_set<Key> taken;
  for (auto each = candidates.begin(); each != end; ++each) {
    if (text::fold(TRY(store::title_of(connection, each->key))) != asked)
      continue;
    taken.insert(each->key);
    if (auto hit = TRY(weigh(connection, *each, most, query, asked, now)))
      hits.push_back(std::move(*hit));
  }
  if (!taken.empty())
    std::erase_if(candidates, [&](const Candidate& each) { return taken.contains(each.key); });
  return hits;
}

// Weighs the best candidates until no other can still enter the first `limit`: a boost is bounded. Where very many score
// about the same (a question of common words only), that would be all of them; then those after the first few hundred
// that pass the filter are left to their relevance.
Result<std::vector<Hit>> weigh_best(store::Connection& connection,
                                    std::vector<Candidate> candidates, const Query& query,
                                    Time now) {
  if (candidates.empty() || query.limit <= 0)
    return std::vector<Hit>();
  const auto limit = static_cast<std::size_t>(query.limit);
  const std::size_t enough = weighed_a_hit * limit + weighed_at_least;
  const std::string asked = text::fold(query.text);
  const double most =
      std::max(std::min_element(candidates.begin(), candidates.end(), better)->score, 1e-9);
  auto hits = TRY(take_exact(connection, candidates, most, query, asked, now));
  const auto cannot_enter = [&](const Candidate& candidate) {
    if (hits.size() < limit)
      return false;
    std::nth_element(hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(limit - 1),
                     hits.end(), better_hit);
    hits.resize(limit);  // the others cannot come back
    return candidate.score / most * most_boost < hits.back().score.total;
  };
  std::size_t weighed = 0;
  // The first block is what most questions need; later ones are larger, so that sorting them stays cheap.
  auto size = static_cast<std::ptrdiff_t>(limit + 6);
  for (auto begin = candidates.begin(); begin != candidates.end(); size *= 4) {
    const auto end = begin + std::min(size, std::distance(begin, candidates.end()));
    std::partial_sort(begin, end, candidates.end(), better);
    for (; begin != end; ++begin) {
      if (cannot_enter(*begin) || (weighed >= enough && hits.size() >= limit)) {
        begin = candidates.end();
        break;
      }
      if (auto hit = TRY(weigh(connection, *begin, most, query, asked, now))) {
        hits.push_back(std::move(*hit));
        ++weighed;
      }
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

// The memories that hold words of the question. A short one of which no word is found is asked by beginnings of words.
Result<std::vector<Candidate>> by_words(store::Connection& connection, const Scope& scope,
                                        Question& question) {
  const auto look = [&]() -> Result<std::vector<Candidate>> {
    if (question.phrases.empty())
      return std::vector<Candidate>();
    const auto postings =
        TRY(store::postings(connection, {question.expression, question.phrases.size(),
                                         scope.name_spaces, question.plain && scope.most}));
    return score_postings(postings, scope.corpus, question.match);
  };
  auto candidates = TRY(look());
  if (candidates.empty() && may_be_beginnings(question)) {
    question = as_prefixes(question, question.match);
    candidates = TRY(look());
  }
  return candidates;
}

// Memories whose vectors by the static table the database does not hold yet get them here, a few microseconds each.
Result<void> fill_in(store::Connection& connection, Meaning& meaning) {
  const embed::Identity identity = meaning.built_in()->identity();
  std::vector<std::pair<Row, store::Sign>> missing;
  {
    const auto view = TRY(meaning.passages().view(connection, {&identity, 1}));
    const Vectors& vectors = *view.passages.of(identity);
    for (const Row row : vectors.missing)
      if (vectors.rows.is_empty(row) && missing.size() < most_filled_in)
        missing.emplace_back(row, view.passages.signs[row]);
  }
  std::vector<PassageIndex::Made> made;
  for (const auto& [row, sign] : missing)
    for (const Memory& memory : TRY(store::by_keys(connection, {&sign.key, 1}))) {
      const auto texts = store::texts_to_embed(memory);
      if (sign.part >= texts.size())
        continue;
      auto vector = TRY(rows_of(*meaning.built_in(), {texts[sign.part]})).front();
      made.push_back({row, vector.head.text, vector.head.scale, std::move(vector.high)});
    }
  meaning.passages().put(identity, made);
  return {};
}

// The relevance of every memory of the scope, while the passages in memory are held.
class Blended {
 public:
  Blended(PassageIndex::View view, std::unique_ptr<Asked> asked, const Blend::By& by)
      : view_(std::move(view)),
        asked_(std::move(asked)),
        blend_(std::make_unique<Blend>(view_.passages, *asked_, by)) {}

  const PassageIndex::Passages& passages() const { return view_.passages; }
  Blend& blend() { return *blend_; }
  bool used_graph() const { return blend_->used_graph(); }

  void set_words(const std::vector<Candidate>& candidates) {
    for (const Candidate& candidate : candidates) {
      const Row row = passages().first_of(candidate.key);
      if (row == no_row) {  // its sign is damaged: its words are found all the same
        without_sign_.push_back(candidate);
        continue;
      }
      blend_->set_words(row, candidate.score);
      if (candidate.in_title)
        in_title_.insert(row);
    }
  }
  // The `about` most relevant, and all of whose title holds the words.
  std::vector<Candidate> candidates(std::size_t about) const {
    std::vector<Candidate> all;
    const auto add = [&](Row row, bool in_title) {
      all.push_back({passages().signs[row].key, blend_->relevance(row), in_title, row});
    };
    for (const Row row : blend_->claims(about))
      if (!in_title_.contains(row))
        add(row, false);
    for (const Row row : in_title_)
      if (blend_->has_claim(row))
        add(row, true);
    double most = 1e-9;
    for (const Candidate& each : without_sign_) most = std::max(most, each.score);
    for (const Candidate& each : without_sign_)
      all.push_back({each.key, each.score / most, each.in_title, no_row});
    return all;
  }
  // The parts of a relevance before the boosts that follow it.
  void explain(Hit& hit) const {
    const Row row = passages().first_of(hit.memory.key);
    if (row == no_row)
      return;
    auto parts = blend_->factors(row);
    hit.score.factors.insert(hit.score.factors.end(), parts.begin(), parts.end());
  }

 private:
  PassageIndex::View view_;
  std::unique_ptr<Asked> asked_;
  std::unique_ptr<Blend> blend_;
  std::unordered_set<Row> in_title_;
  std::vector<Candidate> without_sign_;
};

// The best by the model are scored again with all their bits.
Result<void> score_again(store::Connection& connection, Blend& blend, const Vectors& model,
                         std::span<const float> asked, std::size_t count) {
  store::BlockReader reader(connection);
  std::vector<std::int8_t> low(model.rows.dimension());
  for (const Row row : blend.best_by_model(count)) {
    if (!TRY(reader.low(model.channel, row, low)))
      continue;
    blend.set_model(row, model.rows.score(row, low, asked));
  }
  return {};
}

Result<Blended> blend(store::Connection& connection, Meaning& meaning, const Scope& scope,
                      const Query& query, const Sought& by,
                      const std::vector<Candidate>& candidates, Time now) {
  auto asked = std::make_unique<Asked>();
  asked->name_spaces = scope.name_spaces;
  asked->names = names_in(query.text);
  asked->when = text::when_of(query.text, now);
  asked->built_in = by.built_in;
  asked->model = by.model;
  asked->older = by.older;
  std::vector<embed::Identity> wanted;
  if (!by.built_in.empty()) {
    TRY_VOID(fill_in(connection, meaning));
    wanted.push_back(meaning.built_in()->identity());
  }
  const embed::Embedder* model = by.model.empty() ? nullptr : meaning.warm_model();
  if (model)
    wanted.push_back(model->identity());
  if (by.older_model)
    wanted.push_back(by.older_model->identity());
  auto view = TRY(meaning.passages().view(connection, wanted));
  Blend::By rows;
  rows.graph_from = by.graph_from;
  if (!by.built_in.empty())
    rows.built_in = view.passages.of(meaning.built_in()->identity());
  if (model)
    rows.model = view.passages.of(model->identity());
  if (by.older_model)
    rows.older = view.passages.of(by.older_model->identity());
  Blended blended(std::move(view), std::move(asked), rows);
  blended.set_words(candidates);
  blended.blend().compare();
  if (rows.model)
    TRY_VOID(score_again(
        connection, blended.blend(), *rows.model, by.model,
        scored_again_a_hit * static_cast<std::size_t>(std::max<std::int64_t>(query.limit, 1))));
  blended.blend().run();
  return blended;
}

}  // namespace

Sought sought(Engine& engine, const Query& query) {
  Meaning& meaning = engine.meaning;
  Sought by;
  by.graph_from = engine.options.graph_from;
  if (!query.by_meaning)
    return by;
  const auto ask = [&](const embed::Embedder* embedder, std::vector<float>& vector) {
    const std::string_view text = query.text;
    if (!embedder)
      return;
    auto made = embedder->embed({&text, 1}, embed::Role::query);
    const auto is_zero = [](float number) { return number == 0; };
    if (made && !std::all_of(made->begin(), made->end(), is_zero))
      vector = std::move(*made);
  };
  ask(meaning.built_in(), by.built_in);
  const embed::Embedder* model = meaning.model();
  ask(model, by.model);
  if (model && !by.model.empty()) {
    by.older_model = older_model(engine, *model);
    ask(by.older_model, by.older);
  }
  return by;
}

Result<std::vector<Hit>> rank_by_relevance(store::Connection& connection, Meaning& meaning,
                                           const Query& query, const Sought& by, Question& question,
                                           Time now) {
  const Scope scope = TRY(scope_of(connection, query.filter));
  if (scope.nothing)
    return std::vector<Hit>();
  const auto allowed = TRY(allowed_keys(connection, query.filter));
  const auto weigh_allowed = [&](std::vector<Candidate> candidates) {
    if (allowed)
      std::erase_if(candidates,
                    [&](const Candidate& each) { return !allowed->contains(each.key); });
    return weigh_best(connection, std::move(candidates), query, now);
  };
  auto candidates = TRY(by_words(connection, scope, question));
  std::vector<Hit> hits;
  if (question.match == Match::any) {
    const Blended blended = TRY(blend(connection, meaning, scope, query, by, candidates, now));
    // Where the filter refuses so many that too few are left, all are asked.
    for (const std::size_t about : {most_at_first, std::size_t{SIZE_MAX}}) {
      candidates = blended.candidates(about);
      const bool all = candidates.size() < about;
      hits = TRY(weigh_allowed(std::move(candidates)));
      if (all || hits.size() >= static_cast<std::size_t>(std::max<std::int64_t>(query.limit, 0)))
        break;
    }
    for (Hit& hit : hits) blended.explain(hit);
    question.by_graph = blended.used_graph();
  } else {
    hits = TRY(weigh_allowed(std::move(candidates)));
  }
  TRY_VOID(read_in_full(connection, hits));
  return hits;
}

Result<std::vector<Hit>> rank_by_six_factors(store::Connection& connection, const Query& query,
                                             Question& question, Time now, bool with_tier_boost) {
  std::vector<Hit> hits;
  const Scope scope = TRY(scope_of(connection, query.filter));
  if (scope.nothing || question.phrases.empty())
    return hits;
  const auto look = [&] {
    return store::match_bm25(connection, question.expression, scope.name_spaces);
  };
  auto matches = TRY(look());
  if (matches.empty() && may_be_beginnings(question)) {
    question = as_prefixes(question, question.match);
    matches = TRY(look());
  }
  for (const store::Ranked& ranked : matches) {
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
