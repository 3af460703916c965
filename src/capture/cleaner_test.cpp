#include "capture/cleaner.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

const std::string token =
    "ghp_"
    "Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6Hj1KpS0aUeX";

TEST(PrivateText, IsLeftOut) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"a <private>b</private> c", "a  c"},
      {"a <PRIVATE>b</Private> c", "a  c"},
      {"<private>all of it</private>", ""},
      {"a <private>b\nc", "a "},
      {"a<private>b</private>c<private>d</private>e", "ace"},
      {"a <private>b <private>c</private> d</private> e", "a  e"},
      {"a < private", "a < private"},
      {"a <private", "a <private"},
      {"<privateer>b</privateer>", "<privateer>b</privateer>"},
      {"List<Private> names;", "List<Private> names;"},
      {"nothing </private> here", "nothing </private> here"},
      {"`<private>` opens a passage, as ``<private>`` does not",
       "`<private>` opens a passage, as ``<private>`` does not"},
      {"`<private>`: a <private>b</private>", "`<private>`: a "},
      {"a <private/> b", "a <private/> b"},
      {"<private reason=\"mine\">b</private >c", "c"}};
  for (const auto& [text, left] : cases) {
    std::int64_t removed = 0;
    EXPECT_EQ(without_private(text, removed), left) << text;
    EXPECT_EQ(removed > 0, text != left) << text;
  }
  std::int64_t removed = 0;
  EXPECT_EQ(without_private("1\n<private>2\n3\n</private>4\n", removed, LineEnds::keep),
            "1\n\n\n4\n");
}

TEST(Cleaner, CleansEveryFieldOfAMemory) {
  Memory memory;
  memory.title = "log in with " + token;
  memory.content = "password=Sommer2024!x <private>and this</private>";
  memory.tags = {"plain", token};
  memory.source = "curl -u admin:Winter2025Snow";
  memory.metadata = R"({"conversation":"use )" + token +
                    R"(","n":1.50,"deep":[{"password":"Regenwald3"},{"note":"say \")" + token +
                    R"(\""}],"PWD":"/home/u"})";
  Cleaner cleaner(true);
  cleaner.memory(memory);
  EXPECT_EQ(memory.title, "log in with [secret removed]");
  EXPECT_EQ(memory.content, "password=[secret removed] ");
  EXPECT_EQ(memory.tags, (std::vector<std::string>{"plain", "[secret removed]"}));
  EXPECT_EQ(memory.source, "curl -u admin:[secret removed]");
  EXPECT_EQ(memory.metadata,
            R"({"conversation":"use [secret removed]","n":1.50,"deep":[{"password":)"
            R"("[secret removed]"},{"note":"say \"[secret removed]\""}],"PWD":"/home/u"})");
  EXPECT_EQ(cleaner.removed(), 8);
}

TEST(Cleaner, LeavesSecretsInWhereTheSettingsSaySo) {
  Cleaner cleaner(false);
  EXPECT_EQ(cleaner.text("password=Sommer2024!x <private>a</private>"), "password=Sommer2024!x ");
  EXPECT_EQ(cleaner.value("password", "Regenwald3"), "Regenwald3");
  EXPECT_EQ(cleaner.removed(), 1);
}

TEST(Cleaner, KeepsLinesCountable) {
  Cleaner cleaner(true);
  const std::string key =
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7abcdefg\n-----END RSA PRIVATE KEY-----";
  EXPECT_EQ(cleaner.text("1\n" + key + "\n5", LineEnds::keep), "1\n[secret removed]\n\n\n5");
}

}  // namespace
}  // namespace aim
