#include "mcp/surface/tools.h"

#include <gmock/gmock.h>

#include <boost/json.hpp>

#include "mcp/surface/server_info.h"
#include "mcp/surface/tool_words.h"
#include "op/kit/catalog_functions.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr ToolStyle newest{true, true, true};

std::vector<std::string> names(const Offer& offer) {
  std::vector<std::string> all;
  for (const json::value& tool : list_tools(offer, newest))
    all.emplace_back(tool.at("name").as_string());
  return all;
}

std::vector<std::string> chosen(std::string_view text) {
  auto tools = chosen_tools(text);
  EXPECT_TRUE(tools) << text;
  return tools ? *tools : std::vector<std::string>();
}

TEST(Tools, AreChosenByNameOrAsASet) {
  EXPECT_THAT(chosen("full"), IsEmpty());
  EXPECT_THAT(chosen("store, memory_recall,store"), ElementsAre("memory_store", "memory_recall"));
  const auto core = chosen("core,gc");
  EXPECT_EQ(core.size(), 10U);
  EXPECT_EQ(core.back(), "memory_gc");
  const auto unknown = chosen_tools("core,recal");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().field, "tools");
  EXPECT_THAT(unknown.error().hint, HasSubstr("memory_recall"));
  EXPECT_FALSE(chosen_tools(" , "));
}

TEST(Tools, ThatWereNotChosenAreNotListed) {
  Offer offer;
  const std::size_t all = names(offer).size();
  offer.tools = chosen("core");
  EXPECT_THAT(names(offer), ElementsAre("memory_store", "memory_recall", "memory_list",
                                        "memory_get", "memory_update", "memory_delete",
                                        "memory_link", "memory_resolve", "memory_session_start"));
  EXPECT_GT(all, 30U);
  offer.tools = {"memory_auto_tag"};
  EXPECT_THAT(names(offer), IsEmpty());  // below its tier
  offer.tier = FeatureTier::smart;
  EXPECT_THAT(names(offer), ElementsAre("memory_auto_tag"));
}

TEST(Tools, NeverHaveAListOfTypes) {
  const std::string listed = text::compact(list_tools({FeatureTier::autonomous}, newest));
  EXPECT_THAT(listed, Not(HasSubstr("\"type\":[")));
}

TEST(Tools, SayTheFormsOfAReplyAndHowManyResultsItHas) {
  const struct {
    std::string_view tool;
    std::int64_t results;
  } rows[] = {{"memory_recall", 50},
              {"memory_search", 200},
              {"memory_list", 200},
              {"memory_session_start", 50}};
  for (const auto& row : rows)
    for (const json::value& tool : list_tools({}, newest))
      if (tool.at("name").as_string() == row.tool) {
        const json::value& properties = tool.at("inputSchema").at("properties");
        const json::value& format = properties.at("format");
        EXPECT_EQ(format.at("enum"), json::value({"toon_compact", "toon", "json"})) << row.tool;
        EXPECT_EQ(format.at("default"), "toon_compact") << row.tool;
        EXPECT_EQ(properties.at("limit").at("maximum"), row.results) << row.tool;
      }
}

// A token is about four bytes of such text; measured with cl100k it is a little more.
TEST(Tools, CostFewTokens) {
  std::size_t bytes = 0;
  for (json::value& tool : list_tools({FeatureTier::autonomous}, {}))
    bytes += text::compact(tool.as_object()["description"]).size() +
             text::compact(tool.as_object()["inputSchema"]).size();
  // At most 4,500 tokens, as models count: 4.43 bytes each of such text (docs/decisions/0021).
  EXPECT_LT(bytes, 19'950U);
  Offer offer;
  offer.tools = chosen("core");
  offer.lean = true;
  bytes = 0;
  for (json::value& tool : list_tools(offer, {})) bytes += text::compact(tool).size();
  EXPECT_LT(bytes / 4, 1'400U);  // V11
}

TEST(Tools, LeaveOutTheSchemasOfRepliesWhenTold) {
  Offer offer;
  EXPECT_THAT(text::compact(list_tools(offer, newest)), HasSubstr("outputSchema"));
  offer.output_schemas = false;
  EXPECT_THAT(text::compact(list_tools(offer, newest)), Not(HasSubstr("outputSchema")));
}

TEST(Instructions, HaveTheRulesInShort) {
  Offer offer;
  for (const std::string_view each : {"RECALL FIRST", "memory_recall", "memory_store",
                                      "memory_session_start", "long", "mid", "short", "global"})
    EXPECT_THAT(instructions(offer), HasSubstr(each));
  offer.name_space = "my-project";
  offer.asks_roots = true;
  EXPECT_THAT(instructions(offer), HasSubstr("\"my-project\""));
  EXPECT_LT(instructions(offer).size() / 4, 300U);
}

TEST(ToolWords, AreACallOfTheSurfacesTool) {
  const ToolWords words(core_surface());
  EXPECT_EQ(words.say({op::transcript_show, {{"id", "4f1c"}, {"from", "2"}}}),
            "memory_transcript id=4f1c from=2");
  EXPECT_EQ(words.say({op::import_all}), "");
}

}  // namespace
}  // namespace aim::mcp
