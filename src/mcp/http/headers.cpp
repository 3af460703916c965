#include "mcp/http/headers.h"

#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/base64.h"

namespace aim::mcp {
namespace {

// "text/html;q=0.5" is text/html.
std::string media_type(std::string_view value) {
  return ascii::lower(ascii::trimmed(value.substr(0, value.find(';'))));
}

Fault mismatch(std::string what) {
  return {header_mismatch, "header mismatch: " + std::move(what)};
}

// One header against one member of the body.
std::optional<Fault> refused(const net::Head& head, std::string_view header, std::string_view shown,
                             std::string_view body) {
  if (!head.has(header))
    return mismatch(std::string(shown) + " is missing");
  const auto value = decoded_value(ascii::trimmed(head.header(header)));
  if (!value)
    return mismatch(std::string(shown) + " is not well-formed");
  if (*value != body)
    return mismatch(std::string(shown) + " does not match the body");
  return std::nullopt;
}

}  // namespace

Accepted accepted(const net::Head& head) {
  if (!head.has("accept"))
    return {true, true};
  Accepted accepted;
  for (const net::Header& header : head.headers) {
    if (header.name != "accept")
      continue;
    for (std::string_view rest = header.value; !rest.empty();) {
      const std::string type = media_type(ascii::take_part(rest, ','));
      accepted.json =
          accepted.json || type == "*/*" || type == "application/*" || type == "application/json";
      accepted.events =
          accepted.events || type == "*/*" || type == "text/*" || type == "text/event-stream";
    }
  }
  return accepted;
}

bool is_other_content(const net::Head& head) {
  return head.has("content-type") && media_type(head.header("content-type")) != "application/json";
}

std::optional<std::string> decoded_value(std::string_view value) {
  constexpr std::string_view begin = "=?base64?", end = "?=";
  if (value.size() < begin.size() + end.size() || !value.starts_with(begin) ||
      !value.ends_with(end))
    return std::string(value);
  value.remove_prefix(begin.size());
  value.remove_suffix(end.size());
  return from_base64(value, Base64::standard);
}

std::optional<Fault> refused_headers(const net::Head& head, const Request& request) {
  // A body without a version is refused for that.
  if (const auto version = text_of(meta(request, "io.modelcontextprotocol/protocolVersion")))
    if (auto fault = refused(head, "mcp-protocol-version", "MCP-Protocol-Version", *version))
      return fault;
  if (auto fault = refused(head, "mcp-method", "Mcp-Method", request.method))
    return fault;
  const bool by_name = request.method == "tools/call" || request.method == "prompts/get";
  if (!by_name && request.method != "resources/read")
    return std::nullopt;
  // A body without a name is refused for that.
  if (const auto name = text_of(param(request, by_name ? "name" : "uri")))
    return refused(head, "mcp-name", "Mcp-Name", *name);
  return std::nullopt;
}

}  // namespace aim::mcp
