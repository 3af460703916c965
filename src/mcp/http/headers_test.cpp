#include <gtest/gtest.h>

#include "mcp/http/reply.h"

namespace aim::mcp {
namespace {

net::Head with(std::string_view name, std::string_view value) {
  net::Head head;
  head.headers.push_back({std::string(name), std::string(value)});
  return head;
}

TEST(HttpHeaders, SayWhichAnswersAreTaken) {
  const struct {
    const char* accept;
    bool json, events;
  } cases[] = {{"application/json", true, false},
               {"text/event-stream", false, true},
               {"application/json, text/event-stream", true, true},
               {"APPLICATION/JSON;q=0.5 ,\ttext/*", true, true},
               {"*/*", true, true},
               {"text/html, image/png", false, false},
               {"", false, false},
               {",,;,", false, false}};
  for (const auto& each : cases) {
    const Accepted accept = accepted(with("accept", each.accept));
    EXPECT_EQ(accept.json, each.json) << each.accept;
    EXPECT_EQ(accept.events, each.events) << each.accept;
  }
  EXPECT_TRUE(accepted({}).json);
}

TEST(HttpHeaders, SayWhatTheBodyIs) {
  EXPECT_FALSE(is_other_content({}));
  EXPECT_FALSE(is_other_content(with("content-type", "application/json; charset=utf-8")));
  EXPECT_FALSE(is_other_content(with("content-type", "Application/JSON")));
  EXPECT_TRUE(is_other_content(with("content-type", "text/plain")));
  EXPECT_TRUE(is_other_content(with("content-type", "")));
}

TEST(HttpHeaders, AreDecodedWhereTheySayThatTheyAreEncoded) {
  EXPECT_EQ(decoded_value("us-west1"), "us-west1");
  EXPECT_EQ(decoded_value("=?base64?SGVsbG8sIOS4lueVjA==?="), "Hello, 世界");
  EXPECT_EQ(decoded_value("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="), "=?base64?literal?=");
  EXPECT_EQ(decoded_value("=?base64?"
                          "?="),
            "");
  EXPECT_EQ(decoded_value("=?base64?"), "=?base64?");
  EXPECT_FALSE(decoded_value("=?base64?!!!?="));
  EXPECT_FALSE(decoded_value("=?base64?SGVsbG8?="));
}

}  // namespace
}  // namespace aim::mcp
