#include "mcp/surface/surface.h"

#include <boost/json.hpp>

#include "base/append.h"
#include "base/ascii.h"
#include "mcp/surface/bounds.h"
#include "op/kit/coerce.h"
#include "op/kit/remedies.h"
#include "text/edit_distance.h"

namespace aim::mcp {
namespace {

// "memory_store" for "store_memory": profiles put them the other way around.
std::set<std::string_view> words_in(std::string_view name) {
  std::set<std::string_view> words;
  for (std::size_t from = 0; from <= name.size();) {
    const std::size_t to = std::min(name.find('_', from), name.size());
    words.insert(name.substr(from, to - from));
    from = to + 1;
  }
  return words;
}

Error not_offered(std::string_view name) {
  return unavailable("this server does not offer the tool " + std::string(name),
                     "start it with --tools full, or add this name to --tools");
}

json::object annotations_of(const Tool& tool) {
  using op::Effect;
  return {{"title", tool.title},
          {"readOnlyHint", tool.effect == Effect::reads},
          {"destructiveHint", tool.effect == Effect::destroys},
          {"idempotentHint", tool.effect == Effect::reads || tool.effect == Effect::overwrites},
          {"openWorldHint", false}};
}

// The namespace that a call without one is about.
void say_default(json::object& schema, std::string_view name_space) {
  json::value* properties = schema.if_contains("properties");
  if (json::value* param = properties ? properties->as_object().if_contains("namespace") : nullptr)
    param->as_object()["default"] = name_space;
}

json::object describe(const Tool& tool, const Offer& offer, const ToolStyle& style,
                      std::string_view name_space) {
  json::object described{{"name", tool.name}, {"description", tool.description}};
  described["inputSchema"] = tool.input_schema();
  if (offer.lean)
    for (const std::string_view name : tool.rare)
      described["inputSchema"].as_object()["properties"].as_object().erase(name);
  if (tool.in_project && !name_space.empty())
    say_default(described["inputSchema"].as_object(), name_space);
  if (style.titles)
    described["title"] = tool.title;
  if (style.annotations)
    described["annotations"] = annotations_of(tool);
  if (style.structured && offer.output_schemas && tool.output_schema)
    described["outputSchema"] = tool.output_schema();
  if (tool.large)
    described["_meta"] = {{"anthropic/maxResultSizeChars", large_reply_bytes}};
  if (tool.shown && style.apps && offer.app_page) {
    json::value& meta = described["_meta"];
    if (meta.is_null())
      meta = json::object();
    meta.as_object()["ui"] = {{"resourceUri", app_uri}};
  }
  return described;
}

bool is_chosen(const Offer& offer, std::string_view name) {
  return offer.tools.empty() ||
         std::find(offer.tools.begin(), offer.tools.end(), name) != offer.tools.end();
}

const Wording& wording_of(const Surface& surface, const Tool& tool) {
  return tool.wording ? *tool.wording : surface.wording;
}

Error in_words(const Error& error, const op::Caller& caller) {
  return op::in_words(error, caller.words, caller.commands);
}

// Result of a call that was not run.
json::object refused_call(const Surface& surface, const Error& error, const op::Caller& caller) {
  json::object result = surface.wording.failure(in_words(error, caller), false);
  result["isError"] = true;
  return result;
}

}  // namespace

Error unknown_tool(const Surface& surface, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Tool& tool : surface.tools) names.push_back(tool.name);
  Error error = missing("unknown tool \"" + std::string(name.substr(0, 100)) + "\"");
  auto near = text::nearest(name, names);
  if (const auto turned = std::ranges::find(names, words_in(name), words_in);
      !near && turned != names.end())
    near = *turned;
  if (near)
    error.hint = "did you mean \"" + std::string(*near) + "\"?";
  return error;
}

json::object text_result(std::string text) {
  return {{"content", json::array{json::object{{"text", std::move(text)}, {"type", "text"}}}}};
}

json::object failed_text(const Error& error, bool) {
  json::object result = text_result(op::sentence(error));
  result["isError"] = true;
  return result;
}

const Tool* find_tool(const Surface& surface, std::string_view name) {
  const auto tool = std::find_if(surface.tools.begin(), surface.tools.end(),
                                 [&](const Tool& each) { return each.name == name; });
  return tool == surface.tools.end() ? nullptr : &*tool;
}

bool counts_as_store(const Surface& surface, std::string_view name) {
  const auto& further = surface.further_stores;
  if (std::find(further.begin(), further.end(), name) != further.end())
    return true;
  const Tool* tool = find_tool(surface, name);
  return tool && tool->stores;
}

bool tells_changes(const Offer& offer) {
  return offer.surface->resources && offer.surface->resources->tells_changes;
}

