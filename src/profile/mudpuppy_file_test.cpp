#include "profile/mudpuppy_file.h"

#include <gmock/gmock.h>

namespace aim::profile {
namespace {

using testing::HasSubstr;

MudpuppyFile read(std::string_view text) {
  const auto said = parse_mudpuppy_file(text);
  EXPECT_TRUE(said) << text;
  return said ? *said : MudpuppyFile();
}

TEST(MudpuppyFile, SaysWeightsAndProvider) {
  const auto said = read(
      R"({"other":1,"memory":{"autoIndex":false,"indexInterval":250,"embeddingModel":"Xenova/all-MiniLM-L6-v2","hybridWeights":{"vector":0.25,"keyword":1},"embeddingProvider":"none"}})");
  EXPECT_EQ(said.vector_weight, 0.25);
  EXPECT_EQ(said.keyword_weight, 1.0);
  EXPECT_TRUE(said.no_model);
  EXPECT_EQ(said.model, "all-MiniLM-L6-v2");
  EXPECT_EQ(said.auto_index, false);
  EXPECT_EQ(said.index_interval_ms, 250.0);
  for (const std::string_view text :
       {"{}", R"({"memory":null})", R"({"memory":{"embeddingProvider":"local"}})"}) {
    EXPECT_FALSE(read(text).vector_weight) << text;
    EXPECT_FALSE(read(text).no_model) << text;
  }
}

TEST(MudpuppyFile, IsRefusedWhereItCannotBeMeant) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", "not JSON"},
      {"[]", "must hold a JSON object"},
      {R"({"memory":{"hybridWeights":{"vector":2}}})", "memory.hybridWeights.vector"},
      {R"({"memory":{"hybridWeights":{"keyword":"x"}}})", "memory.hybridWeights.keyword"},
      {R"({"memory":{"embeddingProvider":"openai"}})", "memory.embeddingProvider"},
  };
  for (const auto& [text, part] : cases) {
    const auto said = parse_mudpuppy_file(text);
    ASSERT_FALSE(said) << text;
    EXPECT_THAT(said.error().message, HasSubstr(part));
  }
}

}  // namespace
}  // namespace aim::profile
