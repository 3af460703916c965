// The eras with a handshake, 2024-11-05 to 2025-11-25, over lines (C2, S20).
#include <array>

#include "protocol_world.h"

namespace aim::mcp {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Legacy : public ProtocolTest {
 protected:
  LineClient client_{world_.engine()};
};

TEST_F(Legacy, EchoesEveryVersionItSpeaks) {
  for (const std::string version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    EXPECT_EQ(text_at(client_.open(version), "/result/protocolVersion"), version);
}

TEST_F(Legacy, AnswersOtherVersionsWithOneItSpeaks) {
  EXPECT_EQ(text_at(client_.open("1999-01-01"), "/result/protocolVersion"), "2025-11-25");
  EXPECT_EQ(text_at(client_.open("2026-07-28"), "/result/protocolVersion"), "2025-11-25");
  EXPECT_EQ(text_at(client_.ask(request("1", "initialize")), "/result/protocolVersion"),
            "2024-11-05");
}

TEST_F(Legacy, DeclaresWhatTheVersionKnows) {
  const json::value old = client_.open("2024-11-05");
  EXPECT_TRUE(at(old, "/result/capabilities/completions").is_null());
  EXPECT_TRUE(at(old, "/result/capabilities/logging").is_object());
  const json::value now = client_.open("2025-11-25");
  EXPECT_TRUE(at(now, "/result/capabilities/completions").is_object());
  EXPECT_EQ(at(now, "/result/capabilities/resources"),
            parsed(R"({"listChanged":true,"subscribe":true})"));
  EXPECT_EQ(at(now, "/result/capabilities/tools"), parsed("{}"));
  EXPECT_EQ(text_at(now, "/result/serverInfo/name"), "ai-memory");
}

TEST_F(Legacy, HasBatchesIn20250326Only) {
  const std::string batch =
      "[" + request("1", "ping") + "," + notice("ping") + "," + request("2", "ping") + "]";
  for (const std::string version : {"2024-11-05", "2025-06-18", "2025-11-25"}) {
    client_.open(version);
    EXPECT_EQ(code_of(client_.ask(batch)), invalid_request) << version;
  }
  client_.open("2025-03-26");
  EXPECT_THAT(client_.ask(batch).as_array(), SizeIs(2));
  EXPECT_EQ(code_of(client_.ask("[]")), invalid_request);
  EXPECT_THAT(client_.send("[" + notice("ping") + "]"), IsEmpty());
}

TEST_F(Legacy, HasBoundsOnBatches) {
  client_.open("2025-03-26");
  std::string many = "[" + request("0", "ping");
  for (int i = 1; i < 101; ++i) many += "," + request(std::to_string(i), "ping");
  EXPECT_EQ(code_of(client_.ask(many + "]")), invalid_request);
  // A hundred answers of some 100 KB each.
  std::string batch;
  for (int i = 0; i < 100; ++i)
    batch += (i ? "," : "[") + request(std::to_string(i), "resources/subscribe",
                                       R"({"uri":"file:///)" + std::string(100'000, 'x') + "\"}");
  const json::value answers = client_.ask(batch + "]");
  ASSERT_THAT(answers.as_array(), SizeIs(100));
  EXPECT_EQ(code_of(answers.at(0)), resource_not_found);
  EXPECT_EQ(code_of(answers.at(99)), invalid_request);
  EXPECT_THAT(text_at(answers.at(99), "/error/message"), HasSubstr("too large"));
}

TEST_F(Legacy, HasBoundsOnIds) {
  EXPECT_EQ(at(client_.ask(request("\"" + std::string(256, 'i') + "\"", "ping")), "/id"),
            json::value(std::string(256, 'i')));
  for (const std::string& id : {"\"" + std::string(257, 'i') + "\"", std::string("[1]"),
                                std::string("true"), std::string("{}")}) {
    const json::value refused = client_.ask(request(id, "ping"));
    EXPECT_EQ(code_of(refused), invalid_request) << id;
    EXPECT_TRUE(at(refused, "/id").is_null());
  }
}

TEST_F(Legacy, ShowsOfToolsWhatTheVersionKnows) {
  client_.open("2024-11-05");
  const json::value oldest = client_.ask(request("1", "tools/list"));
  EXPECT_TRUE(at(oldest, "/result/tools/0/annotations").is_null());
  client_.open("2025-03-26");
  const json::value middle = client_.ask(request("1", "tools/list"));
  EXPECT_TRUE(at(middle, "/result/tools/0/annotations").is_object());
  EXPECT_TRUE(at(middle, "/result/tools/0/outputSchema").is_null());
  client_.open("2025-06-18");
  const json::value newer = client_.ask(request("1", "tools/list"));
  EXPECT_TRUE(at(newer, "/result/tools/0/outputSchema").is_object());
  EXPECT_TRUE(at(newer, "/result/tools/0/title").is_string());
  EXPECT_EQ(newer, client_.ask(request("1", "tools/list"))) << "in a fixed order";
}

TEST_F(Legacy, SaysNotFoundOfResourcesWithItsOwnCode) {
  for (const std::string uri :
       {"memory://nothing-of-that-id", "memory://", "file:///etc/passwd", "memory://namespace/",
        "memory://namespace/%zz", "memory://namespace/a%2F*"}) {
    const json::value reply =
        client_.ask(request("1", "resources/read", R"({"uri":")" + uri + R"("})"));
    EXPECT_EQ(code_of(reply), resource_not_found) << uri;
    EXPECT_EQ(text_at(reply, "/error/data/uri"), uri);
  }
  EXPECT_EQ(code_of(client_.ask(request("1", "resources/read"))), invalid_params);
}

TEST_F(Legacy, ServesClientsThatSkipTheHandshake) {
  EXPECT_EQ(text_at(client_.ask(request("1", "tools/call", R"({"name":"memory_stats"})")),
                    "/result/isError"),
            "null");
  EXPECT_EQ(code_of(client_.ask(request("2", "no/such"))), method_not_found);
}

TEST_F(Legacy, AnswersNoNotificationAndNoReply) {
  for (const std::string& line :
       {notice("notifications/initialized"), notice("notifications/roots/list_changed"),
        notice("no/such"), std::string(R"({"jsonrpc":"2.0","id":9,"result":{}})"),
        std::string(R"({"jsonrpc":"2.0","id":9,"error":{"code":1,"message":"x"}})")})
    EXPECT_THAT(client_.send(line), IsEmpty()) << line;
}

TEST_F(Legacy, TellsOfFailuresToWhoeverAskedForThatLevel) {
  const std::string bad =
      request("1", "tools/call", R"({"name":"memory_get","arguments":{"id":"none"}})");
  EXPECT_THAT(client_.send(bad), SizeIs(1));
  client_.ask(request("2", "logging/setLevel", R"({"level":"warning"})"));
  const auto said = client_.send(bad);
  ASSERT_THAT(said, SizeIs(2));
  EXPECT_EQ(text_at(said[0], "/method"), "notifications/message");
  client_.ask(request("3", "logging/setLevel", R"({"level":"alert"})"));
  EXPECT_THAT(client_.send(bad), SizeIs(1));
  EXPECT_EQ(code_of(client_.ask(request("4", "logging/setLevel", R"({"level":"loud"})"))),
            invalid_params);
}

TEST_F(Legacy, TellsOfProgressOnlyWhereThereIsAToken) {
  store("a");
  client_.open("2025-03-26");
  EXPECT_THAT(client_.send(request("1", "tools/call", R"({"name":"memory_gc","arguments":{}})")),
              SizeIs(1));
  const auto said = client_.send(request(
      "2", "tools/call",
      R"({"name":"memory_forget","arguments":{"namespace":"demo"},"_meta":{"progressToken":"p"}})"));
  ASSERT_THAT(said, SizeIs(2));
  EXPECT_EQ(text_at(said[0], "/method"), "notifications/progress");
  EXPECT_EQ(text_at(said[0], "/params/progressToken"), "p");
  EXPECT_EQ(at(said[0], "/params/progress"), 1);
  EXPECT_EQ(text_at(said[1], "/id"), "2");
}

TEST_F(Legacy, CompletesNamespacesTagsAndIds) {
  const std::string id = store("a", "team/one");
  store("b", "team/two");
  const auto complete = [&](const std::string& ref, const std::string& name,
                            const std::string& value) {
    return client_.ask(request("1", "completion/complete",
                               R"({"ref":)" + ref + R"(,"argument":{"name":")" + name +
                                   R"(","value":")" + value + R"("}})"));
  };
  const json::value found =
      complete(R"({"type":"ref/prompt","name":"recall-first"})", "namespace", "te");
  EXPECT_EQ(at(found, "/result/completion"),
            parsed(R"({"values":["team/one","team/two"],"total":2,"hasMore":false})"));
  EXPECT_EQ(
      text_at(complete(R"({"type":"ref/resource","uri":"memory://{id}"})", "id", id.substr(0, 4)),
              "/result/completion/values/0"),
      id);
  EXPECT_EQ(at(complete(R"({"type":"ref/prompt","name":"memory-workflow"})", "x", ""),
               "/result/completion/total"),
            0);
  EXPECT_EQ(code_of(complete(R"({"type":"ref/prompt","name":"no"})", "x", "")), invalid_params);
  EXPECT_EQ(code_of(client_.ask(request("1", "completion/complete"))), invalid_params);
}

// ---- asking the user ----

class LegacyQuestion : public Legacy {
 protected:
  void SetUp() override {
    store("a");
    store("b");
  }
  json::value forget() { return client_.ask(request("7", "tools/call", forget_demo)); }
  std::vector<json::value> say(const json::value& question, std::string_view result) {
    return client_.send(R"({"jsonrpc":"2.0","id":)" + text::compact(at(question, "/id")) +
                        R"(,"result":)" + std::string(result) + "}");
  }
};

TEST_F(LegacyQuestion, IsNotAskedOfClientsThatCannotShowIt) {
  for (const auto& [version, capabilities] :
       {std::pair<std::string, std::string>{"2025-11-25", "{}"},
        {"2025-11-25", R"({"elicitation":{"url":{}}})"},
        {"2025-03-26", R"({"elicitation":{}})"}}) {
    store("a");
    client_.open(version, capabilities);
    EXPECT_EQ(text_at(forget(), "/id"), "7") << version;
  }
  EXPECT_EQ(count(), 0);
}

TEST_F(LegacyQuestion, SaysHowManyAndWaits) {
  client_.open("2025-11-25", R"({"elicitation":{}})");
  const json::value question = forget();
  EXPECT_EQ(text_at(question, "/method"), "elicitation/create");
  EXPECT_THAT(text_at(question, "/params/message"), ::testing::HasSubstr("2 memories"));
  EXPECT_EQ(text_at(question, "/params/requestedSchema/properties/confirm/type"), "boolean");
  EXPECT_EQ(count(), 2);
  EXPECT_EQ(text_at(client_.ask(request("8", "ping")), "/id"), "8")
      << "others are served meanwhile";
  const auto said = say(question, R"({"action":"accept","content":{"confirm":true}})");
  ASSERT_THAT(said, SizeIs(1));
  EXPECT_EQ(text_at(said[0], "/id"), "7");
  EXPECT_EQ(at(said[0], "/result/structuredContent/deleted"), 2);
  EXPECT_EQ(count(), 0);
  EXPECT_THAT(say(question, R"({"action":"accept","content":{"confirm":true}})"), IsEmpty())
      << "once";
}

TEST_F(LegacyQuestion, ChangesNothingWithoutAYes) {
  client_.open("2025-06-18", R"({"elicitation":{}})");
  for (const std::string no :
       {R"({"action":"decline"})", R"({"action":"cancel"})",
        R"({"action":"accept","content":{"confirm":false}})", R"({"action":"accept"})", "{}"}) {
    const auto said = say(forget(), no);
    ASSERT_THAT(said, SizeIs(1));
    EXPECT_THAT(text_at(said[0], "/result/content/0/text"),
                ::testing::HasSubstr("Nothing was changed"));
    EXPECT_TRUE(at(said[0], "/result/isError").is_null());
  }
  EXPECT_EQ(count(), 2);
}

TEST_F(LegacyQuestion, IsNotAskedWhereNothingWouldGo) {
  client_.open("2025-11-25", R"({"elicitation":{}})");
  for (const std::string arguments :
       {R"({"namespace":"empty"})", R"({"namespace":"demo","dry_run":true})", "{}"})
    EXPECT_EQ(
        text_at(client_.ask(request("7", "tools/call",
                                    R"({"name":"memory_forget","arguments":)" + arguments + "}")),
                "/id"),
        "7");
  EXPECT_EQ(count(), 2);
}

TEST_F(LegacyQuestion, IsForgottenWhenTheCallIsTakenBack) {
  client_.open("2025-11-25", R"({"elicitation":{}})");
  const json::value question = forget();
  EXPECT_THAT(client_.send(notice("notifications/cancelled", R"({"requestId":7})")), IsEmpty());
  EXPECT_THAT(say(question, R"({"action":"accept","content":{"confirm":true}})"), IsEmpty());
  EXPECT_EQ(count(), 2);
}

TEST_F(LegacyQuestion, ThereAreThirtyTwoAtMost) {
  client_.open("2025-11-25", R"({"elicitation":{}})");
  for (int i = 0; i < 32; ++i) forget();
  const auto said = client_.send(request("99", "tools/call", forget_demo));
  ASSERT_THAT(said, SizeIs(2)) << "the oldest is answered, the newest asked";
  EXPECT_EQ(text_at(said[0], "/id"), "7");
  EXPECT_EQ(count(), 2);
}

TEST_F(LegacyQuestion, IsNotKeptForACallOfAnyLength) {
  client_.open("2025-11-25", R"({"elicitation":{}})");
  const std::string padding =
      R"(,"_meta":{"x":")" + std::string(PendingCalls::max_bytes, 'x') + "\"}}";
  std::string call(forget_demo);
  call.replace(call.rfind('}'), 1, padding);
  const json::value answer = client_.ask(request("7", "tools/call", call));
  EXPECT_THAT(text::compact(answer), HasSubstr("did not confirm"));
  EXPECT_EQ(count(), 2);
}

TEST_F(LegacyQuestion, IsAskedBeforeAPurge) {
  client_.send(request("1", "tools/call", forget_demo));
  client_.open("2025-11-25", R"({"elicitation":{"form":{}}})");
  const json::value question =
      client_.ask(request("2", "tools/call", R"({"name":"memory_archive_purge"})"));
  EXPECT_THAT(text_at(question, "/params/message"),
              ::testing::HasSubstr("2 memories in the archive"));
  const auto said = say(question, R"({"action":"accept","content":{"confirm":true}})");
  ASSERT_THAT(said, SizeIs(1));
  EXPECT_EQ(at(said[0], "/result/structuredContent/purged"), 2);
}

}  // namespace
}  // namespace aim::mcp
