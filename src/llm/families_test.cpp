#include <gmock/gmock.h>

#include "llm/endpoint.h"

namespace aim::llm {
namespace {

TEST(Families, AreKnownByTheNamesThatServicesUse) {
  EXPECT_EQ(family_of("nomic-embed-text").query_prefix, "search_query: ");
  EXPECT_EQ(family_of("nomic-embed-text:v1.5").document_prefix, "search_document: ");
  EXPECT_TRUE(family_of("nomic-ai/Nomic-Embed-Text-v1.5").english_only);
  EXPECT_FALSE(family_of("nomic-embed-text-v2-moe").english_only);
  EXPECT_EQ(family_of("intfloat/e5-small-v2").document_prefix, "passage: ");
  EXPECT_EQ(family_of("intfloat/multilingual-e5-large-instruct").document_prefix, "");
  EXPECT_EQ(family_of("intfloat/multilingual-e5-small").document_prefix, "passage: ");
  EXPECT_EQ(family_of("mxbai-embed-large:latest").query_prefix,
            family_of("snowflake-arctic-embed:33m").query_prefix);
  EXPECT_EQ(family_of("snowflake-arctic-embed2").query_prefix, "query: ");
  EXPECT_NE(family_of("BAAI/bge-large-zh-v1.5").query_prefix, family_of("bge-large").query_prefix);
  EXPECT_EQ(family_of("text-embedding-3-small").query_prefix, "");
  EXPECT_EQ(family_of("my-own").query_prefix, "") << "none where nobody has said so";
  EXPECT_EQ(family_of("").max_tokens, 512U);
}

TEST(Families, TextsAreCutAtWholeCharacters) {
  EXPECT_EQ(within_tokens("a bc def", 3), "a bc def");
  EXPECT_EQ(within_tokens("a bc def", 2), "a bc ");
  EXPECT_EQ(within_tokens("abcdefgh", 1), "abcd") << "four letters a token";
  EXPECT_EQ(within_tokens("a, b", 2), "a, ");
  EXPECT_EQ(within_tokens("äöü", 2), "äö");
  EXPECT_EQ(within_tokens("猫も", 1), "猫");
  EXPECT_EQ(within_tokens("", 0), "");
  EXPECT_EQ(within_tokens("a", 0), "");
}

}  // namespace
}  // namespace aim::llm
