#include "http/routes.h"

#include <gmock/gmock.h>

#include <array>
#include <set>

namespace aim::http {
namespace {

Match found(std::string_view method, std::string_view path) {
  const auto match = http::match(method, path);
  EXPECT_TRUE(match.has_value()) << path;
  return match.value_or(Match{});
}

TEST(Routes, EachRowIsThereOnceAndFindsItself) {
  std::set<std::string> seen, ids;
  for (const Row& row : rows()) {
    EXPECT_TRUE(seen.insert(std::string(row.method) + " " + std::string(row.path)).second)
        << row.path;
    const std::string_view id = row.id.empty() ? row.operation().name : row.id;
    EXPECT_TRUE(ids.insert(std::string(id)).second) << id;
    EXPECT_NE(row.operation != nullptr, row.page != Page::none) << row.path;
    const Match match = found(row.method, row.path);
    ASSERT_EQ(match.row, &row) << row.path;
    EXPECT_EQ(match.arguments.size(), path_names(row.path).size());
  }
}

TEST(Routes, ThePathsParametersAreArgumentsOfTheOperation) {
  for (const Row& row : rows())
    for (const std::string_view name : path_names(row.path)) {
      const auto& params = row.operation().params;
      EXPECT_TRUE(std::any_of(params.begin(), params.end(), [&](const op::Param& each) {
        return each.name == name;
      })) << row.path;
    }
}

TEST(Routes, SegmentsAreDecodedAfterThePathIsCut) {
  const Match match = found("GET", "/api/v1/standards/team%2Fapi%20x");
  ASSERT_EQ(match.arguments.size(), 1U);
  EXPECT_EQ(match.arguments[0].first, "namespace");
  EXPECT_EQ(match.arguments[0].second, "team/api x");
  EXPECT_FALSE(http::match("GET", "/api/v1/memories/%zz").has_value());
  EXPECT_FALSE(http::match("GET", "/api/v1/memories/%FF").has_value());
}

TEST(Routes, WhatIsNotThere) {
  for (const std::string_view path :
       {"", "/", "/api/v1", "/api/v1/", "/api/v1/memories/", "/api/v1/memories//promote",
        "/api/v1/memory", "/API/v1/stats", "/api/v1/memories/x/promote/", "/api/v2/stats", "/stats",
        "*", "/docs/"}) {
    const Match match = found("GET", path);
    EXPECT_EQ(match.row, nullptr) << path;
    EXPECT_EQ(match.allow, "") << path;
  }
}

TEST(Routes, OtherMethodsAreToldWhatIsAllowed) {
  EXPECT_EQ(found("PATCH", "/api/v1/memories/x").allow, "GET, HEAD, PUT, DELETE, OPTIONS");
  EXPECT_EQ(found("PATCH", "/api/v1/memories/x").row, nullptr);
  EXPECT_EQ(found("HEAD", "/api/v1/forget").row, nullptr);
  EXPECT_EQ(found("get", "/api/v1/stats").row, nullptr);
  EXPECT_EQ(found("OPTIONS", "/api/v1/links").allow, "POST, DELETE, OPTIONS");
}

TEST(Routes, HeadIsThereWhereGetIs) {
  EXPECT_EQ(found("HEAD", "/api/v1/stats").row, found("GET", "/api/v1/stats").row);
}

TEST(Routes, APathWithoutNamesGoesBeforeOneWithNames) {
  EXPECT_EQ(found("GET", "/api/v1/memories/bulk").row, nullptr);
  EXPECT_EQ(found("GET", "/api/v1/memories/bulk").allow, "POST, OPTIONS");
  EXPECT_NE(found("GET", "/api/v1/memories/%62ulk").row, nullptr)
      << "which is how to ask for that id";
}

TEST(Routes, MayEndInAWildcard) {
  const std::array rows{Row{.method = "GET", .path = "/ui/{file...}", .group = {}},
                        Row{.method = "GET", .path = "/ui/login", .group = {}},
                        Row{.method = "GET", .path = "/ui/{page}/edit", .group = {}}};
  const auto row_of = [&](std::string_view path) -> std::string_view {
    const auto match = http::match(rows, "GET", path);
    return match && match->row ? match->row->path : "";
  };
  EXPECT_EQ(row_of("/ui/login"), "/ui/login");
  EXPECT_EQ(row_of("/ui/x/edit"), "/ui/{page}/edit");
  EXPECT_EQ(row_of("/ui/x"), "/ui/{file...}");
  EXPECT_EQ(row_of("/ui/assets/a.js"), "/ui/{file...}");
  const auto match = http::match(rows, "HEAD", "/ui/assets/a%20b.js").value();
  ASSERT_EQ(match.arguments.size(), 1U);
  EXPECT_EQ(match.arguments[0].first, "file");
  EXPECT_EQ(match.arguments[0].second, "assets/a b.js");
  for (const std::string_view path :
       {"/ui", "/ui/", "/ui/a/", "/ui//a", "/ui/a//b", "/ui/../a", "/ui/a/..", "/ui/%2e%2e/a",
        "/ui/a%2f..%2fb", "/ui/./a", "/ui/a%00", "/ui/a%5cb", "/u/a"})
    EXPECT_EQ(row_of(path), "") << path;
  EXPECT_THAT(path_names("/ui/{file...}"), ::testing::ElementsAre("file"));
}

}  // namespace
}  // namespace aim::http
