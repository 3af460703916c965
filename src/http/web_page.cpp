#include "http/web_page.h"

#include <cassert>

#include "base/ascii.h"
#include "base/compress.h"
#include "http/errors.h"

extern "C" {
extern const char aim_page_bundle_begin[];
extern const char aim_page_bundle_end[];
}

namespace aim::http {
namespace {

// Nothing but what this server sends runs or is loaded, and no text becomes markup (L12).
constexpr std::string_view page_security =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'";
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
    return net::refused(error_response(404, "no such path; see / for the page"), route);
  if (head.method != "GET" && head.method != "HEAD") {
    net::Response response;
    response.status = 204;
    if (head.method != "OPTIONS")
      response = error_response(405, "method not allowed; this path accepts GET");
    response.headers.push_back({"Allow", "GET, HEAD, OPTIONS"});
    return net::refused(std::move(response), route);
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

namespace {

// The hash is that of `token_script`, to the byte; a test of the page in a browser uses it.
constexpr std::string_view reader_security =
    "default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'sha256-fdzFRwKFmDe1yGkehjBiwoQY6DaeTxktvfJKXspr1rY='; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

constexpr std::string_view head =
    R"(<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>ai-memory</title><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 12vh auto; padding: 0 1rem; }
input, button { font: inherit; padding: 0.4rem 0.7rem; }
input { width: 100%; box-sizing: border-box; margin: 0.3rem 0 0.6rem; }
code { font-size: 0.95em; }
</style><h1>ai-memory</h1>)";

constexpr std::string_view token_text =
    R"(<p>This server asks for a token. Paste it here, or open the page by the address that this command prints, valid once: <code>ai-memory ui</code></p>
<form><label>Token <input type="password" autocomplete="current-password" required autofocus></label><button>Open</button></form><p role="alert"></p>)";
constexpr std::string_view token_script =
    R"(document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = document.querySelector("[role=alert]");
  try {
    const reply = await fetch("/api/v1/ui/ticket", { method: "POST", headers: { Authorization: "Bearer " + document.querySelector("input").value.trim() } });
    const body = await reply.json();
    if (reply.ok) location.href = body.path;
    else said.textContent = reply.status === 401 ? "That is not a token of this server." : body.message;
  } catch {
    said.textContent = "The server does not answer. Start it with: ai-memory serve";
  }
});)";

constexpr std::string_view nothing_text =
    R"(<p>There is nothing at this address.</p><p><a href="/">All memories</a> · <a href="/docs">HTTP interface</a></p>)";

void show(net::Plan& plan, std::string body) {
  plan.refusal->content_type = "text/html; charset=utf-8";
  plan.refusal->body = std::move(body);
  plan.content_security = reader_security;
}

}  // namespace

void ask_reader_for_token(net::Plan& plan) {
  show(plan, std::string(head)
                 .append(token_text)
                 .append("<script>")
                 .append(token_script)
                 .append("</script>"));
}

void tell_reader_of_nothing(net::Plan& plan) {
  show(plan, std::string(head).append(nothing_text));
}

namespace {

Error damaged() {
  Error error;
  error.message = "the page that is part of this program is damaged";
  return error;
}

}  // namespace

Result<std::vector<Asset>> read_bundle(std::string_view bundle) {
  if (ascii::take_part(bundle, '\n') != "ai-memory page 1")
    return Failure(damaged());
  std::vector<Asset> found;
  std::vector<std::size_t> sizes;
  for (std::string_view line = ascii::take_part(bundle, '\n'); !line.empty();
       line = ascii::take_part(bundle, '\n')) {
    const std::string_view name = ascii::take_part(line, ' '), digits = ascii::take_part(line, ' ');
    const auto size = ascii::number<std::size_t>(digits);
    if (name.empty() || line.empty() || !size)
      return Failure(damaged());
    found.push_back({name, line, {}});
    sizes.push_back(*size);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (sizes[i] > bundle.size())
      return Failure(damaged());
    found[i].bytes = bundle.substr(0, sizes[i]);
    bundle.remove_prefix(sizes[i]);
  }
  if (!bundle.empty() || found.empty())
    return Failure(damaged());
  return found;
}

std::span<const Asset> assets() {
  static const auto it = [] {
    auto read =
        read_bundle({aim_page_bundle_begin,
                     static_cast<std::size_t>(aim_page_bundle_end - aim_page_bundle_begin)});
    assert(read);  // built into the program, and tested
    return read ? std::move(*read) : std::vector<Asset>();
  }();
  return it;
}

}  // namespace aim::http
