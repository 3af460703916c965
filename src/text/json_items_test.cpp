#include "text/json_items.h"

#include <gmock/gmock.h>

#include <vector>

namespace aim::text {
namespace {

struct Reading {
  std::vector<std::string> items;  // "member: item", "member[]: item" when it is of an array
  std::string error;
};

// Feeds the document byte by byte, so that every state meets the end of a piece.
Reading read(std::string_view document, std::size_t max_item_bytes = 1000,
             JsonTop top = JsonTop::object) {
  Reading reading;
  JsonItems items(
      [&](std::string_view member, std::string_view item, bool in_array) -> Result<void> {
        std::string line(member);
        reading.items.push_back(line.append(in_array ? "[]: " : ": ").append(item));
        return {};
      },
      max_item_bytes, top);
  Result<void> result;
  for (std::size_t at = 0; result && at < document.size(); ++at)
    result = items.feed(document.substr(at, 1));
  if (result)
    result = items.finish();
  if (!result)
    reading.error = result.error().message;
  return reading;
}

TEST(JsonItems, GivesElementsAndWholeMembers) {
  const auto [items, error] = read(R"(  {
    "count" : 2 , "memories" : [ {"title": "a"} ,{"title":"b"}],
    "links":[], "meta": {"x": [1, 2]}, "done":true,"n":null ,
    "mixed": [1, "two" , [3], null,-4.5e3 ] } )");
  EXPECT_EQ(error, "");
  EXPECT_EQ(items, (std::vector<std::string>{
                       "count: 2", R"(memories[]: {"title": "a"})", R"(memories[]: {"title":"b"})",
                       "links: []", R"(meta: {"x": [1, 2]})", "done: true", "n: null", "mixed[]: 1",
                       R"(mixed[]: "two")", "mixed[]: [3]", "mixed[]: null", "mixed[]: -4.5e3"}));
}

TEST(JsonItems, BracketsAndQuotesInsideStringsAreText) {
  const auto [items, error] = read(R"({"a":[{"t":"}]\"\\"},"]\\\"[{"]})");
  EXPECT_EQ(error, "");
  EXPECT_EQ(items, (std::vector<std::string>{R"(a[]: {"t":"}]\"\\"})", R"(a[]: "]\\\"[{")"}));
}

TEST(JsonItems, PassesOverWhatIsTooLongWhenAsked) {
  std::vector<std::string> taken, told;
  JsonItems items(
      [&](std::string_view, std::string_view item, bool) -> Result<void> {
        taken.emplace_back(item);
        return {};
      },
      8, JsonTop::list);
  items.skip_too_long([&](const Error& error) -> Result<void> {
    told.push_back(error.message);
    return {};
  });
  for (const char byte : std::string_view(R"([1,{"a":[2,"}]"]},"long enough",[3]])"))
    ASSERT_TRUE(items.feed({&byte, 1}));
  EXPECT_TRUE(items.finish());
  EXPECT_EQ(taken, (std::vector<std::string>{"1", "[3]"}));
  EXPECT_EQ(told.size(), 2U);
}

TEST(JsonItems, NamesAreDecodedAndMarksSkipped) {
  const auto [items, error] = read("\xEF\xBB\xBF {\"m\\u0065m\\\"\":[1]}");
  EXPECT_EQ(error, "");
  EXPECT_EQ(items, (std::vector<std::string>{"mem\"[]: 1"}));
}

TEST(JsonItems, EmptyDocumentsHaveNoItems) {
  for (const char* document : {"{}", " { \n } "}) {
    const auto [items, error] = read(document);
    EXPECT_EQ(error, "") << document;
    EXPECT_TRUE(items.empty());
  }
}

TEST(JsonItems, EmptyListsAreToldWhole) {
  for (const char* document : {R"({"memories":[]})", R"({"memories":[ ]})"}) {
    const auto [items, error] = read(document);
    EXPECT_EQ(error, "") << document;
    EXPECT_EQ(items, (std::vector<std::string>{"memories: []"}));
  }
}

