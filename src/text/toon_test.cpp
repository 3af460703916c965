#include "text/toon.h"

#include <gtest/gtest.h>

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "text/json_text.h"
#include "text/toon_testing.h"

namespace aim::text {
namespace {

using namespace std::literals;

constexpr std::string_view compact_header =
    "memories[id|title|tier|namespace|priority|score|tags]:\n";

json::object object(std::string_view text) {
  return parse_json(text).value().as_object();
}

std::string rows_of(std::string_view reply) {
  const std::string toon = to_toon(object(reply), ToonMode::compact);
  EXPECT_TRUE(toon.starts_with(compact_header)) << toon;
  return toon.substr(compact_header.size());
}

// The reply of a text as JSON, or the error's sentence.
std::string parsed(std::string_view toon) {
  const auto reply = parse_toon(toon);
  return reply ? compact(*reply) : reply.error().message;
}

constexpr std::string_view guides_reply = R"({
  "memories": [
    {"id": "abc-123", "title": "PostgreSQL config", "tier": "long", "namespace": "infra",
     "priority": 9, "score": 0.763, "tags": ["postgres", "db"]},
    {"id": "def-456", "title": "Redis cache", "tier": "long", "namespace": "infra",
     "priority": 8, "score": 0.541, "tags": ["redis"]},
    {"id": "ghi-789", "title": "Deploy notes", "tier": "mid", "namespace": "infra",
     "priority": 5, "score": 0.320, "tags": []}
  ],
  "count": 3,
  "mode": "hybrid"
})";
constexpr std::string_view guides_toon =
    "count:3|mode:hybrid\n"
    "memories[id|title|tier|namespace|priority|score|tags]:\n"
    "abc-123|PostgreSQL config|long|infra|9|0.763|postgres,db\n"
    "def-456|Redis cache|long|infra|8|0.541|redis\n"
    "ghi-789|Deploy notes|mid|infra|5|0.32|\n";

TEST(ToToon, WritesTheGuidesExample) {
  EXPECT_EQ(to_toon(object(guides_reply), ToonMode::compact), guides_toon);
}

TEST(ToToon, FullHasTwelveColumns) {
  const auto reply = object(
      R"({"memories":[{"id":"abc-123","title":"PostgreSQL 16 config","tier":"long",
      "namespace":"infra","priority":9,"confidence":1.0,"score":0.763,"access_count":2,
      "tags":["postgres","database"],"source":"claude","content":"left out",
      "created_at":"2026-04-03T15:00:00+00:00","updated_at":"2026-04-03T15:00:00+00:00"}]})");
  EXPECT_EQ(to_toon(reply, ToonMode::full),
            "memories[id|title|tier|namespace|priority|confidence|score|access_count|tags|source|"
            "created_at|updated_at]:\n"
            "abc-123|PostgreSQL 16 config|long|infra|9|1.0|0.763|2|postgres,database|claude|"
            "2026-04-03T15:00:00+00:00|2026-04-03T15:00:00+00:00\n");
}

TEST(ToToon, ExtraColumnsFollowInOrderAndOnce) {
  const std::array<std::string_view, 3> extra = {"content", "id", "metadata"};
  EXPECT_EQ(to_toon(object(R"({"memories":[{"id":"1","content":"a|b","metadata":{"k":1}}]})"),
                    ToonMode::compact, extra),
            "memories[id|title|tier|namespace|priority|score|tags|content|metadata]:\n"
            "1|||||||a\\|b|[object]\n");
}

TEST(ToToon, SearchResultsAreMemoriesToo) {
  EXPECT_EQ(to_toon(object(R"({"count":1,"results":[{"id":"1"}]})"), ToonMode::compact),
            "count:1\n" + std::string(compact_header) + "1||||||\n");
}

