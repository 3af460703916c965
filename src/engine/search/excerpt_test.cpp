// Excerpts of long contents (V1).
#include "engine/search/excerpt.h"

#include <gmock/gmock.h>

#include "base/utf8.h"
#include "embed/static_table.h"

namespace aim::engine {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string filler(int lines) {
  std::string text;
  for (int i = 0; i < lines; ++i)
    text += "The weather of day " + std::to_string(i) + " was mild.\n";
  return text;
}

std::string excerpt_of(std::string_view question, std::string_view content, std::size_t room) {
  const Excerpter excerpter(question, &embed::StaticEmbedder::builtin());
  const LongContent one{content, room};
  return excerpter.of({&one, 1}).front();
}

TEST(Excerpts, ShowAShortContentWhole) {
  EXPECT_EQ(excerpt_of("port", "It listens on 8080", 100), "It listens on 8080");
}

TEST(Excerpts, ShowTheLineThatAnswers) {
  const std::string content =
      filler(40) + "The alarm is serviced by Hartmann in May.\n" + filler(40);
  const std::string shown = excerpt_of("who services the burglar alarm", content, 200);
  EXPECT_THAT(shown, HasSubstr("The alarm is serviced by Hartmann in May."));
  EXPECT_THAT(shown, StartsWith("… "));
  EXPECT_THAT(shown, HasSubstr(" bytes @"));
  EXPECT_LT(shown.size(), 240U);
}

TEST(Excerpts, TellTheDayOfAPassageOfAConversation) {
  const std::string content = filler(20) + "— 2026-03-04 —\n" + filler(20) +
                              "[user]: The alarm is serviced by Hartmann in May.\n" + filler(20);
  EXPECT_THAT(excerpt_of("who services the burglar alarm", content, 60),
              HasSubstr("… — 2026-03-04 — [user]: The alarm is serviced by Hartmann"));
}

// An answer need not have a word of the question, nor stand right behind it.
TEST(Excerpts, GoOnInAConversationWhileRoomIsLeft) {
  const char* const talk[] = {"[ann]: The lunch was late again.\n", "[bob]: I will take a look.\n",
                              "[cem]: Thanks, that helped a lot.\n"};
  std::string content;
  for (int i = 0; i < 60; ++i)
    content += i == 30 ? "[ann]: Who owns the billing service these days?\n[bob]: Good question.\n"
                         "[cem]: Let me check the sheet.\n[bob]: It is Priya.\n"
                       : talk[i % 3];
  const std::string shown = excerpt_of("who owns the billing service", content, 600);
  EXPECT_THAT(shown, HasSubstr("[cem]: Let me check the sheet.\n[bob]: It is Priya.")) << shown;
  EXPECT_THAT(shown, Not(HasSubstr("late again. … "))) << shown;
}

TEST(Excerpts, FindAnAnswerInOtherWords) {
  const std::string content = filler(40) + "Her automobile is a red Volvo.\n" + filler(40);
  EXPECT_THAT(excerpt_of("which car does she drive", content, 200), HasSubstr("red Volvo"));
}

TEST(Excerpts, PreferWhatASpeakerSaysToWhereOthersNameThem) {
  std::string content;
  for (int i = 0; i < 30; ++i) content += "Ann: Thanks, Bea!\nBea: You are welcome, Ann!\n";
  content += "Bea: My hobby is rowing on the river.\nAnn: Great, Bea! I like a hobby too.\n";
  EXPECT_THAT(excerpt_of("What hobby does Bea have?", content, 120), HasSubstr("rowing"));
}

TEST(Excerpts, PreferWhatAPersonSaysToWhatAnAssistantMakesOfIt) {
  std::string content;
  for (int i = 0; i < 10; ++i)
    content += "[user]: Tell me about the weather of day " + std::to_string(i) +
               ".\n[assistant]: It was mild.\n- No rain.\n";
  content += "[user]: Greg gets the cover letter on Monday.\n";
  content += "[assistant]: Fine.\n- Do send Greg the cover letter!\n- A cover letter is short.\n";
  EXPECT_THAT(excerpt_of("what about the cover letter and Greg", content, 60),
              HasSubstr("[user]: Greg gets the cover letter on Monday."));
}

TEST(Excerpts, KeepTheMarkThatClosesAQuotationWithItsSentence) {
  std::string content;
  for (int i = 0; i < 20; ++i) content += "他说：“今天的天气很好，我们去公园散步吧。”";
  content += "她说：“港口的起重机每年五月检修一次。”";
  for (int i = 0; i < 20; ++i) content += "他说：“今天的天气很好，我们去公园散步吧。”";
  EXPECT_THAT(excerpt_of("起重机什么时候检修", content, 300), Not(HasSubstr("… ”")));
  content.clear();
  for (int i = 0; i < 20; ++i) content += "He said: \"The weather is so nice today!\" ";
  const std::string shown = excerpt_of("nice weather", content, 300);
  EXPECT_THAT(shown, HasSubstr("He said: \"The weather is so nice today!\" "));
  EXPECT_THAT(shown, Not(HasSubstr("… \"")));
}

TEST(Excerpts, ShowALineThatIsRepeatedOnce) {
  std::string content;
  for (int i = 0; i < 20; ++i)
    content += "const crane = document.getElementById('crane');\n" + filler(3);
  const std::string shown = excerpt_of("crane by id", content, 300);
  EXPECT_EQ(shown.find("const crane"), shown.rfind("const crane")) << shown;
}

TEST(Excerpts, KeepIndentedLinesWithTheLineAboveThem) {
  const std::string content = filler(40) + "  deploy:\n    image: alpine\n    only: [main]\n" +
                              "  test:\n    image: debian\n\n" + filler(40);
  EXPECT_THAT(excerpt_of("which image does deploy use", content, 60),
              HasSubstr("deploy:\n    image: alpine\n    only: [main]"));
}

TEST(Excerpts, LeaveRoomEmptyRatherThanShowWhatDoesNotFit) {
  std::string content = filler(100) + "The alarm is serviced by Hartmann in May.\n" + filler(100);
  EXPECT_LT(excerpt_of("who services the burglar alarm", content, 1'000).size(), 400U);
}

TEST(Excerpts, LeaveOutLinesWithoutWords) {
  const std::string content = filler(40) + "The crane lifts.\n});\n---\n" + filler(40);
  EXPECT_THAT(excerpt_of("crane lifts", content, 100), Not(HasSubstr("})")));
}

TEST(Excerpts, CutALongSentenceAroundTheWordThatWasAskedFor) {
  std::string content;
  for (int i = 0; i < 300; ++i) content += "word" + std::to_string(i) + " ";
  content += "kangaroo and the rest ";
  for (int i = 0; i < 300; ++i) content += "more" + std::to_string(i) + " ";
  const std::string shown = excerpt_of("kangaroo", content, 100);
  EXPECT_THAT(shown, HasSubstr("kangaroo"));
  EXPECT_LT(shown.size(), 150U);
}

TEST(Excerpts, GiveTheBestHitTheMostRoomAndEachHitAPassage) {
  std::string good, weak;
  for (int i = 0; i < 40; ++i) {
    good += "The harbour crane number " + std::to_string(i) + " lifts cargo at the quay.\n";
    weak += "A crane was seen on day " + std::to_string(i) + " of the month.\n";
  }
  const std::vector<LongContent> contents{{good, 300, 0.9}, {weak, 300, 0.2}};
  const auto shown = Excerpter("harbour crane", nullptr).of(contents);
  EXPECT_GT(shown[0].size(), shown[1].size());
  EXPECT_THAT(shown[1], HasSubstr("A crane was seen"));
  EXPECT_LT(shown[0].size() + shown[1].size(), 680U);
}

TEST(Excerpts, AreValidTextOfAnyBytes) {
  std::string content;
  for (int i = 0; i < 4'000; ++i) content += i % 7 == 0 ? "界" : i % 11 == 0 ? "\n" : "é";
  for (std::size_t room = 1; room < 200; ++room) {
    const std::string shown = excerpt_of("界", content, room);
    EXPECT_TRUE(utf8::is_valid(shown)) << room;
    EXPECT_LT(shown.size(), room + 60) << room;
  }
  for (std::size_t at = 0; at < 60; ++at)
    EXPECT_TRUE(utf8::is_valid(content_around(content, at, 50))) << at;
}

TEST(Excerpts, ReadOnAroundAByte) {
  const std::string content = filler(100) + "Here it is.\n" + filler(100);
  const std::string part = content_around(content, content.find("Here"), 400);
  EXPECT_THAT(part, HasSubstr("Here it is."));
  EXPECT_THAT(part, StartsWith("… "));
  EXPECT_LT(part.size(), 440U);
  EXPECT_THAT(content_around(content, 0, 400), StartsWith("The weather of day 0"));
  EXPECT_THAT(content_around(content, content.size() + 5, 400), Not(HasSubstr("Here")));
  EXPECT_EQ(content_around("short", 3, 400), "short");
}

}  // namespace
}  // namespace aim::engine
