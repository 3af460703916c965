#include "mcp/surface/tool_words.h"

#include <boost/json.hpp>

#include "text/json_text.h"

namespace aim::mcp {

std::string ToolWords::say(const op::NextStep& step) const {
  if (!step.operation)
    return {};
  const auto tool = std::ranges::find(surface_.tools, &step.operation(), &Tool::operation);
  if (tool == surface_.tools.end())
    return {};
  std::string words = tool->name;
  for (const auto& [name, text] : step.arguments)
    words.append(" ").append(name).append("=").append(text);
  return words;
}

op::Caller caller_here(const Offer& offer, const ToolWords& words) {
  op::Caller caller;
  caller.door = op::Door::mcp;
  caller.tier = offer.tier;
  caller.words = &words;
  caller.commands = offer.commands;
  caller.name_space = offer.name_space;
  caller.project = offer.project ? &*offer.project : nullptr;
  return caller;
}

Result<CalledTool> call_by_text(Engine& engine, std::string_view tool, std::string_view text,
                                const Offer& offer, std::string_view session) {
  const auto parsed = text::parse_json(text);
  if (!parsed)
    return Failure(refuse("JSON", "must be an object: " + parsed.error().message));
  const json::object* arguments = parsed->if_object();
  if (!arguments)
    return Failure(refuse("JSON", "must be an object"));
  const ToolWords words(*offer.surface);
  op::Caller caller = caller_here(offer, words);
  caller.session_id = session;
  const json::object result = call_tool(engine, tool, *arguments, offer, caller, {});
  return CalledTool{std::string(result.at("content").as_array().front().at("text").as_string()),
                    result.contains("isError")};
}

std::string call_by_line(Engine& engine, std::string_view tool, std::string_view arguments,
                         const Offer& offer, std::string_view session) {
  const auto said = call_by_text(engine, tool, arguments, offer, session);
  json::object line{{"content", said ? said->text : "Error: " + said.error().message}};
  if (!said || said->failed)
    line["is_error"] = true;
  return json::serialize(line);
}

}  // namespace aim::mcp
