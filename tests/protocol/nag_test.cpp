// The capture nag at the dispatcher: every call is told before it runs, by agent and session, and
// nothing fails for it (H1–H3, S11).
#include "engine/audit/nag.h"

#include "protocol_world.h"

namespace aim::mcp {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

class NagOfTheDispatcher : public ProtocolTest {
 protected:
  void SetUp() override { world_.engine().nag_events = &nag_events_; }

  std::uint32_t streak(std::string_view agent, std::string_view session) {
    return nag_events_.nag().streak_for(agent, session);
  }
  static std::string call(std::string_view tool, std::string_view arguments = "{}",
                          std::string_view meta = "{}") {
    return request("7", "tools/call",
                   std::string(R"({"name":")")
                       .append(tool)
                       .append(R"(","arguments":)")
                       .append(arguments)
                       .append(R"(,"_meta":)")
                       .append(meta)
                       .append("}"));
  }

  engine::NagEvents nag_events_{engine::NagOptions{2, 4}};
};

TEST_F(NagOfTheDispatcher, CountsEveryCallAndUnknownToolsToo) {
  LineClient client(world_.engine());
  client.open("2025-11-25");
  client.ask(call("memory_list"));
  EXPECT_EQ(streak("t", "stdio"), 1U) << "the client's own name, for want of another";
  EXPECT_EQ(code_of(client.ask(call("bash"))), invalid_params);
  EXPECT_EQ(streak("t", "stdio"), 2U);
  client.ask(call("memory_atomise"));
  EXPECT_EQ(streak("t", "stdio"), 0U) << "a tool of the table, whether or not it is there";
  client.ask(request("7", "tools/list"));
  client.ask(call("memory_store", R"({"title":""})"));
  EXPECT_EQ(streak("t", "stdio"), 0U);
}

TEST_F(NagOfTheDispatcher, KnowsSessionsByWhatCallsSay) {
  LineClient client(world_.engine());
  client.open("2025-11-25");
  client.ask(call("memory_list", "{}", R"({"agent_id":"a","session_id":"one"})"));
  client.ask(call("memory_list", R"({"agent_id":"a","session_id":"two"})"));
  client.ask(
      call("memory_list", R"({"session_id":"two"})", R"({"agent_id":"a","session_id":"one"})"));
  EXPECT_EQ(streak("a", "one"), 1U);
  EXPECT_EQ(streak("a", "two"), 2U) << "arguments go before _meta";
  EXPECT_EQ(streak("t", "stdio"), 0U);
  const json::value reply = client.ask(call("memory_stats", R"({"session_id":"two"})"));
  EXPECT_TRUE(at(reply, "/result/structuredContent/warnings").is_null());
  client.ask(call("memory_list"));
  client.ask(call("memory_store", R"({"title":"x","content":"y","agent_id":"b"})"));
  EXPECT_EQ(streak("b", "stdio"), 0U);
  EXPECT_EQ(streak("t", "stdio"), 0U)
      << "who names itself only where it stores has stored all the same";
}

TEST_F(NagOfTheDispatcher, WarnsThoseWhoTakeLogMessages) {
  LineClient client(world_.engine());
  client.open("2025-11-25");
  client.ask(call("memory_list"));
  EXPECT_THAT(client.send(call("memory_list")), SizeIs(1)) << "nobody asked for messages";
  client.ask(call("memory_update"));
  client.ask(request("1", "logging/setLevel", R"({"level":"error"})"));
  client.ask(call("memory_list"));
  EXPECT_THAT(client.send(call("memory_list")), SizeIs(1)) << "a warning is less than an error";
  client.ask(request("1", "logging/setLevel", R"({"level":"warning"})"));
  EXPECT_THAT(client.send(call("memory_list")), SizeIs(1));
  const auto said = client.send(call("memory_list"));
  ASSERT_THAT(said, SizeIs(2));
  EXPECT_EQ(text_at(said[0], "/method"), "notifications/message");
  EXPECT_EQ(text_at(said[0], "/params/level"), "warning");
  EXPECT_TRUE(text_at(said[0], "/params/data").starts_with("capture_lag, escalated: 4 tool calls"))
      << said[0];
  EXPECT_EQ(text_at(said[1], "/id"), "7") << "the call runs all the same";
}

TEST_F(NagOfTheDispatcher, WarnsInTheModernEraToo) {
  LineClient client(world_.engine());
  const auto call = [&](std::string_view id) {
    return client.send(request(
        id, "tools/call",
        with_meta(
            R"({"name":"memory_list","_meta":{"session_id":"s","io.modelcontextprotocol/logLevel":"info"}})")));
  };
  EXPECT_THAT(call("1"), SizeIs(1));
  const auto said = call("2");
  ASSERT_THAT(said, SizeIs(2));
  EXPECT_EQ(text_at(said[0], "/params/level"), "warning");
  EXPECT_EQ(streak("unknown", "s"), 2U);
  // An unknown tool is a fault there, and a call all the same.
  EXPECT_EQ(code_of(client.ask(request(
                "3", "tools/call", with_meta(R"({"name":"bash","_meta":{"session_id":"s"}})")))),
            invalid_params);
  EXPECT_EQ(streak("unknown", "s"), 3U);
}

TEST_F(NagOfTheDispatcher, CountsACallThatAsksTheUserOnce) {
  store("Kettle");
  LineClient client(world_.engine());
  client.open("2025-11-25", R"({"elicitation":{}})");
  const json::value question = client.ask(request("7", "tools/call", forget_demo));
  ASSERT_EQ(text_at(question, "/method"), "elicitation/create");
  EXPECT_EQ(streak("t", "stdio"), 1U);
  client.ask(R"({"jsonrpc":"2.0","id":)" + text::compact(at(question, "/id")) +
             R"(,"result":{"action":"accept","content":{"confirm":true}}})");
  EXPECT_EQ(streak("t", "stdio"), 1U);
}

TEST_F(NagOfTheDispatcher, KnowsSessionsOverHttpByHeaderAndForgetsThemAtTheirEnd) {
  HttpEndpoint endpoint(world_.engine(), {});
  const Got opened = http(
      endpoint, "POST", any_accept,
      request("1", "initialize",
              R"({"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c"}})"));
  const Headers session = plus(any_accept, {{"mcp-session-id", opened.header("Mcp-Session-Id")}});
  http(endpoint, "POST", session, call("memory_list"));
  ASSERT_THAT(nag_events_.nag().streaks(9), SizeIs(1));
  const auto own = nag_events_.nag().streaks(1)[0];
  EXPECT_EQ(own.agent, "c");
  EXPECT_TRUE(own.session.starts_with("http-")) << own.session;
  EXPECT_EQ(own.session.find(opened.header("Mcp-Session-Id")), std::string::npos)
      << "that is a secret";
  http(endpoint, "POST", plus(session, {{"x-agent-id", "a"}, {"x-session-id", "s"}}),
       call("memory_list"));
  EXPECT_EQ(streak("a", "s"), 1U);
  EXPECT_EQ(streak("c", own.session), 1U);
  http(endpoint, "DELETE", session);
  EXPECT_THAT(nag_events_.nag().streaks(9), SizeIs(1))
      << "a session that named itself may go on elsewhere";
  EXPECT_EQ(streak("a", "s"), 1U);
}

}  // namespace
}  // namespace aim::mcp
