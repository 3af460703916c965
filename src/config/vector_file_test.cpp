#include "config/vector_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace aim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view whole = R"({
  "embedding": {"model": "Xenova/all-MiniLM-L6-v2", "dimension": 384},
  "retrieval": {"default_limit": 7, "session_start_limit": 5, "similarity_threshold": 0.8,
    "scoring_weights": {"similarity": 0.5, "recency": 0.3, "priority": 0.1, "usage": 0.1}},
  "auto_triggers": {"session_end": false, "decision_detection": false, "error_resolution": false},
  "deduplication": {"auto_check": false, "similarity_threshold": 0.85}})";

Result<ConfigText> merged(std::string_view toml, std::string_view json,
                          std::vector<std::string>* from = nullptr) {
  const auto other = parse_vector_file(json, "config.json");
  if (!other)
    return Failure(other.error());
  return with_vector_file(toml, "config.toml", *other, from);
}

TEST(VectorFile, EveryKeyHasAPlaceAmongOurs) {
  const Config config = merged("", whole).value().config;
  EXPECT_EQ(config.embedding_model, "all-MiniLM-L6-v2");
  EXPECT_EQ(config.vector_default_limit, 7);
  EXPECT_EQ(config.vector_session_start_limit, 5);
  EXPECT_EQ(config.vector_similarity_threshold, 0.8);
  EXPECT_EQ(config.vector_weight_similarity, 0.5);
  EXPECT_EQ(config.vector_weight_recency, 0.3);
  EXPECT_EQ(config.vector_weight_usage, 0.1);
  EXPECT_FALSE(config.vector_session_end);
  EXPECT_FALSE(config.vector_decision_detection);
  EXPECT_FALSE(config.vector_error_resolution);
  EXPECT_FALSE(config.vector_dedup_auto_check);
  EXPECT_EQ(config.vector_dedup_threshold, 0.85);
  EXPECT_THAT(parse_vector_file(whole, "f")->warnings, IsEmpty());
}

TEST(VectorFile, OursOverridesIt) {
  std::vector<std::string> from;
  const auto said = merged("[vector_memory]\ndefault_limit = 3\n", whole, &from).value();
  EXPECT_EQ(said.config.vector_default_limit, 3);
  EXPECT_EQ(said.config.vector_session_start_limit, 5);
  EXPECT_EQ(std::ranges::count(from, "config.json"), 12);
}

TEST(VectorFile, FaultsNameFileAndKey) {
  EXPECT_THAT(merged("", R"({"retrieval":{"default_limit":"x"}})").error().message,
              HasSubstr("config.json: retrieval.default_limit must be an integer from 1 to 50"));
  EXPECT_THAT(merged("", R"({"retrieval":3})").error().message, HasSubstr("retrieval must be"));
  EXPECT_THAT(merged("", "[]").error().message, HasSubstr("config.json"));
  EXPECT_THAT(merged("", "{").error().message, HasSubstr("config.json"));
  EXPECT_THAT(merged("", R"({"deduplication":{"auto_check":[]}})").error().message,
              HasSubstr("deduplication.auto_check"));
  EXPECT_THAT(
      merged("", R"({"deduplication":{"similarity_threshold":0.4}})").error().message,
      HasSubstr("config.json: deduplication.similarity_threshold must be a number from 0.5 to 1"));
}

TEST(VectorFile, UnknownKeysAreWarnedOf) {
  const auto said =
      parse_vector_file(R"({"retrieval":{"defaultlimit":3},"retrival":{},"x":{}})", "f").value();
  EXPECT_THAT(said.values, IsEmpty());
  EXPECT_THAT(said.warnings,
              ElementsAre(HasSubstr("did you mean \"retrieval.default_limit\""),
                          HasSubstr("did you mean \"retrieval\""), HasSubstr("\"x\" is unknown")));
}

}  // namespace
}  // namespace aim
