#include "cli/hosts.h"

#include <gtest/gtest.h>

namespace aim::cli {
namespace {

std::string folder_of(const std::string& folder) {
  const auto read = read_host_event(
      op::HookKind::user_prompt,
      R"({"hook_event_name":"UserPromptSubmit","prompt":"p","cwd":")" + folder + "\"}", {});
  return read ? read->event.folder : "refused";
}

// To look for the repository of a path of 100 KB took three seconds.
TEST(Hosts, AFolderThatNoSystemHasIsNone) {
  EXPECT_EQ(folder_of("/srv/shop"), "/srv/shop");
  std::string deep;
  while (deep.size() < 100'000) deep += "/d";
  EXPECT_EQ(folder_of(deep), "");
  EXPECT_EQ(folder_of(deep.substr(0, 4'000)).size(), 4'000U);
}

}  // namespace
}  // namespace aim::cli
