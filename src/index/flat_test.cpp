#include "index/flat.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace aim::index {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

std::vector<float> unit(std::mt19937& random, std::size_t dimension) {
  std::normal_distribution<float> normal;
  std::vector<float> vector(dimension);
  float square = 0;
  for (float& number : vector) {
    number = normal(random);
    square += number * number;
  }
  for (float& number : vector) number /= std::sqrt(square);
  return vector;
}

float product(const std::vector<float>& a, const std::vector<float>& b) {
  float sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

TEST(Quantize, KeepsWhatItCan) {
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    const auto vector = unit(random, 384);
    const Quantized small = quantize(vector);
    const auto whole = restore(small.scale, small.high, small.low);
    const auto rough = restore(small.scale, small.high, std::vector<std::int8_t>(384, 0));
    for (std::size_t i = 0; i < vector.size(); ++i) {
      EXPECT_NEAR(whole[i], vector[i], small.scale / 512 + 1e-7);
      EXPECT_NEAR(rough[i], vector[i], small.scale * 0.503);
    }
  }
}

TEST(Quantize, OddNumbersAreZero) {
  const Quantized none = quantize(std::vector<float>{0, 0});
  EXPECT_EQ(none.scale, 0);
  EXPECT_THAT(none.high, Each(0));
  const Quantized odd = quantize(std::vector<float>{NAN, INFINITY, 1, -1});
  EXPECT_THAT(odd.high, ElementsAre(0, 0, 127, -127));
}

TEST(Products, AreTheSameOnEveryInstructionSet) {
  std::mt19937 random(2);
  std::uniform_int_distribution<int> byte(0, 255);
  for (const std::size_t stride : {64U, 128U, 192U, 384U, 768U}) {
    constexpr std::size_t count = 5;
    alignas(64) std::array<std::uint8_t, 768 * count> rows;
    std::vector<std::int8_t> query(stride);
    for (auto& number : rows) number = static_cast<std::uint8_t>(byte(random));
    for (auto& number : query) number = static_cast<std::int8_t>(byte(random) - 128);
    std::fill(rows.begin(), rows.begin() + 768, std::uint8_t{255});  // the largest sums there are
    std::array<std::int32_t, count> expected, found;
    products_here().back().products(rows.data(), count, stride, query.data(), expected.data());
    for (const ProductsOf& form : products_here()) {
      form.products(rows.data(), count, stride, query.data(), found.data());
      EXPECT_EQ(found, expected) << form.instruction_set << " " << stride;
    }
  }
}

TEST(Flat, GivesCosines) {
  std::mt19937 random(3);
  for (const std::size_t dimension : {3U, 64U, 100U, 384U}) {
    Flat flat(dimension);
    std::vector<std::vector<float>> vectors;
    for (std::size_t row = 0; row < 700; ++row) {
      vectors.push_back(unit(random, dimension));
      flat.resize(row + 1);
      const Quantized small = quantize(vectors.back());
      flat.set(row, small.scale, small.high);
    }
    const auto query = unit(random, dimension);
    std::vector<float> scores(flat.size());
    flat.scores(query, scores);
    for (std::size_t row = 0; row < vectors.size(); ++row)
      EXPECT_NEAR(scores[row], product(query, vectors[row]), 0.02) << dimension;
  }
}

TEST(Flat, EmptyRowsScoreNothing) {
  Flat flat(8);
  flat.resize(200);
  const Quantized small = quantize(std::vector<float>(8, 0.35F));
  flat.set(100, small.scale, small.high);
  flat.set(101, small.scale, small.high);
  flat.set_scale(101, 0);
  std::vector<float> scores(200);
  flat.scores(std::vector<float>(8, 0.35F), scores);
  EXPECT_NEAR(scores[100], 8 * 0.35 * 0.35, 0.01);
  scores[100] = 0;
  EXPECT_THAT(scores, Each(0));
  EXPECT_TRUE(flat.is_empty(101));
}

}  // namespace
}  // namespace aim::index
