#include "engine/search/blend.h"

#include <cmath>

#include "store/types.h"
#include "text/words.h"

namespace aim::engine {
namespace {

// Measured on conversations, and flat around these values (docs/decisions/0008).
constexpr BlendWeights by_words{1, 0, 0}, by_static_table{0.5F, 0, 0.5F}, by_model{0.5F, 0.5F, 0},
    by_all{0.4F, 0.45F, 0.15F};
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
                                        : by_static_table;
  weights.built_in *= static_cast<float>(known_part(vectors.built_in));
  weights.model *= by_model_too ? static_cast<float>(known_part(*model)) : 0;
  weights.words = 1 - weights.model - weights.built_in;
  return weights;
}

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

// The largest of all, 0 at least. Several at once, as each would wait for the one before.
float best_of(std::span<const float> values) {
  constexpr std::size_t at_once = 16;
  std::array<float, at_once> best{};
  std::size_t place = 0;
  for (; place + at_once <= values.size(); place += at_once)
    for (std::size_t i = 0; i < at_once; ++i) best[i] = std::max(best[i], values[place + i]);
  for (; place < values.size(); ++place) best[0] = std::max(best[0], values[place]);
  return std::ranges::max(best);
}

// The factor that makes the best value 1.
float over_best(std::span<const float> values) {
  const float best = best_of(values);
  return best > 0 ? 1 / best : 0;
}

// The memory of two spans does not overlap, which a compiler that sees only vectors
// cannot know: loops over these take many places at once.
void add_parts(std::span<float> base, std::span<const float> values, float weight,
               float over_best) {
  for (std::size_t i = 0; i < values.size(); ++i)
    base[i] += weight * (std::max(values[i], 0.0F) * over_best);
}

void add_near(std::span<std::uint8_t> claims, std::span<const float> cosines, float least) {
  for (std::size_t i = 0; i < cosines.size(); ++i)
    claims[i] = static_cast<std::uint8_t>(claims[i] | (cosines[i] >= least ? 1 : 0));
}

}  // namespace

double weight_of_vectors(const QueryVectors& vectors) {
  return 1 - double{weights_of(vectors, &vectors.model).words};
}

Blend::Blend(const Passages& passages, const BlendQuery& query)
    : passages_(passages),
      query_(query),
      scope_(passages, query.name_spaces),
      words_(scope_.size()),
      weights_(weights_of(query.vectors, &query.vectors.model)),
      by_older_(weights_of(query.vectors, &query.vectors.older)),
      without_model_(weights_of(query.vectors, nullptr)) {}

void Blend::set_words(Row first, double score) {
  if (const Place place = scope_.place_of(first); place != no_place)
    words_[place] = static_cast<float>(score);
}

bool Blend::has_claim(Row row) const {
  const Place place = scope_.place_of(row);
  return place != no_place && claim_[place] != 0;
}

void Blend::compare() {
  built_in_ = cosines(query_.built_in, query_.vectors.built_in);
  model_ = cosines(query_.model, query_.vectors.model);
  if (model_.empty() || query_.model->missing.empty())
    return;
  incomplete_ = query_.model;
  older_ = cosines(query_.older, query_.vectors.older);
  for (Place place = 0; place < older_.size(); ++place)
    if (!query_.model->rows.is_empty(scope_.row_of(place)))
      older_[place] = 0;
}

Blend::Values Blend::cosines(const Vectors* vectors, const ChannelQuery& asked_by) {
  Values out;
  if (!vectors || !asked_by.is_asked())
    return out;
  out.resize(scope_.size());
  if (scope_.is_all())
    vectors->rows.scores(asked_by.vector, out);
  else
    vectors->rows.scores_of(asked_by.vector, scope_.rows(), out);
  scope_.leave_out(ScopeRows::outside, std::span(out));
  return out;
}

std::vector<Row> Blend::best_by_model(std::size_t count) const {
  std::vector<Row> rows;
  if (model_.empty())
    return rows;
  rows.reserve(scope_.size());
  for (Place place = 0; place < scope_.size(); ++place)
    if (model_[place] > least_by_model)
      rows.push_back(place);
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(count, rows.size()));
  std::nth_element(rows.begin(), end, rows.end(),
                   [&](Row a, Row b) { return model_[a] > model_[b]; });
  rows.erase(end, rows.end());
  for (Row& each : rows) each = scope_.row_of(each);
  return rows;
}

