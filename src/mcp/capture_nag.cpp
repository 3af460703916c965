#include "mcp/capture_nag.h"

#include <algorithm>
#include <array>
#include <boost/json.hpp>

#include "base/log.h"
#include "base/utf8.h"
#include "mcp/rpc.h"
#include "op/nag.h"

namespace aim::mcp {
namespace {

constexpr std::array<std::string_view, 18> names{
    "memory_store",
    "memory_update",
    "memory_link",
    "memory_atomise",
    "memory_ingest_multistep",
    "memory_consolidate",
    "memory_promote",
    "memory_reflect",
    "memory_persona_generate",
    "memory_entity_register",
    "memory_share",
    "memory_subscribe",
    "memory_notify",
    "memory_skill_register",
    "memory_skill_promote_from_reflection",
    "memory_namespace_set_standard",
    "memory_kg_invalidate",
    "memory_capture_turn",
};

// A text of that name among the arguments, or in _meta. Empty: none.
std::string_view said(const json::object& params, std::string_view name) {
  for (const std::string_view place : {"arguments", "_meta"}) {
    const json::value* object = params.if_contains(place);
    if (!object || !object->is_object())
      continue;
    if (const auto text = text_of(object->get_object().if_contains(name)); text && !text->empty())
      return *text;
  }
  return {};
}

std::string_view first_of(std::string_view said, const std::string& known) {
  return said.empty() ? std::string_view(known) : said;
}

}  // namespace

std::span<const std::string_view> write_tools() {
  return names;
}

bool is_write_tool(std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void observe_call(Engine& engine, std::string_view tool, const json::object& params,
                  const Speaker& speaker, const std::function<void(std::string_view)>& tell) {
  const bool writes = is_write_tool(tool);
  const Speaker known = completed(speaker, {"unknown", "unknown"});
  const std::string_view agent = first_of(said(params, "agent_id"), known.agent),
                         session = first_of(said(params, "session_id"), known.session);
  // Many assistants name themselves where they store, and nowhere else: then the connection has stored too.
  if (writes && (agent != known.agent || session != known.session))
    op::observe_call(engine, known.agent, known.session, true);
  const auto warning = op::observe_call(engine, agent, session, writes);
  if (!warning)
    return;
  log::warn(*warning);
  if (tell)
    tell(*warning);
}

Speaker completed(Speaker speaker, const Speaker& other) {
  const auto complete = [](std::string& name, const std::string& others) {
    if (name.empty() || !utf8::is_valid(name))
      name = others;
  };
  complete(speaker.agent, other.agent);
  complete(speaker.session, other.session);
  return speaker;
}

}  // namespace aim::mcp
