#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "profile/vector_tools.h"

namespace aim::profile {
namespace {

namespace fs = std::filesystem;

TEST(VectorLog, IsTurnedOverAndStaysPrivate) {
  const fs::path folder = fs::path(testing::TempDir()) / "vector-log";
  fs::remove_all(folder);
  const fs::path file = folder / "logs" / "vector-memory.log";
  write_vector_log(file, "WARN", "search_memory", "FALLBACK", "a line\nof two");
  std::ifstream opened(file);
  const std::string text{std::istreambuf_iterator<char>(opened), {}};
  EXPECT_NE(text.find(" WARN search_memory FALLBACK a line"), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  for (int round = 0; round < 6; ++round) {
    std::ofstream(file, std::ios::app) << std::string(1 << 20, 'x');
    write_vector_log(file, "ERROR", "store_memory", "UNAVAILABLE", "full");
  }
  EXPECT_TRUE(fs::exists(file.string() + ".4"));
  EXPECT_FALSE(fs::exists(file.string() + ".5"));
  EXPECT_LT(fs::file_size(file), 1'000);
}

TEST(VectorLog, ThatCannotBeWrittenStopsNothing) {
  const fs::path folder = fs::path(testing::TempDir()) / "vector-log-hindered";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const fs::path in_the_way = folder / "logs";
  std::ofstream(in_the_way) << "a file of the user";
  const fs::path log = in_the_way / "vector-memory.log";
  write_vector_log(log, "ERROR", "a", "b", "c");
  const auto bytes_of = [](const fs::path& file) {
    std::ifstream opened(file);
    return std::string{std::istreambuf_iterator<char>(opened), {}};
  };
  EXPECT_EQ(bytes_of(in_the_way), "a file of the user");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
  fs::remove(in_the_way);
  write_vector_log(log, "ERROR", "a", "b", "written again");
  EXPECT_NE(bytes_of(in_the_way / "vector-memory.log").find("written again"), std::string::npos);
}

}  // namespace
}  // namespace aim::profile
