// Random calls that change memories, links and standards, each undone again: every one leaves the
// database as it was before the call (T3).
#include "engine/undo.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/std.h"
#include "engine/archive.h"
#include "engine/consolidate.h"
#include "engine/forget.h"
#include "engine/history/versions.h"
#include "engine/move_name_space.h"
#include "engine/reflect.h"
#include "engine/relate.h"
#include "engine/remember.h"
#include "engine/standards.h"
#include "engine/transfer/export_import.h"
#include "property_world.h"

namespace aim::engine {
namespace {

using namespace std::chrono_literals;

class Calls {
 public:
  Calls() { world_.engine().by_owner = true; }

  void step() {
    world_.clock.advance(1s);
    std::string before = state();
    call(*rc::gen::inRange(0, 15));
    if (state() != before)
      before_.push_back(std::move(before));
  }

  void check() {
    for (std::string now = state(); !before_.empty(); before_.pop_back()) {
      // A step may have changed what is not compared here: an import only the time of a memory.
      do {
        world_.clock.advance(1s);
        must(undo(world_.engine(), ""));
      } while (state() == now);
      now = state();
      RC_ASSERT(now == before_.back());
    }
    while (undo(world_.engine(), "")) RC_ASSERT(state().empty());
    RC_ASSERT(world_.complaints() == "");
  }

 private:
  void call(int kind) {
    Engine& engine = world_.engine();
    switch (kind) {
      case 0:
      case 1:
        return store();
      case 2:
        return change();
      case 3:
        return (void)remove(engine, any());
      case 4:
        return (void)forget(engine, {.name_space = "global", .pattern = word()});
      case 5:
        return (void)add_link(engine, any(), any(), relation());
      case 6:
        return (void)remove_link(engine, any(), any(), relation());
      case 7:
        return (void)consolidate(engine,
                                 {.ids = {any(), any()}, .title = title(), .summary = word()});
      case 8:
        return import();
      case 9:
        engine.by_owner = *rc::gen::inRange(0, 2) == 0;  // else it is a proposal
        (void)set_standard(engine, space(), any(), space());
        return (void)(engine.by_owner = true);
      case 10:
        return (void)clear_standard(engine, space());
      case 11:
        return (void)rename_name_space(engine, home(), home());
      case 12:
        return (void)merge_name_spaces(engine, home(), home());
      case 13:
        return reflect_on_two();
      default:
        return restore();
    }
  }

  void store() {
    Draft draft;
    draft.title = title();
    draft.content = word();
    draft.tier = Tier::long_term;
    if (*rc::gen::inRange(0, 3) == 0)
      draft.supersedes = any();
    if (const auto kept = remember(world_.engine(), draft))
      ids_.insert(kept->memory.id);
  }

  void reflect_on_two() {
    Draft draft;
    draft.title = title();
    draft.content = word();
    draft.tier = Tier::long_term;
    if (const auto made = reflect(world_.engine(), draft, {any(), any()}))
      ids_.insert(made->kept.memory.id);
  }

  void change() {
    Changes changes;
    changes.content = word();
    changes.tags = {word()};
    changes.priority = *rc::gen::inRange(1, 10);
    (void)update(world_.engine(), any(), changes);
  }

  void import() {
    ImportReport report;
    std::string id = *rc::gen::inRange(0, 2) == 0 ? any() : "import" + std::to_string(++imports_);
    Memory memory;
    memory.id = id;
    memory.name_space = "global";
    memory.title = title();
    memory.content = word();
    memory.tier = Tier::long_term;
    memory.updated_at = at(world_.clock.now());
    must(import_memories(world_.engine(), {{0, memory}}, report));
    ids_.insert(id);
    must(import_links(world_.engine(), {{0, {id, any(), "related_to", {}, {}}}}, report));
  }

  void restore() {
    const std::string id = any();
    if (aim::engine::restore(world_.engine(), id))
      return;
    if (const auto states = history(world_.engine(), id, 100))
      (void)restore_version(world_.engine(), id,
                            (*states)[*rc::gen::inRange<std::size_t>(0, states->size())].version);
  }

  static std::string word() { return "word" + std::to_string(*rc::gen::inRange(10, 16)); }
  static std::string title() { return "title " + std::to_string(*rc::gen::inRange(0, 4)); }
  static std::string home() { return *rc::gen::element<std::string>("global", "moved", "other"); }
  static std::string space() { return "team" + std::to_string(*rc::gen::inRange(0, 2)); }
  static Relation relation() {
    return *rc::gen::element(Relation::related_to, Relation::supersedes, Relation::contradicts);
  }

  std::string any() {
    if (ids_.empty())
      return "nothing";
    auto it = ids_.begin();
    std::advance(it, *rc::gen::inRange<std::size_t>(0, ids_.size()));
    return *it;
  }

  std::string state() {
    std::set<std::string> lines;
    must(world_.engine().database.read([&](store::Reader& reader) -> Result<void> {
      TRY_VOID(reader.memories.each([&](const Memory& each) {
        std::string line = each.id + " " + each.name_space + " " + each.title + ": " +
                           each.content + " " + std::to_string(each.priority) + " " +
                           std::string(name_of(each.tier)) +
                           (each.valid_until ? " until " + each.valid_until->text() : "");
        for (const std::string& tag : each.tags) line += " " + tag;
        lines.insert(line);
        return Result<void>();
      }));
      TRY_VOID(reader.links.each([&](const Link& each) {
        lines.insert(each.source_id + " " + each.relation + " " + each.target_id);
        return Result<void>();
      }));
      TRY_VOID(reader.memories.each_archived([&](const Archived& each) {
        lines.insert("archived " + each.memory.id + ": " + each.memory.content);
        return Result<void>();
      }));
      // A proposal, and a standard whose memory is gone, do not hold.
      return reader.memories.each_standard([&](const StandardRow& each) {
        if (each.id && each.confirmed)
          lines.insert(each.name_space + ": " + *each.id + " " + each.parent.value_or(""));
        return Result<void>();
      });
    }));
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  }

  PropertyWorld world_;
  int imports_ = 0;
  std::set<std::string> ids_;
  std::vector<std::string> before_;
};

RC_GTEST_PROP(PropertyUndo, EveryCallIsUndone, ()) {
  Calls calls;
  for (int steps = *rc::gen::inRange(1, 25); steps > 0; --steps) calls.step();
  calls.check();
}

}  // namespace
}  // namespace aim::engine
