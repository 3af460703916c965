#include "op/two_stores/shown.h"

#include "engine/engine.h"
#include "engine/usage/access_log.h"
#include "op/notes.h"

namespace aim::op {

void note_shown(const engine::two_stores::Stores& both, const Caller& caller, std::string_view kind,
                const std::string& question, const std::vector<ShownPlaced>& shown) {
  for (const auto place :
       engine::two_stores::places_of(both, engine::two_stores::StoreChoice::both)) {
    Engine& engine = *engine::two_stores::engine_at(both, place);
    if (caller.is_preview || !engine::logs_accesses(engine, true))
      continue;
    engine::AccessNote access;
    say_who_asked(access.row, caller, engine.clock.now());
    access.row.kind = kind;
    access.row.query = question;
    for (const ShownPlaced& each : shown)
      if (each.placed.place == place) {
        access.shown.push_back({each.placed.memory.key, each.score, {}});
        ++access.row.results;
      }
    if (!access.shown.empty())
      engine::note_access(engine, std::move(access));
  }
}

}  // namespace aim::op
