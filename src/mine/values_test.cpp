#include "mine/values.h"

#include <boost/json.hpp>

#include "mine/mine_testing.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

using ::testing::ElementsAre;

class Values : public testing::MineTest {
 protected:
  // What each value is; "!place" for what is unreadable.
  std::vector<std::string> values(std::string_view content) {
    const auto source = Source::open(file_of("x.json", content)).value();
    std::vector<std::string> out;
    const auto done = each_value(source, source.files()[0],
                                 {[&](const boost::json::value& value) -> Result<void> {
                                    out.push_back(text::compact(value));
                                    return {};
                                  },
                                  [&](std::string_view place, std::string_view) -> Result<void> {
                                    out.push_back("!" + std::string(place));
                                    return {};
                                  }});
    EXPECT_TRUE(done);
    return out;
  }
};

TEST_F(Values, OfAList) {
  EXPECT_THAT(values(" [1, {\"a\":[2]} , \"]\"]"), ElementsAre("1", "{\"a\":[2]}", "\"]\""));
  EXPECT_THAT(values("[]"), ElementsAre());
  EXPECT_THAT(values("[1,{\"a\":tru},3]"), ElementsAre("1", "!item 2", "3"));
  EXPECT_THAT(values("[1,2"), ElementsAre("1", "!"));
}

TEST_F(Values, OfLines) {
  EXPECT_THAT(values("{}\n\n 1 \r\n{\"a\":\n\"x\""), ElementsAre("{}", "1", "!line 4", "\"x\""));
  EXPECT_THAT(values(""), ElementsAre());
}

TEST_F(Values, HalvesOfPairsAndMalformedBytesAreMended) {
  EXPECT_THAT(values(R"(["\ud83d","\ude00x\ud83d\ud83d\ude00","\\ud83d \"\ud83d\""])"),
              ElementsAre("\"\uFFFD\"", "\"\uFFFDx\uFFFD\U0001F600\"", R"("\\ud83d \"�\"")"));
  EXPECT_THAT(values("\"ä\xFFz\""), ElementsAre("\"ä\uFFFDz\""));
  EXPECT_THAT(values("\"a\xFFz\""), ElementsAre("\"aÿz\""));  // Windows-1252
  EXPECT_THAT(values("\"\\u12\"\n\"\\ud8\"\n\"\\"), ElementsAre("!line 1", "!line 2", "!line 3"));
}

TEST_F(Values, WhatIsTooLongIsPassedOver) {
  const std::string longer = "\"" + std::string(max_value_bytes, 'x') + "\"";
  EXPECT_THAT(values("[1," + longer + ",3]"), ElementsAre("1", "!item 2", "3"));
  EXPECT_THAT(values("1\n" + longer + "\n3"), ElementsAre("1", "!line 2", "3"));
}

TEST_F(Values, WhatTheTakerSaysEndsTheReading) {
  for (const char* content : {"[1,2,3]", "1\n2\n3"}) {
    const auto source = Source::open(file_of("x.json", content)).value();
    int taken = 0;
    const auto done = each_value(
        source, source.files()[0],
        {[&](const boost::json::value&) -> Result<void> {
           return ++taken == 2 ? Result<void>(Failure(missing("enough"))) : Result<void>();
         },
         [](std::string_view, std::string_view) { return Result<void>(); }});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, "enough");
    EXPECT_EQ(taken, 2);
  }
}

TEST(LineCutter, CutsWhereverThePiecesEnd) {
  const std::string text = "a\nbcd\r\n\nlonger\nx";
  for (std::size_t size = 1; size < text.size(); ++size) {
    std::vector<std::string> lines;
    LineCutter cutter(
        4,
        [&](std::string_view line) -> Result<void> {
          lines.emplace_back(line);
          return {};
        },
        [&]() -> Result<void> {
          lines.emplace_back("!");
          return {};
        });
    for (std::size_t at = 0; at < text.size(); at += size)
      ASSERT_TRUE(cutter.feed(std::string_view(text).substr(at, size)));
    ASSERT_TRUE(cutter.finish());
    EXPECT_THAT(lines, ElementsAre("a", "bcd", "", "!", "x")) << size;
  }
}

}  // namespace
}  // namespace aim::mine
