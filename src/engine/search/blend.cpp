#include "engine/search/blend.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "store/types.h"
#include "text/words.h"

namespace aim::engine {
namespace {

// Measured on conversations, and flat around these values (docs/decisions/0008).
constexpr BlendWeights by_words{1, 0, 0}, by_table{0.5F, 0, 0.5F}, by_model{0.5F, 0.5F, 0},
    by_all{0.4F, 0.4F, 0.2F};
constexpr float weight_before = 0.3F, weight_after = 0.2F, weight_second = 0.1F;
constexpr float weight_session = 0.6F, weight_time = 0.2F, weight_asks = -0.4F;
// Of a line that the named person says; of another memory, whose text names the person anyway.
constexpr float weight_speaker = 0.4F, weight_about = 0.2F;

// Below these cosines two texts have nothing to do with each other; such memories are no answers,
// however few there are.
constexpr float least_by_model = 0.2F, least_by_table = 0.3F;

// What a channel that knows nothing of the question still counts, as a share of its weight.
constexpr double least_coverage = 0.1;

double known_part(const ChannelQuery& channel) {
  return least_coverage + (1 - least_coverage) * channel.coverage;
}

// `model`: the one in use, the one before, or null.
BlendWeights weights_of(const QueryVectors& vectors, const ChannelQuery* model) {
  const bool built_in = vectors.built_in.is_asked(), by_model_too = model && model->is_asked();
  BlendWeights weights = !built_in      ? by_model_too ? by_model : by_words
                         : by_model_too ? by_all
                                        : by_table;
  weights.built_in *= static_cast<float>(known_part(vectors.built_in));
  weights.model *= by_model_too ? static_cast<float>(known_part(*model)) : 0;
  weights.words = 1 - weights.model - weights.built_in;
  return weights;
}

// What a graph is asked for, and how many of the best by words are compared besides.
constexpr std::size_t nearest_by_graph = 256, compared_by_words = 1'000;

double weight_of_speaker(const store::PassageMeta& meta) {
  return (meta.flags & store::PassageMeta::dialogue) != 0 ? weight_speaker : weight_about;
}

// Without the noise of a float's last digits.
double rounded(double number) {
  return std::round(number * 1e6) / 1e6;
}

Time time_of(const store::PassageMeta& meta) {
  return Time(std::chrono::minutes(meta.minute));
}

}  // namespace

Blend::Blend(const PassageIndex::Passages& passages, const BlendQuery& query)
    : passages_(passages),
      query_(query),
      words_(passages.metas.size()),
      weights_(weights_of(query.vectors, &query.vectors.model)),
      by_older_(weights_of(query.vectors, &query.vectors.older)),
      without_model_(weights_of(query.vectors, nullptr)) {
  find_scope();
}

void Blend::compare() {
  built_in_ = cosines(query_.built_in, query_.vectors.built_in);
  model_ = cosines(query_.model, query_.vectors.model);
  if (model_.empty() || query_.model->missing.empty())
    return;
  incomplete_ = query_.model;
  older_ = cosines(query_.older, query_.vectors.older);
  for (Row row = 0; row < older_.size(); ++row)
    if (!query_.model->rows.is_empty(row))
      older_[row] = 0;
}

std::vector<float> Blend::cosines(const Vectors* vectors, const ChannelQuery& asked_by) {
  std::vector<float> out;
  if (!vectors || !asked_by.is_asked())
    return out;
  out.resize(vectors->rows.size());
  // A graph of all is slow at finding what few rows of it are wanted for.
  const bool large = in_scope_ >= query_.graph_from && in_scope_ * 2 >= vectors->live;
  if (vectors->graph && large) {
    ask_graph(*vectors, asked_by.vector, out);
    used_graph_ = true;
  } else {
    vectors->rows.scores(asked_by.vector, out);
  }
  return out;
}

// Nothing is lost by the graph but what it should have found and has not: what is fresh, and what
// the words name, is compared as ever.
void Blend::ask_graph(const Vectors& vectors, const std::vector<float>& asked_by,
                      std::vector<float>& out) const {
  const auto wanted = [&](Row row) {
    return scope_[row] != 0 && vectors.graph->knows(row, passages_.metas[row].text);
  };
  for (const auto& near :
       vectors.graph->search(vectors.rows, asked_by, nearest_by_graph, nearest_by_graph, wanted))
    out[near.row] = near.cosine;
  vectors.rows.scores(asked_by, vectors.fresh, out);
  vectors.rows.scores(asked_by, worth_comparing(), out);
}

// The best by words, and the lines around them.
std::vector<Row> Blend::worth_comparing() const {
  std::vector<Row> best;
  for (Row row = 0; row < words_.size(); ++row)
    if (words_[row] > 0 && begins_in_scope(row))
      best.push_back(row);
  const auto end =
      best.begin() + static_cast<std::ptrdiff_t>(std::min(compared_by_words, best.size()));
  std::nth_element(best.begin(), end, best.end(),
                   [&](Row a, Row b) { return words_[a] > words_[b]; });
  best.erase(end, best.end());
  std::sort(best.begin(), best.end());
  std::vector<Row> all = best;
  const auto is_best = [&](Row row) { return std::binary_search(best.begin(), best.end(), row); };
  const auto& lines = passages_.lines;
  for (std::size_t at = 0; at < lines.size(); ++at)
    if (is_best(lines[at]))
      for (std::size_t near = at < 2 ? 0 : at - 2; near < std::min(at + 3, lines.size()); ++near)
        all.push_back(lines[near]);
  for (const auto& [first, other] : passages_.more)
    if (is_best(first))
      all.push_back(other);
  return all;
}

bool Blend::is_wanted(std::uint32_t name_space) const {
  const auto& wanted = query_.name_spaces;
  return wanted.empty() ||
         std::find(wanted.begin(), wanted.end(), std::int64_t{name_space}) != wanted.end();
}

void Blend::find_scope() {
  const auto& metas = passages_.metas;
  scope_.resize(metas.size());
  for (std::size_t row = 0; row < metas.size(); ++row)
    if (metas[row].key != 0 && is_wanted(metas[row].name_space))
      scope_[row] = metas[row].part == 0 ? first_passage : other_passage;
  in_scope_ = scope_.size() - static_cast<std::size_t>(std::count(scope_.begin(), scope_.end(), 0));
}

std::vector<Row> Blend::best_by_model(std::size_t count) const {
  std::vector<Row> rows;
  if (model_.empty())
    return rows;
  rows.reserve(scope_.size());
  for (Row row = 0; row < scope_.size(); ++row)
    if (scope_[row] != 0 && model_[row] > least_by_model)
      rows.push_back(row);
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(count, rows.size()));
  std::nth_element(rows.begin(), end, rows.end(),
                   [&](Row a, Row b) { return model_[a] > model_[b]; });
  rows.erase(end, rows.end());
  return rows;
}

