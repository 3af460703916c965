#include "profile/profile.h"

#include <gmock/gmock.h>

#include "mcp/surface/surface.h"

namespace aim::profile {
namespace {

using testing::HasSubstr;

std::string chosen(const Choice& choice) {
  const auto profile = chosen_profile(choice);
  return profile ? std::string((*profile)->name) : profile.error().message;
}

TEST(Profile, IsTheStrongestOfWhatIsSaid) {
  EXPECT_EQ(chosen({}), "core");
  EXPECT_EQ(chosen({.program = "/usr/bin/ai-memory"}), "core");
  EXPECT_EQ(chosen({.flag = "full"}), "core") << "a second name";
  EXPECT_FALSE(serves_by_name("/usr/bin/ai-memory"));
  for (const Profile& each : profiles()) {
    const Choice weakest{.configured = each.name};
    EXPECT_EQ(chosen(weakest), each.name);
    EXPECT_EQ(chosen({.environment = each.name, .configured = "core"}), each.name);
    EXPECT_EQ(chosen({.flag = each.name, .environment = "core"}), each.name);
    if (each.program.empty())
      continue;
    EXPECT_TRUE(serves_by_name(each.program));
    EXPECT_EQ(chosen({.program = std::string("/opt/").append(each.program),
                      .environment = "core",
                      .configured = "core"}),
              each.name);
    EXPECT_EQ(chosen({.flag = "core", .program = each.program}), "core");
  }
}

TEST(Profile, NamesAToolOfItsOwnForDecisions) {
  for (const Profile& each : profiles()) {
    const mcp::Surface surface = each.make ? surface_of(each, {}) : mcp::core_surface();
    const auto tool = each.decision_call.substr(0, each.decision_call.find(' '));
    EXPECT_NE(mcp::find_tool(surface, tool), nullptr) << each.name << ": " << tool;
  }
}

TEST(Profile, MustBeOneOfThem) {
  EXPECT_THAT(chosen({.flag = "x"}), HasSubstr("--profile must be one of core"));
  EXPECT_THAT(chosen({.flag = "x"}), HasSubstr("; got \"x\""));
  EXPECT_THAT(chosen({.environment = "x"}), HasSubstr("AI_MEMORY_PROFILE must be one of core"));
}

}  // namespace
}  // namespace aim::profile
