#include "install/ours.h"

#include <gtest/gtest.h>

#include "config/config.h"
#include "install/clients.h"
#include "install/entries.h"
#include "install/json_edit.h"

namespace aim::install {
namespace {

TEST(Ours, KnowsItsNamesAndItsPaths) {
  const Ours none, ours({"/opt/aim", "/a b/memory-bin"});
  struct Case {
    std::string_view command;
    bool by_name, by_path;
  };
  for (const Case& each :
       std::initializer_list<Case>{{"/x/ai-memory hook stop", true, true},
                                   {"/x/mudpuppy hook a-later-kind", true, true},
                                   {"/opt/aim hook stop", false, true},
                                   {"/opt/aim hook stop --profile mudpuppy", false, true},
                                   {"\"/a b/memory-bin\" hook session-start", false, true},
                                   {"/opt/aim hook deploy", false, false},
                                   {"/opt/aim hook stopped", false, false},
                                   {"/opt/aim hook", false, false},
                                   {"/opt/aim stop", false, false},
                                   {"/opt/aim2 hook stop", false, false},
                                   {"aim hook stop", false, false},
                                   {"/a b/memory-bin hook stop", false, false},
                                   {"hook stop", false, false},
                                   {"", false, false}}) {
    EXPECT_EQ(none.is_hook(each.command), each.by_name) << each.command;
    EXPECT_EQ(ours.is_hook(each.command), each.by_path) << each.command;
  }
  EXPECT_TRUE(ours.is_hook("/opt/aim hook stop", "stop"));
  EXPECT_FALSE(ours.is_hook("/opt/aim hook stop", "tool"));
  EXPECT_TRUE(none.is_server("/x/ai-memory", "serve"));
  EXPECT_TRUE(ours.is_server("/opt/aim", "mcp"));
  EXPECT_FALSE(ours.is_server("/opt/aim", "serve"));
  EXPECT_FALSE(ours.is_server("/opt/aim2", "mcp"));
  EXPECT_FALSE(Ours({""}).is_server("", "mcp"));
}

TEST(Ours, KnowsEveryKindThatIsInstalled) {
  const Ours ours({"/opt/aim"});
  for (const Client& client : clients())
    for (const HookLine& line : client.lines)
      EXPECT_TRUE(ours.is_hook("/opt/aim hook " + line.kind, line.kind)) << line.kind;
}

TEST(Ours, EntriesOfAnotherNameGoInTwiceAsOnceAndOut) {
  const std::string path = "/opt/a b/aim";
  const Ours ours({path});
  const Server server{"ai-memory", path, {"mcp", "--namespace", "auto"}, "stdio", false};
  const std::string theirs =
      R"({"mcpServers":{"x":{"command":"/opt/a b/aim","args":["serve"]},"y":{"command":"/opt/a b/aim"}},"hooks":{"Stop":[{"command":"\"/opt/a b/aim\" hook deploy"}]}})";
  for (const HookShape shape :
       {HookShape::groups, HookShape::flat, HookShape::two_shells, HookShape::of_one_key}) {
    const Hooks hooks{shape, path, {{"Stop", "stop", "", 5}}};
    const auto one = with_server(theirs, "mcpServers", server, ours);
    ASSERT_TRUE(one) << one.error().message;
    const auto two = with_hooks(one->text, hooks, ours);
    ASSERT_TRUE(two) << two.error().message;
    EXPECT_EQ(our_commands(two->text, ours).size(), 1U) << two->text;
    EXPECT_EQ(our_server(two->text, ours), path);
    EXPECT_EQ(our_server(two->text), "");
    EXPECT_EQ(with_server(two->text, "mcpServers", server, ours)->text, two->text);
    EXPECT_EQ(with_hooks(two->text, hooks, ours)->text, two->text);
    Hooks moved = hooks;
    moved.program = "/usr/bin/memory";
    const auto again = with_hooks(two->text, moved, ours);
    EXPECT_EQ(our_commands(again->text, ours.with(moved.program)),
              std::vector<std::string>{"/usr/bin/memory hook stop"})
        << again->text;
    std::vector<std::string> made = one->made;
    made.insert(made.end(), two->made.begin(), two->made.end());
    EXPECT_EQ(*without_ours(again->text, made, ours.with(moved.program)), theirs);
    EXPECT_EQ(*without_ours(two->text, made, ours), theirs);
  }
}

TEST(Ours, NothingInAPathIsRun) {
  for (const std::string path :
       {"/a b/ai-memory", "/tmp/$(touch x)/ai-memory", "/tmp/`touch x`/ai-memory",
        "/a$HOME/ai-memory", "/it's $(x)/ai-memory", "/a\"b/ai-memory", "/a\\b/ai-memory",
        "/a;b/ai-memory", "/'/'/ai-memory"}) {
    const Hooks hooks{HookShape::groups, path, {{"Stop", "stop", "", 5}}};
    const std::string command = hook_command(hooks, hooks.lines.front());
    EXPECT_FALSE(runs_more(command)) << command;
    EXPECT_TRUE(Ours().is_hook(command, "stop")) << command;
    EXPECT_TRUE(Ours({path}).is_hook(command, "stop")) << command;
  }
  for (const char* command :
       {"\"/tmp/$(touch x)/ai-memory\" hook stop", "/tmp/`x`/ai-memory hook stop",
        "ai-memory hook stop; reboot", "ai-memory hook stop && reboot",
        "ai-memory hook stop > file", "ai-memory hook stop $(x)", "ai-memory hook stop\nreboot"})
    EXPECT_TRUE(runs_more(command)) << command;
  for (const char* command :
       {"ai-memory hook stop", "~/bin/ai-memory hook stop", "$HOME/ai-memory hook stop",
        "\"/a; b/ai-memory\" hook stop --profile core"})
    EXPECT_FALSE(runs_more(command)) << command;
}

TEST(Ours, TomlOfAnotherNameToo) {
  const std::string theirs =
      "[mcp_servers.x]\ncommand = \"/opt/aim\"\nargs = [\"serve\"]\n\n[[hooks.Stop]]\n"
      "[[hooks.Stop.hooks]]\ncommand = \"/opt/aim stop\"\n";
  const Ours ours({"/opt/aim"});
  const Server server{"ai-memory", "/opt/aim", {"mcp"}, "", false};
  const Hooks hooks{HookShape::groups, "/opt/aim", {{"Stop", "stop", "", 5}}};
  const auto one = with_toml_server(theirs, server, ours);
  ASSERT_TRUE(one) << one.error().message;
  const auto two = with_toml_hooks(one->text, hooks, ours);
  ASSERT_TRUE(two) << two.error().message;
  EXPECT_EQ(our_toml_commands(two->text, ours).size(), 1U) << two->text;
  EXPECT_EQ(with_toml_server(two->text, server, ours)->text, two->text);
  EXPECT_EQ(with_toml_hooks(two->text, hooks, ours)->text, two->text);
  const auto less = without_toml_hooks(two->text, ours);
  EXPECT_EQ(*without_toml_server(*less, ours), theirs);
  EXPECT_EQ(*without_toml_server(two->text), two->text);
  EXPECT_EQ(*without_toml_hooks(two->text), two->text);
}

}  // namespace
}  // namespace aim::install
