#include "profile/mudpuppy.h"

#include <boost/json.hpp>

#include "base/numbers.h"
#include "base/utf8.h"
#include "memory/rules.h"
#include "op/kit/coerce.h"
#include "op/kit/remedies.h"
#include "op/language_model.h"
#include "op/listings.h"
#include "profile/daily_log.h"
#include "text/json_text.h"

namespace aim::profile {
namespace {

constexpr std::string_view instructions =
    "Long-term memory. Use memory_search before answering about people, preferences, plans or "
    "earlier events; memory_add for each new fact, preference, event, insight, task or "
    "relationship, one at a time. Entries from files (source file-index) follow their files: "
    "change the file, not the entry.";

// As the clients know them: written out, because they are part of what is promised.
constexpr std::string_view add_schema =
    R"({"type":"object","required":["content"],"properties":{
"content":{"type":"string","minLength":1,"description":"The memory content to store"},
"entryType":{"type":"string","enum":["fact","preference","event","insight","task","relationship"],"default":"fact"},
"source":{"type":"string","default":"manual"},
"context":{"type":"string"},
"confidence":{"type":"number","minimum":0,"maximum":1,"default":1.0},
"importance":{"type":"integer","minimum":1,"maximum":10,"default":5},
"tags":{"type":"array","items":{"type":"string"}},
"expiresAt":{"type":"integer","description":"Expiration as Unix milliseconds"}}})";
constexpr std::string_view search_schema =
    R"({"type":"object","required":["query"],"properties":{
"query":{"type":"string","minLength":1,"description":"What to look for"},
"mode":{"type":"string","enum":["hybrid","vector","keyword"],"default":"hybrid","description":"By words and meaning, or by one of them"},
"limit":{"type":"integer","minimum":1,"maximum":1000,"default":10},
"entryTypes":{"type":"array","items":{"type":"string","enum":["fact","preference","event","insight","task","relationship"]}},
"minImportance":{"type":"integer","minimum":1,"maximum":10},
"minConfidence":{"type":"number","minimum":0,"maximum":1},
"tags":{"type":"array","items":{"type":"string"},"description":"One of them is enough"},
"vectorWeight":{"type":"number","minimum":0,"maximum":1},
"keywordWeight":{"type":"number","minimum":0,"maximum":1}}})";
constexpr std::string_view id_schema =
    R"({"type":"object","required":["id"],"properties":{"id":{"type":"integer","minimum":1}}})";
constexpr std::string_view no_schema = R"({"type":"object","properties":{}})";

// Schema of replies: no key is required where an error may replace it.
constexpr std::string_view add_output = R"({"type":"object","properties":{
"id":{"type":"integer"},"created":{"type":"boolean"},"duplicate":{"type":"boolean"},
"warnings":{"type":"array","items":{"type":"string"}},"error":{"type":"string"}}})";
constexpr std::string_view search_output = R"({"type":"object","properties":{
"results":{"type":"array","items":{"type":"object"}},"total":{"type":"integer"},
"warnings":{"type":"array","items":{"type":"string"}},"error":{"type":"string"}}})";
constexpr std::string_view get_output =
    R"({"type":"object","properties":{"entry":{"type":"object"},"error":{"type":"string"}}})";
constexpr std::string_view stats_output = R"({"type":"object","properties":{
"totalEntries":{"type":"integer"},"byType":{"type":"object"},"avgImportance":{"type":"number"},
"avgConfidence":{"type":"number"},"totalAccesses":{"type":"integer"},
"oldestEntry":{"anyOf":[{"type":"integer"},{"type":"null"}]},
"newestEntry":{"anyOf":[{"type":"integer"},{"type":"null"}]},"error":{"type":"string"}}})";
constexpr std::string_view delete_output = R"({"type":"object","properties":{
"success":{"type":"boolean"},"deleted":{"type":"boolean"},"error":{"type":"string"}}})";

struct ToolRow {
  const op::Operation& (*operation)();
  std::string_view description;
  std::string_view input, output;
  bool stores = false;
};
constexpr ToolRow rows[] = {
    {mudpuppy_add, "Add a memory: one fact, preference, event, insight, task or relationship.",
     add_schema, add_output, true},
    {mudpuppy_search, "Search memories by words and meaning.", search_schema, search_output},
    {mudpuppy_get, "Read a memory by its id.", id_schema, get_output},
    {mudpuppy_stats, "Count memories.", no_schema, stats_output},
    {mudpuppy_delete, "Delete a memory.", id_schema, delete_output, true},
};

