#include "mine/mine_testing.h"
#include "mine/slack_text.h"

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
    EXPECT_EQ(conversations_[1].messages[0].id, "1709287200.000100");
    EXPECT_TRUE(conversations_[1].messages[0].said_at.has_value());
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
  read(folder_of({{"x.txt", ""}, {"y.txt", ""}}), Format::slack);
  EXPECT_THAT(error_, HasSubstr("no channels"));
}

TEST(SlackText, IsWrittenAsPeopleReadIt) {
  const auto name_of = [](std::string_view id) { return "<" + std::string(id) + ">"; };
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", ""},
      {"plain & &amp; &lt;b&gt; &nbsp;", "plain & & <b> &nbsp;"},
      {"<@U1> <@U1|ann>", "@<U1> @<U1>"},
      {"<#C1> <#C1|dev>", "#C1 #dev"},
      {"<!here> <!subteam^S1|@ops>", "@here @ops"},
      {"<https://a?b&amp;c> <mailto:a@b|a@b>", "https://a?b&c a@b (mailto:a@b)"},
      {"a < b", "a < b"},
      {"<", "<"},
      {"<>", ""}};
  for (const auto& [written, read] : cases) EXPECT_EQ(slack_text(written, name_of), read);
}

}  // namespace
}  // namespace aim::mine
