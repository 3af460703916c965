#include "net/spool.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iterator>

namespace aim::net {
namespace {

std::string some_bytes(std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>(i * 31 + i / 977);
  return text;
}

std::string read_all(std::istream& in) {
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

TEST(Spool, KeepsALittleInMemory) {
  Spool spool;
  ASSERT_TRUE(spool.write("one "));
  ASSERT_TRUE(spool.write("two"));
  EXPECT_TRUE(spool.in_memory());
  EXPECT_EQ(spool.memory(), "one two");
  EXPECT_EQ(spool.text().value(), "one two");
  EXPECT_EQ(spool.size(), 7U);
}

TEST(Spool, PutsMuchIntoAFile) {
  const std::string bytes = some_bytes(Spool::memory_bytes + 300'000);
  Spool spool;
  for (std::size_t at = 0; at < bytes.size(); at += 70'001)
    ASSERT_TRUE(spool.write(std::string_view(bytes).substr(at, 70'001)));
  EXPECT_FALSE(spool.in_memory());
  EXPECT_EQ(spool.memory(), "");
  EXPECT_EQ(spool.size(), bytes.size());
  EXPECT_EQ(spool.text().value(), bytes);
  const auto in = spool.reader();
  EXPECT_EQ(read_all(*in), bytes);
}

TEST(Spool, IsReadTwice) {
  for (const std::size_t size : {std::size_t{10}, Spool::memory_bytes + 1}) {
    const std::string bytes = some_bytes(size);
    Spool spool;
    ASSERT_TRUE(spool.write(bytes));
    const auto in = spool.reader();
    EXPECT_EQ(read_all(*in), bytes);
    in->clear();
    in->seekg(0);
    EXPECT_EQ(read_all(*in), bytes);
  }
}

TEST(Spool, IsWrittenAsAStream) {
  Spool spool;
  {
    const auto out = spool.writer();
    *out << "a" << 12 << std::string(Spool::memory_bytes, 'x');
    EXPECT_TRUE(*out);
  }
  EXPECT_EQ(spool.size(), Spool::memory_bytes + 3);
  char begin[4] = {};
  EXPECT_EQ(spool.read(0, begin, 4).value(), 4U);
  EXPECT_EQ(std::string_view(begin, 4), "a12x");
  EXPECT_EQ(spool.read(spool.size(), begin, 4).value(), 0U);
}

TEST(Spool, Moves) {
  Spool first(some_bytes(100));
  Spool second(std::move(first));
  EXPECT_EQ(second.text().value(), some_bytes(100));
  Spool third;
  third = std::move(second);
  EXPECT_EQ(third.size(), 100U);
}

TEST(Spool, SaysWhenThereIsNoRoom) {
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before ? before : "";
  ::setenv("TMPDIR", "/proc/self", 1);  // a folder that takes no files
  Spool spool;
  const auto written = spool.write(some_bytes(Spool::memory_bytes + 1));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, Code::unavailable);
  before ? ::setenv("TMPDIR", kept.c_str(), 1) : ::unsetenv("TMPDIR");
}

TEST(Spool, HoldsNoMoreThanAllTogetherMay) {
  const SpoolBudgets budgets{std::make_shared<ByteBudget>(1'000'000),
                             std::make_shared<ByteBudget>(3'000'000)};
  Spool first(budgets), second(budgets), third(budgets);
  ASSERT_TRUE(first.write(some_bytes(900'000)));
  EXPECT_TRUE(first.in_memory());
  ASSERT_TRUE(second.write(some_bytes(900'000))) << "what finds no room in memory goes to a file";
  EXPECT_FALSE(second.in_memory());
  ASSERT_TRUE(second.write(some_bytes(2'000'000)));
  const auto refused = third.write(some_bytes(900'000));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::unavailable);
  EXPECT_TRUE(Spool(budgets).write(some_bytes(Spool::free_bytes)));
  { const Spool gone = std::move(second); }
  EXPECT_EQ(budgets.files->used(), 0U);
  first = Spool();
  EXPECT_EQ(budgets.memory->used(), 0U);
}

TEST(Spool, MayBeLargeWhenItIsTheOnlyOne) {
  const SpoolBudgets budgets{std::make_shared<ByteBudget>(0), std::make_shared<ByteBudget>(500'000),
                             true};
  Spool answer(budgets), other(budgets);
  ASSERT_TRUE(answer.write(some_bytes(700'000)));
  ASSERT_TRUE(answer.write(some_bytes(700'000)));
  EXPECT_FALSE(other.write(some_bytes(100'000)));
}

}  // namespace
}  // namespace aim::net