TEST(ToToon, NoRowsStillHaveTheHeader) {
  EXPECT_EQ(to_toon(object(R"({"count":0,"memories":[]})"), ToonMode::compact),
            "count:0\n" + std::string(compact_header));
  EXPECT_EQ(to_toon({}, ToonMode::compact), compact_header);
}

TEST(ToToon, EveryKindOfValue) {
  EXPECT_EQ(rows_of(R"({"memories":[{"id":null,"title":true,"tier":false,"namespace":{"a":1},
                        "priority":-7,"score":10.0,"tags":["a",1,2.5,null,true,{},["b","c"]]}]})"),
            "|1|0|[object]|-7|10.0|a,1,2.5,,1,[object],b,c\n");
  EXPECT_EQ(rows_of(R"({"memories":[3]})"), "||||||\n");
}

TEST(ToToon, EscapesInRows) {
  EXPECT_EQ(rows_of(R"({"memories":[{"id":"A|B","title":"C:\\new\\|","tier":"one\ntwo\r\n",
                        "namespace":"a:b,c","tags":["x|y","p\\q"]}]})"),
            "A\\|B|C:\\\\new\\\\\\||one\\ntwo\\r\\n|a:b,c|||x\\|y,p\\\\q\n");
}

TEST(ToToon, MetadataHasItsOrderAndEscapes) {
  EXPECT_EQ(to_toon(object(R"({"zeta":null,"budget_tokens":100,"summary":"a|b\nc","exact":true,
                           "tokens_used":12,"mode":"keyword","count":0,"ignored":{"a":1},
                           "warnings":["no such argument: x","y|z"],"list":[1],"memories":[]})"),
                    ToonMode::compact),
            "count:0|mode:keyword|tokens_used:12|budget_tokens:100|exact:1|summary:a\\|b\\nc|"
            "warnings:no such argument: x; y\\|z|zeta:\n" +
                std::string(compact_header));
}

TEST(ToToon, StandardsStandBeforeTheMemories) {
  const std::string block = "count:0\nstandards[id|title|content]:\n1|House|Tabs\\nonly\n";
  EXPECT_EQ(to_toon(object(R"({"count":0,"memories":[],"standard":
                      {"id":"1","title":"House","content":"Tabs\nonly","tier":"long"}})"),
                    ToonMode::compact),
            block + std::string(compact_header));
  EXPECT_EQ(to_toon(object(R"({"count":0,"memories":[],"standards":[
                      {"id":"1","title":"House","content":"Tabs\nonly"},{"id":"2"}]})"),
                    ToonMode::compact),
            block + "2||\n" + std::string(compact_header));
  EXPECT_EQ(to_toon(object(R"({"memories":[],"standards":[]})"), ToonMode::compact),
            compact_header);
}

TEST(ParseToon, ReadsTheGuidesExample) {
  EXPECT_EQ(parsed(guides_toon),
            R"({"count":"3","memories":[)"
            R"({"id":"abc-123","namespace":"infra","priority":"9","score":"0.763",)"
            R"("tags":["postgres","db"],"tier":"long","title":"PostgreSQL config"},)"
            R"({"id":"def-456","namespace":"infra","priority":"8","score":"0.541",)"
            R"("tags":["redis"],"tier":"long","title":"Redis cache"},)"
            R"({"id":"ghi-789","namespace":"infra","priority":"5","score":"0.32",)"
            R"("tags":[],"tier":"mid","title":"Deploy notes"}],"mode":"hybrid"})");
}

