#include "op/hook_call.h"

#include <utility>

#include "base/utf8.h"
#include "capture/blocks.h"
#include "memory/rules.h"
#include "op/project.h"

namespace aim::op {

HookCall hook_call(HookEvent event, const HookSettings& settings, SessionStates states,
                   const HookStores* two_stores) {
  const bool is_said = event.kind == HookKind::user_prompt || event.kind == HookKind::stop;
  if (is_said)
    event.text = without_blocks(utf8::cut(event.text, 4 * max_event_text));
  event.text = utf8::repaired(utf8::cut(event.text, max_event_text));
  event.session_id = utf8::repaired(utf8::cut(event.session_id, rule::session_id.max_bytes));
  std::string name_space = !event.name_space.empty() ? event.name_space
                           : event.folder.empty()    ? current_name_space()
                                                     : name_space_of(event.folder);
  return {std::move(event), settings, std::move(states), std::move(name_space), two_stores};
}

}  // namespace aim::op
