#include "engine/vectors/near_pairs.h"

#include <cmath>

namespace aim::engine {
namespace {

constexpr std::size_t rows_between_looks = 256;

// So many numbers of a vector that what is left of two of them can hardly make them near: the
// products of a random pair add up to little, so the rest of both has to be shorter than the
// threshold by some margin.
std::size_t head_numbers(std::size_t dimension, float threshold) {
  constexpr float margin = 1.15F;
  constexpr std::size_t step = 64;  // rows are padded to it anyway
  const auto wanted = static_cast<std::size_t>(static_cast<float>(dimension) *
                                               std::clamp(margin - threshold, 0.0F, 1.0F));
  return std::min(dimension, (wanted / step + 1) * step);
}

// The rows of one namespace: the beginnings of their vectors, packed, and how long the rests are.
class Group {
 public:
  Group(const Vectors& vectors, const std::vector<Row>& rows, float threshold)
      : vectors_(vectors),
        rows_(rows),
        threshold_(threshold),
        head_(head_numbers(vectors.rows.dimension(), threshold)),
        heads_(head_) {
    heads_.resize(rows.size());
    for (std::size_t at = 0; at < rows.size(); ++at) {
      const auto numbers = vectors.rows.numbers(rows[at]);
      const float scale = vectors.rows.scale(rows[at]);
      heads_.set(at, scale, std::span(numbers).first(head_));
      float rest = 0;
      for (const std::int8_t each : std::span(numbers).subspan(head_))
        rest += static_cast<float>(each) * static_cast<float>(each);
      rests_.push_back(scale * std::sqrt(rest));
    }
    scores_.resize(rows.size());
  }

  // `take` is given rows that are near that one, of those after it.
  template <class F>
  void near(std::size_t at, F&& take) {
    const std::size_t count = rows_.size() - at - 1;
    const std::span<float> scores = std::span(scores_).first(count);
    heads_.scores_after(at, scores);
    const float rest = rests_[at];
    const float* rests = rests_.data() + at + 1;
    for (std::size_t i = 0; i < count; ++i) {
      // No two rests have a greater product than that of their lengths.
      if (scores[i] + rest * rests[i] < threshold_) [[likely]]
        continue;
      if (head_ == vectors_.rows.dimension() || score(rows_[at], rows_[at + 1 + i]) >= threshold_)
        take(rows_[at + 1 + i]);
    }
  }

 private:
  float score(Row a, Row b) const {
    const std::uint8_t *one = vectors_.rows.packed(a), *other = vectors_.rows.packed(b);
    std::int32_t sum = 0;
    for (std::size_t at = 0; at < vectors_.rows.dimension(); ++at)
      sum += (one[at] - index::Flat::zero) * (other[at] - index::Flat::zero);
    return static_cast<float>(sum) * vectors_.rows.scale(a) * vectors_.rows.scale(b);
  }

  const Vectors& vectors_;
  const std::vector<Row>& rows_;
  float threshold_;
  std::size_t head_;
  index::Flat heads_;
  std::vector<float> rests_, scores_;
};

}  // namespace

Result<std::set<std::pair<Key, Key>>> near_pairs(const Passages& passages, const Vectors& vectors,
                                                 const NearPairs& request) {
  std::map<std::uint32_t, std::vector<Row>> name_spaces;
  for (Row row = 0; row < vectors.rows.size(); ++row)
    if (passages.metas[row].key != 0 && !vectors.rows.is_empty(row) && request.is_asked(row))
      name_spaces[static_cast<std::uint32_t>(passages.metas[row].name_space)].push_back(row);
  std::set<std::pair<Key, Key>> pairs;
  for (const auto& [name_space, rows] : name_spaces) {
    Group group(vectors, rows, request.threshold);
    for (std::size_t at = 0; at < rows.size() && pairs.size() < request.most; ++at) {
      if (at % rows_between_looks == 0 && request.go_on)
        TRY_VOID(request.go_on());
      const Key key = passages.metas[rows[at]].key;
      group.near(at, [&](Row row) {
        if (const Key other = passages.metas[row].key; other != key)
          pairs.emplace(std::minmax(key, other));
      });
    }
  }
  return pairs;
}

}  // namespace aim::engine
