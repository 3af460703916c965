// Any POST to the MCP endpoint: the first line is a method, a path and a query, then headers a
// line, an empty line, the body. A session is opened before, whose id stands for "SESSION" in a
// header's value. Every answer has a status that HTTP knows, and a body or events that are
// JSON-RPC.
#include <algorithm>
#include <boost/json.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "little_world.h"
#include "mcp/http/endpoint.h"
#include "mcp_expectations.h"
#include "net/events.h"
#include "text/json_text.h"

namespace {

namespace net = aim::net;

LittleWorld& world() {
  static LittleWorld world;
  return world;
}

class FuzzExchange : public net::Exchange {
 public:
  bool client_gone() const override { return false; }
  std::shared_ptr<net::EventStream> start_events(net::Response) override {
    return stream = std::make_shared<net::EventStream>();
  }
  std::shared_ptr<net::EventStream> stream;
};

std::string_view cut(std::string_view& text, char end) {
  const std::string_view piece = text.substr(0, text.find(end));
  text.remove_prefix(std::min(piece.size() + 1, text.size()));
  return piece;
}

net::Head head_of(std::string_view& text, const std::string& session) {
  net::Head head;
  std::string_view first = cut(text, '\n');
  head.method = cut(first, ' ');
  head.path = cut(first, '?');
  head.query = first;
  while (!text.empty()) {
    std::string_view line = cut(text, '\n');
    if (line.empty())
      break;
    const std::string_view name = cut(line, ':');
    net::Header header{std::string(name), line == "SESSION" ? session : std::string(line)};
    std::transform(header.name.begin(), header.name.end(), header.name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    head.headers.push_back(std::move(header));
  }
  return head;
}

net::Response run(aim::mcp::HttpEndpoint& endpoint, net::Request& request, FuzzExchange& exchange) {
  net::Plan plan = endpoint.plan(request.head);
  if (plan.refusal)
    return std::move(*plan.refusal);
  net::Response response = plan.answer(request, exchange);
  return response.continue_on_write_lane ? response.continue_on_write_lane(exchange)
                                         : std::move(response);
}

void check_events(net::EventStream& stream) {
  std::string text = stream.take().text;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = cut(rest, '\n');
    if (!line.starts_with("data: ") || line.starts_with("data: /messages"))
      continue;
    const auto message = aim::text::parse_json(line.substr(6));
    expect(message.has_value(), "an event is JSON");
    check_messages(*message);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  {
    aim::mcp::HttpEndpoint endpoint(world().engine(), {{aim::FeatureTier::autonomous}, true});
    FuzzExchange opening;
    net::Request open{
        {"POST", "/mcp", "", {}},
        net::Spool(
            R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26"}})")};
    const net::Response opened = run(endpoint, open, opening);
    expect(!opened.headers.empty(), "initialize gives a session");
    net::Request request{head_of(text, opened.headers.front().value), net::Spool()};
    request.body = net::Spool(std::string(text));
    if (endpoint.serves(request.head.path)) {
      FuzzExchange exchange;
      const net::Response response = run(endpoint, request, exchange);
      expect(response.status >= 200 && response.status < 600, "a status is one of HTTP's");
      endpoint.tick();
      endpoint.stop();
      for (const auto& stream : {exchange.stream, response.events})
        if (stream)
          check_events(*stream);
      if (!exchange.stream && !response.events && !response.body.empty()) {
        const auto message = aim::text::parse_json(response.body);
        expect(message.has_value(), "a body is JSON");
        check_messages(*message);
      }
    }
  }
  world().clear();
  world().tidy();
  return 0;
}
