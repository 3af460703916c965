#include "mcp/surface/tool_words.h"

#include <algorithm>

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

}  // namespace aim::mcp
