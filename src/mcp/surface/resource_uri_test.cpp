#include <gtest/gtest.h>

#include "mcp/surface/resources.h"

namespace aim::mcp {
namespace {

TEST(ResourceUri, IsReadAndWrittenTheSameWay) {
  for (const char* uri :
       {"memory://stats", "memory://namespace/team%2Fx", "memory://namespace/%C3%BC",
        "memory://tag/a%20b", "memory://0a1b2c3d-0000-4000-8000-000000000000"}) {
    const auto parsed = parse_uri(uri);
    ASSERT_TRUE(parsed) << uri;
    EXPECT_EQ(uri_of(*parsed), uri);
  }
  EXPECT_EQ(uri_of(*parse_uri("memory://namespace/team/x")), "memory://namespace/team%2Fx");
}

TEST(ResourceUri, IsNothingElse) {
  for (const char* uri : {"", "memory:", "memory://", "Memory://stats", "memory://namespace/",
                          "memory://tag/", "memory://%", "memory://namespace/%f",
                          "memory://namespace/%FF", "file:///etc/passwd", " memory://stats"})
    EXPECT_FALSE(parse_uri(uri)) << uri;
}

}  // namespace
}  // namespace aim::mcp
