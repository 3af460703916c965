#include "http/web_page.h"

#include "base/ascii.h"
#include "base/compress.h"
#include "http/errors.h"
#include "http/page/bundle.h"

namespace aim::http {
namespace {

// Nothing but what this server sends runs or is loaded, and no text becomes markup (L12).
constexpr std::string_view page_security =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'; require-trusted-types-for 'script'";
// The names of files change with what they hold; that of the page does not.
constexpr std::string_view asked_again = "no-cache", kept = "public, max-age=31536000, immutable";
constexpr std::string_view page_name = "index.html";

std::string_view type_of(std::string_view name) {
  if (name.ends_with(".html"))
    return "text/html; charset=utf-8";
  if (name.ends_with(".css"))
    return "text/css; charset=utf-8";
  return name.ends_with(".js") ? "text/javascript; charset=utf-8" : "application/octet-stream";
}

const Asset* find(std::string_view name) {
  const auto all = assets();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Asset& each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

// Whether the browser's copy is that very one. "W/" and lists are taken as RFC 9110, 13.1.2 has it.
bool has_already(const net::Head& head, std::string_view tag) {
  const std::string_view given = head.header("if-none-match");
  return given == "*" || given.find(tag) != given.npos;
}

// "br, gzip;q=0.8": an encoding that is not named is not wanted, as one of the quality 0.
bool takes_gzip(const net::Head& head) {
  std::string_view given = head.header("accept-encoding");
  while (!given.empty()) {
    std::string_view each = ascii::take_part(given, ',');
    const std::string name = ascii::lower(ascii::trimmed(ascii::take_part(each, ';')));
    const std::string_view quality = ascii::trimmed(each);
    if (name == "gzip" || name == "*")
      return !quality.starts_with("q=0") || quality.find_first_of("123456789") != quality.npos;
  }
  return false;
}

net::Response response_of(const Asset& asset, const net::Head& head) {
  net::Response response;
  const bool packed = takes_gzip(head);
  const std::string tag = '"' + std::string(asset.hash) + (packed ? "" : "-plain") + '"';
  response.content_type = type_of(asset.name);
  response.headers = {{"ETag", tag}, {"Vary", "Accept-Encoding"}};
  if (has_already(head, tag)) {
    response.status = 304;
    return response;
  }
  if (!packed) {
    auto plain = expand_gzip(asset.bytes);
    if (!plain)
      return error_response(500, plain.error().message);
    response.body = *std::move(plain);
    return response;
  }
  response.headers.push_back({"Content-Encoding", "gzip"});
  response.body = asset.bytes;
  return response;
}

net::Plan refusal(net::Response response, std::string_view route) {
  net::Plan plan;
  plan.route = route;
  plan.refusal = std::move(response);
  return plan;
}

}  // namespace

bool WebPage::serves(std::string_view path) {
  return path == "/" || path.starts_with("/assets/");
}

bool WebPage::is_page(const net::Head& head) {
  return head.path == "/";
}

net::Plan WebPage::plan(const net::Head& head) {
  const std::string_view route = is_page(head) ? "/" : "/assets/{name}";
  const Asset* asset = find(is_page(head) ? page_name : std::string_view(head.path).substr(1));
  if (!asset)
    return refusal(error_response(404, "no such path; see / for the page"), route);
  if (head.method != "GET" && head.method != "HEAD") {
    net::Response response;
    response.status = 204;
    if (head.method != "OPTIONS")
      response = error_response(405, "method not allowed; this path accepts GET");
    response.headers.push_back({"Allow", "GET, HEAD, OPTIONS"});
    return refusal(std::move(response), route);
  }
  net::Plan plan;
  plan.route = route;
  plan.lane = net::Lane::at_once;
  plan.content_security = page_security;
  plan.caching = is_page(head) ? asked_again : kept;
  plan.answer = [asset](net::Request& request, net::Exchange&) {
    return response_of(*asset, request.head);
  };
  return plan;
}

}  // namespace aim::http