TEST(ParseToon, ReadsTheExampleOfTheFormatsPage) {
  const auto toon =
      "count:2|mode:hybrid|tokens_used:41\n"
      "standards[id|title|content]:\n"
      "5e0c…|Reviews|Small changes.\\nTests first.\n"
      "memories[id|title|tier|namespace|priority|score|tags]:\n"
      "91f3…|Build on D:\\\\ci \\| nightly|long|infra|9|8.75|build,windows\n"
      "c07a…|Coffee machine|short|global|2|0.5|\n"s;
  EXPECT_EQ(parsed(toon),
            R"({"count":"2","memories":[)"
            R"({"id":"91f3…","namespace":"infra","priority":"9","score":"8.75",)"
            R"("tags":["build","windows"],"tier":"long","title":"Build on D:\\ci | nightly"},)"
            R"({"id":"c07a…","namespace":"global","priority":"2","score":"0.5","tags":[],)"
            R"("tier":"short","title":"Coffee machine"}],"mode":"hybrid",)"
            R"("standards":[{"content":"Small changes.\nTests first.","id":"5e0c…",)"
            R"("title":"Reviews"}],"tokens_used":"41"})");
  EXPECT_EQ(to_toon(parse_toon(toon).value(), ToonMode::compact), toon);
}

TEST(ParseToon, ReadsAllEscapes) {
  // The published form: a backslash before anything else is a backslash.
  EXPECT_EQ(parsed("memories[a|b]:\nA\\|B|C:\\Users\\d\\\n"),
            R"({"memories":[{"a":"A|B","b":"C:\\Users\\d\\"}]})");
  // Ours, and the later form with its escaped colons.
  EXPECT_EQ(parsed("as_of:02\\:41|x:1:2\nmemories[a|b]:\nC\\:\\\\new|one\\ntwo\\r\n"),
            R"({"as_of":"02:41","memories":[{"a":"C:\\new","b":"one\ntwo\r"}],"x":"1:2"})");
}

TEST(ParseToon, StandardsAreOptional) {
  EXPECT_EQ(parsed("count:\n\nstandards[id|title|content]:\n1|t|c\nmemories[id]:\n2\n"),
            R"({"count":null,"memories":[{"id":"2"}],)"
            R"("standards":[{"content":"c","id":"1","title":"t"}]})");
  EXPECT_EQ(parsed("standards[id]:\nmemories[id]:"), R"({"memories":[],"standards":[]})");
}

TEST(ParseToon, TakesLinesOfOtherSystemsAndRowsThatLookLikeHeaders) {
  EXPECT_EQ(parsed("count:1\r\nresults[id|t]:\r\nmemories[x|y]:\r\n"),
            R"({"count":"1","memories":[{"id":"memories[x","t":"y]:"}]})");
}

TEST(ParseToon, SaysWhatIsWrongAndWhere) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", "line 1 should be the header memories[…]:"},
      {"count:1\n", "line 2 should be the header memories[…]:"},
      {"hello", "line 1 is neither a header nor key:value joined by |"},
      {"a:1|b\nmemories[id]:", "line 1 is neither a header nor key:value joined by |"},
      {"a b:1\nmemories[id]:", "line 1 is neither a header nor key:value joined by |"},
      {"a:1\nb:2\nmemories[id]:", "line 2 is no header; expected memories[…]:"},
      {"memories[]:\n", "line 1 names a column that is no name"},
      {"memories[id|a b]:\n", "line 1 names a column that is no name"},
      {"memories[id|t]:\n1|2\n\n1\n", "line 4 has 1 values where the header has 2"},
      {"memories[id|t]:\n1|2|3\n", "line 2 has 3 values where the header has 2"},
      {"standards[id|t]:\n1\n", "line 2 has 1 values where the header has 2"},
  };
  for (const auto& [text, what] : cases)
    EXPECT_EQ(parsed(text), "not TOON: " + std::string(what)) << text;
  EXPECT_EQ(parse_toon("").error().code, Code::validation_failed);
}

TEST(ParseToon, LongColumnNamesAreRefused) {
  EXPECT_EQ(parsed("memories[" + std::string(64, 'a') + "]:\n"), R"({"memories":[]})");
  EXPECT_EQ(parsed("memories[" + std::string(65, 'a') + "]:\n"),
            "not TOON: line 1 names a column that is no name");
}

}  // namespace
}  // namespace aim::text
