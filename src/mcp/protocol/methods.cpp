#include "mcp/protocol/methods.h"

#include <boost/json.hpp>

#include "mcp/surface/resources.h"
#include "mcp/surface/tool_words.h"
#include "op/kit/remedies.h"

namespace aim::mcp {
namespace {

Outcome refused(int code, std::string message) {
  return {Fault{code, std::move(message)}, {}};
}

std::optional<std::string_view> text(const json::object& params, std::string_view name) {
  return text_of(params.if_contains(name));
}

// "arguments", or an empty object. Nothing when it is something else than an object.
const json::object* arguments_of(const json::object& params) {
  static const json::object none;
  const json::value* given = params.if_contains("arguments");
  if (!given || given->is_null())
    return &none;
  return given->if_object();
}

// Lists that fit one page give no cursor, so every given cursor is invalid. The legacy era has
// always ignored it (wire.md 2.1).
std::optional<Fault> refused_cursor(const json::object& params, const Context& context) {
  const json::value* cursor = params.if_contains("cursor");
  if (!context.stateless || !cursor || cursor->is_null())
    return std::nullopt;
  return Fault{invalid_params, "invalid cursor: this list has one page"};
}

// The namespace of the session's project; lists do not wait for the database.
std::string_view session_name_space(const Context& context) {
  return context.project && *context.project ? std::string_view(context.project->names.front())
                                             : std::string_view(context.offer.name_space);
}

Outcome tools_list(const json::object& params, const Context& context, json::object& result) {
  if (auto fault = refused_cursor(params, context))
    return {std::move(fault), {}};
  result["tools"] = list_tools(context.offer, context.style, session_name_space(context));
  return {};
}

// A separate line; for a program that asked for JSON outside of the reply, as it may parse all text
// as one.
void add_reminder(json::object& result, const json::object& arguments, std::string_view line) {
  if (text(arguments, "format") != "json")
    return result["content"].as_array().push_back(json::object{{"text", line}, {"type", "text"}});
  beside(result)["ai-memory/reminder"] = line;
}

Outcome tools_call(const json::object& params, const Context& context, json::object& result) {
  const auto name = text(params, "name");
  if (!name || name->empty())
    return refused(invalid_params, "tools/call needs the name of a tool");
  const json::object* arguments = arguments_of(params);
  if (!arguments)
    return refused(invalid_params, "\"arguments\" must be an object");
  // A call that comes again with what the user said has been counted.
  const Surface& surface = *context.offer.surface;
  std::optional<std::string> nag;
  if (surface.nags && !context.answered && !context.offer.refusal)
    nag = observe_call(context.engine, surface, *name, params, context.identity, context.warn);
  if (!find_tool(surface, *name)) {
    const Error unknown = unknown_tool(surface, *name);
    return refused(invalid_params,
                   unknown.message + (unknown.hint.empty() ? "" : "; " + unknown.hint));
  }
  const ToolWords words(surface);
  op::Caller caller = caller_here(context.offer, words);
  caller.stop = context.stop;
  caller.progress = context.progress;
  caller.session_id = client_session(params, context.identity);
  caller.shown = context.identity.shown;
  caller.client = context.identity.agent;
  if (context.project)
    caller.project = context.project;
  if (!context.offer.refusal && context.asks && !context.answered)
    if (auto question = question_before(context.engine, surface, *name, *arguments, caller))
      return {{}, std::move(question)};
  const auto wanted = context.answered
                          ? answered_arguments(surface, *name, *arguments, *context.answered)
                          : std::optional(*arguments);
  result = wanted ? call_tool(context.engine, *name, *wanted, context.offer, caller, context.style)
                  : declined_result(surface, *name, context.style.structured);
  if (nag)
    add_reminder(result, *arguments, *nag);
  return {};
}

Outcome prompts_list(const json::object& params, const Context& context, json::object& result) {
  if (auto fault = refused_cursor(params, context))
    return {std::move(fault), {}};
  const auto& prompts = context.offer.surface->prompts;
  result["prompts"] = prompts ? prompts->list() : json::array();
  return {};
}

Outcome prompts_get(const json::object& params, const Context& context, json::object& result) {
  const auto name = text(params, "name");
  if (!name)
    return refused(invalid_params, "prompts/get needs the name of a prompt");
  const json::object* arguments = arguments_of(params);
  if (!arguments)
    return refused(invalid_params, "\"arguments\" must be an object");
  const auto& prompts = context.offer.surface->prompts;
  if (!prompts)
    return refused(invalid_params, "this server has no prompts");
  auto got = prompts->get(*name, *arguments, context.offer);
  if (!got)
    return refused(invalid_params, got.error().message);
  result = std::move(*got);
  return {};
}

Outcome resources_list(const json::object& params, const Context& context, json::object& result) {
  const json::value* given = params.if_contains("cursor");
  if (given && given->is_null())
    given = nullptr;
  const auto cursor = text_of(given);
  if (given && !cursor)
    return refused(invalid_params, "\"cursor\" must be a string");
  const auto& resources = context.offer.surface->resources;
  if (context.offer.refusal || !resources) {
    result["resources"] = json::array();
    return {};
  }
  return {resources->list(context.engine, cursor.value_or(""), context.style, result), {}};
}

Outcome templates_list(const json::object& params, const Context& context, json::object& result) {
  if (auto fault = refused_cursor(params, context))
    return {std::move(fault), {}};
  const auto& resources = context.offer.surface->resources;
  result["resourceTemplates"] = resources ? resources->templates(context.style) : json::array();
  return {};
}

Outcome resources_read(const json::object& params, const Context& context, json::object& result) {
  const auto uri = text(params, "uri");
  if (!uri || uri->empty())
    return refused(invalid_params, "resources/read needs the uri of a resource");
  if (context.offer.refusal)
    return {internal(*context.offer.refusal), {}};
  if (*uri == app_uri && context.offer.app_page) {
    result["contents"] = json::array{{{"uri", app_uri},
                                      {"mimeType", app_type},
                                      {"text", context.offer.app_page()},
                                      {"_meta", {{"ui", {{"prefersBorder", true}}}}}}};
    return {};
  }
  const auto& resources = context.offer.surface->resources;
  if (!resources)
    return refused(context.stateless ? invalid_params : resource_not_found,
                   "this server has no resources");
  const ToolWords words(*context.offer.surface);
  op::Caller caller = caller_here(context.offer, words);
  caller.stop = context.stop;
  auto fault = resources->read(context.engine, *uri, caller, result);
  if (fault && fault->code == resource_not_found && context.stateless)
    fault->code = invalid_params;
  return {std::move(fault), {}};
}

Outcome completion(const json::object& params, const Context& context, json::object& result) {
  if (context.offer.refusal)
    return {internal(*context.offer.refusal), {}};
  if (!context.offer.surface->complete)
    return refused(method_not_found, "this server has no completions");
  return {context.offer.surface->complete(context.engine, params, result), {}};
}

struct MethodRow {
  std::string_view method;
  Outcome (*answer)(const json::object& params, const Context& context, json::object& result);
  std::optional<Caching> caching = {};
};

// Parts of the program do not change while it runs; memories may change at any time, and are
// private to their owner.
constexpr Caching of_the_program{3'600'000, "public"}, of_the_memory{0, "private"};

constexpr std::array rows{
    MethodRow{"completion/complete", completion},
    MethodRow{"prompts/get", prompts_get},
    MethodRow{"prompts/list", prompts_list, of_the_program},
    MethodRow{"resources/list", resources_list, of_the_memory},
    MethodRow{"resources/read", resources_read, of_the_memory},
    MethodRow{"resources/templates/list", templates_list, of_the_program},
    MethodRow{"tools/call", tools_call},
    MethodRow{"tools/list", tools_list, of_the_program},
};

// Wherever a fault comes from: those that find out know no offer, and so no words for what helps.
void say_remedies(Fault& fault, const Offer& offer) {
  const ToolWords words(*offer.surface);
  for (const Remedy& remedy : std::exchange(fault.remedies, {}))
    fault.message.append("; ").append(op::said(remedy, &words, offer.commands));
}

const MethodRow* find_row(std::string_view method) {
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const MethodRow& each) { return each.method == method; });
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace

Outcome answer(std::string_view method, const json::object& params, const Context& context,
               json::object& result) {
  const MethodRow* row = find_row(method);
  if (!row)
    return refused(method_not_found, "method not found: " + std::string(method.substr(0, 100)));
  Outcome outcome = row->answer(params, context, result);
  if (outcome.fault)
    say_remedies(*outcome.fault, context.offer);
  return outcome;
}

bool is_method(std::string_view method) {
  return find_row(method) != nullptr;
}

bool writes(std::string_view method, const json::object& params, const Surface& surface) {
  if (method != "tools/call")
    return false;
  const auto name = text(params, "name");
  const Tool* tool = name ? find_tool(surface, *name) : nullptr;
  if (!tool)
    return false;
  const json::object* arguments = arguments_of(params);
  return tool->effect != op::Effect::reads ||
         (arguments && tool->asks_model && tool->asks_model(*arguments));
}

std::optional<Caching> caching_of(std::string_view method) {
  const MethodRow* row = find_row(method);
  return row ? row->caching : std::nullopt;
}

}  // namespace aim::mcp
