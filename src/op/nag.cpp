#include "op/nag.h"

#include "base/numbers.h"
#include "base/utf8.h"
#include "engine/audit/nag.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"

namespace aim::op {
namespace {

constexpr std::size_t shown_characters = 60;

std::string warning(const Engine& engine, std::string_view agent, std::string_view session,
                    bool escalated, const Words& words) {
  const auto calls = engine.nag_events->nag().streak_for(agent, session);
  std::string text = escalated ? "capture_lag, escalated: " : "capture_lag: ";
  text.append(counted(calls, "tool call", "tool calls"));
  text.append(" in a row without a store (agent ");
  text.append(utf8::excerpt(agent, shown_characters)).append(", session ");
  text.append(utf8::excerpt(session, shown_characters));
  const std::string next = words.say({store});
  return text.append(next.empty() ? ")" : "). Learned something worth keeping? Use " + next);
}

}  // namespace

std::optional<Reminder> observe_call(Engine& engine, std::string_view agent,
                                     std::string_view session, bool writes_memory,
                                     const Words& words) {
  using engine::NagAction, engine::ToolKind;
  const auto action = engine::observe_call(
      engine, agent, session, writes_memory ? ToolKind::memory_write : ToolKind::other);
  if (action == NagAction::none)
    return std::nullopt;
  Reminder reminder{warning(engine, agent, session, action == NagAction::warn_and_escalate, words),
                    {}};
  const std::string next = words.say({store});
  if (engine.nag_events->nag().tell_once(agent, session))
    reminder.told =
        "Nothing was stored by the last calls" +
        (next.empty() ? std::string(".") : ": what is worth keeping goes into " + next + ".");
  return reminder;
}

void forget_session(Engine& engine, std::string_view agent, std::string_view session) {
  if (engine.nag_events)
    engine.nag_events->nag().drop_session(agent, session);
}

}  // namespace aim::op