TEST(JsonItems, DeepItemsPass) {
  const std::string deep = std::string(5000, '[') + std::string(5000, ']');
  const auto [items, error] = read("{\"a\":[" + deep + "]}", 10'000);
  EXPECT_EQ(error, "");
  EXPECT_EQ(items, (std::vector<std::string>{"a[]: " + deep}));
}

TEST(JsonItems, SaysWhatIsWrongAndWhere) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", "not JSON: the text is empty"},
      {" \n", "not JSON: the text is empty"},
      {"\xEF\xBB\xBF", "not JSON: the text is empty"},
      {"\xEF", "not JSON: the text ends too early at byte 1"},
      {"\xEF{}", "not JSON: unexpected character at byte 1"},
      {" [1]", "the document must be an object with \"memories\"; got a list"},
      {"\"x\"", "the document must be an object with \"memories\"; got a text"},
      {"-1", "the document must be an object with \"memories\"; got a number"},
      {"true", "the document must be an object with \"memories\"; got a boolean"},
      {"null", "the document must be an object with \"memories\"; got null"},
      {"PK", "not JSON: unexpected character at byte 0"},
      {"{\"a\":[1,2", "not JSON: the text ends too early at byte 9"},
      {"{\"a\":1", "not JSON: the text ends too early at byte 6"},
      {"{\"a", "not JSON: the text ends too early at byte 3"},
      {"{\"a\":1,}", "not JSON: unexpected character at byte 7"},
      {"{,}", "not JSON: unexpected character at byte 1"},
      {"{\"a\" 1}", "not JSON: unexpected character at byte 5"},
      {"{\"a\":[1,]}", "not JSON: unexpected character at byte 8"},
      {"{\"a\":[1 2]}", "not JSON: unexpected character at byte 8"},
      {"{\"a\":]}", "not JSON: unexpected character at byte 5"},
      {"{} x", "not JSON: unexpected character at byte 3"},
      {"{\"\\x\":1}", "not JSON: a member's name at byte 1 is broken"},
  };
  for (const auto& [document, message] : cases)
    EXPECT_EQ(read(document).error, message) << document;
}

TEST(JsonItems, RefusesWhatIsTooLongByNameAndPlace) {
  EXPECT_EQ(read(R"({"memories":["12345678"]})", 10).error, "");
  EXPECT_EQ(read(R"({"memories":[1,"123456789"]})", 10).error,
            "an item of \"memories\" is longer than 10 bytes; it begins at byte 15");
  EXPECT_EQ(read(R"({"m":"123456789"})", 10).error,
            "the value of \"m\" is longer than 10 bytes; it begins at byte 5");
  EXPECT_EQ(read(R"({"123456789":1})", 10).error,
            "the name of a member is longer than 10 bytes; it begins at byte 1");
}

TEST(JsonItems, CutsABareList) {
  EXPECT_THAT(read(" [1, {\"a\":[2]} ,[3]]\n", 1000, JsonTop::list).items,
              ::testing::ElementsAre("[]: 1", "[]: {\"a\":[2]}", "[]: [3]"));
  EXPECT_THAT(read("[]", 1000, JsonTop::list).items, ::testing::IsEmpty());
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"[]", ""},
      {"", "not JSON: the text is empty"},
      {"{}", "the document must be a list; got an object"},
      {"[1", "not JSON: the text ends too early at byte 2"},
      {"[1,]", "not JSON: unexpected character at byte 3"},
      {"[] []", "not JSON: unexpected character at byte 3"},
      {"[\"123456789\"]", "an item of the list is longer than 10 bytes; it begins at byte 1"},
  };
  for (const auto& [document, message] : cases)
    EXPECT_EQ(read(document, 10, JsonTop::list).error, message) << document;
}

TEST(JsonItems, AnErrorOfTheTakerStopsTheReading) {
  int taken = 0;
  JsonItems items(
      [&](std::string_view, std::string_view, bool) -> Result<void> {
        ++taken;
        return Failure(refuse("title", "is blank"));
      },
      1000);
  const auto first = items.feed(R"({"memories":[1,2]})");
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().message, "title is blank");
  EXPECT_EQ(items.feed("more").error().message, "title is blank");
  EXPECT_EQ(items.finish().error().message, "title is blank");
  EXPECT_EQ(taken, 1);
}

}  // namespace
}  // namespace aim::text
