#include <gtest/gtest.h>

#include "base/file.h"

namespace aim {
namespace {

TEST(WindowsNames, DevicesPartsAndOtherNamesAreNoFiles) {
  for (const char* path : {"CON", "nul", "C:\\data\\aux.txt", "C:/data/com1.db", "lpt9", "prn .db",
                           "con/m.db", "name.", "name ", "C:\\a:b.db", "what?.db", "CONIN$"})
    EXPECT_FALSE(is_path_on_windows(path)) << path;
}

TEST(WindowsNames, UsualPathsAreFiles) {
  for (const char* path :
       {"C:\\data\\m.db", "m.db", "..\\m.db", "./.hidden", "C:m.db", "\\\\server\\share$\\m.db",
        "//server/share/m.db", "\\\\?\\C:\\nul", "console.db", "com.db", "COM10", "COM0", "nullify",
        "C:\\Über uns\\記憶.db", ""})
    EXPECT_TRUE(is_path_on_windows(path)) << path;
}

}  // namespace
}  // namespace aim