void add_tools(Surface& surface, const Surface& others) {
  for (const Tool& each : others.tools)
    if (!find_tool(surface, each.name)) {
      surface.tools.push_back(each);
      if (!each.wording)
        surface.tools.back().wording = &others.wording;
    }
}

bool offers(const Offer& offer, std::string_view name) {
  const Tool* tool = find_tool(*offer.surface, name);
  return tool && offer.tier >= tool->tier && is_chosen(offer, name);
}

Result<std::vector<std::string>> chosen_tools(std::string_view text, const Surface& surface) {
  std::vector<std::string> chosen;
  for (std::string_view rest = text; !rest.empty();) {
    std::string name(ascii::take_part(rest, ','));
    std::erase(name, ' ');
    if (name == "full")
      return std::vector<std::string>();
    if (name == "core" && !surface.core_choice.empty()) {
      for (const std::string_view each : surface.core_choice) add_once(chosen, each);
      continue;
    }
    if (!find_tool(surface, name) && !name.starts_with("memory_"))
      name.insert(0, "memory_");
    if (!find_tool(surface, name)) {
      Error unknown = unknown_tool(surface, name);
      Error error = refuse("tools", "must be core, full or names of tools: " + unknown.message);
      error.hint = std::move(unknown.hint);
      return Failure(std::move(error));
    }
    add_once(chosen, name);
  }
  if (chosen.empty())
    return Failure(refuse("tools", "must be core, full or names of tools"));
  return chosen;
}

json::array list_tools(const Offer& offer, const ToolStyle& style, std::string_view name_space) {
  json::array tools;
  for (const Tool& tool : offer.surface->tools)
    if (offer.tier >= tool.tier && is_chosen(offer, tool.name))
      tools.emplace_back(describe(tool, offer, style, name_space));
  return tools;
}

json::object call_tool(Engine& engine, std::string_view name, const json::object& arguments,
                       const Offer& offer, const op::Caller& caller, const ToolStyle& style) {
  const Surface& surface = *offer.surface;
  if (offer.refusal)
    return refused_call(surface, *offer.refusal, caller);
  const Tool* tool = find_tool(surface, name);
  if (!tool)
    return refused_call(surface, unknown_tool(surface, name), caller);
  if (!is_chosen(offer, name))
    return refused_call(surface, not_offered(name), caller);
  const Wording& wording = wording_of(surface, *tool);
  op::Warnings warnings;
  const bool verbatim = tool->operation && tool->operation->traits.keeps_verbatim;
  const auto public_alone = tool->effect == op::Effect::reads || verbatim
                                ? std::nullopt
                                : op::without_private_passages(arguments, warnings);
  auto reply = tool->call(engine, public_alone ? *public_alone : arguments, caller);
  if (!reply)
    return wording.failure(in_words(reply.error(), caller), style.structured);
  for (const std::string& each : warnings) {
    json::value& told = (*reply)["warnings"];
    if (!told.is_array())
      told.emplace_array();
    told.get_array().emplace_back(each);
  }
  if (tool->rows)
    if (auto rows = tool->rows(arguments, *reply))
      return text_result(std::move(*rows));
  json::object result = text_result(wording.text(*reply));
  if (style.structured)
    result["structuredContent"] = std::move(*reply);
  return result;
}

std::optional<Question> question_before(Engine& engine, const Surface& surface,
                                        std::string_view name, const json::object& arguments,
                                        const op::Caller& caller) {
  const Tool* tool = find_tool(surface, name);
  auto text = tool && tool->question ? tool->question(engine, arguments, caller) : std::nullopt;
  if (!text)
    return std::nullopt;
  return Question{std::move(*text), tool->choices.all};
}

std::optional<json::object> answered_arguments(const Surface& surface, std::string_view name,
                                               const json::object& arguments,
                                               const UserAnswer& answer) {
  const Tool* tool = find_tool(surface, name);
  if (!answer.confirmed)
    return std::nullopt;
  if (!tool || tool->choices.all.empty())
    return arguments;
  const auto chosen = std::ranges::find(tool->choices.all, answer.chosen, &Choice::label);
  if (chosen == tool->choices.all.end())
    return std::nullopt;
  json::object with = arguments;
  with[tool->choices.argument] = chosen->value;
  return with;
}

json::object declined_result(const Surface& surface, std::string_view name, bool structured) {
  const Tool* tool = find_tool(surface, name);
  const json::object declined = tool && tool->declined ? tool->declined() : json::object();
  const auto wording = tool ? wording_of(surface, *tool).declined : nullptr;
  json::object result =
      text_result(wording ? wording(declined) : "Nothing was changed: the user did not confirm.");
  if (!declined.empty() && structured)
    result["structuredContent"] = declined;
  return result;
}

}  // namespace aim::mcp
