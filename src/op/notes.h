// Notes of operations for the access log: kind of the call, question, results (L3).
// Cost: nothing where the call is not logged.
#pragma once
#include "engine/search/recall.h"
#include "engine/two_stores/stores.h"
#include "engine/untitled/entries.h"
#include "engine/usage/touch_queue.h"
#include "op/kit/operation.h"

namespace aim::op {

// What was asked; empty: nothing, of no namespace.
struct CallNote {
  std::string_view kind, query = {}, name_space = {};
};
void note(const Caller& caller, const CallNote& asked, const engine::Found& found);
void note(const Caller& caller, const CallNote& asked, const std::vector<Memory>& memories);
void note(const Caller& caller, std::string_view kind, const Memory& memory);
void note(const Caller& caller, const CallNote& asked, const std::vector<engine::EntryHit>& hits);
// Of memories that are gone.
void note_gone(const Caller& caller, const CallNote& asked, std::int64_t count);
// hook, mcp, http or cli.
std::string_view door_name(const Caller& caller);
// When and by which door a call came, and from whom; a session that is said already stays.
void say_who_asked(store::AccessRow& row, const Caller& caller, Time now);
// Source and session of a call by a hook.
void note_session(const Caller& caller, std::string_view session_id);

// Results of calls over two stores, for the access log of each.
struct ShownPlaced {
  const engine::two_stores::PlacedMemory& placed;
  std::optional<double> score = {};
};
// Nothing where calls are not logged.
void note_shown(const engine::two_stores::Stores& both, const Caller& caller, std::string_view kind,
                const std::string& question, const std::vector<ShownPlaced>& shown);

}  // namespace aim::op
