#include <gtest/gtest.h>

#include "embed/static_table.h"

namespace aim::embed {
namespace {

float cosine(std::string_view a, std::string_view b) {
  const std::string_view texts[] = {a, b};
  const auto vectors = *StaticEmbedder::builtin().embed(texts, Role::document);
  const std::size_t dimension = vectors.size() / 2;
  float sum = 0;
  for (std::size_t i = 0; i < dimension; ++i) sum += vectors[i] * vectors[dimension + i];
  return sum;
}

TEST(StaticEmbedder, KnowsWhatWordsMean) {
  EXPECT_NEAR(cosine("the dog sleeps", "the dog sleeps"), 1, 1e-5);
  EXPECT_GT(cosine("my car broke down", "the automobile has engine trouble"),
            cosine("my car broke down", "a recipe for tomato soup") + 0.15F);
}

TEST(StaticEmbedder, ATextWithoutWordsMeansNothing) {
  EXPECT_EQ(cosine("", ""), 0);
  EXPECT_EQ(cosine(" \n", "dog"), 0);
}

}  // namespace
}  // namespace aim::embed
