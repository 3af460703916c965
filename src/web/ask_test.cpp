#include "web/ask.h"

#include <gmock/gmock.h>

#include "web/web_testing.h"

namespace aim::web {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

class Ask : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto curl = load_curl(); !curl)
      GTEST_SKIP() << curl.error().message;
  }
};

std::string http(const std::string& status, const std::string& body, const std::string& more = "") {
  return "HTTP/1.1 " + status + "\r\n" + more + "Content-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}

TEST_F(Ask, SendsHeadersAndBodyAndTakesTheWholeAnswer) {
  ScriptedServer server({{http("200 OK", "{\"a\":1}")}});
  Asking asking;
  asking.url = server.url("/api");
  asking.headers = {"Content-Type: application/json", "Authorization: Bearer k"};
  asking.body = "{\"q\":2}";
  const auto answer = ask(asking);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, "{\"a\":1}");
  const std::string sent = server.requests().front();
  EXPECT_THAT(sent, HasSubstr("POST /api HTTP/1.1"));
  EXPECT_THAT(sent, HasSubstr("Authorization: Bearer k"));
  EXPECT_THAT(sent, HasSubstr("{\"q\":2}"));
}

TEST_F(Ask, AnyStatusIsAnAnswerAndMovesAreNotFollowed) {
  ScriptedServer server({{http("429 Too Many", "wait", "retry-AFTER: 7\r\n")},
                         {http("302 Found", "", "Location: http://127.0.0.1:1/\r\n")},
                         {http("200 OK", "x", "Retry-After: Wed, 21 Oct 2026\r\n")}});
  Asking asking;
  asking.url = server.url();
  auto answer = ask(asking);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 429);
  EXPECT_EQ(answer->retry_after, 7s);
  answer = ask(asking);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 302);
  answer = ask(asking);
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->retry_after);
  EXPECT_THAT(server.requests().front(), HasSubstr("GET /file"));
}

TEST_F(Ask, TakesNoMoreThanIsWanted) {
  ScriptedServer server({{http("200 OK", std::string(5'000, 'x'))}});
  Asking asking;
  asking.url = server.url();
  asking.max_bytes = 4'999;
  const auto answer = ask(asking);
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error().message, HasSubstr("more than 4999 bytes"));
}

TEST_F(Ask, SilenceAndARefusedConnectionAreErrors) {
  Asking asking;
  {
    ScriptedServer server({{"", true}});
    asking.url = server.url();
    asking.timeout = 100ms;
    const auto answer = ask(asking);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, Code::unavailable);
    EXPECT_THAT(answer.error().message, HasSubstr("did not answer"));
  }
  const auto gone = ask(asking);
  ASSERT_FALSE(gone);
  EXPECT_THAT(gone.error().message, HasSubstr("cannot reach"));
  EXPECT_EQ(gone.error().hint, "is it running?");  // a service on this machine has no network (S40)
}

TEST_F(Ask, EndsWhenStopped) {
  ScriptedServer server({{"", true}});
  Asking asking;
  asking.url = server.url();
  asking.stop = [] { return true; };
  const auto answer = ask(asking);
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error().message, HasSubstr("cancelled"));
}

TEST_F(Ask, GoesInTheClearOnlyWhereThatWasAllowed) {
  Asking asking;
  asking.url = "http://192.0.2.1/api";
  const auto answer = ask(asking);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Code::validation_failed);
}

}  // namespace
}  // namespace aim::web
