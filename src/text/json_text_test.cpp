#include "text/json_text.h"

#include <gmock/gmock.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <limits>

#include "base/utf8.h"

namespace aim::text {
namespace {

using namespace std::literals;

std::string message_of(std::string_view text) {
  const auto value = parse_json(text);
  return value ? "fine: " + compact(*value) : value.error().message;
}

TEST(JsonText, CompactSortsKeysAtEveryLevel) {
  const json::value value = {
      {"title", "x"}, {"Zeta", nullptr},
      {"count", 3},   {"score", 1.0},
      {"flag", true}, {"nested", {{"b", {1, 2.5, json::array{}}}, {"a", json::object{}}}}};
  EXPECT_EQ(compact(value),
            R"({"Zeta":null,"count":3,"flag":true,"nested":{"a":{},"b":[1,2.5,[]]},)"
            R"("score":1.0,"title":"x"})");
}

TEST(JsonText, KeysSortByBytesHoweverMany) {
  json::object object;
  for (int i = 99; i >= 0; --i) object["k" + std::to_string(i)] = i;
  object["é"] = 0;
  const std::string text = compact(object);
  EXPECT_TRUE(text.starts_with(R"({"k0":0,"k1":1,"k10":10,"k11":11,)"));
  EXPECT_TRUE(text.ends_with(R"("k99":99,"é":0})"));
}

TEST(JsonText, PrettyIndentsByTwo) {
  const json::value value = {
      {"b", json::array{1, json::object{{"x", "y"}}}}, {"a", json::object{}}, {"c", json::array{}}};
  EXPECT_EQ(pretty(value), R"({
  "a": {},
  "b": [
    1,
    {
      "x": "y"
    }
  ],
  "c": []
})");
  EXPECT_EQ(pretty(json::value("x")), "\"x\"");
}

TEST(JsonText, MayKeepTheOrderOfKeys) {
  const json::value value{{"b", 1.0}, {"a", json::array{0.5, json::object{{"z", 1}, {"y", "2"}}}}};
  EXPECT_EQ(compact_as_given(value), R"({"b":1.0,"a":[0.5,{"z":1,"y":"2"}]})");
}

TEST(JsonText, MayBeAsJavascriptWritesIt) {
  const json::value value{
      {"b", 1.0}, {"a", json::array{0.5, 2e15, json::object()}}, {"c", nullptr}};
  EXPECT_EQ(pretty_as_given(value), R"({
  "b": 1,
  "a": [
    0.5,
    2000000000000000,
    {}
  ],
  "c": null
})");
}

TEST(JsonText, NumbersAreExact) {
  EXPECT_EQ(compact(json::array{std::numeric_limits<std::int64_t>::min(),
                                std::numeric_limits<std::uint64_t>::max(), 0.1, 1e300, -0.0}),
            "[-9223372036854775808,18446744073709551615,0.1,1e+300,-0.0]");
  EXPECT_EQ(compact(json::array{std::numeric_limits<double>::infinity(),
                                std::numeric_limits<double>::quiet_NaN()}),
            "[null,null]");
}

TEST(JsonText, StringsEscapeOnlyWhatMustBe) {
  const auto written = [](std::string_view text) { return compact(json::value(text)); };
  EXPECT_EQ(written("\"\\/\b\f\n\r\t"), R"("\"\\/\b\f\n\r\t")");
  EXPECT_EQ(written("\0\x01\x1F\x7F"sv), "\"\\u0000\\u0001\\u001f\x7F\"");
  EXPECT_EQ(written("Grüße, 世界 🌍\n"), "\"Grüße, 世界 🌍\\n\"");
}

TEST(JsonText, ControlsOfTheSecondSetAreEscaped) {
  const auto written = [](std::string_view text) { return compact(json::value(text)); };
  EXPECT_EQ(written("a\u009B31m\u0080\u009Fz"), "\"a\\u009b31m\\u0080\\u009fz\"");
  EXPECT_EQ(written("\u00A0é\u202E"), "\"\u00A0é\u202E\"");
  EXPECT_EQ(written("\u0085\xFF"), "\"\\u0085\uFFFD\"");
  EXPECT_EQ(parse_json(written("\u009B")).value(), json::value("\u009B"));
}

