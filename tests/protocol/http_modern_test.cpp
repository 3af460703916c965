// The modern era over HTTP: headers that must say what the body says, statuses, streams (C2).
#include "protocol_world.h"

namespace aim::mcp {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

class HttpModern : public ProtocolTest {
 protected:
  Headers headers(std::string method, std::string name = {}, std::string version = "2026-07-28") {
    Headers all = plus(any_accept, {{"mcp-protocol-version", std::move(version)},
                                    {"mcp-method", std::move(method)}});
    if (!name.empty())
      all.push_back({"mcp-name", std::move(name)});
    return all;
  }
  Got post(const Headers& with, const std::string& body) {
    return http(endpoint_, "POST", with, body);
  }
  Got ask(std::string method, std::string params = "{}", std::string name = {}) {
    return post(headers(method, std::move(name)), request("1", method, with_meta(params)));
  }

  HttpEndpoint endpoint_{world_.engine(), {}};
};

TEST_F(HttpModern, NeedsNoSessionAndGivesNone) {
  const Got got = ask("tools/list");
  EXPECT_EQ(got.status(), 200);
  EXPECT_EQ(got.header("Mcp-Session-Id"), "");
  EXPECT_EQ(post(plus(headers("tools/list"), {{"mcp-session-id", "stale"}}),
                 request("1", "tools/list", with_meta("{}")))
                .status(),
            200)
      << "one that is sent is passed over";
}

TEST_F(HttpModern, ChecksTheHeadersAgainstTheBody) {
  const std::string body = request("1", "tools/call", with_meta(R"({"name":"memory_stats"})"));
  EXPECT_EQ(post(headers("tools/call", "memory_stats"), body).status(), 200);
  for (const Headers& wrong :
       {headers("tools/list", "memory_stats"), headers("tools/call", "memory_gc"),
        headers("tools/call"), headers("tools/call", "memory_stats", "2025-11-25"),
        headers("TOOLS/CALL", "memory_stats"), headers("tools/call", "=?base64?!!?="),
        any_accept}) {
    const Got got = post(wrong, body);
    EXPECT_EQ(got.status(), 400);
    EXPECT_EQ(code_of(got.json()), header_mismatch);
    EXPECT_EQ(at(got.json(), "/id"), 1);
  }
}

TEST_F(HttpModern, DecodesHeadersBeforeItComparesThem) {
  const std::string body = request("1", "prompts/get", with_meta(R"({"name":"recall-first"})"));
  EXPECT_EQ(post(headers("prompts/get", "=?base64?cmVjYWxsLWZpcnN0?="), body).status(), 200);
  const std::string read =
      request("1", "resources/read", with_meta(R"({"uri":"memory://namespace/ü"})"));
  EXPECT_EQ(
      post(headers("resources/read", "=?base64?bWVtb3J5Oi8vbmFtZXNwYWNlL8O8?="), read).status(),
      200);
}

TEST_F(HttpModern, SaysByStatusWhatNeverReachedItsMethod) {
  const Got unknown = ask("no/such");
  EXPECT_EQ(unknown.status(), 404);
  EXPECT_EQ(code_of(unknown.json()), method_not_found);
  EXPECT_EQ(ask("ping").status(), 404);
  const Got version = post(headers("tools/list", {}, "2031-01-01"),
                           request("1", "tools/list", with_meta("{}", "{}", "2031-01-01")));
  EXPECT_EQ(version.status(), 400);
  EXPECT_EQ(code_of(version.json()), unsupported_version);
  const Got bare = post(headers("tools/list"), request("1", "tools/list"));
  EXPECT_EQ(bare.status(), 400);
  EXPECT_EQ(code_of(bare.json()), invalid_params);
  const Got missing = ask("resources/read", R"({"uri":"memory://none"})", "memory://none");
  EXPECT_EQ(missing.status(), 200) << "the method was reached";
  EXPECT_EQ(code_of(missing.json()), invalid_params);
}

TEST_F(HttpModern, TakesNotificationsWithoutABody) {
  const Got got = post(headers("notifications/cancelled"),
                       notice("notifications/cancelled", R"({"requestId":1})"));
  EXPECT_EQ(got.status(), 202);
  EXPECT_THAT(got.response.body, IsEmpty());
}

TEST_F(HttpModern, SendsWritesToTheWriteLane) {
  EXPECT_TRUE(ask("tools/call", R"({"name":"memory_gc"})", "memory_gc").on_write_lane);
  EXPECT_FALSE(ask("tools/call", R"({"name":"memory_stats"})", "memory_stats").on_write_lane);
}

TEST_F(HttpModern, ListensOnAStreamUntilTheClientHangsUp) {
  const Got listen =
      ask("subscriptions/listen", R"({"notifications":{"resourcesListChanged":true}})");
  ASSERT_TRUE(listen.stream);
  EXPECT_EQ(listen.header("X-Accel-Buffering"), "no");
  EXPECT_EQ(text_at(events_of(*listen.stream).at(0), "/method"),
            "notifications/subscriptions/acknowledged");
  store("a");
  endpoint_.tick();
  EXPECT_THAT(events_of(*listen.stream), SizeIs(1));
  listen.stream->client_left();
  endpoint_.tick();
  store("b");
  endpoint_.tick();
  endpoint_.stop();
}

TEST_F(HttpModern, EndsSubscriptionsWithAnAnswerWhenItStops) {
  const Got listen = ask("subscriptions/listen", R"({"notifications":{}})");
  endpoint_.stop();
  const auto events = events_of(*listen.stream);
  ASSERT_THAT(events, SizeIs(2));
  EXPECT_EQ(text_at(events[1], "/result/resultType"), "complete");
  EXPECT_TRUE(listen.stream->closed());
}

TEST_F(HttpModern, NeedsAStreamToListen) {
  Headers only_json = headers("subscriptions/listen");
  only_json[0].value = "application/json";
  EXPECT_EQ(
      post(only_json, request("1", "subscriptions/listen", with_meta(R"({"notifications":{}})")))
          .status(),
      400);
}

TEST_F(HttpModern, KeepsTheAnswersOfCallersApart) {
  store("a");
  const auto forget = [&](const std::string& token, const std::string& more) {
    json::value params = parsed(forget_demo);
    if (!more.empty()) {
      params.as_object()["requestState"] = more;
      params.as_object()["inputResponses"] =
          parsed(R"({"confirm":{"action":"accept","content":{"confirm":true}}})");
    }
    return post(
        plus(headers("tools/call", "memory_forget"), {{"authorization", token}}),
        request("1", "tools/call", with_meta(text::compact(params), R"({"elicitation":{}})")));
  };
  const std::string state = text_at(forget("Bearer a", "").json(), "/result/requestState");
  EXPECT_EQ(code_of(forget("Bearer b", state).json()), invalid_params);
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(text_at(forget("Bearer a", state).json(), "/result/resultType"), "complete");
  EXPECT_EQ(count(), 0);
}

TEST_F(HttpModern, DoesNotAnswerWhoHasHungUp) {
  net::Request request_{{"POST", "/mcp", "", headers("tools/list")},
                        net::Spool(request("1", "tools/list", with_meta("{}")))};
  net::Plan plan = endpoint_.plan(request_.head);
  EXPECT_TRUE(plan.watch_client);
  TestExchange exchange;
  exchange.gone = true;
  EXPECT_THAT(plan.answer(request_, exchange).body, IsEmpty());
}

TEST_F(HttpModern, StandsBesideTheLegacyEra) {
  const Got opened =
      post(any_accept, request("0", "initialize", R"({"protocolVersion":"2025-11-25"})"));
  EXPECT_EQ(opened.status(), 200);
  EXPECT_EQ(ask("tools/list").status(), 200);
  EXPECT_EQ(post(plus(any_accept, {{"mcp-session-id", opened.header("Mcp-Session-Id")}}),
                 request("1", "ping"))
                .status(),
            200);
}

}  // namespace
}  // namespace aim::mcp
