#include "base/page_array.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "base/descriptor.h"

namespace aim {
namespace {

using Numbers = PageArray<std::uint32_t>;

// An open file without a name that holds 0, 1, 2, … after a page of something else.
class PagesOfAFile : public ::testing::Test {
 protected:
  static constexpr std::size_t count = 5'000;
  static int open_unnamed() {
    std::string name = ::testing::TempDir() + "pages-XXXXXX";
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    ::unlink(name.c_str());
    return file;
  }
  void SetUp() override {
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0U);
    ASSERT_EQ(::pwrite(file_.number(), numbers.data(), count * sizeof numbers[0],
                       static_cast<off_t>(offset_)),
              static_cast<ssize_t>(count * sizeof numbers[0]));
  }
  std::uint32_t in_file(std::size_t at) const {
    std::uint32_t number = 0;
    EXPECT_EQ(::pread(file_.number(), &number, sizeof number,
                      static_cast<off_t>(offset_ + at * sizeof number)),
              static_cast<ssize_t>(sizeof number));
    return number;
  }
  const std::size_t offset_ = PageMemory::page_size();
  Descriptor file_{open_unnamed()};
};

TEST(PageArray, NewValuesAreZero) {
  Numbers numbers;
  EXPECT_TRUE(numbers.empty());
  numbers.resize(3);
  EXPECT_EQ(std::vector(numbers.begin(), numbers.end()), (std::vector<std::uint32_t>{0, 0, 0}));
  for (std::uint32_t& each : std::span(numbers.data(), 3)) each = 7;
  numbers.resize(1);
  numbers.resize(4'000);
  EXPECT_EQ(numbers.front(), 7U);
  EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0}), 7U);
}

TEST(PageArray, WhatLiesThereStaysWhenItGrows) {
  Numbers numbers;
  for (std::uint32_t i = 0; i < 300'000; ++i) {
    numbers.resize(i + 1);
    numbers[i] = i;
  }
  for (std::uint32_t i = 0; i < 300'000; ++i) ASSERT_EQ(numbers[i], i);
  const Numbers moved = std::move(numbers);
  EXPECT_EQ(moved.back(), 299'999U);
}

TEST_F(PagesOfAFile, BeginAsTheFileAndLeaveItAsItIs) {
  Numbers numbers, others;
  ASSERT_TRUE(numbers.map(file_.number(), offset_, count, 2 * count));
  ASSERT_TRUE(others.map(file_.number(), offset_, count, count));
  EXPECT_TRUE(numbers == others);
  EXPECT_EQ(numbers.back(), count - 1);
  numbers[17] = 99;
  EXPECT_EQ(numbers[17], 99U);
  EXPECT_EQ(others[17], 17U);
  EXPECT_EQ(in_file(17), 17U);
}

TEST_F(PagesOfAFile, GrowInTheirRoomAndBeyond) {
  Numbers numbers;
  ASSERT_TRUE(numbers.map(file_.number(), offset_, count, 2 * count));
  const std::uint32_t* const place = numbers.data();
  numbers.resize(2 * count);
  EXPECT_EQ(numbers.data(), place);
  EXPECT_TRUE(numbers.is_shared());
  EXPECT_EQ(numbers[count], 0U);
  numbers[count] = 5;
  numbers.resize(4 * count);
  EXPECT_FALSE(numbers.is_shared());
  EXPECT_EQ(numbers[count - 1], count - 1);
  EXPECT_EQ(numbers[count], 5U);
  EXPECT_EQ(numbers.back(), 0U);
}

TEST_F(PagesOfAFile, NoFileIsNoArray) {
  Numbers numbers;
  EXPECT_FALSE(numbers.map(-1, 0, count, count));
  EXPECT_TRUE(numbers.empty());
  numbers.resize(2);
  EXPECT_EQ(numbers[1], 0U);
}

}  // namespace
}  // namespace aim
