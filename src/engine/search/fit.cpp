#include "engine/search/fit.h"

#include <numeric>

#include "base/ascii.h"
#include "engine/search/names.h"
#include "engine/search/understand.h"
#include "engine/vectors/embeddings.h"
#include "memory/evidence.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::size_t max_sentences = 12;

std::vector<std::string_view> sentences_of(std::string_view text) {
  std::vector<std::string_view> sentences;
  text = text.substr(0, read_of_memory);
  while (!text.empty() && sentences.size() < max_sentences) {
    std::size_t end = 0;
    do {
      end = std::min(text.find_first_of(".!?\n", end + 1), text.size());
    } while (end + 1 < text.size() && text[end] != '\n' && text[end + 1] != ' ' &&
             text[end + 1] != '\n');
    sentences.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return sentences;
}

// Compares the first text with every other one; 0 where there are no vectors.
class Cosines {
 public:
  Cosines(const embed::Embedder* embedder, std::string_view text) : embedder_(embedder) {
    texts_ = sentences_of(text);
    if (texts_.size() != 1)
      texts_.insert(texts_.begin(), text);
    questions_ = vectors(texts_);
  }
  void compare(std::string_view memory, Fit& fit) const {
    if (questions_.empty())
      return;
    auto sentences = sentences_of(memory);
    sentences.insert(sentences.begin(), memory.substr(0, read_of_memory));
    const auto made = vectors(sentences);
    const std::size_t size = embedder_->identity().dimension;
    for (std::size_t q = 0; q * size < questions_.size(); ++q)
      for (std::size_t m = 0; m * size < made.size(); ++m) {
        const double cosine = static_cast<double>(
            std::inner_product(made.begin() + static_cast<std::ptrdiff_t>(m * size),
                               made.begin() + static_cast<std::ptrdiff_t>((m + 1) * size),
                               questions_.begin() + static_cast<std::ptrdiff_t>(q * size), 0.0F));
        if (q == 0 && m == 0)
          fit.cosine = cosine;
        fit.nearest = std::max(fit.nearest, cosine);
      }
  }

 private:
  std::vector<float> vectors(const std::vector<std::string_view>& texts) const {
    if (!embedder_ || texts.empty())
      return {};
    auto made = embedder_->embed(texts, embed::Role::document);
    return made ? std::move(*made) : std::vector<float>();
  }

  const embed::Embedder* embedder_;
  std::vector<std::string_view> texts_;
  std::vector<float> questions_;
};

// The words of a text that say something, each with its vector.
class WordVectors {
 public:
  WordVectors(const embed::Embedder* embedder, std::string_view text)
      : embedder_(embedder), asked_(vectors(text, most_asked)) {}
  void compare(std::string_view memory, Fit& fit) const {
    const Words held = vectors(memory, most_held);
    if (asked_.names.empty() || held.names.empty())
      return;
    std::vector<double> best(held.names.size());
    for (std::size_t a = 0; a < asked_.names.size(); ++a) {
      double most = 0;
      for (std::size_t h = 0; h < held.names.size(); ++h) {
        const double cosine = product(asked_, a, held, h);
        most = std::max(most, cosine);
        best[h] = std::max(best[h], cosine);
        if (asked_.names[a] != held.names[h])
          fit.related = std::max(fit.related, cosine);
      }
      fit.covered += most / static_cast<double>(asked_.names.size());
    }
    for (const double each : best) fit.covers += each / static_cast<double>(best.size());
  }

  // For each of the text's words, its cosine with the nearest of the memory's first ones.
  std::vector<double> nearest(std::string_view memory, std::size_t& compared) const {
    constexpr std::size_t most_compared = 60;
    const Words held = vectors(memory, most_compared);
    compared = held.names.size();
    std::vector<double> best(asked_.names.size());
    for (std::size_t a = 0; a < best.size(); ++a)
      for (std::size_t h = 0; h < compared; ++h)
        best[a] = std::max(best[a], product(asked_, a, held, h));
    return best;
  }

 private:
  static constexpr std::size_t most_asked = 12, most_held = 20;
  struct Words {
    std::vector<std::string> names;
    std::vector<float> vectors;
  };
  double product(const Words& a, std::size_t at, const Words& b, std::size_t bt) const {
    const std::size_t size = embedder_->identity().dimension;
    const float* first = a.vectors.data() + at * size;
    return static_cast<double>(
        std::inner_product(first, first + size, b.vectors.data() + bt * size, 0.0F));
  }
  Words vectors(std::string_view text, std::size_t most) const {
    Words words;
    if (!embedder_)
      return words;
    for (const text::QueryWord& word : text::query_words(text.substr(0, read_of_memory)))
      if (!word.common && words.names.size() < most)
        words.names.push_back(word.written);
    const std::vector<std::string_view> texts(words.names.begin(), words.names.end());
    if (auto made = embedder_->embed(texts, embed::Role::document))
      words.vectors = std::move(*made);
    else
      words.names.clear();
    return words;
  }

  const embed::Embedder* embedder_;
  const Words asked_;
};

// Whether a text asks for something, and does not only name a subject.
bool asks(std::string_view text, const std::vector<text::QueryWord>& words) {
  constexpr std::array<std::string_view, 9> asking{"who",  "whose", "whom", "what", "which",
                                                   "when", "where", "why",  "how"};
  for (const std::string_view mark : {"?", "？", "؟"})
    if (text.find(mark) != text.npos)
      return true;
  return std::ranges::any_of(words, [&](const text::QueryWord& word) {
    return std::ranges::find(asking, ascii::lower(word.written)) != asking.end();
  });
}

double rarity_of(const text::QueryWord& word, const Found& found) {
  double rarity = 0;
  for (std::size_t i = 0; i < std::min(found.terms.size(), found.rarity.size()); ++i)
    if (std::ranges::find(word.parts, found.terms[i]) != word.parts.end())
      rarity += found.rarity[i];
  return rarity;
}

bool stands_nowhere(const text::QueryWord& word, const Found& found) {
  return std::ranges::none_of(word.parts, [&](const std::string& part) {
    return stands_in_scope(part, found).value_or(true);
  });
}

bool is_sure(const Hit& hit) {
  return hit.score.total >= 1 || std::ranges::any_of(hit.score.factors, [](const Factor& each) {
           return each.name == "title_in_question";
         });
}

double left_by_words(const Engine& engine, std::string_view text,
                     std::vector<text::QueryWord> words, const Found& found) {
  constexpr double least_near = 0.2;  // two words farther apart have nothing in common
  const embed::Embedder* table = engine.embeddings.built_in();
  if (!table)
    return 1;
  std::erase_if(words, [](const text::QueryWord& word) { return word.common; });
  const Memory& best = found.hits.front().memory;
  const std::string memory = best.title + ". " + looked_through(text, best.content);
  std::size_t compared = 0;
  const auto nearest = WordVectors(table, text).nearest(memory, compared);
  words.resize(std::min(words.size(), nearest.size()));
  TermSet terms;
  terms.add(memory);
  const auto times = times_in(text.substr(0, read_of_memory));
  double all = 0, held = 0, foreign = 0, asked = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool names_time = std::ranges::all_of(
        words[i].parts, [&](const std::string& part) { return times.contains(part); });
    if (names_time && stands_nowhere(words[i], found))
      continue;
    asked += 1;
    const bool holds = std::ranges::all_of(
        words[i].parts, [&](const std::string& part) { return terms.holds(part); });
    const double weight = rarity_of(words[i], found);
    all += weight;
    held += weight * (holds ? 1 : nearest[i] * nearest[i]);
    foreign += nearest[i] < least_near && stands_nowhere(words[i], found) ? 1 : 0;
  }
  if (all <= 0)
    return 1;
  const double coverage = found.table_coverage.value_or(table->coverage(text).pieces);
  return left_by_doubt({held / all, foreign / asked, asked, static_cast<double>(compared), coverage,
                        found.by_meaning});
}

}  // namespace

