#include "mcp/tools.h"

#include <algorithm>
#include <array>
#include <boost/json.hpp>

#include "mcp/projections.h"
#include "op/catalog_functions.h"
#include "op/error_table.h"
#include "op/schema.h"
#include "text/edit_distance.h"
#include "text/json_text.h"
#include "text/toon.h"

namespace aim::mcp {
namespace {

struct Row {
  std::string_view name;
  const op::Operation& (*operation)();
  FeatureTier tier = FeatureTier::keyword;  // listed from there on
  const Projection* projection = nullptr;   // where the tool's reply is not the operation's
  bool format = false;                      // answers as TOON unless asked for JSON (C5)
};

constexpr std::array rows{
    Row{"memory_store", op::store, {}, &stored},
    Row{"memory_recall", op::recall, {}, nullptr, true},
    Row{"memory_search", op::search, {}, &without_query, true},
    Row{"memory_list", op::list, {}, nullptr, true},
    Row{"memory_get", op::get, {}, &flat_memory},
    Row{"memory_update", op::update},
    Row{"memory_delete", op::remove, {}, &without_id},
    Row{"memory_promote", op::promote},
    Row{"memory_forget", op::forget},
    Row{"memory_stats", op::stats},
    Row{"memory_link", op::link},
    Row{"memory_get_links", op::get_links},
    Row{"memory_consolidate", op::consolidate},
    Row{"memory_reflect", op::reflect},
    Row{"memory_capabilities", op::capabilities},
    Row{"memory_expand_query", op::expand_query, FeatureTier::smart},
    Row{"memory_auto_tag", op::auto_tag, FeatureTier::smart},
    Row{"memory_detect_contradiction", op::detect_contradiction, FeatureTier::smart},
    Row{"memory_archive_list", op::archive_list},
    Row{"memory_archive_restore", op::archive_restore},
    Row{"memory_archive_purge", op::archive_purge},
    Row{"memory_archive_stats", op::archive_stats},
    Row{"memory_gc", op::gc},
    Row{"memory_session_start", op::session_start, {}, nullptr, true},
    Row{"memory_namespace_set_standard", op::standard_set},
    Row{"memory_namespace_get_standard", op::standard_get},
    Row{"memory_namespace_clear_standard", op::standard_clear},
    Row{"memory_capture_turn", op::capture_turn},
    Row{"memory_transcript", op::transcript_show},
    Row{"memory_replay", op::replay},
    Row{"memory_audit_show", op::audit_show},
    Row{"memory_audit_verify", op::audit_verify},
};

const Row* find_row(std::string_view name) {
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const Row& each) { return each.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

// ---- the arguments that only this door has ----

enum class Format { toon_compact, toon, json };
constexpr std::array<std::string_view, 3> format_names{"toon_compact", "toon", "json"};

void add_format(json::object& schema) {
  json::array names;
  for (const std::string_view name : format_names)
    names.emplace_back(name);
  auto& properties = schema["properties"].as_object();
  properties["format"] = {{"type", "string"},
                          {"enum", std::move(names)},
                          {"default", "toon_compact"},
                          {"description", "How the answer is written: TOON saves tokens, JSON is for parsing"}};
  properties["columns"] = {{"type", "string"},
                           {"description", "Further TOON columns, with commas between: agent_id, metadata, …"}};
}

struct Shape {
  Format format = Format::json;
  std::vector<std::string> columns;
};

Result<std::string> text_argument(json::object& arguments, std::string_view name) {
  const json::value* value = arguments.if_contains(name);
  if (value && !value->is_string() && !value->is_null())
    return Failure(refuse(name, "must be text"));
  std::string text(value && value->is_string() ? std::string_view(value->get_string()) : "");
  arguments.erase(name);
  return text;
}

// Takes the door's own arguments out of the call's.
Result<Shape> take_shape(json::object& arguments) {
  Shape shape;
  const std::string format = TRY(text_argument(arguments, "format"));
  const auto name = std::find(format_names.begin(), format_names.end(),
                              format.empty() ? format_names[0] : std::string_view(format));
  if (name == format_names.end())
    return Failure(refuse("format", "must be one of toon_compact, toon, json; got \"" + format + "\""));
  shape.format = static_cast<Format>(name - format_names.begin());
  std::string columns = TRY(text_argument(arguments, "columns"));
  std::erase(columns, ' ');
  while (!columns.empty()) {
    const std::size_t comma = std::min(columns.find(','), columns.size());
    if (comma > 0)
      shape.columns.push_back(columns.substr(0, comma));
    columns.erase(0, comma + 1);
  }
  return shape;
}

// ---- results ----

json::object text_result(std::string text) {
  return {{"content", json::array{json::object{{"text", std::move(text)}, {"type", "text"}}}}};
}

json::object failed_result(const Error& error) {
  json::object result = text_result(op::sentence(error));
  result["isError"] = true;
  return result;
}

// The agent that stored a memory is kept in its metadata; as a column it is asked for by its own name.
void lift_agents(json::object& reply, const std::vector<std::string>& columns) {
  if (std::find(columns.begin(), columns.end(), "agent_id") == columns.end())
    return;
  for (const std::string_view list : {"memories", "results"}) {
    json::value* memories = reply.if_contains(list);
    if (!memories)
      continue;
    for (json::value& memory : memories->as_array())
      if (const json::value* agent = memory.as_object()["metadata"].as_object().if_contains("agent_id")) {
        json::value copy = *agent;
        memory.as_object()["agent_id"] = std::move(copy);
      }
  }
}

json::object shaped_result(json::object reply, const Shape& shape, const ToolStyle& style) {
  if (shape.format != Format::json) {
    lift_agents(reply, shape.columns);
    std::vector<std::string_view> columns(shape.columns.begin(), shape.columns.end());
    const auto mode = shape.format == Format::toon ? text::ToonMode::full : text::ToonMode::compact;
    return text_result(text::to_toon(reply, mode, columns));
  }
  json::object result = text_result(text::pretty(reply));
  if (style.structured)
    result["structuredContent"] = std::move(reply);
  return result;
}

Error unknown_tool(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Row& row : rows)
    names.push_back(row.name);
  Error error = missing("unknown tool \"" + std::string(name.substr(0, 100)) + "\"");
  if (const auto near = text::nearest(name, names))
    error.hint = "did you mean \"" + std::string(*near) + "\"?";
  return error;
}

json::object annotations_of(const op::Operation& operation) {
  using op::Effect;
  return {{"title", operation.title},
          {"readOnlyHint", operation.effect == Effect::reads},
          {"destructiveHint", operation.effect == Effect::destroys},
          {"idempotentHint", operation.effect == Effect::reads || operation.effect == Effect::overwrites},
          {"openWorldHint", false}};
}

json::object describe(const Row& row, const ToolStyle& style) {
  const op::Operation& operation = row.operation();
  json::object tool{{"name", row.name}, {"description", operation.summary}};
  tool["inputSchema"] = op::input_schema(operation.params);
  if (row.format)
    add_format(tool["inputSchema"].as_object());
  if (style.titles)
    tool["title"] = operation.title;
  if (style.annotations)
    tool["annotations"] = annotations_of(operation);
  if (style.structured && !row.format)
    tool["outputSchema"] = row.projection ? op::output_schema(row.projection->results(operation))
                                          : op::output_schema(operation.results);
  return tool;
}

}  // namespace

json::array list_tools(FeatureTier tier, const ToolStyle& style) {
  json::array tools;
  for (const Row& row : rows)
    if (tier >= row.tier)
      tools.emplace_back(describe(row, style));
  return tools;
}

const op::Operation* tool_operation(std::string_view name) {
  const Row* row = find_row(name);
  return row ? &row->operation() : nullptr;
}

json::object call_tool(Engine& engine, std::string_view name, const json::object& given,
                       const op::Caller& caller, const ToolStyle& style) {
  const Row* row = find_row(name);
  if (!row)
    return failed_result(unknown_tool(name));
  json::object arguments = given;
  Shape shape;
  if (row->format) {
    auto taken = take_shape(arguments);
    if (!taken)
      return failed_result(taken.error());
    shape = std::move(*taken);
  }
  json::object reply;
  if (const auto done = op::invoke(row->operation(), engine, arguments, caller, reply); !done)
    return failed_result(done.error());
  if (row->projection)
    row->projection->reply(reply);
  return shaped_result(std::move(reply), shape, style);
}

std::vector<ToolLine> all_tools() {
  std::vector<ToolLine> lines;
  for (const Row& row : rows)
    lines.push_back({row.name, &row.operation(), row.format});
  return lines;
}

}  // namespace aim::mcp
