#include <gtest/gtest.h>

#include "http/routes.h"
#include "op/kit/catalog_functions.h"

namespace aim::http {
namespace {

TEST(RouteWords, AreAMethodAndAPath) {
  EXPECT_EQ(route_words().say({op::transcript_show, {{"id", "4f1c"}, {"from", "2"}}}),
            "GET /api/v1/transcripts/4f1c?from=2");
  EXPECT_EQ(route_words().say({op::get, {{"id", "a b/c"}}}), "GET /api/v1/memories/a%20b%2Fc");
  EXPECT_EQ(route_words().say({op::restore}), "");
}

}  // namespace
}  // namespace aim::http