// A memory of several passages is as near as the mean of its nearest two; it stands where its first
// does.
void Blend::join_passages(Values& cosines) const {
  const auto more = scope_.more();
  if (cosines.empty())
    return;
  for (std::size_t at = 0; at < more.size();) {
    const Place first = more[at].first;
    float best = cosines[first], second = -1;
    for (; at < more.size() && more[at].first == first; ++at) {
      const float next = cosines[more[at].second];
      second = std::max(second, std::min(best, next));
      best = std::max(best, next);
    }
    cosines[first] = (best + second) / 2;
  }
  scope_.leave_out(ScopeRows::other_passage, std::span(cosines));
}

float Blend::part(const Values& values, Place place, float over_best) const {
  return values.empty() ? 0 : std::max(values[place], 0.0F) * over_best;
}

// One passage that is near enough is a claim of its memory, however far the others are.
void Blend::note_claims() {
  claim_.resize(scope_.size());
  // Any word: the least that is above 0.
  add_near(claim_, words_, std::numeric_limits<float>::denorm_min());
  const auto note_near = [&](const Values& cosines, float least) {
    add_near(claim_, cosines, least);
    if (!cosines.empty())
      for (const auto& [first, other] : scope_.more())
        claim_[first] |= static_cast<std::uint8_t>(cosines[other] >= least);
  };
  note_near(model_, least_by_model);
  note_near(older_, least_by_model);
  note_near(built_in_, least_by_table);
  scope_.leave_out(ScopeRows::outside, std::span(claim_));
  scope_.leave_out(ScopeRows::other_passage, std::span(claim_));
}

// Lines of one session, in order.
void Blend::lean_on_lines(std::span<const Place> lines) {
  const auto is_dialogue = [&](Place place) {
    return (scope_.meta(place).flags & store::PassageMeta::dialogue) != 0;
  };
  constexpr std::array<std::pair<std::ptrdiff_t, float>, 4> around{
      {{-1, weight_before}, {1, weight_after}, {-2, weight_second}, {2, weight_second}}};
  const auto count = static_cast<std::ptrdiff_t>(lines.size());
  std::vector<Place> carried;
  for (std::ptrdiff_t at = 0; at < count; ++at) {
    const Place place = lines[static_cast<std::size_t>(at)];
    if (!is_dialogue(place))
      continue;
    for (const auto& [step, weight] : around) {
      if (at + step < 0 || at + step >= count)
        continue;
      const Place other = lines[static_cast<std::size_t>(at + step)];
      if (!is_dialogue(other))
        continue;
      near_[place] += weight * base_[other] / static_cast<float>(scope_.part_count(place));
      if (claim_[other])
        carried.push_back(place);
    }
  }
  for (const Place place : carried) claim_[place] = 1;
}

void Blend::add_session(std::span<const Place> lines) {
  float best = 0;
  for (const Place place : lines) best = std::max(best, near_[place]);
  for (const Place place : lines) session_[place] = best;
}

// Whom of the speakers of the scope the question names, when it is one only.
std::uint32_t Blend::speaker_named() const {
  std::uint32_t named = 0;
  for (const auto& [name_space, speaker] : passages_.speakers) {
    if (speaker == named || !scope_.is_wanted(name_space) ||
        std::find(query_.names.begin(), query_.names.end(), speaker) == query_.names.end())
      continue;
    if (named != 0)
      return 0;
    named = speaker;
  }
  return named;
}

// The signals that do not come from the texts of a conversation.
double Blend::outside(Place place) const {
  const store::PassageMeta& meta = scope_.meta(place);
  double sum = speaker_ != 0 && meta.speaker == speaker_ ? weight_of_speaker(meta) : 0;
  if (query_.when)
    sum += double{weight_time} * query_.when->fit(time_of(meta));
  return meta.asks == 0 ? sum : sum + double{weight_asks} * meta.asks / 255;
}

Blend::Share Blend::share_of(Place place) const {
  if (!incomplete_ || !incomplete_->rows.is_empty(scope_.row_of(place)))
    return {weights_, part(model_, place, over_model_)};
  if (!older_.empty() && older_[place] != 0)
    return {by_older_, part(older_, place, over_older_), true};
  return {without_model_};
}

