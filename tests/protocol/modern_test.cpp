// The era without a handshake, 2026-07-28, over lines (C2).
#include <unistd.h>

#include <filesystem>

#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "protocol_world.h"

namespace aim::mcp {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view forms = R"({"elicitation":{}})";

class ModernEra : public ProtocolTest {
 protected:
  json::value ask(std::string_view method, std::string_view params = "{}",
                  std::string_view id = "1") {
    return client_.ask(request(id, method, with_meta(params)));
  }
  LineClient client_{world_.engine()};
};

TEST_F(ModernEra, NeedsVersionAndCapabilitiesOnEveryRequest) {
  const std::string only_version =
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})";
  for (const std::string method : {"tools/list", "server/discover", "no/such"})
    EXPECT_EQ(code_of(client_.ask(request("1", method, only_version))), invalid_params) << method;
  EXPECT_EQ(code_of(client_.ask(request("1", "server/discover"))), invalid_params);
  EXPECT_EQ(code_of(client_.ask(request("1", "subscriptions/listen", R"({"notifications":{}})"))),
            invalid_params);
  EXPECT_EQ(code_of(client_.ask(request("1", "tools/list", with_meta("{}", "7")))), invalid_params);
}

TEST_F(ModernEra, NamesTheVersionsItSpeaksWhenAskedForAnother) {
  const json::value reply =
      client_.ask(request("1", "tools/list", with_meta("{}", "{}", "2031-01-01")));
  EXPECT_EQ(code_of(reply), unsupported_version);
  EXPECT_EQ(text_at(reply, "/error/data/requested"), "2031-01-01");
  EXPECT_EQ(at(reply, "/error/data/supported"),
            parsed(R"(["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"])"));
}

