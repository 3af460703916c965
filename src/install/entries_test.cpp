#include "install/entries.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "config/config.h"
#include "install/json_edit.h"

namespace aim::install {
namespace {

const Server server{
    "ai-memory", "/opt/bin/ai-memory", {"mcp", "--namespace", "auto"}, "stdio", false};

Hooks hooks_of(HookShape shape, const std::string& program = "/opt/bin/ai-memory") {
  return {shape,
          program,
          {{"SessionStart", "session-start", "", 5},
           {"PostToolUse", "tool", "Bash|Edit", 5},
           {"Stop", "stop", "", 5}}};
}

// Files as people leave them: any nesting, comments, commas behind the last, tabs, one line or
// many, other line ends.
class Writer {
 public:
  explicit Writer(std::uint32_t seed) : random_(seed) {
    unit_ = pick<std::string>({"  ", "\t", "    ", ""});
    newline_ = pick<std::string>({"\n", "\r\n"});
    comments_ = below(2) == 0;
    trailing_ = below(3) == 0;
    lines_ = unit_.empty() ? below(2) == 0 : true;
  }

  std::string file() {
    if (below(20) == 0)
      return pick<std::string>({"", "\n", "{}", "{}\n", "{ }", "\xef\xbb\xbf{}\n", "{\n}\n"});
    std::string out = below(8) == 0 ? "\xef\xbb\xbf" : "";
    if (comments_ && below(2) == 0)
      out += "// settings" + newline_;
    out += object(0, true);
    return out + (below(4) == 0 ? "" : newline_);
  }

 private:
  template <class T>
  T pick(std::vector<T> of) {
    return of[below(of.size())];
  }
  std::size_t below(std::size_t end) { return random_() % end; }

  std::string line(std::size_t depth) {
    if (!lines_)
      return below(2) == 0 ? " " : "";
    std::string out = comments_ && below(6) == 0 ? " // a, \"b\" {" : "";
    out += newline_;
    for (std::size_t i = 0; i < depth; ++i) out += unit_;
    return out;
  }
  std::string comment() { return comments_ && below(8) == 0 ? " /* , } */" : ""; }

  std::string parts(std::size_t depth, char open, char close, const std::vector<std::string>& all) {
    std::string out(1, open);
    for (std::size_t i = 0; i < all.size(); ++i) {
      out += line(depth + 1) + all[i] + comment();
      if (i + 1 < all.size() || trailing_)
        out += ",";
    }
    if (!all.empty())
      out += line(depth);
    return out + close;
  }

