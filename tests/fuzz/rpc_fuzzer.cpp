// Any lines from a client, a session each: every reply is one line of JSON-RPC 2.0, and a request with an id gets one
// reply with that id at most.
#include <boost/json.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "little_world.h"
#include "mcp/session.h"
#include "text/json_text.h"

namespace json = boost::json;

namespace {

LittleWorld& world() {
  static LittleWorld world;
  return world;
}

void check_message(const json::value& message) {
  expect(message.is_object(), "a message is an object");
  const json::object& object = message.get_object();
  const json::value* jsonrpc = object.if_contains("jsonrpc");
  expect(jsonrpc && *jsonrpc == json::value("2.0"), "a message says jsonrpc 2.0");
  if (object.contains("method")) {
    expect(!object.contains("id"), "the server asks nothing");
    return;
  }
  expect(object.contains("id"), "a reply has an id");
  expect(object.contains("result") != object.contains("error"), "a reply is a result or an error");
  if (const json::value* error = object.if_contains("error")) {
    expect(error->at("code").is_int64(), "an error has a code");
    expect(!error->at("message").as_string().empty(), "an error has a sentence");
  }
  if (const json::value* result = object.if_contains("result"))
    expect(result->is_object(), "a result is an object");
}

void check_lines(std::string_view line, const std::vector<std::string>& replies) {
  std::size_t answers = 0;
  for (const std::string& reply : replies) {
    expect(reply.find('\n') == std::string::npos, "a reply is one line");
    expect(aim::utf8::is_valid(reply), "a reply is well-formed UTF-8");
    const auto message = aim::text::parse_json(reply);
    expect(message.has_value(), "a reply is JSON");
    if (message->is_array()) {
      expect(!message->get_array().empty(), "a batch is not empty");
      for (const json::value& each : message->get_array()) check_message(each);
    } else {
      check_message(*message);
    }
    answers += message->is_array() || message->get_object().contains("id") ? 1U : 0U;
  }
  expect(answers <= 1, "a line has one answer at most");
  if (line.find_first_not_of(" \t\r") != line.npos && !aim::text::parse_json(line))
    expect(answers == 1, "what is no JSON is refused");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> replies;
  aim::mcp::Session session(world().engine(), aim::FeatureTier::autonomous,
                            [&](const std::string& line) { replies.push_back(line); }, {});
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    replies.clear();
    session.handle(line);
    check_lines(line, replies);
    expect(session.current_id().empty(), "nothing is being worked on after the answer");
  }
  world().clear();
  world().tidy();
  return 0;
}
