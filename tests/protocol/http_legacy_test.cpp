// The legacy era over HTTP: sessions, streams, statuses (C2), and HTTP+SSE of 2024-11-05.
#include "protocol_world.h"

namespace aim::mcp {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class HttpLegacy : public ProtocolTest {
 protected:
  // The headers of a session that has been opened.
  Headers open(std::string version = "2025-11-25", std::string capabilities = "{}") {
    const Got got =
        http(endpoint_, "POST", any_accept,
             request("0", "initialize",
                     R"({"protocolVersion":")" + version + R"(","capabilities":)" + capabilities +
                         R"(,"clientInfo":{"name":"t","version":"1"}})"));
    EXPECT_EQ(got.status(), 200);
    EXPECT_EQ(text_at(got.json(), "/result/protocolVersion"), version);
    return plus(any_accept, {{"mcp-session-id", got.header("Mcp-Session-Id")},
                             {"mcp-protocol-version", version}});
  }
  Got post(const Headers& headers, const std::string& body) {
    return http(endpoint_, "POST", headers, body);
  }

  HttpEndpoint endpoint_{world_.engine(), {}};
};

TEST_F(HttpLegacy, GivesASessionThatCannotBeGuessed) {
  const Got first = post(any_accept, request("0", "initialize")),
            second = post(any_accept, request("0", "initialize"));
  const std::string id = first.header("Mcp-Session-Id");
  EXPECT_GE(id.size(), 32U);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(id, second.header("Mcp-Session-Id"));
}

TEST_F(HttpLegacy, WantsTheSessionOnEveryRequest) {
  EXPECT_EQ(post(any_accept, request("1", "tools/list")).status(), 400);
  EXPECT_EQ(
      post(plus(any_accept, {{"mcp-session-id", "unknown"}}), request("1", "tools/list")).status(),
      404);
  EXPECT_EQ(post(open(), request("1", "tools/list")).status(), 200);
}

// S55: an error carries the id of its request, as far as that can be read.
TEST_F(HttpLegacy, SaysWhichRequestAnErrorIsAbout) {
  EXPECT_EQ(at(post(any_accept, request("7", "ping")).json(), "/id"), 7);
  EXPECT_EQ(at(post(plus(any_accept, {{"mcp-session-id", "unknown"}}), request("7", "ping")).json(),
               "/id"),
            7);
  Headers session = open();
  EXPECT_EQ(at(post(session, R"({"jsonrpc":"2.0","id":7,"method")").json(), "/id"), 7);
  session.pop_back();
  const Headers strange = plus(session, {{"mcp-protocol-version", "1999-01-01"}});
  EXPECT_EQ(at(post(strange, request("7", "ping")).json(), "/id"), 7);
}

TEST_F(HttpLegacy, EndsASessionByDelete) {
  const Headers session = open();
  EXPECT_EQ(http(endpoint_, "DELETE", session).status(), 204);
  EXPECT_EQ(post(session, request("1", "ping")).status(), 404);
  EXPECT_EQ(http(endpoint_, "DELETE", session).status(), 404);
  EXPECT_EQ(http(endpoint_, "DELETE", {}).status(), 400);
}

TEST_F(HttpLegacy, ChecksTheVersionHeaderWhenItIsThere) {
  Headers session = open();
  session.pop_back();
  EXPECT_EQ(post(session, request("1", "ping")).status(), 200) << "absent: 2025-03-26 is assumed";
  EXPECT_EQ(
      post(plus(session, {{"mcp-protocol-version", "1999-01-01"}}), request("1", "ping")).status(),
      400);
}

TEST_F(HttpLegacy, TakesNotificationsAndRepliesWithoutABody) {
  const Headers session = open();
  for (const std::string& body : {notice("notifications/initialized"),
                                  std::string(R"({"jsonrpc":"2.0","id":1,"result":{}})")}) {
    const Got got = post(session, body);
    EXPECT_EQ(got.status(), 202);
    EXPECT_THAT(got.response.body, IsEmpty());
  }
}

TEST_F(HttpLegacy, HasBatchesInOneVersionOnly) {
  const std::string batch = "[" + request("1", "ping") + "," + request("2", "ping") + "]";
  EXPECT_THAT(post(open("2025-03-26"), batch).json().as_array(), SizeIs(2));
  EXPECT_EQ(post(open("2025-06-18"), batch).status(), 400);
  EXPECT_EQ(post(open("2025-03-26"), "[" + notice("x") + "]").status(), 202);
}

TEST_F(HttpLegacy, RefusesWhatIsNoMessage) {
  const Headers session = open();
  EXPECT_EQ(post(session, "{").status(), 400);
  EXPECT_EQ(code_of(post(session, "{").json()), parse_error);
  EXPECT_EQ(code_of(post(session, R"({"jsonrpc":"2.0","id":1})").json()), invalid_request);
  EXPECT_EQ(post({{"content-type", "text/plain"}}, request("0", "initialize")).status(), 415);
  EXPECT_EQ(post({{"accept", "text/html"}}, request("0", "initialize")).status(), 406);
  EXPECT_EQ(http(endpoint_, "PUT", session).status(), 405);
  EXPECT_EQ(http(endpoint_, "PUT", session).header("Allow"), "GET, POST, DELETE");
}

TEST_F(HttpLegacy, AnswersAsJsonOrAsEventsAsTheClientTakesThem) {
  for (const std::string accept :
       {"application/json", "*/*", "application/json;q=0.9, text/event-stream", "Application/*"})
    EXPECT_EQ(post({{"accept", accept}}, request("0", "initialize")).response.content_type,
              "application/json");
  EXPECT_EQ(post({}, request("0", "initialize")).status(), 200);
  const Got got = post({{"accept", "text/event-stream"}}, request("0", "initialize"));
  ASSERT_TRUE(got.stream);
  EXPECT_EQ(got.header("X-Accel-Buffering"), "no");
  EXPECT_FALSE(got.header("Mcp-Session-Id").empty());
  EXPECT_THAT(events_of(*got.stream), SizeIs(1));
  EXPECT_TRUE(got.stream->closed());
}

TEST_F(HttpLegacy, SendsWritesToTheWriteLaneAndNothingElse) {
  const Headers session = open();
  const auto lane = [&](const std::string& call) {
    return post(session, request("1", "tools/call", call)).on_write_lane;
  };
  EXPECT_FALSE(lane(R"({"name":"memory_recall","arguments":{"context":"x"}})"));
  EXPECT_FALSE(lane(R"({"name":"memory_stats"})"));
  EXPECT_TRUE(lane(R"({"name":"memory_store","arguments":{"title":"a","content":"b"}})"));
  EXPECT_TRUE(lane(R"({"name":"memory_gc"})"));
  EXPECT_FALSE(post(session, request("1", "tools/list")).on_write_lane);
}

TEST_F(HttpLegacy, StreamsProgressBeforeTheAnswer) {
  store("a");
  const Got got = post(
      open(),
      request(
          "1", "tools/call",
          R"({"name":"memory_forget","arguments":{"namespace":"demo"},"_meta":{"progressToken":1}})"));
  ASSERT_TRUE(got.stream);
  const auto events = events_of(*got.stream);
  ASSERT_THAT(events, SizeIs(2));
  EXPECT_EQ(text_at(events[0], "/method"), "notifications/progress");
  EXPECT_EQ(at(events[1], "/id"), 1);
  EXPECT_TRUE(got.stream->closed());
}

TEST_F(HttpLegacy, AsksOnTheStreamOfThePostAndAnswersThere) {
  store("a");
  const Headers session = open("2025-11-25", R"({"elicitation":{}})");
  const Got got = post(session, request("1", "tools/call", forget_demo));
  ASSERT_TRUE(got.stream);
  const auto question = events_of(*got.stream);
  ASSERT_THAT(question, SizeIs(1));
  EXPECT_FALSE(got.stream->closed());
  const Got reply =
      post(session, R"({"jsonrpc":"2.0","id":)" + text::compact(at(question[0], "/id")) +
                        R"(,"result":{"action":"accept","content":{"confirm":true}}})");
  EXPECT_EQ(reply.status(), 202);
  EXPECT_TRUE(reply.on_write_lane);
  const auto answer = events_of(*got.stream);
  ASSERT_THAT(answer, SizeIs(1));
  EXPECT_EQ(at(answer[0], "/result/structuredContent/deleted"), 1);
  EXPECT_TRUE(got.stream->closed());
}

TEST_F(HttpLegacy, EndsTheStreamOfACallThatIsTakenBack) {
  store("a");
  const Headers session = open("2025-11-25", R"({"elicitation":{}})");
  const Got got = post(session, request("1", "tools/call", forget_demo));
  post(session, notice("notifications/cancelled", R"({"requestId":1})"));
  EXPECT_TRUE(got.stream->closed());
  EXPECT_EQ(count(), 1);
}

TEST_F(HttpLegacy, DoesNotAskWhereNoStreamIsTaken) {
  store("a");
  Headers session = open("2025-11-25", R"({"elicitation":{}})");
  session[0].value = "application/json";
  EXPECT_EQ(at(post(session, request("1", "tools/call", forget_demo)).json(),
               "/result/structuredContent/deleted"),
            1);
}

TEST_F(HttpLegacy, TellsOfChangesOnTheSessionsStream) {
  const Headers session = open();
  post(session, request("1", "resources/subscribe", R"({"uri":"memory://stats"})"));
  const Got stream = http(endpoint_, "GET", session);
  ASSERT_TRUE(stream.stream);
  EXPECT_EQ(stream.response.content_type, "text/event-stream");
  store("a");
  endpoint_.tick();
  EXPECT_THAT(events_of(*stream.stream), SizeIs(1));
  // Two streams: one of them is told, never both.
  const Got second = http(endpoint_, "GET", session);
  store("b");
  endpoint_.tick();
  EXPECT_EQ(events_of(*stream.stream).size() + events_of(*second.stream).size(), 1U);
}

TEST_F(HttpLegacy, GivesAgainWhatABrokenStreamLost) {
  const Headers session = open();
  post(session, request("1", "resources/subscribe", R"({"uri":"memory://stats"})"));
  for (const std::string title : {"a", "b", "c"}) {
    store(title);
    endpoint_.tick();
  }
  EXPECT_THAT(events_of(*http(endpoint_, "GET", session).stream), SizeIs(3))
      << "kept while nobody listened";
  EXPECT_THAT(events_of(*http(endpoint_, "GET", session).stream), IsEmpty());
  EXPECT_THAT(events_of(*http(endpoint_, "GET", plus(session, {{"last-event-id", "1"}})).stream),
              SizeIs(2));
  EXPECT_THAT(events_of(*http(endpoint_, "GET", plus(session, {{"last-event-id", "junk"}})).stream),
              IsEmpty());
}

TEST_F(HttpLegacy, WantsASessionAndEventsForAStream) {
  EXPECT_EQ(http(endpoint_, "GET", any_accept).status(), 400);
  EXPECT_EQ(http(endpoint_, "GET", {{"accept", "application/json"}}).status(), 406);
  EXPECT_EQ(http(endpoint_, "GET", plus(any_accept, {{"mcp-session-id", "x"}})).status(), 404);
}

TEST_F(HttpLegacy, EndsItsStreamsWhenItStops) {
  store("a");
  const Headers session = open("2025-11-25", R"({"elicitation":{}})");
  const Got stream = http(endpoint_, "GET", session);
  const Got question = post(session, request("1", "tools/call", forget_demo));
  endpoint_.stop();
  EXPECT_TRUE(stream.stream->closed());
  EXPECT_TRUE(question.stream->closed());
  EXPECT_EQ(count(), 1);
}

TEST_F(HttpLegacy, KeepsABoundedNumberOfSessions) {
  Watch watch(world_.engine());
  const Offer offer;
  HttpSessions sessions(world_.engine(), watch, offer, 3, std::chrono::seconds(0));
  const std::string listening = sessions.create("")->id;
  const auto stream = sessions.find(listening)->outbox->open(std::nullopt);
  const std::string unused = sessions.create("")->id, used = sessions.create("")->id;
  sessions.find(used);
  std::string next = sessions.create("")->id;
  EXPECT_EQ(sessions.size(), 3U);
  EXPECT_FALSE(sessions.find(unused)) << "nobody has used it since it began";
  EXPECT_TRUE(sessions.find(used));
  EXPECT_TRUE(sessions.find(listening)) << "not idle: it listens";
  sessions.find(next);
  {
    const auto at_work = sessions.find(used), too = sessions.find(next);
    EXPECT_FALSE(sessions.create("")) << "all are in use: none goes for another";
  }
  next = sessions.create("")->id;
  EXPECT_FALSE(sessions.find(used)) << "the one that was idle longest";
  sessions.tick();
  EXPECT_FALSE(sessions.find(next));
}

TEST_F(HttpLegacy, UsedSessionsOfOneClientShutNobodyOut) {
  Watch watch(world_.engine());
  const Offer offer;
  constexpr std::size_t most = 20;
  HttpSessions sessions(world_.engine(), watch, offer, most);
  const std::string quiet = sessions.create("10.0.0.1")->id;
  sessions.find(quiet);
  std::vector<std::string> greedy;
  for (std::size_t i = 0; i < 3 * most; ++i) {
    greedy.push_back(sessions.create("10.0.0.2")->id);
    sessions.find(greedy.back());
  }
  EXPECT_EQ(sessions.size(), most);
  EXPECT_TRUE(sessions.find(quiet)) << "others' sessions go for nobody";
  EXPECT_FALSE(sessions.find(greedy.front())) << "its own oldest did";
  EXPECT_TRUE(sessions.find(greedy.back()));
  for (std::size_t i = 0; i < most / 2; ++i) {
    const auto late = sessions.create("10.0.0.3");
    ASSERT_TRUE(late) << "nobody waits for places that another client has taken";
    sessions.find(late->id);
  }
  EXPECT_TRUE(sessions.find(quiet));
  EXPECT_EQ(sessions.size(), most);
}

TEST_F(HttpLegacy, IsNotPushedOutByOthersThatBegin) {
  const Headers session = open();
  post(session, notice("notifications/initialized"));
  for (int i = 0; i < 1'005; ++i) post({}, request("0", "initialize"));
  EXPECT_EQ(post(session, request("1", "ping")).status(), 200);
}

TEST_F(HttpLegacy, SessionsThatWereLeftGoBeforeThoseThatBegin) {
  Watch watch(world_.engine());
  const Offer offer;
  HttpSessions fresh(world_.engine(), watch, offer, 3);
  HttpSessions left(world_.engine(), watch, offer, 3, HttpSessions::timeout,
                    std::chrono::seconds(0));
  for (HttpSessions* sessions : {&fresh, &left}) {
    const std::string oldest = sessions->create("")->id;
    sessions->create("");
    const std::string newest = sessions->create("")->id;
    sessions->create("");
    EXPECT_EQ(static_cast<bool>(sessions->find(oldest)), sessions == &fresh);
    EXPECT_EQ(static_cast<bool>(sessions->find(newest)), sessions == &left);
  }
}

TEST_F(HttpLegacy, IsNotPushedOutBeforeItSpeaksByOthersThatBegin) {
  const Headers session = open();
  for (int i = 0; i < 1'005; ++i) post({}, request("0", "initialize"));
  EXPECT_EQ(post(session, notice("notifications/initialized")).status(), 202);
}

TEST_F(HttpLegacy, TakesNoMessageThatNeedsManyTimesItsSize) {
  std::string lists = "[[]";
  for (int i = 0; i < 300'000; ++i) lists += ",[]";
  const Got got = post(open(), lists + "]");
  EXPECT_EQ(got.status(), 400);
  EXPECT_THAT(text_at(got.json(), "/error/message"), HasSubstr("more values"));
}

// ---- 2024-11-05 ----

TEST_F(HttpLegacy, HasThePathsOf2024OnlyWhenAskedTo) {
  EXPECT_FALSE(endpoint_.serves("/sse"));
  EXPECT_TRUE(endpoint_.serves("/mcp"));
  HttpEndpoint old(world_.engine(), {{}, true});
  EXPECT_TRUE(old.serves("/sse"));
  EXPECT_TRUE(old.serves("/messages"));
}

TEST_F(HttpLegacy, AnswersOnTheStreamOf2024) {
  HttpEndpoint old(world_.engine(), {{}, true});
  const Got opened = http(old, "GET", any_accept, {}, "/sse");
  ASSERT_TRUE(opened.stream);
  const auto first = data_of(*opened.stream);
  ASSERT_THAT(first, SizeIs(1));
  EXPECT_THAT(first[0], HasSubstr("/messages?session="));
  const std::string query = first[0].substr(first[0].find('?') + 1);
  EXPECT_EQ(
      http(old, "POST", any_accept,
           request("1", "initialize", R"({"protocolVersion":"2024-11-05"})"), "/messages", query)
          .status(),
      202);
  const auto answer = events_of(*opened.stream);
  ASSERT_THAT(answer, SizeIs(1));
  EXPECT_EQ(text_at(answer[0], "/result/protocolVersion"), "2024-11-05");
  EXPECT_EQ(http(old, "POST", any_accept, request("1", "ping"), "/messages", "session=x").status(),
            404);
  EXPECT_EQ(http(old, "POST", any_accept, request("1", "ping"), "/messages").status(), 400);
  EXPECT_EQ(http(old, "GET", any_accept, {}, "/messages").status(), 405);
  EXPECT_EQ(http(old, "POST", any_accept, {}, "/sse").status(), 405);
}

}  // namespace
}  // namespace aim::mcp
