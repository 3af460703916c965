#include "base/platform/system.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/child_process.h"

namespace aim {
namespace {

using namespace std::chrono_literals;

TEST(System, KnowsAProcessByWhatAnotherOfItsIdWouldNotHave) {
  const std::string self = std::to_string(::getpid());
  const auto about = process_info(self);
  ASSERT_TRUE(about);
  EXPECT_FALSE(about->started.empty());
  EXPECT_EQ(process_info(self)->started, about->started);
  EXPECT_EQ(about->name, running_program().stem().string().substr(0, about->name.size()));
  EXPECT_TRUE(process_info(about->parent)) << "the one that started this one";
  EXPECT_FALSE(process_info("no process"));
}

TEST(System, HasFilesWithoutAName) {
  const int file = unnamed_file();
  ASSERT_GE(file, 0);
  ASSERT_EQ(::write(file, "text", 4), 4);
  std::array<char, 8> read{};
  EXPECT_EQ(::pread(file, read.data(), read.size(), 0), 4);
  EXPECT_STREQ(read.data(), "text");
  ::close(file);
}

TEST(System, StartsThisProgramWhereNoneIsNamed) {
  EXPECT_TRUE(run_program({.words = {"this", "--gtest_list_tests"}}, 60s));
}

}  // namespace
}  // namespace aim
