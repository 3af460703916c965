// What the protocol tests share: a database of their own, a client over lines, and a client over
// HTTP without sockets.
#pragma once
#include <gmock/gmock.h>

#include <boost/json.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../property/property_world.h"
#include "mcp/http/endpoint.h"
#include "mcp/stdio/conversation.h"
#include "net/events.h"
#include "text/json_text.h"

namespace aim::mcp {

inline json::value parsed(std::string_view text) {
  return must(text::parse_json(text));
}

// A value inside another: at(reply, "/result/tools/0/name"). Null when it is not there.
inline json::value at(const json::value& value, std::string_view pointer) {
  boost::system::error_code error;
  const json::value* found = value.find_pointer(pointer, error);
  return found ? *found : json::value();
}
inline std::string text_at(const json::value& value, std::string_view pointer) {
  const json::value found = at(value, pointer);
  return found.is_string() ? std::string(found.as_string()) : text::compact(found);
}
inline std::int64_t code_of(const json::value& reply) {
  const json::value code = at(reply, "/error/code");
  return code.is_int64() ? code.as_int64() : 0;
}

inline std::string request(std::string_view id, std::string_view method,
                           std::string_view params = "{}") {
  std::string text = R"({"jsonrpc":"2.0","id":)";
  return text.append(id)
      .append(R"(,"method":")")
      .append(method)
      .append(R"(","params":)")
      .append(params)
      .append("}");
}
inline std::string notice(std::string_view method, std::string_view params = "{}") {
  std::string text = R"({"jsonrpc":"2.0","method":")";
  return text.append(method).append(R"(","params":)").append(params).append("}");
}

// The parameters with what every request of the modern era says.
inline std::string with_meta(std::string_view params, std::string_view capabilities = "{}",
                             std::string_view version = "2026-07-28") {
  json::value all = parsed(params);
  json::object& meta = all.as_object()["_meta"].is_object()
                           ? all.as_object()["_meta"].as_object()
                           : all.as_object()["_meta"].emplace_object();
  meta["io.modelcontextprotocol/protocolVersion"] = version;
  meta["io.modelcontextprotocol/clientCapabilities"] = parsed(capabilities);
  return text::compact(all);
}

// A client over a pair of pipes.
class LineClient {
 public:
  explicit LineClient(Engine& engine, Offer offer = {})
      : talk_(engine, std::move(offer),
              [this](const std::string& line) { said_.push_back(parsed(line)); }) {}

  // Everything the server says to it.
  std::vector<json::value> send(std::string_view line) {
    talk_.handle(line);
    return std::exchange(said_, {});
  }
  // The one thing it says; null when that is not so.
  json::value ask(std::string_view line) {
    auto said = send(line);
    EXPECT_EQ(said.size(), 1U) << line;
    return said.size() == 1 ? said.front() : json::value();
  }
  json::value open(std::string_view version, std::string_view capabilities = "{}") {
    return ask(request("0", "initialize",
                       std::string(R"({"protocolVersion":")")
                           .append(version)
                           .append(R"(","capabilities":)")
                           .append(capabilities)
                           .append(R"(,"clientInfo":{"name":"t","version":"1"}})")));
  }
  std::vector<json::value> later() {
    talk_.poll();
    return std::exchange(said_, {});
  }
  std::vector<json::value> finish() {
    talk_.finish();
    return std::exchange(said_, {});
  }
  Conversation& talk() { return talk_; }

 private:
  std::vector<json::value> said_;
  Conversation talk_;
};

// ---- HTTP ----

class TestExchange : public net::Exchange {
 public:
  bool client_gone() const override { return gone; }
  std::shared_ptr<net::EventStream> start_events(net::Response head) override {
    started = std::move(head);
    stream = std::make_shared<net::EventStream>();
    return stream;
  }
  bool gone = false;
  net::Response started;
  std::shared_ptr<net::EventStream> stream;
};

// The data of the events that wait on a stream; the names of events other than "message" are left
// out.
inline std::vector<std::string> data_of(net::EventStream& stream) {
  std::vector<std::string> data;
  std::string text = stream.take().text;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    if (line.starts_with("data: "))
      data.push_back(line.substr(6));
    begin = end + 1;
  }
  return data;
}
inline std::vector<json::value> events_of(net::EventStream& stream) {
  std::vector<json::value> events;
  for (const std::string& data : data_of(stream)) events.push_back(parsed(data));
  return events;
}

struct Got {
  net::Response response;
  std::shared_ptr<net::EventStream> stream;  // when the answer comes, or goes on, as events
  bool on_write_lane = false;
  int status() const { return stream && !response.events ? 200 : response.status; }
  json::value json() const { return parsed(response.body); }
  std::string header(std::string_view name) const {
    for (const net::Header& each : response.headers)
      if (each.name == name)
        return each.value;
    return {};
  }
};

using Headers = std::vector<net::Header>;

inline Got http(HttpEndpoint& endpoint, std::string method, const Headers& headers,
                std::string body = {}, std::string path = "/mcp", std::string query = {}) {
  net::Request request{{std::move(method), std::move(path), std::move(query), headers},
                       net::Spool(std::move(body))};
  net::Plan plan = endpoint.plan(request.head);
  Got got;
  if (plan.refusal) {
    got.response = std::move(*plan.refusal);
    return got;
  }
  TestExchange exchange;
  got.response = plan.answer(request, exchange);
  if (got.response.continue_on_write_lane) {
    got.on_write_lane = true;
    got.response = got.response.continue_on_write_lane(exchange);
  }
  got.stream = exchange.stream ? exchange.stream : got.response.events;
  if (exchange.stream)
    got.response.headers = exchange.started.headers;
  return got;
}

inline const Headers any_accept{{"accept", "application/json, text/event-stream"},
                                {"content-type", "application/json"}};

inline Headers plus(Headers headers, const Headers& more) {
  headers.insert(headers.end(), more.begin(), more.end());
  return headers;
}

class ProtocolTest : public ::testing::Test {
 protected:
  // The id of the memory.
  std::string store(std::string_view title, std::string_view name_space = "demo") {
    LineClient client(world_.engine());
    const json::value reply = client.ask(
        request("1", "tools/call",
                std::string(R"({"name":"memory_store","arguments":{"content":"x","title":")")
                    .append(title)
                    .append(R"(","namespace":")")
                    .append(name_space)
                    .append(R"("}})")));
    return text_at(parsed(text_at(reply, "/result/content/0/text")), "/id");
  }
  void remove(const std::string& id) {
    LineClient client(world_.engine());
    client.ask(request("1", "tools/call",
                       R"({"name":"memory_delete","arguments":{"id":")" + id + R"("}})"));
  }
  std::int64_t count() {
    LineClient client(world_.engine());
    const json::value reply = client.ask(request("1", "tools/call", R"({"name":"memory_stats"})"));
    return at(parsed(text_at(reply, "/result/content/0/text")), "/total").as_int64();
  }

  PropertyWorld world_;
};

inline constexpr std::string_view forget_demo =
    R"({"name":"memory_forget","arguments":{"namespace":"demo"}})";

}  // namespace aim::mcp
