#include <gtest/gtest.h>

#include "http/routes.h"
#include "op/kit/catalog_functions.h"

namespace aim::http {
namespace {

TEST(RouteWords, AreAMethodAndAPath) {
  EXPECT_EQ(route_words().say({op::transcript_show, {{"id", "4f1c"}, {"from", "2"}}}),
            "GET /api/v1/transcripts/4f1c?from=2");
  EXPECT_EQ(route_words().say({op::get, {{"id", "a b/c"}}}), "GET /api/v1/memories/a%20b%2Fc");
  EXPECT_EQ(route_words().say({op::update, {{"id", "4f1c"}, {"valid_from", "2025-06-01"}}}),
            R"(PUT /api/v1/memories/4f1c {"valid_from":"2025-06-01"})");
  EXPECT_EQ(route_words().say({op::undo, {{"id", "4f1c"}}}), "POST /api/v1/undo?id=4f1c");
  EXPECT_EQ(route_words().say({op::restore}), "");
}

}  // namespace
}  // namespace aim::http
