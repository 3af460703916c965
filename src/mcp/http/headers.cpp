#include "mcp/http/headers.h"

#include <algorithm>
#include <boost/json.hpp>

#include "base/base64.h"

namespace aim::mcp {
namespace {

constexpr std::string_view blanks = " \t";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == text.npos)
    return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

// "text/html;q=0.5" is text/html.
std::string media_type(std::string_view value) {
  return lower(trimmed(value.substr(0, value.find(';'))));
}

Fault mismatch(std::string what) {
  return {header_mismatch, "header mismatch: " + std::move(what)};
}

// One header against one member of the body.
std::optional<Fault> refused(const net::Head& head, std::string_view header, std::string_view shown,
                             std::string_view body) {
  if (!head.has(header))
    return mismatch(std::string(shown) + " is missing");
  const auto value = decoded_value(trimmed(head.header(header)));
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
      const std::size_t comma = std::min(rest.find(','), rest.size());
      const std::string type = media_type(rest.substr(0, comma));
      accepted.json =
          accepted.json || type == "*/*" || type == "application/*" || type == "application/json";
      accepted.events =
          accepted.events || type == "*/*" || type == "text/*" || type == "text/event-stream";
      rest.remove_prefix(std::min(comma + 1, rest.size()));
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
