// Any bytes as a client may send them before a request is known: read by the parser that reads
// sockets, then by everything that judges a head. What is let in has one host of ours and no page
// of a stranger behind it.
#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "expect.h"
#include "net/cookie_session.h"
#include "net/events.h"
#include "net/guard.h"
#include "net/http_messages.h"
#include "net/message.h"

namespace {

namespace net = aim::net;
namespace http = boost::beast::http;

constexpr std::uint32_t header_bytes = 16 * 1024;

net::GuardOptions options(bool token) {
  net::GuardOptions options;
  options.hosts = {"memory.example"};
  options.origins = {"https://page.example"};
  options.cookies = true;
  if (token)
    options.token = "correct-horse-battery-staple";
  return options;
}

void judge(const net::Head& head) {
  for (const bool token : {false, true})
    for (const bool page : {false, true}) {
      const auto verdict = net::refused(head, options(token), {false, page});
      if (verdict) {
        expect(verdict->status >= 400 && verdict->status < 404, "a refusal has its status");
        expect(!verdict->sentence.empty() && aim::utf8::is_valid(verdict->sentence),
               "a refusal is a sentence");
        continue;
      }
      const auto count = std::count_if(head.headers.begin(), head.headers.end(),
                                       [](const auto& each) { return each.name == "host"; });
      expect(count == 1, "who is let in names one host");
      expect(!token || head.has("authorization"), "who is let in has the token");
      const auto site = head.header("sec-fetch-site");
      expect(page || site.empty() || site == "same-origin" || site == "none" || head.has("origin"),
             "no other site's page is let in");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  http::request_parser<http::buffer_body> parser;
  parser.header_limit(header_bytes);
  parser.body_limit(boost::none);
  boost::system::error_code failed;
  parser.put(boost::asio::buffer(data, size), failed);
  if (!parser.is_header_done())
    return 0;
  const net::Head head = net::head_of(parser.get(), false);
  expect(head.path.find('?') == head.path.npos, "a path has no query");
  std::size_t bytes = head.path.size() + head.query.size();
  for (const net::Header& header : head.headers) {
    bytes += header.name.size() + header.value.size();
    expect(std::none_of(header.name.begin(), header.name.end(),
                        [](char byte) { return byte >= 'A' && byte <= 'Z'; }),
           "a name is in lower case");
    expect(header.value.find('\n') == header.value.npos, "a value is one line");
  }
  expect(bytes <= size, "a head is no larger than what was sent");
  if (net::is_ambiguous(parser.get()))
    return 0;
  judge(head);
  if (const auto pairs = net::parse_query(head.query))
    for (const auto& [name, value] : *pairs)
      expect(aim::utf8::is_valid(name) && aim::utf8::is_valid(value), "what is decoded is UTF-8");
  expect(!net::cookie_session(head), "nobody makes up a session");
  net::last_event_id(head);
  return 0;
}
