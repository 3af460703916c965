#include "engine/search/retrieve.h"

#include <numeric>

#include "base/utf8.h"
#include "engine/relate.h"
#include "engine/search/valid_time.h"
#include "memory/evidence.h"
#include "store/memories.h"
#include "store/search.h"
#include "text/clusters.h"
#include "text/scripts.h"

namespace aim::engine {
namespace {

// Walking whole lists of words costs an eighth, a row, of looking one namespace up row by row.
constexpr double share_to_walk = 8;

}  // namespace

Result<Scope> scope_of(store::Reader& reader, const Filter& filter) {
  Scope scope;
  double bytes = 0, documents = 0;
  for (const auto& row : TRY(reader.search.name_spaces(""))) {
    documents += static_cast<double>(row.memories);
    if (!matches_filter(row.name, filter))
      continue;
    if (!filter.name_space.empty() || !reader.search.shows_all())
      scope.name_spaces.push_back(row.number);
    scope.corpus.documents += static_cast<double>(row.memories);
    bytes += static_cast<double>(row.bytes);
  }
  scope.nothing = scope.corpus.documents == 0;
  scope.most = scope.corpus.documents * share_to_walk > documents;
  scope.corpus.mean_length = bytes / std::max(1.0, scope.corpus.documents);
  return scope;
}

Result<std::vector<std::int64_t>> name_space_numbers(store::Reader& reader, const Filter& filter) {
  std::vector<std::int64_t> numbers;
  for (const auto& row : TRY(reader.search.name_spaces_of(filter))) numbers.push_back(row.number);
  return numbers;
}

namespace {

struct Term {
  const store::Posting *next, *end;
  double weight;
  double telling;  // weight as evidence, see memory/evidence.h
};

// Of so many terms that weigh most.
double weight_of_most(const std::vector<Term>& terms, std::size_t telling) {
  std::vector<double> weights;
  for (const Term& term : terms) weights.push_back(term.telling);
  const auto few = static_cast<std::ptrdiff_t>(std::min(telling, weights.size()));
  std::partial_sort(weights.begin(), weights.begin() + few, weights.end(), std::greater());
  return std::max(1e-9, std::accumulate(weights.begin(), weights.begin() + few, 0.0));
}

// Terms of scripts written without spaces, and those of them that are pairs of clusters.
struct Dense {
  std::size_t terms = 0, of_clusters = 0;
};
Dense dense_of(const std::vector<store::Phrase>& phrases) {
  Dense out;
  for (const store::Phrase& phrase : phrases) {
    if (phrase.empty() || phrase.front().empty())
      continue;
    std::size_t at = 0;
    const char32_t first = utf8::next(phrase.front(), at);
    out.terms += text::describe(first).kind == text::Kind::dense ? 1U : 0U;
    out.of_clusters += text::has_clusters(first) ? 1U : 0U;
  }
  return out;
}

// Takes words that name a time out of the evidence where no memory says them: a memory has its time
// besides. Returns how many.
std::size_t pass_over_times(const Question& question, std::vector<Term>& terms) {
  std::size_t passed_over = 0;
  for (std::size_t i = 0; i < std::min(terms.size(), question.phrases.size()); ++i)
    if (terms[i].next == terms[i].end &&
        std::ranges::find(question.times, question.phrases[i]) != question.times.end()) {
      terms[i].telling = 0;
      ++passed_over;
    }
  return passed_over;
}

// BM25 of every memory in the postings, or in all of them. The document frequencies are those of
// the namespaces searched: table-wide ones cost two to three points of recall, because each project
// has common words of its own.
WordMatches score_postings(const std::vector<std::vector<store::Posting>>& postings,
                           const Corpus& corpus, const Question& question, double of_vectors) {
  std::vector<Term> terms;
  std::size_t most = 0;
  for (const auto& list : postings) {
    const auto with_term = static_cast<double>(list.size());
    terms.push_back(
        {list.data(), list.data() + list.size(),
         weight_beside_vectors(inverse_document_frequency(corpus.documents, with_term), of_vectors),
         inverse_document_frequency(std::max(corpus.documents, least_memories), with_term)});
    most = std::max(most, list.size());
  }
  // What somebody types has all its beginnings in what is meant; one of two words of a question
  // begins something everywhere.
  const bool all = question.match == Match::all || question.terms != store::Terms::words;
  std::array<double, 128> lengths;
  for (std::size_t code = 0; code < lengths.size(); ++code)
    lengths[code] = static_cast<double>(decode_length(static_cast<int>(code)));
  WordMatches found;
  for (const Term& term : terms) found.rarity.push_back(term.telling);
  const Dense dense = dense_of(question.phrases);
  if (!postings.empty()) {
    found.clusters = share_of_clusters(dense.of_clusters, postings.size());
    const std::size_t passed_over = pass_over_times(question, terms);
    const auto known =
        std::ranges::count_if(postings, [](const auto& list) { return !list.empty(); });
    found.known = static_cast<double>(known) /
                  static_cast<double>(std::max<std::size_t>(1, postings.size() - passed_over));
  }
  double most_held = 0;
  found.memories.reserve(most * 2);
  for (;;) {
    std::int64_t doc = INT64_MAX;
    for (const Term& term : terms)
      if (term.next != term.end)
        doc = std::min(doc, term.next->doc);
    if (doc == INT64_MAX) {
      found.telling = std::min(1.0, most_held / weight_of_most(terms, telling_terms(dense.terms)));
      return found;
    }
    const double length = lengths[static_cast<std::size_t>(store::Doc::length_code(doc))];
    WordMatch one{store::Doc::key(doc), 0, true};
    bool has_all = true;
    double held = 0;
    for (Term& term : terms) {
      if (term.next == term.end || term.next->doc != doc) {
        one.in_title = has_all = false;
        continue;
      }
      const double frequency = term.next->body + title_weight * term.next->title;
      held += term.telling;
      one.score += bm25_term(frequency, term.weight, length, corpus.mean_length);
      one.in_title = one.in_title && term.next->title > 0;
      ++term.next;
    }
    if (all && !has_all)
      continue;
    most_held = std::max(most_held, held);
    found.memories.push_back(one);
  }
}

}  // namespace

Result<WordMatches> find_words(store::Reader& reader, const Scope& scope, const Question& question,
                               double of_vectors) {
  const auto look = [&](store::Terms terms) -> Result<WordMatches> {
    WordMatches found;
    if (!question.phrases.empty()) {
      const Question asked = with_terms(question, terms);
      const auto postings = TRY(reader.search.postings(
          {asked.words(), scope.name_spaces, terms == store::Terms::words && scope.most}));
      found = score_postings(postings, scope.corpus, asked, of_vectors);
    }
    found.terms = terms;
    return found;
  };
  auto found = TRY(look(question.terms));
  if (!found.memories.empty() || !may_be_beginnings(question))
    return found;
  // So many words begin with a letter or two that their lists hold most memories. The best of a
  // recall are asked for; a search gives all there are.
  if (question.match == Match::any && question.is_brief) {
    found = TRY(look(store::Terms::beginnings_in_titles));
    if (!found.memories.empty())
      return found;
  }
  return look(store::Terms::beginnings);
}

namespace {

Result<std::vector<Key>> keys_of(store::Reader& reader, const Filter& filter,
                                 std::span<const std::string> texts, std::size_t most) {
  std::vector<Key> keys;
  const Scope scope = TRY(scope_of(reader, filter));
  if (scope.nothing)
    return keys;
  for (const std::string& text : texts) {
    const Question question = understand(text, Match::all);
    if (question.phrases.empty())
      continue;
    auto found = TRY(reader.search.bm25(question.words(), scope.name_spaces, most));
    std::ranges::sort(found, {}, &store::Scored::bm25);
    for (std::size_t i = 0; i < std::min(most, found.size()); ++i) keys.push_back(found[i].key);
  }
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return keys;
}

}  // namespace

Result<std::vector<Memory>> memories_with_words(Engine& engine, const Filter& filter,
                                                std::span<const std::string> texts,
                                                std::size_t most) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Memory>> {
    auto memories = TRY(reader.memories.by_keys(TRY(keys_of(reader, filter, texts, most))));
    const Time now = engine.clock.now();
    std::erase_if(memories, [&](const Memory& each) { return !passes(each, filter, now); });
    std::vector<Memory*> each;
    for (Memory& memory : memories) each.push_back(&memory);
    TRY_VOID(note_standing(reader, each, ValidTime(now)));
    return memories;
  });
}

}  // namespace aim::engine
