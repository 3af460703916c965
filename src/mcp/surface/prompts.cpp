#include "mcp/surface/prompts.h"

#include <array>
#include <boost/json.hpp>

#include "mcp/surface/tools.h"

namespace aim::mcp {

namespace json = boost::json;

namespace {

constexpr std::string_view recall_first =
    R"(RECALL FIRST. You have a persistent memory through the memory_* tools. Use it by these rules:

1. Recall before you answer: call memory_recall with what the question is about before you rely on what you assume.
2. Store corrections and lessons at once: when the user corrects you or you learn something that will matter again, call memory_store with tier "long" and priority 9.
3. Answers come as TOON, compact rows under a header, to save tokens; ask for format "json" only when you must parse them. Long contents are cut: memory_get shows them in full.
4. Choose the tier by how long it matters: short lives 6 hours, mid 7 days, long permanently; use extends short and mid, and the fifth use makes mid long.
5. Title and namespace identify a memory: storing the same title in the same namespace updates it, so keep titles stable and specific.
6. Keep projects apart by namespace; use "global" only for what holds everywhere.
7. Call memory_capabilities once a session to learn which features this server has.
8. Give memories a few plain tags, so that they can be filtered and consolidated later.)";

json::object described(std::string_view name, std::string_view description) {
  return {{"name", name}, {"description", description}};
}

std::string workflow(const Offer& offer) {
  std::string text = "Memory tools at a glance (* = required):\n";
  for (const ToolLine& tool : all_tools()) {
    if (!offers(offer, tool.name))
      continue;
    text.append("\n- ").append(tool.name).append("(");
    bool first = true;
    for (const op::Param& param : tool.operation->params) {
      text.append(first ? "" : ", ").append(param.name).append(param.required ? "*" : "");
      first = false;
    }
    if (tool.replies != Replies::json)
      text.append(first ? "format" : ", format");
    text.append("): ").append(tool.operation->summary);
  }
  return text;
}

json::object message(std::string text) {
  json::object content{{"type", "text"}, {"text", std::move(text)}};
  return {
      {"messages", json::array{json::object{{"role", "user"}, {"content", std::move(content)}}}}};
}

Result<std::string> rules(const json::object& arguments, const Offer&) {
  std::string text(recall_first);
  const json::value* name_space = arguments.if_contains("namespace");
  if (!name_space || name_space->is_null())
    return text;
  if (!name_space->is_string())
    return Failure(refuse("namespace", "must be a string"));
  if (!name_space->get_string().empty())
    text.append("\n\nKeep recall to the namespace \"")
        .append(name_space->get_string().c_str())
        .append("\" in this session.");
  return text;
}

Result<std::string> glance(const json::object&, const Offer& offer) {
  return workflow(offer);
}

struct Prompt {
  std::string_view name, description, argument, of_argument;
  Result<std::string> (*text)(const json::object& arguments, const Offer& offer);
};
constexpr std::array prompts{
    Prompt{"recall-first", "Rules for using the memory: recall first, store lessons", "namespace",
           "Keep recall to this namespace", rules},
    Prompt{"memory-workflow", "The memory tools, one line each", {}, {}, glance}};

}  // namespace

json::array list_prompts() {
  json::array list;
  for (const Prompt& each : prompts) {
    json::object prompt = described(each.name, each.description);
    if (!each.argument.empty()) {
      json::object argument = described(each.argument, each.of_argument);
      argument["required"] = false;
      prompt["arguments"] = json::array{std::move(argument)};
    }
    list.push_back(std::move(prompt));
  }
  return list;
}

Result<json::object> get_prompt(std::string_view name, const json::object& arguments,
                                const Offer& offer) {
  for (const Prompt& each : prompts)
    if (each.name == name)
      return message(TRY(each.text(arguments, offer)));
  return Failure(refuse("name", "must be recall-first or memory-workflow; got \"" +
                                    std::string(name.substr(0, 100)) + "\""));
}

}  // namespace aim::mcp
