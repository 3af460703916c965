#include "http/api.h"

#include <gtest/gtest.h>

#include "engine/usage/touch_queue.h"
#include "http/errors.h"
#include "http/http_testing.h"

namespace aim::http {
namespace {

using testing::Answer, testing::HasSubstr, testing::IsEmpty;
using ::testing::ElementsAre;
using Api = testing::HttpTest;

TEST_F(Api, StoresAndGetsBack) {
  const Answer kept =
      ask("POST", "/memories", R"({"title":"Port","content":"It is 8080","tags":["net"]})");
  ASSERT_EQ(kept.status(), 201) << kept.body;
  EXPECT_THAT(kept.keys(), ElementsAre("expires_at", "id", "namespace", "tier", "title"));
  EXPECT_EQ(kept.text("tier"), "mid");
  const Answer got = ask("GET", "/memories/" + kept.text("id"));
  ASSERT_EQ(got.status(), 200);
  EXPECT_THAT(got.keys(), ElementsAre("links", "memory"));
  EXPECT_EQ(got.at("memory").at("source"), "api");
  EXPECT_EQ(got.at("memory").at("priority"), 5);
  const Answer again = ask("POST", "/memories", R"({"title":"Port","content":"It is 9090"})");
  EXPECT_EQ(again.status(), 201);
  EXPECT_EQ(again.text("id"), kept.text("id"));
  const Answer similar = ask("POST", "/memories", R"({"title":"Port again","content":"x"})");
  EXPECT_THAT(similar.keys(), ElementsAre("expires_at", "id", "namespace",
                                          "potential_contradictions", "similar", "tier", "title"));
}

TEST_F(Api, WarnsOfWhatItDoesNotKnowAndOfWhatItCuts) {
  const Answer kept = ask("POST", "/memories", R"({"title":"a","content":"b","colour":"red"})");
  EXPECT_EQ(kept.status(), 201);
  EXPECT_THAT(std::string(kept.at("warnings").at(0).as_string()), HasSubstr("\"colour\""));
  const Answer listed = ask("GET", "/memories?limit=1000&colour=red");
  EXPECT_EQ(listed.status(), 200);
  EXPECT_EQ(listed.at("warnings").as_array().size(), 2U);
  EXPECT_EQ(ask("GET", "/memories?limit=99999999999999999999999").status(), 200);
}

TEST_F(Api, TakesAFileAsAnExport) {
  const std::string file =
      R"([{"uuid":"c1","name":"Tulips","created_at":"2026-10-01T09:00:00Z","chat_messages":[)"
      R"({"uuid":"1","sender":"human","text":"How often do tulips need water?"},)"
      R"({"uuid":"2","sender":"assistant","text":"Once a week."},)"
      R"({"uuid":"3","sender":"human","text":"And in a greenhouse?"}]}])";
  expect_error(ask("POST", "/mine?name=conversations.json", file), 415, "UNSUPPORTED_MEDIA_TYPE",
               "application/octet-stream");
  net::Head given = head("POST", "/mine?name=..%2Fconversations.json&path=%2Fetc%2Fpasswd");
  given.headers = {{"content-type", "application/octet-stream"},
                   {"content-length", std::to_string(file.size())}};
  const Answer mined = send(given, file);
  ASSERT_EQ(mined.status(), 200) << mined.body;
  EXPECT_EQ(mined.at("total_conversations"), 1);
  EXPECT_EQ(mined.at("added"), 1);
  EXPECT_EQ(ask("GET", "/memories").at("memories").at(0).at("title"), "Tulips");
}

TEST_F(Api, DoesWhatNeedsTheMachineForItsOwnPageAlone) {
  for (const std::string path : {"/clients/claude-code", "/adopt", "/backup", "/settings"}) {
    expect_error(ask("POST", path, R"({"dry_run":true,"on":true})"), 403, "FORBIDDEN", "page");
    net::Head far = head("POST", path);
    far.headers = {{"content-type", "application/json"}, {"x-ai-memory", "page"}};
    far.party = "192.0.2.7";
    expect_error(send(far, "{}"), 403, "FORBIDDEN", "page");
  }
}

TEST_F(Api, RefusesBodiesThatAreNoObjects) {
  expect_error(ask("POST", "/memories", ""), 400, "VALIDATION_FAILED", "JSON");
  expect_error(ask("POST", "/memories", "{"), 400, "VALIDATION_FAILED", "JSON");
  expect_error(ask("POST", "/memories", "{\"title\":\"\xFF\"}"), 400, "VALIDATION_FAILED",
               "content");
  expect_error(ask("POST", "/memories", "[]"), 400, "VALIDATION_FAILED", "object");
  expect_error(ask("POST", "/memories", "{}"), 400, "VALIDATION_FAILED", "title is required");
  expect_error(ask("POST", "/memories", R"({"title":5,"content":"x"})"), 400, "VALIDATION_FAILED",
               "title");
  expect_error(ask("POST", "/memories", R"({"title":"a","content":"x","tier":"huge"})"), 400,
               "VALIDATION_FAILED", "tier");
  expect_error(ask("POST", "/memories",
                   R"({"title":"a","content":"x","expires_at":"2020-01-01T00:00:00Z"})"),
               400, "VALIDATION_FAILED", "past");
}

TEST_F(Api, RefusesOtherMediaTypesBeforeTheBody) {
  net::Head request = head("POST", "/memories");
  expect_error(send(request, "{}"), 415, "UNSUPPORTED_MEDIA_TYPE", "application/json");
  request.headers = {{"content-type", "text/plain"}};
  EXPECT_TRUE(api_->plan(request).refusal.has_value());
  request.headers = {{"content-type", "application/json-patch+json"}};
  EXPECT_TRUE(api_->plan(request).refusal.has_value());
  for (const char* type :
       {"application/json", "application/json; charset=utf-8", "Application/JSON ;charset=utf-8"}) {
    request.headers = {{"content-type", type}};
    EXPECT_FALSE(api_->plan(request).refusal.has_value()) << type;
  }
  EXPECT_EQ(ask("POST", "/gc").status(), 200) << "needs no body";
  net::Head collect = head("POST", "/gc");
  collect.headers = {{"content-length", "2"}, {"content-type", "text/plain"}};
  EXPECT_EQ(send(collect, "{}").status(), 415);
  for (const char* of_a_form :
       {"text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "multipart/form-data"}) {
    collect.headers = {{"content-type", of_a_form}};
    EXPECT_EQ(send(collect, "").status(), 415) << of_a_form << ", without a body (L12)";
    net::Head stats = head("GET", "/stats");
    stats.headers = collect.headers;
    EXPECT_EQ(send(stats, "").status(), 200) << of_a_form;
  }
}

TEST_F(Api, PlansByTheRow) {
  EXPECT_EQ(api_->plan(head("GET", "/recall")).lane, net::Lane::read);
  EXPECT_EQ(api_->plan(head("GET", "/export")).lane, net::Lane::write);
  EXPECT_EQ(api_->plan(head("POST", "/gc")).lane, net::Lane::write);
  EXPECT_EQ(api_->plan(head("POST", "/gc")).max_body_bytes, 2U * 1024 * 1024);
  net::Head bulk = head("POST", "/memories/bulk");
  bulk.headers = {{"content-type", "application/json"}};
  EXPECT_EQ(api_->plan(bulk).max_body_bytes, 64U * 1024 * 1024);
  EXPECT_EQ(api_->plan(head("GET", "/memories/abc")).route, "/api/v1/memories/{id}");
  EXPECT_EQ(api_->plan(head("GET", "/nothing")).route, "other");
  EXPECT_TRUE(http::Api::open_to_all(head("GET", "/health")));
  EXPECT_FALSE(http::Api::open_to_all(head("GET", "/stats")));
  EXPECT_FALSE(http::Api::open_to_all(head("POST", "/health")));
}

TEST_F(Api, SaysWhatIsNotThereAndWhatIsAllowed) {
  expect_error(ask("GET", "/nothing"), 404, "NOT_FOUND", "path");
  expect_error(ask("GET", "/memories/"), 404, "NOT_FOUND", "path");
  const Answer wrong = ask("PATCH", "/links");
  expect_error(wrong, 405, "METHOD_NOT_ALLOWED", "POST, DELETE");
  EXPECT_EQ(wrong.header("Allow"), "POST, DELETE, OPTIONS");
  const Answer options = ask("OPTIONS", "/links");
  EXPECT_EQ(options.status(), 204);
  EXPECT_EQ(options.body, "");
  EXPECT_EQ(options.header("Allow"), "POST, DELETE, OPTIONS");
  expect_error(ask("GET", "/memories/%zz"), 400, "VALIDATION_FAILED", "%");
  expect_error(ask("GET", "/stats?x=%zz"), 400, "VALIDATION_FAILED", "%");
}

TEST_F(Api, ListsByTheQuery) {
  stored("One", "a");
  stored("Two", "b");
  const Answer listed = ask("GET", "/memories?namespace=a&limit=5&tier=mid&min_priority=1");
  EXPECT_THAT(listed.keys(), ElementsAre("count", "memories"));
  EXPECT_EQ(listed.at("count"), 1);
  EXPECT_EQ(ask("GET", "/memories?limit=0").at("count"), 0);
  expect_error(ask("GET", "/memories?limit=-1"), 400, "VALIDATION_FAILED", "limit");
  expect_error(ask("GET", "/memories?limit=x"), 400, "VALIDATION_FAILED", "limit");
  expect_error(ask("GET", "/memories?limit=1&limit=2"), 400, "VALIDATION_FAILED", "only once");
  expect_error(ask("GET", "/memories?tier=huge"), 400, "VALIDATION_FAILED", "tier");
  expect_error(ask("GET", "/memories?since=junk"), 400, "VALIDATION_FAILED", "since");
  expect_error(ask("POST", "/bench/quality?dry_run="), 400, "VALIDATION_FAILED", "dry_run must be");
}

TEST_F(Api, SearchesAndRecalls) {
  stored("Deploy guide");
  const Answer found = ask("GET", "/search?q=deploy+guide");
  EXPECT_THAT(found.keys(), ElementsAre("count", "query", "results"));
  EXPECT_EQ(found.text("query"), "deploy guide");
  EXPECT_EQ(found.at("count"), 1);
  expect_error(ask("GET", "/search"), 400, "VALIDATION_FAILED", "q is required");
  expect_error(ask("GET", "/search?q="), 400, "VALIDATION_FAILED", "q must not be empty");
  expect_error(ask("GET", "/search?q=%20"), 400, "VALIDATION_FAILED", "q must not be empty");
  EXPECT_EQ(ask("GET", "/search?q=%22(*").status(), 200);

  const Answer recalled = ask("GET", "/recall?context=deploy");
  EXPECT_THAT(recalled.keys(), ElementsAre("count", "memories", "tokens_used"));
  EXPECT_EQ(ask("POST", "/recall", R"({"context":"deploy"})").body, recalled.body);
  expect_error(ask("GET", "/recall"), 400, "VALIDATION_FAILED", "context is required");
  expect_error(ask("GET", "/recall?context="), 400, "VALIDATION_FAILED",
               "context must not be empty");
  expect_error(ask("POST", "/recall", R"({"context":""})"), 400, "VALIDATION_FAILED",
               "context must not be empty");
  const Answer begun = ask("GET", "/session-start?limit=3");
  EXPECT_THAT(begun.keys(), ElementsAre("count", "memories", "mode", "tokens_used"));
  engine_->touches.take();
}

TEST_F(Api, ChangesAndRemovesOne) {
  const std::string id = stored("One");
  stored("Two");
  const Answer changed =
      ask("PUT", "/memories/" + id, R"({"content":"new","id":"nobody","expires_at":null})");
  ASSERT_EQ(changed.status(), 200) << changed.body;
  EXPECT_EQ(changed.text("content"), "new");
  EXPECT_EQ(changed.text("id"), id);
  EXPECT_EQ(changed.value.as_object().contains("updated"), false);
  expect_error(ask("PUT", "/memories/" + id, R"({"title":"Two"})"), 409, "CONFLICT", "Two");
  expect_error(ask("PUT", "/memories/nobody", R"({"title":"Two"})"), 404, "NOT_FOUND", "nobody");
  expect_error(ask("PUT", "/memories/" + id, R"({"priority":11})"), 400, "VALIDATION_FAILED",
               "priority");
  EXPECT_EQ(ask("POST", "/memories/" + id + "/promote").body,
            R"({"id":")" + id + R"(","promoted":true,"tier":"long"})");
  expect_error(ask("POST", "/memories/nobody/promote"), 404, "NOT_FOUND", "nobody");
  EXPECT_EQ(ask("DELETE", "/memories/" + id).body,
            R"({"deleted":true,"undo":"POST /api/v1/undo?id=)" + id + "\"}");
  expect_error(ask("DELETE", "/memories/" + id), 404, "NOT_FOUND", id);
  expect_error(ask("GET", "/memories/" + std::string(129, 'x')), 400, "VALIDATION_FAILED", "id");
  expect_error(ask("GET", "/memories/a%00b"), 400, "VALIDATION_FAILED", "id");
}

TEST_F(Api, LinksAndUnlinks) {
  const std::string a = stored("One"), b = stored("Two");
  const std::string ends = R"({"source_id":")" + a + R"(","target_id":")" + b + R"("})";
  const Answer linked = ask("POST", "/links", ends);
  EXPECT_EQ(linked.status(), 201);
  EXPECT_EQ(linked.body, R"({"linked":true})");
  EXPECT_EQ(ask("POST", "/links", ends).status(), 201);
  const Answer links = ask("GET", "/links/" + a);
  EXPECT_THAT(links.keys(), ElementsAre("links"));
  EXPECT_EQ(links.at("links").as_array().size(), 1U);
  EXPECT_EQ(ask("GET", "/links/nobody-at-all").body, R"({"links":[]})");
  EXPECT_EQ(ask("DELETE", "/links?source_id=" + a + "&target_id=" + b).body,
            R"({"unlinked":true})");
  expect_error(ask("DELETE", "/links", ends), 404, "NOT_FOUND", "link");
  expect_error(ask("DELETE", "/links"), 400, "VALIDATION_FAILED", "source_id is required");
  expect_error(ask("POST", "/links", R"({"source_id":")" + a + R"(","target_id":"nobody"})"), 404,
               "NOT_FOUND", "nobody");
  expect_error(ask("POST", "/links", R"({"source_id":")" + a + R"(","target_id":")" + a + R"("})"),
               400, "VALIDATION_FAILED", "");
  EXPECT_EQ(
      ask("POST", "/resolve", R"({"winner_id":")" + a + R"(","loser_id":")" + b + R"("})").body,
      R"({"loser":")" + b + R"(","resolved":true,"winner":")" + a + R"("})");
}

TEST_F(Api, ForgetsConsolidatesAndKeepsAnArchive) {
  const std::string a = stored("One"), b = stored("Two");
  stored("Three", "bin");
  expect_error(ask("POST", "/forget", "{}"), 400, "VALIDATION_FAILED", "");
  EXPECT_EQ(ask("POST", "/forget", R"({"namespace":"bin","dry_run":true})").at("would_delete"), 1);
  EXPECT_EQ(ask("POST", "/forget", R"({"namespace":"bin"})").body,
            R"({"deleted":1,"undo":"POST /api/v1/undo"})");
  const Answer united =
      ask("POST", "/consolidate",
          R"({"ids":[")" + a + R"(",")" + b + R"("],"title":"Both","summary":"s"})");
  EXPECT_EQ(united.status(), 201);
  EXPECT_THAT(united.keys(), ElementsAre("consolidated", "id"));
  expect_error(
      ask("POST", "/consolidate", R"({"ids":["nobody1","nobody2"],"title":"B","summary":"s"})"),
      404, "NOT_FOUND", "nobody1");
  expect_error(ask("POST", "/consolidate", R"({"ids":["x"],"title":"B","summary":"s"})"), 400,
               "VALIDATION_FAILED", "ids");
  const Answer archived = ask("GET", "/archive?limit=10&offset=0");
  EXPECT_THAT(archived.keys(), ElementsAre("archived", "count"));
  EXPECT_EQ(archived.at("count"), 3);
  EXPECT_EQ(ask("GET", "/archive/stats").at("archived_total"), 3);
  EXPECT_EQ(ask("POST", "/archive/" + a + "/restore").body,
            R"({"id":")" + a + R"(","restored":true})");
  expect_error(ask("POST", "/archive/nobody/restore"), 404, "NOT_FOUND", "archive");
  expect_error(ask("DELETE", "/archive?older_than_days=-1"), 400, "VALIDATION_FAILED",
               "older_than_days");
  EXPECT_EQ(ask("DELETE", "/archive?older_than_days=1").body, R"({"purged":0})");
  EXPECT_EQ(ask("DELETE", "/archive").body, R"({"purged":2})");
}

TEST_F(Api, CollectsAndCounts) {
  ask("POST", "/memories", R"({"title":"Brief","content":"x","ttl_secs":60})");
  clock_.advance(std::chrono::hours(1));
  EXPECT_EQ(ask("POST", "/gc", R"({"dry_run":true})").body, R"({"dry_run":true,"would_delete":1})");
  EXPECT_EQ(ask("POST", "/gc").body, R"({"expired_deleted":1})");
  stored("One");
  EXPECT_EQ(ask("GET", "/stats").at("total"), 1);
  EXPECT_EQ(ask("GET", "/namespaces").body, R"({"namespaces":[{"count":1,"namespace":"global"}]})");
  EXPECT_EQ(ask("GET", "/capabilities").text("tier"), "semantic");
}

TEST_F(Api, SetsStandards) {
  const std::string id = stored("Rules");
  EXPECT_EQ(ask("GET", "/standards/team%2Fapi").body,
            R"({"namespace":"team/api","standard_id":null})");
  EXPECT_EQ(ask("PUT", "/standards/team%2Fapi", R"({"id":")" + id + R"("})").status(), 200);
  EXPECT_EQ(ask("GET", "/standards/team%2Fapi").text("standard_id"), id);
  EXPECT_EQ(ask("GET", "/standards/team%2Fapi?inherit=true").at("count"), 1);
  EXPECT_EQ(ask("DELETE", "/standards/team%2Fapi").body,
            R"({"cleared":true,"namespace":"team/api"})");
  expect_error(ask("PUT", "/standards/x", R"({"id":"nobody"})"), 404, "NOT_FOUND", "nobody");
  expect_error(ask("GET", "/standards/with%20blanks"), 400, "VALIDATION_FAILED", "namespace");
}

TEST_F(Api, SaysThatALanguageModelIsMissing) {
  const std::string id = stored("One");
  const Answer refused = ask("POST", "/memories/" + id + "/auto-tag");
  expect_error(refused, 503, "UNAVAILABLE", "language model");
  EXPECT_EQ(refused.header("Retry-After"), "1");
  EXPECT_EQ(ask("POST", "/expand-query", R"({"query":"x"})").status(), 503);
  EXPECT_EQ(ask("POST", "/detect-contradiction", R"({"id_a":"xxxx","id_b":"yyyy"})").status(), 503);
}

TEST(Errors, OfTheServerItself) {
  const std::pair<int, std::string> cases[] = {
      {400, "VALIDATION_FAILED"},  {401, "UNAUTHORIZED"},
      {403, "FORBIDDEN"},          {404, "NOT_FOUND"},
      {405, "METHOD_NOT_ALLOWED"}, {408, "REQUEST_TIMEOUT"},
      {413, "PAYLOAD_TOO_LARGE"},  {415, "UNSUPPORTED_MEDIA_TYPE"},
      {431, "HEADERS_TOO_LARGE"},  {500, "DATABASE_ERROR"},
      {503, "UNAVAILABLE"},
  };
  for (const auto& [status, code] : cases) {
    const net::Response response = error_response(status, "so it is");
    EXPECT_EQ(response.status, status);
    EXPECT_EQ(response.body,
              "{\"code\":\"" + code + R"(","error":"so it is","message":"so it is"})");
  }
  ASSERT_EQ(error_response(401, "x").headers.size(), 1U);
  EXPECT_EQ(error_response(401, "x").headers[0].name, "WWW-Authenticate");
}

TEST(Errors, NothingInternalLeaks) {
  const net::Response response =
      error_response(database_error("SELECT secret FROM memories"), nullptr);
  EXPECT_EQ(response.status, 500);
  EXPECT_EQ(response.body.find("secret"), std::string::npos);
}

TEST(Errors, WhatHelpsIsARouteWhereThereIsOne) {
  const net::Response response =
      error_response(helped_by(missing("gone"), {"export", Means::export_memories}), nullptr);
  EXPECT_NE(response.body.find("gone; export with: GET /api/v1/export\""), std::string::npos)
      << response.body;
}

}  // namespace
}  // namespace aim::http