TEST_F(ModernEra, NoHandshakeOpensTheDatabase) {  // S1
  FakeClock clock{Time()};
  const std::string folder = ::testing::TempDir() + "aim-untouched-" + std::to_string(::getpid());
  const auto untouched = store::sqlite::make_store(folder + "/memories.db", {}, clock);
  engine::TouchQueue touches;
  engine::Embeddings embeddings;
  Engine engine{store::Access(*untouched), clock, {}, touches, embeddings};
  LineClient client(engine);
  client.ask(request("1", "server/discover", with_meta("{}")));
  client.ask(request("2", "initialize", R"({"protocolVersion":"2025-06-18","capabilities":{}})"));
  client.ask(request("3", "tools/list"));
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_F(ModernEra, DiscoversWithoutADatabase) {
  FakeClock clock{Time()};
  const auto nowhere = store::sqlite::make_store("/nowhere/at/all.db", {}, clock);
  engine::TouchQueue touches;
  engine::Embeddings embeddings;
  Engine engine{store::Access(*nowhere), clock, {}, touches, embeddings};
  LineClient client(engine);
  const json::value reply = client.ask(request("1", "server/discover", with_meta("{}")));
  EXPECT_THAT(at(reply, "/result/supportedVersions").as_array(), SizeIs(5));
  EXPECT_TRUE(at(reply, "/result/capabilities/tools").is_object());
  EXPECT_TRUE(at(reply, "/result/capabilities/logging").is_null());
  EXPECT_EQ(text_at(reply, "/result/cacheScope"), "public");
}

TEST_F(ModernEra, SaysOfEveryResultThatItIsCompleteAndWhose) {
  const std::string id = store("a");
  for (
      const auto& [method, params] : std::vector<std::pair<std::string, std::string>>{
          {"server/discover", "{}"},
          {"tools/list", "{}"},
          {"tools/call", R"({"name":"memory_stats"})"},
          {"prompts/list", "{}"},
          {"prompts/get", R"({"name":"recall-first"})"},
          {"resources/list", "{}"},
          {"resources/templates/list", "{}"},
          {"resources/read", R"({"uri":"memory://)" + id + R"("})"},
          {"completion/complete",
           R"({"ref":{"type":"ref/prompt","name":"recall-first"},"argument":{"name":"namespace","value":""}})"}}) {
    const json::value reply = ask(method, params);
    EXPECT_EQ(text_at(reply, "/result/resultType"), "complete") << method;
    EXPECT_EQ(text_at(reply, "/result/_meta/io.modelcontextprotocol~1serverInfo/name"), "ai-memory")
        << method;
    const bool cacheable =
        method != "tools/call" && method != "prompts/get" && method != "completion/complete";
    EXPECT_EQ(at(reply, "/result/ttlMs").is_int64(), cacheable) << method;
    if (cacheable) {
      const bool of_memory = method == "resources/list" || method == "resources/read";
      EXPECT_EQ(text_at(reply, "/result/cacheScope"), of_memory ? "private" : "public") << method;
    }
  }
}

TEST_F(ModernEra, HasNoMethodsOfTheOther) {
  for (const std::string method :
       {"ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "tasks/list"})
    EXPECT_EQ(code_of(ask(method)), method_not_found) << method;
}

TEST_F(ModernEra, TakesNothingFromTheConnection) {
  client_.open("2024-11-05");
  EXPECT_TRUE(at(ask("tools/list"), "/result/tools/0/outputSchema").is_object());
  EXPECT_TRUE(
      at(client_.ask(request("1", "tools/list")), "/result/tools/0/outputSchema").is_null());
}

TEST_F(ModernEra, RefusesWhatIsNotThereAsParameters) {
  for (const auto& [method, params] : std::vector<std::pair<std::string, std::string>>{
           {"resources/read", R"({"uri":"memory://not-there"})"},
           {"tools/call", R"({"name":"no_such_tool"})"},
           {"prompts/get", R"({"name":"no such prompt"})"},
           {"tools/list", R"({"cursor":"x"})"},
           {"prompts/list", R"({"cursor":"x"})"},
           {"resources/templates/list", R"({"cursor":"x"})"},
           {"resources/list", R"({"cursor":"x"})"}})
    EXPECT_EQ(code_of(ask(method, params)), invalid_params) << method;
}

TEST_F(ModernEra, LogsOnlyForRequestsThatAskForIt) {
  const std::string call = R"({"name":"memory_get","arguments":{"id":"none"})";
  EXPECT_THAT(client_.send(request("1", "tools/call", with_meta(call + "}"))), SizeIs(1));
  const std::string with_level = call + R"(,"_meta":{"io.modelcontextprotocol/logLevel":"info"}})";
  EXPECT_THAT(client_.send(request("1", "tools/call", with_meta(with_level))), SizeIs(2));
  const std::string bad = R"({"_meta":{"io.modelcontextprotocol/logLevel":"loud"}})";
  EXPECT_EQ(code_of(client_.ask(request("1", "tools/list", with_meta(bad)))), invalid_params);
}

// ---- subscriptions ----

TEST_F(ModernEra, AcknowledgesASubscriptionFirst) {
  const json::value said = client_.ask(request(
      R"("L")", "subscriptions/listen",
      with_meta(
          R"({"notifications":{"toolsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["memory://stats","file:///x"]}})")));
  EXPECT_EQ(text_at(said, "/method"), "notifications/subscriptions/acknowledged");
  EXPECT_EQ(text_at(said, "/params/_meta/io.modelcontextprotocol~1subscriptionId"), "L");
  EXPECT_EQ(at(said, "/params/notifications"),
            parsed(R"({"resourcesListChanged":true,"resourceSubscriptions":["memory://stats"]})"));
}

TEST_F(ModernEra, TellsOnlyWhatWasAskedForAndTagsIt) {
  ask("subscriptions/listen", R"({"notifications":{"resourcesListChanged":true}})", "1");
  ask("subscriptions/listen",
      R"({"notifications":{"resourceSubscriptions":["memory://namespace/demo"]}})", "2");
  store("a", "other");
  auto said = client_.later();
  ASSERT_THAT(said, SizeIs(1));
  EXPECT_EQ(text_at(said[0], "/method"), "notifications/resources/list_changed");
  EXPECT_EQ(at(said[0], "/params/_meta/io.modelcontextprotocol~1subscriptionId"), 1);
  store("b", "demo");
  said = client_.later();
  ASSERT_THAT(said, SizeIs(2));
  EXPECT_EQ(text_at(said[1], "/params/uri"), "memory://namespace/demo");
  EXPECT_EQ(at(said[1], "/params/_meta/io.modelcontextprotocol~1subscriptionId"), 2);
  EXPECT_THAT(client_.later(), IsEmpty());
}

TEST_F(ModernEra, EndsASubscriptionThatIsTakenBackWithoutAWord) {
  ask("subscriptions/listen", R"({"notifications":{"resourcesListChanged":true}})", "1");
  EXPECT_THAT(client_.send(notice("notifications/cancelled", R"({"requestId":1})")), IsEmpty());
  store("a");
  EXPECT_THAT(client_.later(), IsEmpty());
  EXPECT_FALSE(client_.talk().watches());
  EXPECT_THAT(client_.finish(), IsEmpty());
}

TEST_F(ModernEra, EndsSubscriptionsWithAnAnswerWhenItStops) {
  ask("subscriptions/listen", R"({"notifications":{}})", "1");
  const auto said = client_.finish();
  ASSERT_THAT(said, SizeIs(1));
  EXPECT_EQ(at(said[0], "/id"), 1);
  EXPECT_EQ(text_at(said[0], "/result/resultType"), "complete");
  EXPECT_EQ(at(said[0], "/result/_meta/io.modelcontextprotocol~1subscriptionId"), 1);
}

TEST_F(ModernEra, RefusesMalformedSubscriptions) {
  for (const std::string params :
       {"{}", R"({"notifications":1})", R"({"notifications":{"toolsListChanged":1}})",
        R"({"notifications":{"resourceSubscriptions":"x"}})",
        R"({"notifications":{"resourceSubscriptions":[1]}})"})
    EXPECT_EQ(code_of(ask("subscriptions/listen", params)), invalid_params) << params;
}

// ---- asking the user ----

class ModernQuestion : public ModernEra {
 protected:
  void SetUp() override {
    store("a");
    store("b");
  }
  json::value forget(std::string_view state = {}, std::string_view response = {},
                     std::string_view name_space = "demo") {
    json::value params = parsed(forget_demo);
    params.at("arguments").as_object()["namespace"] = name_space;
    if (!state.empty())
      params.as_object()["requestState"] = state;
    if (!response.empty())
      params.as_object()["inputResponses"] = json::object{{"confirm", parsed(response)}};
    return client_.ask(request("5", "tools/call", with_meta(text::compact(params), forms)));
  }
  static constexpr std::string_view yes = R"({"action":"accept","content":{"confirm":true}})";
};

TEST_F(ModernQuestion, IsAResultAndTheRetryBringsTheAnswer) {
  const json::value question = forget();
  EXPECT_EQ(text_at(question, "/result/resultType"), "input_required");
  EXPECT_TRUE(at(question, "/result/ttlMs").is_null());
  EXPECT_EQ(text_at(question, "/result/inputRequests/confirm/method"), "elicitation/create");
  EXPECT_EQ(text_at(question, "/result/inputRequests/confirm/params/mode"), "form");
  EXPECT_EQ(count(), 2);
  const json::value done = forget(text_at(question, "/result/requestState"), yes);
  EXPECT_EQ(text_at(done, "/result/resultType"), "complete");
  EXPECT_EQ(at(done, "/result/structuredContent/deleted"), 2);
  EXPECT_EQ(count(), 0);
}

TEST_F(ModernQuestion, IsNotAskedOfClientsThatDeclareNoForms) {
  EXPECT_EQ(at(ask("tools/call", forget_demo), "/result/structuredContent/deleted"), 2);
}

TEST_F(ModernQuestion, ChangesNothingWithoutAYes) {
  for (const std::string no : {R"({"action":"decline"})", R"({"action":"cancel"})",
                               R"({"action":"accept","content":{}})"}) {
    const json::value reply = forget(text_at(forget(), "/result/requestState"), no);
    EXPECT_EQ(text_at(reply, "/result/resultType"), "complete");
    EXPECT_THAT(text_at(reply, "/result/content/0/text"), HasSubstr("Nothing was changed"));
  }
  EXPECT_EQ(count(), 2);
}

TEST_F(ModernQuestion, IsAskedAgainWhenTheAnswerIsMissing) {
  const std::string state = text_at(forget(), "/result/requestState");
  EXPECT_EQ(text_at(forget(state), "/result/resultType"), "input_required");
  EXPECT_EQ(text_at(forget({}, yes), "/result/resultType"), "input_required")
      << "an answer without the state";
  EXPECT_EQ(count(), 2);
}

TEST_F(ModernQuestion, TrustsNoStateButItsOwn) {
  const std::string state = text_at(forget(), "/result/requestState");
  EXPECT_EQ(code_of(forget(state + "x", yes)), invalid_params) << "changed";
  EXPECT_EQ(code_of(forget("e30.e30", yes)), invalid_params) << "made up";
  store("c", "elsewhere");
  EXPECT_EQ(code_of(forget(state, yes, "elsewhere")), invalid_params) << "of another call";
  EXPECT_EQ(count(), 3);
  EXPECT_EQ(text_at(forget(state, yes), "/result/resultType"), "complete");
  store("d");
  EXPECT_EQ(code_of(forget(state, yes)), invalid_params) << "used before";
  EXPECT_EQ(count(), 2);
}

TEST_F(ModernQuestion, RefusesAStateThatIsTooOldOrOfAnotherCaller) {
  const json::value call = parsed(request("1", "tools/call", forget_demo));
  const Frame frame = read_frame(call);
  const auto with_state = [&](SealedConfirmations& confirmations, std::string_view caller) {
    json::value again = call;
    again.at("params").as_object()["requestState"] =
        text_at(confirmations.ask(*frame.request, "me", {.text = "?"}), "/requestState");
    again.at("params").as_object()["inputResponses"] = json::object{{"confirm", parsed(yes)}};
    std::optional<UserAnswer> answered;
    return confirmations.read(*read_frame(again).request, caller, answered).has_value();
  };
  SealedConfirmations instant(std::chrono::seconds(0)), usual;
  EXPECT_TRUE(with_state(instant, "me"));
  EXPECT_TRUE(with_state(usual, "somebody"));
  EXPECT_FALSE(with_state(usual, "me"));
}

}  // namespace
}  // namespace aim::mcp
