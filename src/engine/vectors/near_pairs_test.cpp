#include "engine/vectors/near_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <span>

namespace aim::engine {
namespace {

using Pairs = std::set<std::pair<Key, Key>>;

// Vectors about some centres, more or less near to them; several of a memory, in three namespaces,
// some rows empty.
class NearPairsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    constexpr std::size_t rows = 400, centres = 40;
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    std::vector<std::vector<float>> all(centres, std::vector<float>(dimension));
    for (auto& each : all)
      for (float& number : each) number = normal(random);
    passages_.metas.resize(rows);
    vectors_.rows.resize(rows);
    for (Row row = 0; row < rows; ++row) {
      passages_.metas[row].key = row % 50 == 9 ? 0 : 1 + row / 2;
      passages_.metas[row].name_space = row / 2 % 3;
      std::vector<float> vector = all[random() % centres];
      const float noise = 0.1F + 0.9F * static_cast<float>(random() % 100) / 100;
      float length = 0, longest = 0;
      for (float& number : vector) {
        number += noise * normal(random);
        length += number * number;
        longest = std::max(longest, std::abs(number));
      }
      std::vector<std::int8_t> numbers;
      for (const float number : vector)
        numbers.push_back(static_cast<std::int8_t>(std::lround(number / longest * 127)));
      if (row % 30 != 4)
        vectors_.rows.set(row, longest / 127 / std::sqrt(length), numbers);
    }
  }

  Pairs expected(float threshold) const {
    Pairs pairs;
    std::vector<float> scores(vectors_.rows.size());
    for (Row row = 0; row < vectors_.rows.size(); ++row) {
      const auto after = std::span(scores).first(scores.size() - row - 1);
      vectors_.rows.scores_after(row, after);
      for (Row i = 0; i < after.size(); ++i) {
        const auto &one = passages_.metas[row], &other = passages_.metas[row + 1 + i];
        if (after[i] >= threshold && one.key != 0 && other.key != 0 && one.key != other.key &&
            one.name_space == other.name_space)
          pairs.emplace(std::minmax(one.key, other.key));
      }
    }
    return pairs;
  }
  Pairs found(float threshold) const {
    NearPairs request;
    request.threshold = threshold;
    request.is_asked = [](Row) { return true; };
    const auto pairs = near_pairs(passages_, vectors_, request);
    EXPECT_TRUE(pairs);
    return pairs ? *pairs : Pairs();
  }

  static constexpr std::size_t dimension = 384;
  Passages passages_;
  Vectors vectors_{dimension};
};

TEST_F(NearPairsTest, AreThoseOfAllPairs) {  // J4
  for (const float threshold : {0.3F, 0.5F, 0.75F, 0.9F, 0.94F, 0.99F})
    EXPECT_EQ(found(threshold), expected(threshold)) << threshold;
  EXPECT_GT(found(0.9F).size(), 10U);
  EXPECT_LT(found(0.9F).size(), found(0.75F).size());
}

TEST_F(NearPairsTest, EndWhenToldTo) {
  NearPairs request;
  request.is_asked = [](Row) { return true; };
  request.go_on = [] { return Result<void>(Failure(store::cancelled())); };
  EXPECT_FALSE(near_pairs(passages_, vectors_, request));
  request.go_on = {};
  request.is_asked = [](Row) { return false; };
  EXPECT_TRUE(near_pairs(passages_, vectors_, request)->empty());
}

}  // namespace
}  // namespace aim::engine