void Blend::run() {
  note_claims();
  nearest_by_table_ = best_of(built_in_);
  nearest_by_model_ = std::max(best_of(model_), best_of(older_));
  join_passages(model_);
  join_passages(older_);
  join_passages(built_in_);
  over_words_ = over_best(words_);
  over_model_ = over_best(model_);
  over_older_ = over_best(older_);
  over_table_ = over_best(built_in_);
  const std::size_t places = scope_.size();
  base_.resize(places);
  if (!incomplete_) {
    add_parts(base_, words_, weights_.words, over_words_);
    add_parts(base_, model_, weights_.model, over_model_);
    add_parts(base_, built_in_, weights_.built_in, over_table_);
  } else {
    for (Place place = 0; place < places; ++place) {
      const Share share = share_of(place);
      base_[place] = share.weights.words * part(words_, place, over_words_) +
                     share.weights.model * share.model +
                     share.weights.built_in * part(built_in_, place, over_table_);
    }
  }
  const auto lines = scope_.lines();
  if (!lines.empty()) {
    near_ = base_;
    session_.resize(places);
  }
  for (std::size_t begin = 0, end = 0; begin < lines.size(); begin = end) {
    const auto session_of = [&](Place place) {
      return std::pair(scope_.meta(place).name_space, scope_.meta(place).session);
    };
    while (end < lines.size() && session_of(lines[end]) == session_of(lines[begin])) ++end;
    if (!scope_.takes_part(lines[begin]))
      continue;
    const auto session = lines.subspan(begin, end - begin);
    lean_on_lines(session);
    add_session(session);
  }
  speaker_ = speaker_named();
  most_outside_ = (speaker_ != 0 ? weight_speaker : 0) + (query_.when ? weight_time : 0);
}

float Blend::of_texts(Place place) const {
  return near_.empty() ? base_[place] : near_[place] + weight_session * session_[place];
}

float Blend::relevance_at(Place place) const {
  return std::max(0.0F, of_texts(place) + static_cast<float>(outside(place)));
}

// The signals that do not come from the texts lie in many more bytes. They are read
// only for the places that they can bring among the most relevant.
std::vector<Row> Blend::claims(std::size_t about) const {
  // Counted by their texts, coarsely, which says from where on there are enough.
  constexpr float steps = 256, highest = 1'023;
  const auto step_of = [&](float relevance) {
    return static_cast<std::size_t>(std::clamp(relevance * steps, 0.0F, highest));
  };
  std::array<std::size_t, 1'024> counts{};
  for (Place place = 0; place < claim_.size(); ++place)
    counts[step_of(of_texts(place))] += claim_[place];
  std::size_t least = counts.size(), count = 0;
  while (least > 0 && count < about) count += counts[--least];
  std::vector<Place> places;
  const auto list_from = [&](std::size_t step) {
    places.clear();
    for (Place place = 0; place < claim_.size(); ++place)
      if (claim_[place] && step_of(of_texts(place)) >= step)
        places.push_back(place);
  };
  list_from(least);
  if (count >= about && about > 0) {
    std::vector<float> relevances;
    for (const Place place : places) relevances.push_back(relevance_at(place));
    const auto last = relevances.begin() + static_cast<std::ptrdiff_t>(about - 1);
    std::ranges::nth_element(relevances, last, std::greater());
    if (const std::size_t step = step_of(*last - most_outside_); step < least)
      list_from(step);
    std::erase_if(places, [&](Place place) { return relevance_at(place) < *last; });
  }
  for (Place& each : places) each = scope_.row_of(each);
  return places;
}

std::vector<Factor> Blend::factors(Row first) const {
  const Place place = scope_.place_of(first);
  if (place == no_place)
    return {};
  const store::PassageMeta& meta = scope_.meta(place);
  const Share share = share_of(place);
  std::vector<Factor> out{{"words", part(words_, place, over_words_), share.weights.words}};
  if (!model_.empty())
    out.push_back({share.older ? "older_model" : "model", share.model, share.weights.model});
  if (!built_in_.empty())
    out.push_back({"static_table", part(built_in_, place, over_table_), share.weights.built_in});
  if (meta.session != 0 && !near_.empty()) {
    out.push_back({"lines_around", near_[place] - base_[place], 1});
    out.push_back({"session", session_[place], weight_session});
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
