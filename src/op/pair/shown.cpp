#include "op/pair/shown.h"

#include "engine/accesses.h"
#include "engine/engine.h"
#include "op/notes.h"

namespace aim::op {

void note_shown(const engine::pair::Stores& both, const Caller& caller, std::string_view kind,
                const std::string& question, const std::vector<ShownPlaced>& shown) {
  for (const auto place : engine::pair::places_of(both, engine::pair::Where::both)) {
    Engine& engine = *engine::pair::engine_at(both, place);
    if (caller.looks || !engine::logs_accesses(engine, true))
      continue;
    engine::Access access;
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
