#include "op/hook_call.h"

#include "base/utf8.h"
#include "capture/blocks.h"
#include "capture/cleaner.h"
#include "memory/rules.h"
#include "op/project.h"

namespace aim::op {

namespace {

std::string sound_id(const std::string& session_id) {
  return utf8::repaired(utf8::cut(session_id, rule::session_id.max_bytes));
}

}  // namespace

void settle_project(HookEvent& event, const SessionStates& states, bool named) {
  const std::string session = sound_id(event.session_id);
  const std::string kept = named ? std::string() : states.read(session).folder;
  if (!kept.empty())
    event.folder = kept;
  else if (const auto of_host = project_of_environment(); !named && !of_host.empty())
    event.folder = of_host.string();
  std::error_code error;
  if (event.folder.empty())
    event.folder = std::filesystem::current_path(error).string();
  event.project = project_of(event.folder);
  if (event.project && kept.empty() && !named && !session.empty() && utf8::is_valid(event.folder))
    states.change(session, [&](SessionState& state) { state.folder = event.folder; });
}

HookCall hook_call(HookEvent event, const HookSettings& settings, SessionStates states,
                   const HookStores* two_stores) {
  Cleaner cleaner(settings.secrets);
  const bool is_said = event.kind == HookKind::user_prompt || event.kind == HookKind::stop;
  if (is_said)
    event.text = without_blocks(utf8::cut(event.text, 4 * max_event_text));
  event.text = cleaner.text(utf8::repaired(utf8::cut(event.text, max_event_text)));
  event.command = cleaner.text(event.command);
  event.session_id = sound_id(event.session_id);
  std::string name_space = event.name_space.empty() ? "global" : event.name_space;
  return {std::move(event),      settings,          std::move(states),
          std::move(name_space), cleaner.removed(), two_stores};
}

}  // namespace aim::op