// A memory of several passages is as near as the mean of its nearest two.
void Blend::join_passages(std::vector<float>& cosines) const {
  const auto& more = passages_.more;
  if (cosines.empty())
    return;
  for (std::size_t at = 0; at < more.size();) {
    const Row first = more[at].first;
    float best = cosines[first], second = -1;
    for (; at < more.size() && more[at].first == first; ++at) {
      const float next = cosines[more[at].second];
      second = std::max(second, std::min(best, next));
      best = std::max(best, next);
    }
    cosines[first] = (best + second) / 2;
  }
}

// What makes a value one over the best of the scope.
float Blend::over_best(const std::vector<float>& values) const {
  float best = 0;
  for (Row row = 0; row < values.size(); ++row)
    if (begins_in_scope(row))
      best = std::max(best, values[row]);
  return best > 0 ? 1 / best : 0;
}

float Blend::part(const std::vector<float>& values, Row row, float over_best) const {
  return values.empty() ? 0 : std::max(values[row], 0.0F) * over_best;
}

// One passage that is near enough is a claim of its memory, however far the others are.
void Blend::note_claims() {
  const std::size_t rows = scope_.size();
  claim_.resize(rows);
  for (Row row = 0; row < rows; ++row) claim_[row] = words_[row] > 0;
  // Half of the rows are near: | leaves nothing to be guessed, which || would.
  const auto note = [&](Row first, bool near) {
    claim_[first] = static_cast<std::uint8_t>(claim_[first] | static_cast<std::uint8_t>(near));
  };
  const auto note_near = [&](const std::vector<float>& cosines, float least) {
    if (cosines.empty())
      return;
    for (Row row = 0; row < rows; ++row) note(row, cosines[row] >= least);
    for (const auto& [first, other] : passages_.more) note(first, cosines[other] >= least);
  };
  note_near(model_, least_by_model);
  note_near(older_, least_by_model);
  note_near(built_in_, least_by_table);
  for (Row row = 0; row < rows; ++row)
    claim_[row] = static_cast<std::uint8_t>(claim_[row] & (begins_in_scope(row) ? 1 : 0));
}

