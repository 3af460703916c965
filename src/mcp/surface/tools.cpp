#include "mcp/surface/tools.h"

#include <boost/json.hpp>

#include "base/append.h"
#include "base/quoting.h"
#include "mcp/surface/bounds.h"
#include "mcp/surface/elicitation.h"
#include "memory/rules.h"
#include "op/ids_of_titles.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/coerce.h"
#include "op/kit/operation.h"
#include "op/kit/schema.h"
#include "op/language_model.h"
#include "op/project_names.h"
#include "op/views/views.h"

namespace aim::mcp {
namespace {

constexpr std::array<std::string_view, 3> format_names{"toon_compact", "toon", "json"};
// One of the names; empty: none was given.
Result<std::string_view> take_format_name(json::object& arguments) {
  constexpr std::string_view name = "format";
  std::string_view format;
  if (const json::value* value = arguments.if_contains(name); value && !value->is_null())
    format = format_names[TRY(op::read_choice(*value, name, format_names))];
  arguments.erase(name);
  return format;
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

// Columns that a row of TOON can show: the fields of a memory, and what rows.cpp makes of them.
const std::vector<std::string_view>& known_columns() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all{"date", "agent_id", "why"};
    for (const op::Param& each : op::describe<op::MemoryView>()) all.push_back(each.name);
    return all;
  }();
  return names;
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
  for (const std::string& each : columns.items)
    if (std::ranges::find(known_columns(), each) == known_columns().end())
      return Failure(refuse(
          name, "must be of " + join_texts(known_columns(), ", ") + "; got " + in_quotes(each)));
  return columns.items;
}

}  // namespace

void add_format_arguments(json::object& schema, Replies replies) {
  if (replies == Replies::json)
    return;
  json::array names;
  for (const std::string_view name : format_names) names.emplace_back(name);
  auto& properties = schema["properties"].as_object();
  properties["format"] = {{"type", "string"},
                          {"enum", std::move(names)},
                          {"default", format_names[0]},
                          {"description", "Form of the reply"}};
  properties["columns"] = {{"type", "string"}, {"description", "More: tier, tags, agent_id …"}};
  if (replies == Replies::content)
    properties["content_bytes"] = {{"type", "integer"},
                                   {"default", default_shown_bytes},
                                   {"description", "Bytes per content; 0: none"}};
}

Result<ReplyFormat> take_format(json::object& arguments, Replies replies) {
  if (replies == Replies::json)
    return ReplyFormat{};
  const std::string_view format = TRY(take_format_name(arguments));
  RowShape shape;
  shape.columns = TRY(take_columns(arguments));
  shape.counts_tokens = replies != Replies::rows;
  if (shape.counts_tokens || std::ranges::find(shape.columns, "content") != shape.columns.end())
    shape.content_bytes = TRY(content_bytes_of(arguments));
  if (replies != Replies::excerpts)
    arguments.erase("content_bytes");
  if (format == "json")
    return ReplyFormat{};
  if (!format.empty())
    shape.mode = format == "toon" ? text::ToonMode::full : text::ToonMode::compact;
  return ReplyFormat{std::move(shape)};
}

