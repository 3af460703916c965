#include "base/compress.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

std::string story(std::size_t sentences) {
  std::string text;
  for (std::size_t i = 0; i < sentences; ++i)
    text += "In the year " + std::to_string(1'000 + i * 37) + " the river rose by " +
            std::to_string(i % 7) + " feet. ";
  return text;
}

TEST(Compress, ComesBackWhole) {
  for (const std::size_t sentences : {0U, 1U, 30U, 5'000U})
    for (const Effort effort : {Effort::at_once, Effort::thorough}) {
      const std::string text = story(sentences);
      const std::string small = compress(text, {}, effort);
      ASSERT_EQ(expand(small, {}, text.size()).value(), text);
      EXPECT_LT(small.size(), text.size() / 5 + 500);
    }
}

TEST(Compress, LearnsFromTheTextBefore) {
  const std::string before = story(200), text = story(20);
  const std::string small = compress(text, before, Effort::at_once);
  EXPECT_LT(small.size() * 2, compress(text, {}, Effort::at_once).size());
  EXPECT_EQ(expand(small, before, text.size()).value(), text);
}

TEST(Compress, RefusesWhatDoesNotExpandToWhatItShould) {
  const std::string text = story(50), small = compress(text, {}, Effort::at_once);
  EXPECT_FALSE(expand(small, {}, text.size() - 1));
  EXPECT_FALSE(expand(small, {}, text.size() + 1));
  EXPECT_FALSE(expand(small, {}, max_expanded_bytes + 1));
  EXPECT_FALSE(expand(small.substr(0, small.size() - 1), {}, text.size()));
  EXPECT_FALSE(expand("no such thing", {}, 5));
  EXPECT_FALSE(expand({}, {}, 5));
  // A failure leaves nothing behind for the next.
  EXPECT_EQ(expand(small, {}, text.size()).value(), text);
}

}  // namespace
}  // namespace aim
