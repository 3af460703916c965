// The page as requests see it, and the table of its files.
#include "http/web_page.h"

#include <gmock/gmock.h>

#include "http/http_testing.h"

namespace aim::http {
namespace {

using ::testing::HasSubstr;

net::Plan planned(std::string path, std::string method = "GET",
                  std::vector<net::Header> headers = {}) {
  return WebPage::plan({std::move(method), std::move(path), "", std::move(headers)});
}

net::Response answered(std::string path, std::vector<net::Header> headers = {}) {
  const net::Plan plan = planned(std::move(path), "GET", headers);
  if (plan.refusal)
    return *plan.refusal;
  net::Request request{{"GET", "/", "", std::move(headers)}, net::Spool(std::string())};
  testing::NoExchange exchange;
  return plan.answer(request, exchange);
}

std::string header(const net::Response& response, std::string_view name) {
  for (const auto& each : response.headers)
    if (each.name == name)
      return each.value;
  return {};
}

TEST(WebPage, IsServedCompressedAndAskedForAgain) {
  const net::Plan plan = planned("/");
  EXPECT_EQ(plan.lane, net::Lane::at_once);
  EXPECT_EQ(plan.caching, "no-cache");
  EXPECT_THAT(std::string(plan.content_security), HasSubstr("require-trusted-types-for 'script'"));
  EXPECT_THAT(std::string(plan.content_security), HasSubstr("default-src 'none'"));
  const net::Response page = answered("/", {{"accept-encoding", "br, gzip;q=0.8"}});
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  EXPECT_EQ(header(page, "Content-Encoding"), "gzip");
  EXPECT_EQ(page.body.substr(0, 2), "\x1f\x8b");
  const net::Response again =
      answered("/", {{"accept-encoding", "gzip"}, {"if-none-match", header(page, "ETag")}});
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
}

TEST(WebPage, IsPlainWhereGzipIsNotAskedFor) {
  for (const char* accepted : {"", "identity", "br", "gzip;q=0", "gzip; q=0.000, *;q=0.5"}) {
    const net::Response page = answered("/", {{"accept-encoding", accepted}});
    EXPECT_EQ(header(page, "Content-Encoding"), "") << accepted;
    EXPECT_EQ(header(page, "Vary"), "Accept-Encoding");
    EXPECT_TRUE(page.body.starts_with("<!doctype html>") ||
                page.body.starts_with("<!DOCTYPE html>"))
        << page.body.substr(0, 40);
    const auto packed = answered("/", {{"accept-encoding", "gzip"}});
    EXPECT_NE(header(page, "ETag"), header(packed, "ETag"));
  }
  EXPECT_EQ(header(answered("/", {{"accept-encoding", "GZIP"}}), "Content-Encoding"), "gzip");
}

TEST(WebPage, FilesAreKept) {
  for (const Asset& asset : assets()) {
    if (asset.name == "index.html")
      continue;
    EXPECT_EQ(planned("/" + std::string(asset.name)).caching, "public, max-age=31536000, immutable")
        << asset.name;
    EXPECT_EQ(answered("/" + std::string(asset.name)).status, 200);
  }
}

TEST(WebPage, WhatIsNotThere) {
  EXPECT_EQ(answered("/assets/nothing.js").status, 404);
  EXPECT_EQ(answered("/assets/../index.html").status, 404);
  EXPECT_EQ(planned("/", "POST").refusal->status, 405);
  EXPECT_EQ(planned("/", "OPTIONS").refusal->status, 204);
  EXPECT_FALSE(WebPage::serves("/docs"));
  EXPECT_FALSE(WebPage::serves("//"));
}

TEST(Bundle, RefusesWhatDoesNotFit) {
  EXPECT_TRUE(read_bundle("ai-memory page 1\na 2 ff\nb 1 ee\n\nxyz"));
  for (const std::string_view bad :
       {"", "ai-memory page 2\na 1 ff\n\nx", "ai-memory page 1\n\n",
        "ai-memory page 1\na 2 ff\n\nx", "ai-memory page 1\na 1 ff\n\nxy",
        "ai-memory page 1\na -1 ff\n\nx", "ai-memory page 1\na 1\n\nx",
        "ai-memory page 1\na 99999999999999999999 ff\n\nx"})
    EXPECT_FALSE(read_bundle(bad)) << bad;
}

}  // namespace
}  // namespace aim::http