json::object parsed(std::string_view schema) {
  return text::parse_json(schema).value().as_object();
}

std::string text_of(const json::object& reply) {
  return text::pretty_as_given(reply);
}

// Faults of the arguments are an error of the call; its clients read all other errors in the reply.
json::object failed_result(const Error& error, bool structured) {
  json::object reply{{"error", op::sentence(error)}};
  json::object result = mcp::text_result(text_of(reply));
  if (error.code == Code::validation_failed)
    result["isError"] = true;
  else if (structured)
    result["structuredContent"] = std::move(reply);
  return result;
}

void add_warning(json::object& reply, std::string_view sentence) {
  json::value& warnings = reply["warnings"];
  if (!warnings.is_array())
    warnings = json::array();
  warnings.as_array().emplace_back(sentence);
}

std::string_view text_at(const json::object& given, std::string_view name,
                         std::string_view otherwise) {
  const json::value* value = given.if_contains(name);
  return value && value->is_string() ? std::string_view(value->get_string()) : otherwise;
}

// It is kept, whatever becomes of the log.
void log_added(Engine& engine, const json::object& given, const MudpuppySettings& settings,
               json::object& reply) {
  if (settings.log_folder.empty())
    return;
  const LogEntry entry{text_at(given, "entryType", "fact"), text_at(given, "source", "manual"),
                       text_at(given, "content", "")};
  if (const auto logged = append_to_daily_log(settings.log_folder, entry, engine.clock.now());
      !logged)
    add_warning(reply, op::sentence(logged.error()));
}

// ---- what is longer than a memory may be: its clients know no such limits (S57) ----

std::size_t end_of_part(std::string_view text, std::size_t most) {
  const std::string_view part = utf8::cut(text, most);
  constexpr std::size_t least_share = 2;  // a line's end in the first half is too early
  if (part.size() < text.size())
    if (const std::size_t line = part.rfind('\n');
        line != part.npos && line > part.size() / least_share)
      return line + 1;
  return part.size();
}

// The first part stays in the arguments.
std::vector<std::string> take_further_parts(json::object& arguments) {
  std::vector<std::string> further;
  json::value* content = arguments.if_contains("content");
  if (!content || !content->is_string() || content->get_string().size() <= rule::content.max_bytes)
    return further;
  const std::string whole(content->get_string());
  std::string_view rest = whole;
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, end_of_part(rest, rule::content.max_bytes));
    rest.remove_prefix(part.size());
    if (part.find_first_not_of(" \t\r\n") != part.npos)
      further.emplace_back(part);
  }
  if (further.empty())
    return further;
  *content = further.front();
  further.erase(further.begin());
  return further;
}

void shorten(json::object& arguments, std::string_view name, std::size_t most,
             json::object& reply) {
  json::value* value = arguments.if_contains(name);
  if (!value || !value->is_string() || value->get_string().size() <= most)
    return;
  const std::size_t before = value->get_string().size();
  *value = utf8::cut(value->get_string(), most);
  add_warning(reply, std::string(name) + " has " + std::to_string(before) + " bytes; the first " +
                         std::to_string(value->get_string().size()) + " are kept");
}

void shorten_tags(json::object& arguments, json::object& reply) {
  json::value* value = arguments.if_contains("tags");
  if (!value || !value->is_array())
    return;
  json::array kept;
  std::size_t cut = 0, left_out = 0;
  for (json::value& each : value->get_array()) {
    if (each.is_string() && each.get_string().empty())
      continue;
    if (kept.size() == rule::tags.max_items) {
      ++left_out;
      continue;
    }
    if (each.is_string() && each.get_string().size() > rule::tags.max_bytes) {
      each = utf8::cut(each.get_string(), rule::tags.max_bytes);
      ++cut;
    }
    kept.push_back(std::move(each));
  }
  *value = std::move(kept);
  if (cut > 0)
    add_warning(reply, counted(cut, "tag is", "tags are") + " cut to 128 bytes");
  if (left_out > 0)
    add_warning(reply,
                "the first 50 tags are kept; " + counted(left_out, "was", "were") + " left out");
}

