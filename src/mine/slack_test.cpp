#include "mine/mine_testing.h"

namespace aim::mine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class Slack : public testing::MineTest {};

const std::map<std::string, std::string> workspace{
    {"users.json",
     R"([{"id":"U1","name":"ann","profile":{"display_name":"Ann","real_name":"Ann Lee"}},{"id":"U2","name":"bob","profile":{}}])"},
    {"channels.json", R"([{"id":"C1","name":"general","members":["U1","U2"]}])"},
    {"dms.json", R"([{"id":"D1","members":["U1","U2"]}])"},
    {"general/2024-03-02.json",
     R"([{"type":"message","user":"U2","text":"<@U1> see <https://x.org|the page> &amp; <#C1|general>","ts":"1709373600.000200"}])"},
    {"general/2024-03-01.json",
     R"([{"type":"message","subtype":"channel_join","user":"U1","text":"joined","ts":"1"},
      {"type":"message","user":"U1","text":"Deploys on Tuesday","ts":"1709287200.000100"},
      {"type":"message","user":"U9","user_profile":{"real_name":"Gone"},"text":"ok","ts":"1709287201.000100","files":[{"name":"plan.pdf"}]},
      {"type":"message","subtype":"bot_message","username":"CI","text":"green","ts":"1709287202.0"}])"},
    {"D1/2024-03-01.json",
     R"([{"type":"message","user":"U1","text":"psst","ts":"1709287200.000100"}])"}};

TEST_F(Slack, ReadsChannelsDayByDayAndResolvesUsers) {
  for (const auto& path : {folder_of(workspace), zip_of(workspace)}) {
    read(path);
    EXPECT_EQ(error_, "");
    EXPECT_EQ(format_, Format::slack);
    ASSERT_THAT(conversations_, SizeIs(2));
    EXPECT_EQ(conversations_[0].title, "Ann, bob");
    EXPECT_EQ(conversations_[1].title, "#general");
    EXPECT_EQ(conversations_[1].id, "C1");
    EXPECT_THAT(conversations_[1].tags, ElementsAre("general"));
    EXPECT_THAT(lines(), ElementsAre("Ann: psst", "Ann: Deploys on Tuesday",
                                     "Gone: ok\n(attached: plan.pdf)", "CI: green",
                                     "bob: @Ann see the page (https://x.org) & #general"));
    EXPECT_EQ(messages(1)[0].id, "1709287200.000100");
    EXPECT_TRUE(messages(1)[0].said_at.has_value());
  }
}

TEST_F(Slack, NeedsNoListsAndBearsBrokenDays) {
  read(folder_of(
           {{"random/2024-03-01.json", R"([{"type":"message","user":"U1","text":"a","ts":"5"}])"},
            {"random/2024-03-02.json",
             R"([{"type":"message","user":"U1","text":"b","ts":"6"},{"ty)"},
            {"random/2024-03-03.json", "[1]"}}),
       Format::slack);
  EXPECT_THAT(lines(), ElementsAre("U1: a", "U1: b"));
  EXPECT_EQ(conversations_[0].title, "#random");
  EXPECT_THAT(unreadable_, ElementsAre(HasSubstr("random/2024-03-02.json: not JSON")));
  // A record without a type is a message if it has a text.
  read(folder_of({{"random/2024-03-01.json", R"([{"user":"U1","text":"a","ts":"5"},{"ts":"6"}])"}}),
       Format::slack);
  EXPECT_THAT(lines(), ElementsAre("U1: a"));
  read(folder_of({{"x.txt", ""}, {"y.txt", ""}}), Format::slack);
  EXPECT_THAT(error_, HasSubstr("no channel/2024-03-01.json"));
}

TEST_F(Slack, KeepsAttachmentsBlocksAndThreads) {
  read(folder_of({{"general/2025-03-03.json", R"([
 {"type":"message","user":"U1","text":"Which night?","ts":"1740992400.0","thread_ts":"1740992400.0"},
 {"type":"message","subtype":"bot_message","username":"Pager","text":"","ts":"1740996000.0","attachments":[{"fallback":"f","title":"Incident","text":"Disk full","fields":[{"title":"Host","value":"db7"}]}]},
 {"type":"message","user":"U2","text":"","ts":"1740999600.0","blocks":[{"type":"section","text":{"type":"mrkdwn","text":"Deploy done"},"fields":[{"type":"plain_text","text":"4.2"}]}]},
 {"type":"message","user":"U2","text":"see","ts":"1741006800.0","attachments":[{"is_share":true,"author_name":"Ann","text":"the quote"}],
  "blocks":[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"see"}]}]}]},
 {"type":"message","subtype":"channel_topic","user":"U1","text":"set the topic","ts":"1741006801.0"}])"},
                  {"general/2025-03-05.json", R"([
 {"type":"message","user":"U2","text":"Sunday","ts":"1741165200.0","thread_ts":"1740992400.0"},
 {"type":"message","user":"U1","text":"lost root","ts":"1741165300.0","thread_ts":"1.0"}])"}}));
  EXPECT_THAT(lines(), ElementsAre("U1: Which night?", "U2: \u21b3 Sunday",
                                   "Pager: Incident\nDisk full\nHost: db7", "U2: Deploy done\n4.2",
                                   "U2: see\nAnn: the quote", "U1: \u21b3 lost root"));
  EXPECT_THAT(left_out(), ElementsAre("texts inserted by the program: 1"));
  EXPECT_TRUE(conversations_[0].shows_days);
}

TEST_F(Slack, WritesTextsAsPeopleReadThem) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"plain & &amp; &lt;b&gt; &nbsp;", "plain & & <b> &nbsp;"},
      {"<@U1> <@U1|ann> <@U9>", "@Ann @Ann @U9"},
      {"<#C1> <#C1|dev>", "#C1 #dev"},
      {"<!here> <!subteam^S1|@ops>", "@here @ops"},
      {"<https://a?b&amp;c> <mailto:a@b|a@b>", "https://a?b&c a@b (mailto:a@b)"},
      {"a < b", "a < b"},
      {"<", "<"}};
  std::string day;
  std::vector<std::string> expected;
  for (const auto& [written, read] : cases) {
    day += day.empty() ? "[" : ",";
    day += R"({"type":"message","user":"U2","text":")" + written + R"(","ts":"17092872)" +
           std::to_string(10 + expected.size()) + R"(.0"})";
    expected.push_back("bob: " + read);
  }
  read(folder_of({*workspace.find("users.json"), {"general/2024-03-01.json", day + "]"}}));
  EXPECT_EQ(lines(), expected);
}

}  // namespace
}  // namespace aim::mine
