#include "mcp/surface/reply_format.h"

#include <boost/json.hpp>

#include "memory/rules.h"
#include "op/kit/coerce.h"
#include "op/kit/operation.h"

namespace aim::mcp {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 3> format_names{"toon_compact", "toon", "json"};
Result<std::string> take_text(json::object& arguments, std::string_view name) {
  std::string text;
  if (const json::value* value = arguments.if_contains(name); value && !value->is_null()) {
    op::Warnings ignored;
    TRY_VOID(op::read(*value, op::Place{name, rule::any, ignored}, text));
  }
  arguments.erase(name);
  return text;
}

Result<std::int64_t> content_bytes_of(json::object& arguments) {
  constexpr std::string_view name = "content_bytes";
  std::int64_t bytes = default_shown_bytes;
  op::Param param;
  param.name = name;
  param.kind = op::Kind::integer;
  if (auto meant = op::coerced({&param, 1}, arguments))  // a number as text (S24)
    arguments = std::move(*meant);
  if (const json::value* value = arguments.if_contains(name); value && !value->is_null()) {
    op::Warnings ignored;  // as many bytes as a content has at most are all of it
    TRY_VOID(op::read(*value, op::Place{name, rule::shown_bytes, ignored}, bytes));
  }
  return bytes;
}

// One text with commas, or a list (S24).
Result<std::vector<std::string>> take_columns(json::object& arguments) {
  constexpr std::string_view name = "columns";
  op::CommaList columns;
  if (const json::value* value = arguments.if_contains(name); value && !value->is_null()) {
    op::Warnings ignored;
    TRY_VOID(op::read(*value, op::Place{name, rule::any, ignored}, columns));
  }
  arguments.erase(name);
  return columns.items;
}

}  // namespace

void add_format_arguments(json::object& schema, Replies replies) {
  if (replies == Replies::json)
    return;
  json::array names;
  for (const std::string_view name : format_names) names.emplace_back(name);
  auto& properties = schema["properties"].as_object();
  if (replies == Replies::excerpts)  // the others take it too, for who needs JSON (S48)
    properties["format"] = {
        {"type", "string"}, {"enum", std::move(names)}, {"description", "Default: rows"}};
  properties["columns"] = {{"type", "string"}, {"description", "More: tier, tags, agent_id …"}};
  if (replies == Replies::content)
    properties["content_bytes"] = {{"type", "integer"},
                                   {"default", default_shown_bytes},
                                   {"description", "Bytes per content; 0: none"}};
}

Result<ReplyFormat> take_format(json::object& arguments, Replies replies) {
  if (replies == Replies::json)
    return ReplyFormat{};
  const std::string format = TRY(take_text(arguments, "format"));
  RowShape shape;
  shape.columns = TRY(take_columns(arguments));
  shape.counts_tokens = replies != Replies::rows;
  if (shape.counts_tokens || std::ranges::find(shape.columns, "content") != shape.columns.end())
    shape.content_bytes = TRY(content_bytes_of(arguments));
  if (replies != Replies::excerpts)
    arguments.erase("content_bytes");
  const auto known = std::find(format_names.begin(), format_names.end(),
                               format.empty() ? format_names[0] : std::string_view(format));
  if (known == format_names.end())
    return Failure(
        refuse("format", "must be one of toon_compact, toon, json; got \"" + format + "\""));
  if (*known == "json")
    return ReplyFormat{};
  if (!format.empty())
    shape.mode = *known == "toon" ? text::ToonMode::full : text::ToonMode::compact;
  return ReplyFormat{std::move(shape)};
}

}  // namespace aim::mcp