// Adds arguments that the client may not choose, and defaults.
json::object completed(const op::Operation& operation, const json::object& given,
                       const MudpuppySettings& settings) {
  json::object arguments = given;
  arguments[space_key] = settings.name_space;
  if (&operation == &mudpuppy_search()) {
    if (json::value& weight = arguments[vector_weight_key]; weight.is_null())
      weight = settings.vector_weight;
    if (json::value& weight = arguments[keyword_weight_key]; weight.is_null())
      weight = settings.keyword_weight;
  }
  return arguments;
}

// A text that is too long becomes several memories; the reply is about the first.
Result<json::object> run_add(Engine& engine, const json::object& given, const op::Caller& caller,
                             const MudpuppySettings& settings) {
  const op::Operation& operation = mudpuppy_add();
  const auto typed = op::coerced(operation.params, given);
  json::object arguments = completed(operation, typed ? *typed : given, settings);
  json::object told;
  shorten(arguments, "context", max_context_bytes, told);
  shorten_tags(arguments, told);
  const auto further = take_further_parts(arguments);
  json::object reply;
  TRY_VOID(op::invoke(operation, engine, arguments, caller, reply));
  if (reply.at("created").as_bool())
    log_added(engine, arguments, settings, reply);
  std::string ids = text::compact(reply.at("id"));
  for (const std::string& part : further) {
    arguments["content"] = part;
    json::object more;
    TRY_VOID(op::invoke(operation, engine, arguments, caller, more));
    ids.append(", ").append(text::compact(more.at("id")));
  }
  if (!further.empty())
    add_warning(reply, "content is longer than 65536 bytes; it is kept as the memories " + ids);
  if (const json::value* warnings = told.if_contains("warnings"))
    for (const json::value& each : warnings->get_array()) add_warning(reply, each.get_string());
  if (const json::value* moment = arguments.if_contains("expiresAt");
      moment && moment->is_int64() && are_seconds(moment->get_int64()))
    add_warning(reply, "expiresAt was read as seconds; it is in milliseconds");
  return reply;
}

Result<json::object> run(const op::Operation& operation, Engine& engine, const json::object& given,
                         const op::Caller& caller, const MudpuppySettings& settings) {
  op::Caller by_profile = caller;
  by_profile.by_profile = true;
  if (&operation == &mudpuppy_add())
    return run_add(engine, given, by_profile, settings);
  json::object reply;
  TRY_VOID(op::invoke(operation, engine, completed(operation, given, settings), by_profile, reply));
  if (&operation == &mudpuppy_search() && caller.tier == FeatureTier::keyword)
    add_warning(reply, "found by words only: the level keyword has no vectors");
  if (&operation == &mudpuppy_search() && caller.tier > FeatureTier::keyword &&
      text_at(given, "mode", "hybrid") != "keyword")
    if (const std::string told = op::told_of_lacking_model(engine, caller); !told.empty())
      add_warning(reply, told);
  return reply;
}

mcp::Tool tool_of(const ToolRow& row, const MudpuppySettings& settings) {
  const op::Operation& operation = row.operation();
  mcp::Tool tool;
  tool.name = operation.name;
  tool.title = operation.title;
  tool.description = row.description;
  tool.operation = &operation;
  tool.effect = operation.effect;
  tool.stores = row.stores;
  tool.input_schema = [schema = row.input] { return parsed(schema); };
  tool.output_schema = [schema = row.output] { return parsed(schema); };
  tool.call = [&operation, settings](Engine& engine, const json::object& arguments,
                                     const op::Caller& caller) {
    return run(operation, engine, arguments, caller, settings);
  };
  return tool;
}

}  // namespace

mcp::Surface mudpuppy_surface(const MudpuppySettings& settings) {
  mcp::Surface surface;
  surface.name = "mudpuppy";
  for (const ToolRow& row : rows) surface.tools.push_back(tool_of(row, settings));
  surface.wording = {text_of, failed_result};
  surface.instructions = [](const mcp::Offer&) { return std::string(instructions); };
  surface.indexes_files = true;
  surface.nags = false;  // its clients read the first text of a reply, and nothing behind it
  return surface;
}

}  // namespace aim::profile
