#include "op/notes.h"

#include "engine/engine.h"
#include "engine/usage/access_log.h"

namespace aim::op {

namespace {

std::optional<std::string> maybe(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

void begin(engine::AccessNote& access, const CallNote& asked) {
  access.row.kind = asked.kind;
  access.row.query = maybe(asked.query);
  access.row.name_space = maybe(asked.name_space);
}

void add(engine::AccessNote& access, const Memory& memory, std::optional<double> score,
         std::string factors) {
  access.shown.push_back({memory.key, score, std::move(factors)});
  access.row.tokens += engine::tokens_of(memory);
  ++access.row.results;
}

}  // namespace

void note(const Caller& caller, const CallNote& asked, const engine::Found& found) {
  if (!caller.access)
    return;
  begin(*caller.access, asked);
  for (const Memory& standard : found.standards) add(*caller.access, standard, std::nullopt, {});
  for (const engine::Hit& hit : found.hits) {
    const bool scored = !hit.score.factors.empty();
    add(*caller.access, hit.memory, scored ? std::optional(hit.score.total) : std::nullopt,
        engine::compact_factors(hit.score.factors));
  }
}

void note(const Caller& caller, const CallNote& asked, const std::vector<Memory>& memories) {
  if (!caller.access)
    return;
  begin(*caller.access, asked);
  for (const Memory& memory : memories) add(*caller.access, memory, std::nullopt, {});
}

void note(const Caller& caller, std::string_view kind, const Memory& memory) {
  if (!caller.access)
    return;
  begin(*caller.access, {kind, {}, memory.name_space});
  add(*caller.access, memory, std::nullopt, {});
}

void note(const Caller& caller, const CallNote& asked, const std::vector<engine::EntryHit>& hits) {
  if (!caller.access)
    return;
  begin(*caller.access, asked);
  for (const engine::EntryHit& hit : hits)
    add(*caller.access, hit.memory, hit.score.total, engine::compact_factors(hit.score.factors));
}

void note_gone(const Caller& caller, const CallNote& asked, std::int64_t count) {
  if (!caller.access)
    return;
  begin(*caller.access, asked);
  caller.access->row.results = count;
}

void note_session(const Caller& caller, std::string_view session_id) {
  if (caller.access && !session_id.empty())
    caller.access->row.session = std::string(session_id);
}

std::string_view door_name(const Caller& caller) {
  return caller.hook                 ? "hook"
         : caller.door == Door::mcp  ? "mcp"
         : caller.door == Door::http ? "http"
                                     : "cli";
}

void say_who_asked(store::AccessRow& row, const Caller& caller, Time now) {
  row.at = now;
  row.door = door_name(caller);
  row.client = std::string(caller.client.empty() ? caller.agent_id : caller.client);
  if (!row.session)
    row.session = std::string(caller.session_id);
}

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