// Lines of one session, in order.
void Blend::lean_on_lines(std::span<const Row> lines) {
  const auto is_dialogue = [&](Row row) {
    return (passages_.metas[row].flags & store::PassageMeta::dialogue) != 0;
  };
  constexpr std::array<std::pair<std::ptrdiff_t, float>, 4> around{
      {{-1, weight_before}, {1, weight_after}, {-2, weight_second}, {2, weight_second}}};
  const auto count = static_cast<std::ptrdiff_t>(lines.size());
  std::vector<Row> carried;
  for (std::ptrdiff_t at = 0; at < count; ++at) {
    const Row row = lines[static_cast<std::size_t>(at)];
    if (!is_dialogue(row))
      continue;
    for (const auto& [step, weight] : around) {
      if (at + step < 0 || at + step >= count)
        continue;
      const Row other = lines[static_cast<std::size_t>(at + step)];
      if (!is_dialogue(other))
        continue;
      near_[row] += weight * base_[other] / static_cast<float>(passages_.part_counts[row]);
      if (claim_[other])
        carried.push_back(row);
    }
  }
  for (const Row row : carried) claim_[row] = 1;
}

void Blend::add_session(std::span<const Row> lines) {
  float best = 0;
  for (const Row row : lines) best = std::max(best, near_[row]);
  for (const Row row : lines) session_[row] = best;
}

// Whom of the speakers of the scope the question names, when it is one only.
std::uint32_t Blend::speaker_named() const {
  std::uint32_t named = 0;
  for (const auto& [name_space, speaker] : passages_.speakers) {
    if (speaker == named || !is_wanted(name_space) ||
        std::find(query_.names.begin(), query_.names.end(), speaker) == query_.names.end())
      continue;
    if (named != 0)
      return 0;
    named = speaker;
  }
  return named;
}

// What does not come from the texts of a conversation.
double Blend::outside(Row row) const {
  const store::PassageMeta& meta = passages_.metas[row];
  double sum = speaker_ != 0 && meta.speaker == speaker_ ? weight_of_speaker(meta) : 0;
  if (query_.when)
    sum += double{weight_time} * query_.when->fit(time_of(meta));
  return meta.asks == 0 ? sum : sum + double{weight_asks} * meta.asks / 255;
}

Blend::Share Blend::share_of(Row row) const {
  if (!incomplete_ || !incomplete_->rows.is_empty(row))
    return {weights_, part(model_, row, over_model_)};
  if (!older_.empty() && older_[row] != 0)
    return {by_older_, part(older_, row, over_older_), true};
  return {without_model_};
}

