// Any lines from a client, a conversation each, in whichever era they choose: every message is one
// line of JSON-RPC 2.0, and a request with an id gets one reply with that id at most.
#include <boost/json.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "little_world.h"
#include "mcp/stdio/conversation.h"
#include "mcp_expectations.h"
#include "text/json_text.h"

namespace json = boost::json;

namespace {

LittleWorld& world() {
  static LittleWorld world;
  return world;
}

void check_lines(std::string_view line, const std::vector<std::string>& replies) {
  std::size_t answers = 0;
  for (const std::string& reply : replies) {
    expect(reply.find('\n') == std::string::npos, "a reply is one line");
    expect(aim::utf8::is_valid(reply), "a reply is well-formed UTF-8");
    const auto message = aim::text::parse_json(reply);
    expect(message.has_value(), "a reply is JSON");
    answers += check_messages(*message);
  }
  // The thirty-third question to the user makes the call of the first be answered.
  expect(answers <= 2, "a line has one answer at most, and may end one call that waited");
  if (line.find_first_not_of(" \t\r") != line.npos && !aim::text::parse_json(line))
    expect(answers == 1, "what is no JSON is refused");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> replies;
  {
    aim::mcp::Conversation talk(world().engine(), aim::mcp::Offer{aim::FeatureTier::autonomous},
                                [&](const std::string& line) { replies.push_back(line); });
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      replies.clear();
      talk.cancel_queued(line);
      talk.handle(line);
      check_lines(line, replies);
    }
    talk.poll();
    talk.finish();
  }
  world().clear();
  world().tidy();
  return 0;
}
