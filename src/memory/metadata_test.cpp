#include "memory/metadata.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace aim {
namespace {

using Texts = std::vector<std::string>;

TEST(Metadata, UnitesObjects) {
  const struct {
    Texts objects;
    std::string_view expected;
  } rows[] = {
      {{}, "{}"},
      {{"{}"}, "{}"},
      {{"{}", "{ }"}, "{}"},
      {{R"({"a":1})"}, R"({"a":1})"},
      {{R"({"a":1})", R"({"b":2})"}, R"({"a":1,"b":2})"},
      {{R"({"b":1,"a":2})", R"({"c":3,"a":4})"}, R"({"b":1,"a":4,"c":3})"},
      {{R"({"a":1,"a":2})"}, R"({"a":2})"},
      {{R"({"a":{"x":1}})", R"({"a":{"y":2}})"}, R"({"a":{"y":2}})"},
      {{R"({"a":null})"}, R"({"a":null})"},
      {{R"({"":1})"}, R"({"":1})"},
      // Equal keys, differently written.
      {{R"({"é":1})", R"({"\u00e9":2})"}, R"({"é":2})"},
      {{R"({"a\"b":1})", R"({"a\u0022b":2})"}, R"({"a\"b":2})"},
  };
  for (const auto& row : rows) EXPECT_EQ(unite_metadata(row.objects), row.expected);
}

TEST(Metadata, LeavesValuesExactlyAsTheyAre) {
  const std::string_view values[] = {
      "0.1",
      "1e400",
      "0.30000000000000004",
      "123456789012345678901234567890",
      "-0",
      "1.50",
      "true",
      "null",
      R"("plain")",
      R"("\u00e9\n\\")",
      R"("a, } ] { [ \" b")",
      R"("ends in a backslash \\")",
      R"([1, [2, {"x": "]"}], "}"])",
      R"({"deep": {"a": [1,2], "b": "}"}, "c": {}})",
      "[]",
      "{}",
  };
  for (const auto value : values) {
    const std::string object = "{\"k\":" + std::string(value) + ",\"z\":0}";
    EXPECT_EQ(unite_metadata(Texts{object}), object);
    const std::string spaced = " {\n \"k\" :\t" + std::string(value) + " ,\r\n\"z\" : 0 } ";
    EXPECT_EQ(unite_metadata(Texts{spaced}), object);
  }
  const std::string deep = "{\"k\":" + std::string(500, '[') + std::string(500, ']') + "}";
  EXPECT_EQ(unite_metadata(Texts{deep}), deep);
}

TEST(Metadata, CountsWhatIsNoObjectAsEmpty) {
  for (const std::string text : {"", " ", "null", "[]", "[1]", "\"text\"", "1", "{", "}", "{\"a\"}",
                                 "{\"a\":}", "{\"a\":1,}", "{a:1}", "{'a':1}", "{\"a\":1} x",
                                 "{\"a\":1}{}", "{\"a\":\"\xFF\"}", "{\"a\":01}", "nonsense"}) {
    EXPECT_EQ(unite_metadata(Texts{text}), "{}") << text;
    EXPECT_EQ(unite_metadata(Texts{R"({"b":1})", text, R"({"c":2})"}), R"({"b":1,"c":2})") << text;
    EXPECT_EQ(with_text(text, "k", "v"), R"({"k":"v"})") << text;
  }
  const std::string too_deep =
      "{\"k\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_EQ(unite_metadata(Texts{too_deep}), "{}");
}

TEST(Metadata, SetsTexts) {
  const struct {
    std::string_view metadata, key, text;
    std::string_view expected;
  } rows[] = {
      {"{}", "agent_id", "a", R"({"agent_id":"a"})"},
      {R"({"x":1.0})", "agent_id", "a", R"({"x":1.0,"agent_id":"a"})"},
      {R"({"agent_id":"old","x":1})", "agent_id", "new", R"({"agent_id":"new","x":1})"},
      {"{}", "q\"uote", "li\"ne\n", R"({"q\"uote":"li\"ne\n"})"},
      {"{}", "k", "", R"({"k":""})"},
  };
  for (const auto& row : rows) EXPECT_EQ(with_text(row.metadata, row.key, row.text), row.expected);
}

TEST(Metadata, SetsListsOfTexts) {
  const struct {
    std::string_view metadata;
    Texts texts;
    std::string_view expected;
  } rows[] = {
      {"{}", {"1", "2"}, R"({"derived_from":["1","2"]})"},
      {"{}", {}, R"({"derived_from":[]})"},
      {R"({"a":1})", {"x"}, R"({"a":1,"derived_from":["x"]})"},
      {R"({"derived_from":["old"],"a":1})", {"x"}, R"({"derived_from":["x"],"a":1})"},
      {"{}", {"é\"\\"}, R"({"derived_from":["é\"\\"]})"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(with_text_list(row.metadata, "derived_from", row.texts), row.expected);
}

TEST(Metadata, ReadsTexts) {
  constexpr std::array<std::string_view, 2> keys{"speaker", "said_at"};
  EXPECT_EQ(text_members(R"({"a":{"speaker":"no"},"speaker":"J\u00f6rg","said_at":7})", keys),
            (Texts{"J\u00f6rg", ""}));
  for (const std::string_view none : {"", "{}", "[]", "{\"speaker\":", "null"})
    EXPECT_EQ(text_members(none, keys), (Texts{"", ""})) << none;
}

TEST(Metadata, IsTheSameInAnyOrder) {
  EXPECT_TRUE(same_metadata(R"({"a":1,"b":[1,2]})", R"({"b":[1,2],"a":1})"));
  EXPECT_FALSE(same_metadata(R"({"a":1,"b":[1,2]})", R"({"b":[2,1],"a":1})"));
  EXPECT_TRUE(same_metadata("no json", "no json"));
  EXPECT_FALSE(same_metadata("no json", "{}"));
}

}  // namespace
}  // namespace aim
