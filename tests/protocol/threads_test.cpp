// One endpoint, several clients and several requests of one client at once, while changes are
// looked for.
#include <atomic>
#include <thread>

#include "protocol_world.h"

namespace aim::mcp {
namespace {

class Threads : public ProtocolTest {
 protected:
  HttpEndpoint endpoint_{world_.engine(), {}};
};

TEST_F(Threads, ShareASession) {
  const Got opened = http(endpoint_, "POST", any_accept,
                          request("0", "initialize", R"({"protocolVersion":"2025-11-25"})"));
  const Headers session = plus(any_accept, {{"mcp-session-id", opened.header("Mcp-Session-Id")}});
  const Headers listening = plus(
      any_accept, {{"mcp-protocol-version", "2026-07-28"}, {"mcp-method", "subscriptions/listen"}});
  std::atomic<bool> done = false;
  std::atomic<int> failed = 0;
  std::vector<std::thread> clients;
  for (int client = 0; client < 4; ++client)
    clients.emplace_back([&, client] {
      for (int i = 0; i < 15; ++i) {
        const std::string title = std::to_string(client) + "-" + std::to_string(i);
        const auto post = [&](std::string_view method, const std::string& params) {
          return http(endpoint_, "POST", session, request(std::to_string(i), method, params))
              .status();
        };
        failed += post("tools/call", R"({"name":"memory_store","arguments":{"title":")" + title +
                                         R"(","content":"x"}})") != 200;
        failed +=
            post("resources/subscribe", R"({"uri":"memory://namespace/)" + title + R"("})") != 200;
        failed += post("resources/list", "{}") != 200;
        const auto stream = http(endpoint_, "GET", session).stream;
        const auto listen =
            http(endpoint_, "POST", listening,
                 request("1", "subscriptions/listen",
                         with_meta(R"({"notifications":{"resourcesListChanged":true}})")));
        listen.stream->client_left();
        stream->client_left();
      }
    });
  std::thread ticking([&] {
    while (!done) endpoint_.tick();
  });
  for (std::thread& client : clients) client.join();
  done = true;
  ticking.join();
  endpoint_.stop();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(count(), 60);
}

}  // namespace
}  // namespace aim::mcp