  std::string object(std::size_t depth, bool root) {
    std::vector<std::string> all;
    for (std::size_t i = below(4); i > 0; --i)
      all.push_back("\"k" + std::to_string(below(1'000)) + "\": " + value(depth + 1));
    if (root && below(2) == 0)
      all.push_back("\"mcpServers\": " +
                    parts(depth + 1, '{', '}',
                          below(2) == 0
                              ? std::vector<std::string>{"\"other\": {\"command\": \"x\"}"}
                              : std::vector<std::string>{}));
    if (root && below(2) == 0)
      all.push_back("\"hooks\": " + hooks(depth + 1));
    if (root && all.empty())
      all.emplace_back("\"only\": 1");
    return parts(depth, '{', '}', all);
  }

  std::string hooks(std::size_t depth) {
    std::vector<std::string> events;
    for (const char* event : {"Stop", "SessionStart", "Other"}) {
      if (below(2) == 0)
        continue;
      std::vector<std::string> groups;
      for (std::size_t i = below(3); i > 0; --i)
        groups.emplace_back(R"({"hooks": [{"type": "command", "command": "echo hook"}]})");
      events.push_back("\"" + std::string(event) + "\": " + parts(depth + 1, '[', ']', groups));
    }
    return parts(depth, '{', '}', events);
  }

  std::string value(std::size_t depth) {
    switch (below(depth > 4 ? 4 : 6)) {
      case 0:
        return "-1.5e3";
      case 1:
        return "\"a \\\" // { } \\u00e9 \xc3\xa9\"";
      case 2:
        return "null";
      case 3:
        return "true";
      case 4:
        return object(depth, false);
      default: {
        std::vector<std::string> all;
        for (std::size_t i = below(3); i > 0; --i) all.push_back(value(depth + 1));
        return parts(depth, '[', ']', all);
      }
    }
  }

  std::mt19937 random_;
  std::string unit_, newline_;
  bool comments_ = false, trailing_ = false, lines_ = true;
};

TEST(Entries, GoInTwiceAsOnceAndOutToTheByte) {
  const std::uint32_t files = std::getenv("AIM_LONG") ? 10'000 : 600;
  for (std::uint32_t seed = 0; seed < files; ++seed) {
    const std::string before = Writer(seed).file();
    SCOPED_TRACE(before);
    ASSERT_TRUE(parse_json_text(before)) << parse_json_text(before).error().message;
    const HookShape shape = seed % 3 == 0   ? HookShape::groups_with_name
                            : seed % 3 == 1 ? HookShape::groups
                                            : HookShape::flat;
    const auto one = with_server(before, "mcpServers", server);
    ASSERT_TRUE(one) << one.error().message;
    const auto two = with_hooks(one->text, hooks_of(shape));
    ASSERT_TRUE(two) << two.error().message;
    ASSERT_TRUE(parse_json_text(two->text))
        << two->text << parse_json_text(two->text).error().message;
    EXPECT_EQ(our_commands(two->text).size(), 3U) << two->text;
    EXPECT_EQ(our_server(two->text), server.command);
    EXPECT_EQ(with_server(two->text, "mcpServers", server)->text, two->text);
    EXPECT_EQ(with_hooks(two->text, hooks_of(shape))->text, two->text);
    std::vector<std::string> made = one->made;
    made.insert(made.end(), two->made.begin(), two->made.end());
    const auto less = without_ours(two->text, made);
    ASSERT_TRUE(less);
    ASSERT_EQ(*less, before);
    // Another path takes the place of the old one, and nothing else.
    const auto moved = with_hooks(two->text, hooks_of(shape, "/new place/ai-memory"));
    EXPECT_EQ(our_commands(moved->text).size(), 3U);
    EXPECT_EQ(*without_ours(moved->text, made), before);
  }
}

TEST(Entries, OwnKeyGoesAsAWhole) {
  for (const std::string before : {"", "{}\n", "// mine", "{\n  \"a\": {}\n}\n"}) {
    const auto with = with_hooks(before, hooks_of(HookShape::of_one_key));
    ASSERT_TRUE(with);
    EXPECT_EQ(our_commands(with->text).size(), 3U) << with->text;
    EXPECT_EQ(with_hooks(with->text, hooks_of(HookShape::of_one_key))->text, with->text);
    EXPECT_EQ(*without_ours(with->text, with->made), before);
  }
}

TEST(Entries, OthersAreNotOurs) {
  const std::string theirs =
      R"({"hooks":{"Stop":[{"hooks":[{"command":"/x/my-ai-memory hook stop"},{"command":"ai-memory stats"}]}]},"mcpServers":{"ai-memory":{"command":"/y/other"}}})";
  EXPECT_EQ(*without_ours(theirs, {"hooks", "mcpServers"}), theirs);
  const auto refused = with_server(theirs, "mcpServers", server);
  ASSERT_FALSE(refused);
  ASSERT_EQ(refused.error().remedies.size(), 1U);
  EXPECT_EQ(refused.error().remedies[0].argument, "name");
}

TEST(Entries, KeepsWhatTheUserGaveTheServer) {
  const std::string before =
      R"({"mcpServers": {"ai-memory": {"type": "stdio", "command": "/old/ai-memory", "args": ["mcp"], "env": {"AI_MEMORY_DB": "/d"}, "timeout": 9}}})";
  const auto moved = with_server(before, "mcpServers", server);
  ASSERT_TRUE(moved);
  const JsonNode root = *parse_json_text(moved->text);
  const JsonNode& entry = *root.find("mcpServers")->find("ai-memory");
  EXPECT_EQ(entry.text_at("command"), server.command);
  EXPECT_EQ(entry.find("args")->elements.size(), server.args.size());
  EXPECT_EQ(entry.find("env")->text_at("AI_MEMORY_DB"), "/d");
  EXPECT_TRUE(entry.find("timeout"));
  EXPECT_EQ(with_server(moved->text, "mcpServers", server)->text, moved->text);
  Server with_tools = server;
  with_tools.type = "local";
  with_tools.tools = true;
  const auto more = with_server(moved->text, "mcpServers", with_tools);
  const JsonNode all = *parse_json_text(more->text);
  EXPECT_EQ(all.find("mcpServers")->find("ai-memory")->text_at("type"), "local");
  EXPECT_TRUE(all.find("mcpServers")->find("ai-memory")->find("tools"));
  EXPECT_TRUE(all.find("mcpServers")->find("ai-memory")->find("env"));
}

TEST(Entries, RulesKeepWhatOthersWroteAroundThem) {
  const std::string ours = rules_text("search", "store"), theirs = "\n## Team\n\nBe kind.\n";
  EXPECT_EQ(without_rules(ours + theirs).text, theirs);
  EXPECT_EQ(without_rules(ours).text, "");
  EXPECT_EQ(without_rules(theirs).text, theirs);
  const std::string others = rules_text("find", "keep");
  EXPECT_EQ(with_rules(ours + theirs, others)->text, others + theirs);
  EXPECT_FALSE(with_rules(theirs, others));
  // The user's own front matter, the line ends of another system, words behind the last.
  const std::string front = "---\napplyTo: \"**\"\n---\n", own = "---\napplyTo: \"src/**\"\n---\n";
  const std::string narrow = own + ours.substr(front.size());
  EXPECT_EQ(with_rules(narrow, others)->text, own + others.substr(front.size()));
  EXPECT_EQ(without_rules(narrow).text, "");
  EXPECT_EQ(without_rules(narrow + theirs).text, own + theirs);
  const auto with_returns = [](const std::string& text) {
    std::string out;
    for (const char each : text) out.append(each == '\n' ? 1 : 0, '\r').push_back(each);
    return out;
  };
  EXPECT_EQ(without_rules(with_returns(ours + theirs)).text, with_returns(theirs));
  EXPECT_EQ(with_rules(with_returns(ours + theirs), others)->text, others + with_returns(theirs));
  EXPECT_EQ(without_rules(ours.substr(0, ours.size() - 1) + " Be kind.\n").text, " Be kind.\n");
}

TEST(Entries, OneOfSeveralHooksInAGroupGoesAlone) {
  const auto less = without_ours(
      R"({"hooks":{"Stop":[{"hooks":[{"command":"echo a"},{"command":"'/a b/ai-memory' hook stop"}]}]}})",
      {});
  ASSERT_TRUE(less);
  EXPECT_EQ(*less, R"({"hooks":{"Stop":[{"hooks":[{"command":"echo a"}]}]}})");
}

TEST(Entries, BrokenTextsAreRefusedWithTheirPlace) {
  const std::pair<std::string, std::string> broken[] = {{"{", "line 1, column 2"},
                                                        {"{\n \"a\" 1}", "line 2, column 6"},
                                                        {"[1 2]", "line 1, column 4"},
                                                        {"{} x", "line 1, column 4"},
                                                        {"{\"a\": \"b\n\"}", "line 1, column 9"},
                                                        {"/* ", "line 1, column 1"},
                                                        {"{\"a\": nul}", "line 1, column 7"},
                                                        {"{a: 1}", "line 1, column 2"},
                                                        {"{,}", "line 1, column 2"},
                                                        {std::string(200, '['), "column"}};
  for (const auto& [text, place] : broken) {
    const auto refused = with_hooks(text, hooks_of(HookShape::groups));
    ASSERT_FALSE(refused) << text;
    EXPECT_NE(refused.error().message.find(place), std::string::npos)
        << text << refused.error().message;
  }
}

TEST(Entries, AnyBytesAreReadOrRefused) {
  std::mt19937 random(3);
  const std::string alphabet = "{}[]\",:/*\\ \n0-tfn\xc3u";
  int taken = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes;
    for (std::size_t length = random() % 24; length > 0; --length)
      bytes += alphabet[random() % alphabet.size()];
    // A text keeps every byte when our entries go in and out again.
    if (const auto less = without_ours(bytes, {})) {
      EXPECT_EQ(*less, bytes);
    }
    const auto with = with_hooks(bytes, hooks_of(HookShape::groups));
    if (!with) {
      EXPECT_FALSE(with.error().message.empty()) << bytes;
      continue;
    }
    ++taken;
    ASSERT_EQ(our_commands(with->text).size(), 3U) << bytes << "\n" << with->text;
    ASSERT_EQ(without_ours(with->text, with->made), bytes) << with->text;
  }
  EXPECT_GT(taken, 100);
}

TEST(Entries, TomlGoesInAndOutToTheByte) {
  for (const std::string before :
       {"", "a = 1", "a = 1\n", "# c\n[x]\ny = 2 # z\n\n",
        "[mcp_servers.other]\r\ncommand = \"npx\"\r\n", "[a]\nb = '''\n[mcp_servers.x]\n'''\n"}) {
    const auto with = with_toml_server(before, server);
    ASSERT_TRUE(with) << with.error().message;
    EXPECT_EQ(with_toml_server(with->text, server)->text, with->text);
    EXPECT_EQ(*without_toml_server(with->text), before);
  }
  const std::string between =
      "a = 1\n[mcp_servers.ai-memory]\ncommand = \"/old/ai-memory\"\nargs = []\n[b]\nc = 1\n";
  EXPECT_EQ(*without_toml_server(between), "a = 1\n[b]\nc = 1\n");
  EXPECT_NE(with_toml_server(between, server)->text.find("/opt/bin/ai-memory"), std::string::npos);
  const auto broken = with_toml_server("a = \n", server);
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("line 1"), std::string::npos);
}

// A server that Codex starts gets no other variables: one that is missing here is a setting that
// its hooks obey and its server does not.
TEST(Entries, TomlServersGetEveryVariable) {
  const auto all = with_toml_server("", server);
  ASSERT_TRUE(all);
  const auto passes = [](const std::string& text, std::string_view name) {
    return text.find('"' + std::string(name) + '"') != text.npos;
  };
  for (const ConfigKey& key : config_keys()) {
    const bool of_the_daemon = key.variable == "AI_MEMORY_TOKEN";
    EXPECT_TRUE(key.variable.empty() || of_the_daemon || passes(all->text, key.variable))
        << key.variable;
  }
  for (const std::string_view name : {"AI_MEMORY_DB", "AI_MEMORY_PROJECT", "MEMORY_FILE_PATH"})
    EXPECT_TRUE(passes(all->text, name)) << name;

  // An entry of an older version gets what it lacks and keeps what somebody has added.
  const std::string head =
      "[mcp_servers.ai-memory]\ncommand = \"/opt/bin/ai-memory\"\nargs = [\"mcp\", "
      "\"--namespace\", \"auto\"]\n";
  const auto older =
      with_toml_server(head + "env_vars = [\"AI_MEMORY_DB\", \"MINE\"]\nx = 1\n", server);
  ASSERT_TRUE(older) << older.error().message;
  EXPECT_TRUE(passes(older->text, "MINE"));
  EXPECT_TRUE(passes(older->text, "AI_MEMORY_KEY_FILE"));
  EXPECT_TRUE(older->text.ends_with("]\nx = 1\n"));
  EXPECT_EQ(with_toml_server(older->text, server)->text, older->text);
  for (const std::string_view odd :
       {"env_vars = [\n  \"AI_MEMORY_DB\",\n]\n", "env_vars = []\n", "env_vars=[\"A\"]\n"})
    EXPECT_EQ(with_toml_server(head + std::string(odd), server)->text, head + std::string(odd));
}

TEST(Entries, TomlHooksGoInAndOutToTheByte) {
  const Hooks hooks{HookShape::groups,
                    "/opt/a b/ai-memory",
                    {{"SessionStart", "session-start", "", 5}, {"PostToolUse", "tool", "Bash", 5}}};
  const std::string theirs =
      "[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = \"command\"\ncommand = 'say \"done\"'\n";
  for (const std::string& before :
       std::vector<std::string>{theirs, "a = 1\n\n" + theirs + "# the end", theirs + "[x]\ny = 2",
                                "[[hooks.PostToolUse]]\r\nmatcher = \"x\"\r\n[[hooks.PostToolUse"
                                ".hooks]]\r\ncommand = \"echo\"\r\n"}) {
    EXPECT_TRUE(has_toml_hooks(before));
    const auto one = with_toml_server(before, server);
    const auto with = with_toml_hooks(one->text, hooks);
    ASSERT_TRUE(with) << with.error().message;
    EXPECT_EQ(our_toml_commands(with->text).size(), 2U) << with->text;
    EXPECT_EQ(with_toml_hooks(with->text, hooks)->text, with->text);
    Hooks moved = hooks;
    moved.program = "/new/ai-memory";
    const auto again = with_toml_hooks(with->text, moved);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(our_toml_commands(again->text),
              (std::vector<std::string>{"/new/ai-memory hook session-start",
                                        "/new/ai-memory hook tool"}));
    EXPECT_EQ(*without_toml_server(*without_toml_hooks(again->text)), before);
  }
  EXPECT_FALSE(has_toml_hooks("[hooks.state.\"x\"]\ntrusted_hash = \"1\"\n"));
  EXPECT_FALSE(has_toml_hooks("[hooks]\n"));
  const auto inline_lists = with_toml_hooks("[hooks]\nSessionStart = []\n", hooks);
  ASSERT_FALSE(inline_lists);
  EXPECT_NE(inline_lists.error().message.find("[[hooks.Event]]"), std::string::npos);
}

}  // namespace
}  // namespace aim::install
