#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"

namespace aim {
namespace {

namespace fs = std::filesystem;

TEST(SecretFile, SaysWhenOthersCanReadIt) {
  std::string name = (fs::temp_directory_path() / "secret-XXXXXX").string();
  const int opened = ::mkstemp(name.data());
  ASSERT_GE(opened, 0);
  ::close(opened);
  std::ofstream(name) << "sesame";
  testing::internal::CaptureStderr();
  EXPECT_EQ(read_secret_file(name, 100).value(), "sesame");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  fs::permissions(name, fs::perms(0644));
  testing::internal::CaptureStderr();
  EXPECT_EQ(read_secret_file(name, 100).value(), "sesame");
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("others on this machine can read"), std::string::npos) << said;
  EXPECT_EQ(said.find("sesame"), std::string::npos);
  EXPECT_NE(told_of_others(name), "");
  fs::permissions(name, fs::perms(0600));
  EXPECT_EQ(told_of_others(name), "");
  EXPECT_EQ(told_of_others(""), "");
  fs::remove(name);
  EXPECT_FALSE(read_secret_file(name, 100));
}

}  // namespace
}  // namespace aim
