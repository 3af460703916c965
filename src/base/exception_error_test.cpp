#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <system_error>

#include "base/error.h"

namespace aim {
namespace {

TEST(Caught, NamesWhatIsMissing) {
  EXPECT_EQ(to_error(std::bad_alloc()).message, out_of_memory().message);
  EXPECT_EQ(to_error(std::system_error(ENOMEM, std::generic_category())).message,
            out_of_memory().message);
  EXPECT_EQ(to_error(std::system_error(EMFILE, std::generic_category())).message,
            out_of_files().message);
  const Error threads = to_error(std::system_error(EAGAIN, std::generic_category(), "thread"));
  EXPECT_EQ(threads.code, Code::unavailable);
  EXPECT_NE(threads.hint.find("ulimit"), std::string::npos);
}

TEST(Caught, KeepsTheRestForTheLog) {
  const Error other = to_error(std::runtime_error("inside"));
  EXPECT_EQ(other.code, Code::database_error);
  EXPECT_EQ(other.message.find("inside"), std::string::npos);
  EXPECT_NE(other.detail.find("inside"), std::string::npos);
}

}  // namespace
}  // namespace aim