void lower_by_doubt(Hit& hit, double undoubted) {
  const double over = hit.score.total - default_min_score;
  if (over <= 0 || undoubted >= 1 || is_sure(hit))
    return;
  const double lowered = default_min_score + over * undoubted;
  hit.score.factors.push_back({"doubt", lowered / hit.score.total, 1});
  hit.score.total = lowered;
}

void lower_by_doubt(const Engine& engine, std::string_view text, Found& found) {
  const auto words = text::query_words(text.substr(0, read_of_memory));
  if (found.ranking != Ranking::relevance || found.hits.empty() || is_sure(found.hits.front()) ||
      !asks(text, words))
    return;
  found.undoubted =
      is_about_others(text, found) ? least_left : left_by_words(engine, text, words, found);
  for (Hit& hit : found.hits) lower_by_doubt(hit, found.undoubted);
}

std::vector<Fit> fits_of(const Engine& engine, std::string_view text, const Found& found) {
  const Cosines cosines(engine.embeddings.built_in(), text);
  const WordVectors words(engine.embeddings.built_in(), text);
  const auto names = names_of(text);
  std::vector<Fit> fits;
  for (const Hit& hit : found.hits) {
    Fit& fit = fits.emplace_back();
    const std::string memory =
        hit.memory.content.starts_with(hit.memory.title)
            ? hit.memory.content.substr(0, read_of_memory)
            : hit.memory.title + ". " + hit.memory.content.substr(0, read_of_memory);
    TermSet held;
    held.add(memory);
    for (std::size_t i = 0; i < std::min(found.terms.size(), found.rarity.size()); ++i) {
      if (!held.holds(found.terms[i]))
        continue;
      fit.held += found.rarity[i];
      fit.rarest = std::max(fit.rarest, found.rarity[i]);
      fit.terms += 1;
      if (names.contains(found.terms[i].substr(0, found.terms[i].find(' '))))
        fit.named += found.rarity[i];
    }
    cosines.compare(memory, fit);
    words.compare(memory, fit);
  }
  return fits;
}

}  // namespace aim::engine
