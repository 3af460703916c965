#include "llm/answers.h"

#include <gmock/gmock.h>

namespace aim::llm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr ListLimits few{3, 10};

std::vector<std::string> list(std::string_view answer) {
  const auto got = read_list(answer, "tags", few);
  EXPECT_TRUE(got) << answer << ": " << (got ? "" : got.error().message);
  return got.value_or(std::vector<std::string>{"(refused)"});
}

TEST(Answers, ListsAreReadFromWhatModelsPutAroundThem) {
  for (const std::string_view answer :
       {R"({"tags":["a","b"]})", R"(["a","b"])", "```json\n{\"tags\": [\"a\", \"b\"]}\n```",
        R"(Sure! {"tags":["a","b"],"note":"}"} I hope this helps {)",
        "<think>maybe [\"x\"]?</think>{\"tags\":[\"a\",\"b\"]}", "\xEF\xBB\xBF[\"a\",\"b\"]"})
    EXPECT_THAT(list(answer), ElementsAre("a", "b")) << answer;
}

TEST(Answers, ListsAreCleanedAndBounded) {
  EXPECT_THAT(list(R"([" a\n b ","A B","","\u0007","01234567890","x","y","z"])"),
              ElementsAre("a  b", "x", "y"));
  EXPECT_THAT(list(R"({"tags":[]})"), IsEmpty());
}

TEST(Answers, WhatIsNotAsAskedIsUseless) {
  for (const std::string_view answer :
       {"", "no", "{", R"({"tags":["a")", R"({"tags":"a"})", R"({"other":["a"]})", R"([1])",
        R"(["a",null])", R"({"tags":{"a":1}})", "<think>[\"a\"]", R"({'tags':['a']})", "]["})
    EXPECT_FALSE(read_list(answer, "tags", few)) << answer;
  const auto refused = read_list("no", "tags", few);
  EXPECT_EQ(refused.error().code, Code::unavailable);
  EXPECT_FALSE(read_list(std::string(max_answer_bytes, ' ') + "[]", "tags", few));
  EXPECT_FALSE(read_list(std::string(100'000, '['), "tags", few));
}

TEST(Answers, ATruthIsATruthValue) {
  EXPECT_EQ(read_truth(R"(So: {"contradicts": true})", "contradicts").value_or(false), true);
  EXPECT_EQ(read_truth(R"({"contradicts": false})", "contradicts").value_or(true), false);
  for (const std::string_view answer : {"true", R"({"contradicts":"true"})", R"({"contradicts":1})",
                                        R"({"contradicts":null})", R"([true])", "{}", "yes"})
    EXPECT_FALSE(read_truth(answer, "contradicts")) << answer;
}

TEST(Answers, TextsKeepTheirLinesAndAreCutBetweenCharacters) {
  EXPECT_EQ(
      read_text(R"({"summary":" one\n\ttwo\u0000\u001b[31m \r "})", "summary", 100).value_or("?"),
      "one\n\ttwo[31m");
  EXPECT_EQ(read_text("{\"summary\":\"a\u00e9\"}", "summary", 2).value_or("?"), "a");
  for (const std::string_view answer : {R"({"summary":""})", R"({"summary":" \n"})",
                                        R"({"summary":["a"]})", R"(["summary"])", "plain text"})
    EXPECT_FALSE(read_text(answer, "summary", 100)) << answer;
}

}  // namespace
}  // namespace aim::llm
