// Any request, as text: "METHOD TARGET", lines of headers, an empty line, the body. It is answered
// with a status that the description of its route declares, never with a failure of the database;
// JSON is JSON, and an error has its three names.
#include <algorithm>
#include <boost/json.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "http/api.h"
#include "http/describe.h"
#include "little_world.h"
#include "text/json_text.h"

namespace json = boost::json;
namespace http = aim::http;
namespace net = aim::net;

namespace {

LittleWorld& world() {
  static LittleWorld world;
  return world;
}

const http::Metrics& metrics() {
  static const http::Metrics metrics;
  return metrics;
}

class NoExchange final : public net::Exchange {
 public:
  bool client_gone() const override { return false; }
  std::shared_ptr<net::EventStream> start_events(net::Response) override { return nullptr; }
};

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

net::Head head_of(std::string_view& text) {
  net::Head head;
  std::string_view line = take_line(text);
  const std::size_t blank = std::min(line.find(' '), line.size());
  head.method = line.substr(0, blank);
  line.remove_prefix(std::min(blank + 1, line.size()));
  const std::size_t mark = std::min(line.find('?'), line.size());
  head.path = line.substr(0, mark);
  head.query = line.substr(std::min(mark + 1, line.size()));
  for (line = take_line(text); !line.empty(); line = take_line(text)) {
    const std::size_t colon = std::min(line.find(": "), line.size());
    head.headers.push_back({std::string(line.substr(0, colon)),
                            std::string(line.substr(std::min(colon + 2, line.size())))});
  }
  return head;
}

// A request that is refused before its row is known may also be of no row.
bool is_declared(const net::Head& head, int status) {
  const auto match = http::match(head.method, head.path);
  if (!match)
    return status == 400;
  if (!match->row)
    return status == (match->allow.empty() ? 404 : head.method == "OPTIONS" ? 204 : 405);
  const auto errors = http::errors_of(*match->row, false);
  return status == match->row->status ||
         std::find(errors.begin(), errors.end(), status) != errors.end();
}

void check(const net::Head& head, const net::Response& response) {
  expect(is_declared(head, response.status), "the status is declared");
  expect(response.status != 500, "no input makes the database fail");
  if (response.content_type != "application/json" || response.status == 204)
    return;
  const std::string body = response.file ? response.file->text().value_or("") : response.body;
  expect(aim::utf8::is_valid(body), "an answer is well-formed UTF-8");
  const auto value = aim::text::parse_json(body);
  expect(value && value->is_object(), "an answer is a JSON object");
  const json::object& object = value->get_object();
  if (response.status >= 400)
    for (const char* name : {"code", "error", "message"})
      expect(object.contains(name) && !object.at(name).as_string().empty(),
             "an error has its names");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const net::Head head = head_of(text);
  {
    http::Api api(world().engine(), metrics(), {.tier = aim::FeatureTier::autonomous});
    const net::Plan plan = api.plan(head);
    if (plan.refusal) {
      check(head, *plan.refusal);
    } else {
      net::Request request{head, net::Spool(std::string(text))};
      NoExchange exchange;
      check(head, plan.answer(request, exchange));
    }
  }
  world().clear();
  world().tidy();
  return 0;
}