void Blend::run() {
  note_claims();
  nearest_by_table_ = nearest(built_in_);
  nearest_by_model_ = std::max(nearest(model_), nearest(older_));
  join_passages(model_);
  join_passages(older_);
  join_passages(built_in_);
  over_words_ = over_best(words_);
  over_model_ = over_best(model_);
  over_older_ = over_best(older_);
  over_table_ = over_best(built_in_);
  const std::size_t rows = scope_.size();
  base_.resize(rows);
  for (Row row = 0; row < rows; ++row)
    if (begins_in_scope(row)) {
      const Share share = share_of(row);
      base_[row] = share.weights.words * part(words_, row, over_words_) +
                   share.weights.model * share.model +
                   share.weights.built_in * part(built_in_, row, over_table_);
    }
  near_ = base_;
  session_.resize(rows);
  const auto& lines = passages_.lines;
  for (std::size_t begin = 0, end = 0; begin < lines.size(); begin = end) {
    const auto session_of = [&](Row row) {
      return std::pair(passages_.metas[row].name_space, passages_.metas[row].session);
    };
    while (end < lines.size() && session_of(lines[end]) == session_of(lines[begin])) ++end;
    if (!scope_[lines[begin]])
      continue;
    const auto session = std::span(lines).subspan(begin, end - begin);
    lean_on_lines(session);
    add_session(session);
  }
  speaker_ = speaker_named();
  total_.resize(rows);
  for (Row row = 0; row < rows; ++row)
    if (claim_[row])
      total_[row] = std::max(
          0.0F, near_[row] + weight_session * session_[row] + static_cast<float>(outside(row)));
}

// Of any passage.
double Blend::nearest(const std::vector<float>& cosines) const {
  float best = 0;
  for (Row row = 0; row < cosines.size(); ++row)
    if (scope_[row] != 0)
      best = std::max(best, cosines[row]);
  return best;
}

std::vector<Row> Blend::claims(std::size_t about) const {
  // Counted by how relevant they are, coarsely, which says from where on there are enough.
  constexpr float steps = 256, highest = 1'023;
  const auto step_of = [&](Row row) {
    return static_cast<std::size_t>(std::min(total_[row] * steps, highest));
  };
  std::array<std::size_t, 1'024> counts{};
  for (Row row = 0; row < claim_.size(); ++row) counts[step_of(row)] += claim_[row];
  std::size_t least = counts.size(), count = 0;
  while (least > 0 && count < about) count += counts[--least];
  std::vector<Row> rows;
  rows.reserve(count);
  for (Row row = 0; row < claim_.size(); ++row)
    if (claim_[row] && step_of(row) >= least)
      rows.push_back(row);
  return rows;
}

std::vector<Factor> Blend::factors(Row first) const {
  const store::PassageMeta& meta = passages_.metas[first];
  const Share share = share_of(first);
  std::vector<Factor> out{{"words", part(words_, first, over_words_), share.weights.words}};
  if (!model_.empty())
    out.push_back({share.older ? "older_model" : "model", share.model, share.weights.model});
  if (!built_in_.empty())
    out.push_back({"static_table", part(built_in_, first, over_table_), share.weights.built_in});
  if (meta.session != 0) {
    out.push_back({"lines_around", near_[first] - base_[first], 1});
    out.push_back({"session", session_[first], weight_session});
  }
  if (speaker_ != 0)
    out.push_back({"speaker", meta.speaker == speaker_ ? 1.0 : 0.0, weight_of_speaker(meta)});
  if (query_.when)
    out.push_back({"time", query_.when->fit(time_of(meta)), weight_time});
  if (meta.asks != 0)
    out.push_back({"asks", meta.asks / 255.0, weight_asks});
  for (Factor& factor : out) {
    factor.value = rounded(factor.value);
    factor.weight = rounded(factor.weight);
  }
  return out;
}

}  // namespace aim::engine
