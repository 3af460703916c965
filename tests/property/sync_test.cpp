// S12: whatever happened to three databases, and in whatever order they are synced, they become the
// same.
#include "engine/transfer/sync.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <sstream>

#include "engine/forget.h"
#include "engine/reflect.h"
#include "engine/relate.h"
#include "engine/remember.h"
#include "engine/search/recall.h"
#include "engine/standards.h"
#include "engine/transfer/export_import.h"
#include "property_world.h"

namespace aim::engine {
namespace {

constexpr int sides = 3;

// One line of everything that a sync brings together.
std::string state_of(Engine& engine) {
  std::ostringstream out;
  std::map<std::string, std::string> lines;
  ExportSink sink;
  sink.begin = [](std::int64_t) -> Result<void> { return {}; };
  sink.archived = [](const Archived&) -> Result<void> { return {}; };
  sink.link = [&](const Link& link) -> Result<void> {
    lines["l" + link.source_id + link.target_id + std::string(link.relation)] =
        std::to_string(link.created_at.nanoseconds());
    return {};
  };
  sink.memory = [&](const Memory& memory) -> Result<void> {
    lines["m" + memory.id] = memory.title + "|" + memory.content + "|" +
                             std::to_string(memory.updated_at.nanoseconds()) + "|" +
                             std::to_string(memory.created_at.nanoseconds()) + "|" +
                             std::string(name_of(memory.kind)) + "|" +
                             std::to_string(memory.reflection_depth);
    return {};
  };
  sink.lost_source = [&](const std::string& reflection_id, const LostSource& lost) -> Result<void> {
    lines["o" + reflection_id + lost.id] =
        lost.title + "|" + std::to_string(lost.lost_at.nanoseconds());
    return {};
  };
  sink.standard = [&](const StandardRow& row) -> Result<void> {
    lines["s" + row.name_space] = row.id.value_or("none");
    return {};
  };
  must(export_all(engine, sink));
  for (const auto& [name, line] : lines) out << name << " = " << line << "\n";
  return out.str();
}

std::vector<Memory> all_of(Engine& engine) {
  return must(list(engine, {}, 100, 0));
}

// A random change; what is refused (a taken title, a self-link) is no change.
void change(Engine& engine) {
  const auto memories = all_of(engine);
  const int kind = *rc::gen::inRange(0, 12);
  const std::string title = "title " + std::to_string(*rc::gen::inRange(0, 5));
  if (kind < 3 || memories.empty()) {
    Draft draft;
    draft.title = title;
    draft.content = "content " + std::to_string(*rc::gen::inRange(0, 1000));
    draft.tier = Tier::long_term;
    (void)remember(engine, draft);
    return;
  }
  const auto any = [&] { return memories[*rc::gen::inRange<std::size_t>(0, memories.size())].id; };
  if (kind == 3) {
    Changes changes;
    changes.title = title;
    (void)update(engine, any(), changes);
  } else if (kind == 4) {
    (void)remove(engine, any());
  } else if (kind == 5) {
    (void)add_link(engine, any(), any(), Relation::related_to);
  } else if (kind == 6) {
    (void)remove_link(engine, any(), any(), Relation::related_to);
  } else if (kind == 8 || kind == 9) {
    Draft draft;
    draft.title = title;
    draft.content = "thought";
    draft.tier = Tier::long_term;
    (void)reflect(engine, draft, {any()});
  } else if (kind == 10) {
    (void)add_link(engine, any(), any(), Relation::reflects_on);
  } else if (kind == 11) {
    (void)remove_link(engine, any(), any(), Relation::reflects_on);
  } else {
    (void)set_standard(engine, "team", any(), {});
  }
}

RC_GTEST_PROP(PropertySync, InAnyOrderTheyBecomeTheSame, ()) {
  std::array<PropertyWorld, sides> worlds;
  const auto tick = [&] {
    for (PropertyWorld& world : worlds) world.clock.advance(std::chrono::seconds(1));
  };
  const auto sync_two = [&](std::size_t a, std::size_t b) {
    tick();
    must(sync(worlds[a].engine(), {worlds[b].engine().database.name(), SyncDirection::merge, false},
              [](std::int64_t) {}));
  };
  const int changes = *rc::gen::inRange(0, 40);
  for (int i = 0; i < changes; ++i) {
    if (*rc::gen::inRange(0, 4) > 0)  // else two may change at one time
      tick();
    change(worlds[*rc::gen::inRange<std::size_t>(0, sides)].engine());
    if (*rc::gen::inRange(0, 8) == 0)
      sync_two(*rc::gen::inRange<std::size_t>(0, 2), 2);
  }
  // Everybody with everybody, until all has gone around.
  for (int round = 0; round < 3; ++round) {
    sync_two(0, 1);
    sync_two(1, 2);
    sync_two(2, 0);
  }
  const std::string first = state_of(worlds[0].engine());
  for (PropertyWorld& world : worlds) {
    RC_ASSERT(state_of(world.engine()) == first);
    RC_ASSERT(world.complaints() == "");
  }
  // Again changes nothing.
  tick();
  const auto again = must(sync(worlds[0].engine(),
                               {worlds[1].engine().database.name(), SyncDirection::merge, false},
                               [](std::int64_t) {}));
  RC_ASSERT(again.pull.added + again.pull.changed + again.pull.removed == 0);
  RC_ASSERT(again.push.added + again.push.changed + again.push.removed == 0);
}

}  // namespace
}  // namespace aim::engine
