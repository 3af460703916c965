#include "net/http_messages.h"

#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/fields.hpp>
#include <ctime>

#include "base/ascii.h"

namespace aim::net {

namespace beast = boost::beast;
namespace http = beast::http;

bool is_ambiguous(const http::header<true>& head) {
  const auto coding = head.find(http::field::transfer_encoding);
  if (coding == head.end())
    return false;
  return head.version() < 11 || head.count(http::field::transfer_encoding) > 1 ||
         head.count(http::field::content_length) > 0 || !beast::iequals(coding->value(), "chunked");
}

Head head_of(const http::header<true>& from, bool over_unix_socket) {
  Head head;
  head.over_unix_socket = over_unix_socket;
  head.method = from.method_string();
  std::string_view target(from.target().data(), from.target().size());
  target = target.substr(0, target.find('#'));
  const std::size_t mark = target.find('?');
  head.path = target.substr(0, mark);
  if (mark != target.npos)
    head.query = target.substr(mark + 1);
  for (const auto& field : from) {
    const auto name = field.name_string();
    head.headers.push_back({ascii::lower({name.data(), name.size()}), std::string(field.value())});
  }
  return head;
}

void fill(http::header<false>& head, const Response& response, const AnswerPolicy& policy,
          unsigned version) {
  head.version(version);
  head.result(static_cast<unsigned>(response.status));
  head.set(http::field::date, date());
  if (!response.content_type.empty() && response.status != 204)
    head.set(http::field::content_type, response.content_type);
  head.set("X-Content-Type-Options", "nosniff");
  head.set("X-Frame-Options", "DENY");
  head.set("Referrer-Policy", "no-referrer");
  head.set("Content-Security-Policy", policy.content_security);
  head.set(http::field::cache_control, response.status < 400 ? policy.caching : "no-store");
  for (const Header& header : policy.headers) head.set(header.name, header.value);
  for (const Header& header : response.headers) head.set(header.name, header.value);
}

std::string text_of(const http::header<false>& head) {
  http::fields::writer writer(head, head.version(), head.result_int());
  return beast::buffers_to_string(writer.get());
}

std::string date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 40> buffer{};
  return {buffer.data(),
          std::strftime(buffer.data(), buffer.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

}  // namespace aim::net