namespace {

struct ToolRow {
  std::string_view name;
  const op::Operation& (*operation)();
  FeatureTier tier = FeatureTier::keyword;  // listed from there on
  const Projection* projection = nullptr;   // where the tool's reply is not the operation's
  Replies replies = Replies::json;
  bool fenced = false;         // memories stand between marks: others wrote them
  bool in_project = false;     // without a namespace it is about the session's project (S42)
  std::string_view when = {};  // to call it: many clients drop the instructions (V11)
  std::span<const std::string_view> rare = {};  // arguments that a lean list leaves out
  bool large = false;                           // its replies may be long: one memory in full
  bool shown = false;                           // the app shows what it answers
  bool echoes = false;                          // its reply is mostly what the call said
  // Takes the operation's place when its first argument is given; its reply is shown as it is.
  const op::Operation& (*variant)() = nullptr;
};

// Arguments that few calls need (V11).
constexpr std::array<std::string_view, 7> rare_of_store{
    "confidence", "source", "agent_id", "metadata", "valid_from", "valid_until", "ttl_secs"};
constexpr std::array<std::string_view, 13> rare_of_recall{
    "as_of",        "include_transcripts", "ranking", "explain", "expand",     "agent_id",
    "kind",         "min_score",           "format",  "tier",    "session_id", "content_bytes",
    "budget_tokens"};
constexpr std::array<std::string_view, 7> rare_of_list{"as_of", "agent_id", "kind",  "min_priority",
                                                       "until", "columns",  "format"};
constexpr std::array<std::string_view, 6> rare_of_update{"confidence", "metadata",    "namespace",
                                                         "valid_from", "valid_until", "ttl_secs"};
constexpr std::array<std::string_view, 1> rare_of_delete{"permanently"};
constexpr std::array<std::string_view, 6> rare_of_start{"as_of",   "summary",       "session_id",
                                                        "columns", "content_bytes", "format"};
constexpr std::array<std::string_view, 1> rare_of_time{"as_of"};
constexpr std::array<std::string_view, 2> rare_of_search{"as_of", "after"};

constexpr std::array rows{
    ToolRow{.name = "memory_store",
            .operation = op::store,
            .projection = &stored,
            .in_project = true,
            .when = "Call as soon as you learn a decision, correction, preference or lasting fact.",
            .rare = rare_of_store},
    ToolRow{.name = "memory_recall",
            .operation = op::recall,
            .replies = Replies::excerpts,
            .fenced = true,
            .in_project = true,
            .when = "Call before you answer what earlier sessions may hold.",
            .rare = rare_of_recall,
            .shown = true},
    ToolRow{.name = "memory_why", .operation = op::why, .in_project = true},
    ToolRow{.name = "memory_search",
            .operation = op::search,
            .projection = &without_query,
            .replies = Replies::rows,
            .rare = rare_of_search},
    ToolRow{.name = "memory_list",
            .operation = op::list,
            .replies = Replies::rows,
            .when = "Call to see all of a tag or time.",
            .rare = rare_of_list},
    ToolRow{.name = "memory_get",
            .operation = op::get,
            .projection = &flat_memory,
            .when = "Call when a row is cut.",
            .large = true,
            .shown = true,
            .variant = op::get_several},
    ToolRow{.name = "memory_update",
            .operation = op::update,
            .when = "Call when a memory is no longer right.",
            .rare = rare_of_update,
            .echoes = true},
    ToolRow{.name = "memory_delete",
            .operation = op::remove,
            .projection = &without_id,
            .when = "Call when the user wants it gone.",
            .rare = rare_of_delete},
    ToolRow{.name = "memory_undo", .operation = op::undo},
    ToolRow{.name = "memory_promote", .operation = op::promote},
    ToolRow{.name = "memory_forget", .operation = op::forget},
    ToolRow{.name = "memory_stats", .operation = op::stats, .rare = rare_of_time},
    ToolRow{.name = "memory_namespaces", .operation = op::name_spaces},
    ToolRow{.name = "memory_link",
            .operation = op::link,
            .when = "Call when a memory bears on another."},
    ToolRow{.name = "memory_get_links", .operation = op::get_links, .rare = rare_of_time},
    ToolRow{.name = "memory_resolve",
            .operation = op::resolve,
            .when = "Call when memories contradict each other and you know which holds."},
    ToolRow{.name = "memory_review", .operation = op::review, .shown = true},
    ToolRow{.name = "memory_consolidate", .operation = op::consolidate},
    ToolRow{.name = "memory_reflect", .operation = op::reflect},
    ToolRow{.name = "memory_capabilities", .operation = op::capabilities},
    ToolRow{
        .name = "memory_expand_query", .operation = op::expand_query, .tier = FeatureTier::smart},
    ToolRow{.name = "memory_auto_tag", .operation = op::auto_tag, .tier = FeatureTier::smart},
    ToolRow{.name = "memory_detect_contradiction",
            .operation = op::detect_contradiction,
            .tier = FeatureTier::smart},
    ToolRow{.name = "memory_history", .operation = op::history},
    ToolRow{.name = "memory_diff", .operation = op::diff},
    ToolRow{.name = "memory_restore_version", .operation = op::restore_version},
    ToolRow{.name = "memory_archive_list", .operation = op::archive_list},
    ToolRow{.name = "memory_archive_restore", .operation = op::archive_restore},
    ToolRow{.name = "memory_archive_purge", .operation = op::archive_purge},
    ToolRow{.name = "memory_archive_stats", .operation = op::archive_stats},
    ToolRow{.name = "memory_gc", .operation = op::gc},
    ToolRow{.name = "memory_session_start",
            .operation = op::session_start,
            .replies = Replies::content,
            .fenced = true,
            .in_project = true,
            .when = "Call first in a session.",
            .rare = rare_of_start},
    ToolRow{.name = "memory_namespace_set_standard", .operation = op::standard_set},
    ToolRow{.name = "memory_namespace_get_standard", .operation = op::standard_get},
    ToolRow{.name = "memory_namespace_clear_standard", .operation = op::standard_clear},
    ToolRow{.name = "memory_capture_turn", .operation = op::capture_turn, .in_project = true},
    ToolRow{.name = "memory_transcript", .operation = op::transcript_show},
    ToolRow{.name = "memory_transcript_list", .operation = op::transcript_list},
    ToolRow{.name = "memory_transcript_search", .operation = op::transcript_search},
    ToolRow{.name = "memory_transcript_files", .operation = op::transcript_files},
    ToolRow{.name = "memory_transcript_touched", .operation = op::transcript_touched},
    ToolRow{.name = "memory_session_digest", .operation = op::session_digest},
    ToolRow{.name = "memory_transcript_link", .operation = op::transcript_link},
    ToolRow{.name = "memory_transcript_prune", .operation = op::transcript_prune},
    ToolRow{.name = "memory_replay", .operation = op::replay, .rare = rare_of_time},
    ToolRow{.name = "memory_audit_show", .operation = op::audit_show},
    ToolRow{.name = "memory_audit_verify", .operation = op::audit_verify},
};

bool is_given(const json::object& arguments, std::string_view name) {
  const json::value* value = arguments.if_contains(name);
  return value && !value->is_null();
}

// A field of two operations behind one tool belongs to one of them: it is optional.
std::vector<op::Param> joined(std::vector<op::Param> params, const std::vector<op::Param>& more) {
  params.insert(params.end(), more.begin(), more.end());
  for (op::Param& param : params) {
    param.required = false;
    param.optional = true;
  }
  return params;
}

// Arguments, each with one that does its work too: taken, but not worth their tokens (S48).
constexpr std::array<std::array<std::string_view, 2>, 3> doubled{
    {{"session_id", "id"}, {"session_id", "transcript_id"}, {"offset", "after"}}};

// Arguments that hardly a call of the tool needs: taken, and left out of the list, too.
constexpr std::array<std::array<std::string_view, 2>, 19> unlisted{
    {{"memory_why", "kind"},
     {"memory_why", "min_score"},
     {"memory_search", "ranking"},
     {"memory_list", "sort"},
     {"memory_list", "source"},
     {"memory_consolidate", "tier"},
     {"memory_reflect", "agent_id"},
     {"memory_reflect", "confidence"},
     {"memory_reflect", "metadata"},
     {"memory_reflect", "source"},
     {"memory_capture_turn", "ttl_secs"},
     {"memory_capture_turn", "turn"},
     {"memory_transcript", "max_bytes"},
     {"memory_transcript_prune", "max_bytes"},
     {"memory_archive_list", "offset"},
     {"memory_archive_list", "reason"},
     {"memory_archive_list", "since"},
     {"memory_archive_list", "until"},
     {"memory_audit_verify", "public_key"}}};

json::object input_schema(const ToolRow& row) {
  const op::Operation& operation = row.operation();
  json::object schema = row.variant
                            ? op::brief_schema(joined(operation.params, row.variant().params))
                            : op::brief_schema(operation.params);
  json::object& properties = schema["properties"].as_object();
  for (const auto& [argument, better] : doubled)
    if (properties.contains(better))
      properties.erase(argument);
  for (const auto& [tool, argument] : unlisted)
    if (tool == row.name)
      properties.erase(argument);
  add_format_arguments(schema, row.replies);
  return schema;
}

json::object output_schema(const ToolRow& row) {
  const op::Operation& operation = row.operation();
  auto results =
      row.projection ? op::projected(operation.results, *row.projection) : operation.results;
  if (row.variant)
    results = joined(std::move(results), row.variant().results);
  return op::output_schema(results);
}

// Whether the caller says how long contents may be.
bool asks_for_length(const json::object& arguments) {
  return is_given(arguments, "content_bytes") || is_given(arguments, "max_bytes");
}

// Makes the operation's reply the tool's, and says its bytes as sent.
std::size_t shape_reply(const ToolRow& row, Engine& engine, const ReplyFormat& format,
                        bool projects, std::size_t most, json::object& reply) {
  if (projects && row.projection)
    op::apply(reply, *row.projection);
  if (format.rows) {
    // The guide's forms show them in full (G1).
    if (format.rows->mode == text::ToonMode::brief)
      op::shorten_ids(engine, reply);
    return to_rows(reply, *format.rows).size();
  }
  bound_reply(reply, most);
  count_tokens(reply);
  return json::serialize(reply).size();
}

// The reply of the operation behind a row, as the tool shows it.
Result<json::object> run(const ToolRow& row, Engine& engine, const json::object& given,
                         const op::Caller& called) {
  constexpr std::size_t of_an_echo = 2'000;
  op::Caller caller = called;
  op::settle_project(engine, caller);
  json::object arguments = given;
  const ReplyFormat format = TRY(take_format(arguments, row.replies));
  const std::size_t most = asks_for_length(given) ? SIZE_MAX
                           : row.large            ? large_reply_bytes
                           : row.echoes           ? of_an_echo
                                                  : reply_bytes;
  if (!format.rows)
    caller.reply_bytes = most;
  if (row.replies == Replies::excerpts && format.rows)
    arguments["content_bytes"] = format.rows->content_bytes;  // counted by the budget
  if (row.in_project && !caller.name_space.empty())
    if (json::value& name_space = arguments["namespace"]; name_space.is_null())
      name_space = caller.name_space;
  const bool varies = row.variant && is_given(arguments, row.variant().params.front().name);
  caller.as_sent = [&](json::object& reply) {
    return shape_reply(row, engine, format, !varies, most, reply);
  };
  json::object reply;
  TRY_VOID(op::invoke(varies ? row.variant() : row.operation(), engine, arguments, caller, reply));
  return reply;
}

// As TOON, unless the arguments want JSON.
std::optional<std::string> rows_of(const ToolRow& row, const json::object& given,
                                   json::object& reply) {
  json::object arguments = given;
  const auto format = take_format(arguments, row.replies);
  if (!format || !format->rows)
    return std::nullopt;
  std::string shown = to_rows(std::move(reply), *format->rows);
  return row.fenced ? fence_memories(std::move(shown)) : shown;
}

Tool tool_of(const ToolRow& row) {
  const op::Operation& operation = row.operation();
  Tool tool;
  tool.name = row.name;
  tool.title = operation.title;
  tool.description =
      std::string(row.when).append(row.when.empty() ? "" : " ").append(operation.summary);
  tool.operation = &operation;
  tool.effect = operation.effect;
  tool.tier = row.tier;
  tool.stores = operation.traits.counts_as_store;
  tool.large = row.large;
  tool.shown = row.shown;
  tool.in_project = row.in_project;
  tool.rare = row.rare;
  tool.input_schema = [&row] { return input_schema(row); };
  if (row.replies == Replies::json)
    tool.output_schema = [&row] { return output_schema(row); };
  else
    tool.rows = [&row](const json::object& arguments, json::object& reply) {
      return rows_of(row, arguments, reply);
    };
  tool.call = [&row](Engine& engine, const json::object& arguments, const op::Caller& caller) {
    return run(row, engine, arguments, caller);
  };
  tool.asks_model = [&operation](const json::object& arguments) {
    return op::asks_model(operation, arguments);
  };
  ask_before(tool, operation);
  return tool;
}

}  // namespace

std::vector<Tool> core_tools() {
  std::vector<Tool> tools;
  for (const ToolRow& row : rows) tools.push_back(tool_of(row));
  return tools;
}

std::vector<ToolLine> all_tools() {
  std::vector<ToolLine> lines;
  for (const ToolRow& row : rows) lines.push_back({row.name, &row.operation(), row.replies});
  return lines;
}

}  // namespace aim::mcp
