#include "mcp/protocol/caller_identity.h"

#include <boost/json.hpp>

#include "base/log.h"
#include "base/utf8.h"
#include "mcp/protocol/rpc.h"
#include "mcp/surface/surface.h"
#include "mcp/surface/tool_words.h"
#include "op/nag.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

// A text of that name among the arguments, or in _meta. Empty: none.
std::string_view said(const json::object& params, std::string_view name) {
  for (const std::string_view place : {"arguments", "_meta"}) {
    const json::object* object = text::object_at(params, place);
    if (const auto given = object ? text::text_at(*object, name) : ""; !given.empty())
      return given;
  }
  return {};
}

std::string_view first_of(std::string_view said, const std::string& known) {
  return said.empty() ? std::string_view(known) : said;
}

}  // namespace

std::optional<std::string> observe_call(Engine& engine, const Surface& surface,
                                        std::string_view tool, const json::object& params,
                                        const CallerIdentity& identity,
                                        const std::function<void(std::string_view)>& notify) {
  const bool writes = counts_as_store(surface, tool);
  const ToolWords words(surface);
  const CallerIdentity known = completed(identity, {"unknown", "unknown", false});
  const std::string_view agent = first_of(said(params, "agent_id"), known.agent),
                         session = first_of(said(params, "session_id"), known.session);
  // Many assistants name themselves where they store, and nowhere else: then the connection has
  // stored too.
  if (writes && (agent != known.agent || session != known.session))
    op::observe_call(engine, known.agent, known.session, true, words);
  auto warning = op::observe_call(engine, agent, session, writes, words);
  if (!warning)
    return std::nullopt;
  log::warn(warning->warning);
  if (notify)
    notify(warning->warning);
  if (warning->told.empty())
    return std::nullopt;
  return std::move(warning->told);
}

std::string_view client_session(const json::object& params, const CallerIdentity& identity) {
  const std::string_view told = said(params, "session_id");
  return !told.empty() || !identity.named ? told : std::string_view(identity.session);
}

CallerIdentity completed(CallerIdentity identity, const CallerIdentity& other) {
  const auto is_known = [](const std::string& name) {
    return !name.empty() && utf8::is_valid(name);
  };
  if (!is_known(identity.agent))
    identity.agent = other.agent;
  if (!is_known(identity.session)) {
    identity.session = other.session;
    identity.named = other.named;
  }
  if (!identity.shown)
    identity.shown = other.shown;
  return identity;
}

}  // namespace aim::mcp