TEST(ParseJson, HasABoundOnWhatItNeeds) {
  const auto within = [](const std::string& text, std::size_t bytes) {
    return parse_json(text, bytes).has_value();
  };
  std::string lists = "[[]";
  for (int i = 0; i < 1'000; ++i) lists += ",[]";
  EXPECT_TRUE(within(lists + "]", 100'000));
  EXPECT_FALSE(within(lists + "]", 60'000));
  EXPECT_FALSE(within("\"" + std::string(1'000, 'x') + "\"", 1'000));
  EXPECT_TRUE(within("\"" + std::string(1'000, 'x') + "\"", 1'100));
  EXPECT_FALSE(within("{\"" + std::string(1'000, 'x') + "\":1}", 1'000));
  for (const char* many : {"[1,1,1,1,1,1]", "[1.5,1,1,1,1,1]", "[null,true,1,1,1,1]"})
    EXPECT_FALSE(within(many, 128)) << many;
  EXPECT_THAT(parse_json("[[]]", 100).error().message, testing::HasSubstr("more values"));
  EXPECT_GE(fair_bytes(0), 1'000'000U);
}

TEST(JsonText, MalformedUtf8IsNeverWritten) {
  const auto written = [](std::string_view text) { return compact(json::value(text)); };
  EXPECT_EQ(written("a\xFF\"b"), "\"a\uFFFD\\\"b\"");
  EXPECT_EQ(written("é\n\xE4\xB8"), "\"é\\n\uFFFD\uFFFD\"");
  EXPECT_EQ(written("\xED\xA0\x80\x01"), "\"\uFFFD\uFFFD\uFFFD\\u0001\"");
  json::object object;
  object["k\xC0"] = 1;
  EXPECT_EQ(compact(object), "{\"k\uFFFD\":1}");
}

TEST(ParseJson, ReadsEveryKind) {
  EXPECT_EQ(message_of(" {\"b\" : [1, -2, 18446744073709551615, 1.5, true, false, null],\n"
                       "\"a\":\"\\u00e9\\ud83c\\udf0d\\/\"} \r\n"),
            "fine: {\"a\":\"é🌍/\",\"b\":[1,-2,18446744073709551615,1.5,true,false,null]}");
  EXPECT_EQ(message_of("3"), "fine: 3");
  EXPECT_EQ(message_of("{\"a\":1,\"a\":2}"), "fine: {\"a\":2}");
}

TEST(ParseJson, ReadsDoublesExactly) {
  for (const std::string_view number :
       {"0.30000000000000004", "9.173", "1.7976931348623157e+308", "5e-324",
        "2.2250738585072014e-308", "123456789012345.67", "0.1", "7.038531e-26", "-1e-07"})
    EXPECT_EQ(message_of(number), "fine: " + std::string(number));
  EXPECT_EQ(message_of("1e-400"), "fine: 0.0");
  EXPECT_EQ(message_of("-1e-400"), "fine: -0.0");
  EXPECT_EQ(message_of("18446744073709551616"), "fine: 18446744073709551616.0");
}

TEST(ParseJson, SaysWhatIsWrongAndWhere) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", "the text is empty"},
      {" \n\t", "the text is empty"},
      {"{\"a\":1, \"bb\":12, x}", "unexpected character at byte 17"},
      {"{\"a\":1}}", "unexpected text after the value at byte 7"},
      {"1 2", "unexpected text after the value at byte 2"},
      {"{\"a\":[1,2", "the text ends too early at byte 9"},
      {"\"abc", "the text ends too early at byte 4"},
      {"[1,]", "unexpected character at byte 3"},
      {"[01]", "unexpected character at byte 2"},
      {"[NaN]", "unexpected character at byte 1"},
      {"\"a\nb\"", "unexpected character at byte 2"},
      {"\xEF\xBB\xBF", "the text is empty"},
      {"{\xEF\xBB\xBF}", "unexpected character at byte 1"},
      {"[1e400]", "a number too large at byte 6"},
      {"[-1e400]", "a number too large at byte 7"},
      {"// no", "unexpected character at byte 0"},
  };
  for (const auto& [text, what] : cases)
    EXPECT_EQ(message_of(text), "not JSON: " + std::string(what)) << text;
  EXPECT_EQ(parse_json("{").error().code, Code::validation_failed);
}

TEST(ParseJson, ReadsWhatIsNoTextAsReplacement) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {R"("\ud800")", "�"},        {R"("\ud800x")", "�x"}, {R"("\ud800\n")", "�\\n"},
      {R"("\ud800\u0041")", "�A"}, {R"("\udc00")", "�"},   {R"("a\ud83d\ud83d\ude00")", "a�😀"},
      {"\"a\xFF\"", "a�"},         {"\"\xC0\xAF\"", "��"}, {R"("\\ud800")", "\\\\ud800"}};
  for (const auto& [text, read] : cases)
    EXPECT_EQ(message_of(text), "fine: \"" + std::string(read) + "\"") << text;
  EXPECT_EQ(message_of("\xEF\xBB\xBF{\"a\":1}"), "fine: {\"a\":1}");
  EXPECT_EQ(message_of(R"("\\ud800\x")"), "not JSON: unexpected character at byte 9");
  EXPECT_EQ(message_of("\"\\\\ud800\n\""), "not JSON: unexpected character at byte 8");
  EXPECT_TRUE(message_of(R"("\u12x4")").starts_with("not JSON: an escape without its four digits"));
}

TEST(ParseJson, TakesSeventyTwoLevels) {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  EXPECT_EQ(message_of(nested(72)), "fine: " + nested(72));
  EXPECT_EQ(message_of(nested(73)), "not JSON: more than 72 levels at byte 72");
  EXPECT_EQ(message_of(std::string(1'000'000, '[')), "not JSON: more than 72 levels at byte 72");
}

}  // namespace
}  // namespace aim::text
