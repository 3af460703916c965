// I1: links reflects_on never close a cycle, and depths are those of the graph: tried on random
// graphs against a model that knows nothing but the list of links.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "engine/reflect.h"
#include "engine/relate.h"
#include "property_world.h"
#include "store/links.h"

namespace aim::engine {
namespace {

// By the numbers of memories.
struct Model {
  std::set<std::pair<int, int>> links;
  std::map<int, std::int64_t> depths;  // of reflections; observations have none

  bool reaches(int from, int to) const {
    if (from == to)
      return true;
    for (const auto& [source, target] : links)
      if (source == from && reaches(target, to))
        return true;
    return false;
  }
  std::int64_t depth(int memory) const {
    const auto found = depths.find(memory);
    return found == depths.end() ? 0 : found->second;
  }
  // Depths after a change; false when one would be beyond the limit.
  bool settle(std::int64_t most) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [source, target] : links)
        if (depths.contains(source) && depth(source) <= depth(target)) {
          depths[source] = depth(target) + 1;
          changed = true;
          if (depths[source] > most)
            return false;
        }
    }
    return true;
  }
};

class Graph {
 public:
  Graph() { world_.engine().options.max_reflection_depth = most; }

  void observe() { ids_.push_back(must(remember(world_.engine(), draft(next()))).memory.id); }

  // A new reflection, or one that takes the place of the memory of that number.
  void reflect_on(int number, const std::set<int>& sources) {
    Model wanted = model_;
    std::erase_if(wanted.links, [&](const auto& link) { return link.first == number; });
    bool allowed = true;
    std::int64_t depth = 0;
    std::vector<std::string> ids;
    for (const int source : sources) {
      allowed = allowed && !model_.reaches(source, number);
      wanted.links.emplace(number, source);
      depth = std::max(depth, model_.depth(source));
      ids.push_back(ids_.at(static_cast<std::size_t>(source)));
    }
    wanted.depths[number] = depth + 1;
    allowed = allowed && depth < most && wanted.settle(most);
    const auto done = reflect(world_.engine(), draft(number), ids);
    RC_ASSERT(done.has_value() == allowed);
    if (!done)
      return;
    model_ = std::move(wanted);
    if (number == next())
      ids_.push_back(done->kept.memory.id);
  }

  void link(int from, int to) {
    Model wanted = model_;
    wanted.links.emplace(from, to);
    const bool allowed = !model_.reaches(to, from) && wanted.settle(most);
    const auto done = add_link(world_.engine(), id(from), id(to), Relation::reflects_on);
    RC_ASSERT(done.has_value() == allowed);
    if (done)
      model_ = std::move(wanted);
  }

  void unlink(int from, int to) {
    const bool was_there = model_.links.erase({from, to}) > 0;
    RC_ASSERT(remove_link(world_.engine(), id(from), id(to), Relation::reflects_on).has_value() ==
              was_there);
  }

  void compare() {
    std::set<std::pair<int, int>> links;
    for (int number = 0; number < next(); ++number) {
      const auto got = must(get(world_.engine(), id(number)));
      RC_ASSERT(got.memory.reflection_depth == model_.depth(number));
      RC_ASSERT((got.memory.kind == MemoryKind::reflection) == model_.depths.contains(number));
      for (const Link& each : got.links)
        if (each.source_id == id(number))
          links.emplace(number, number_of(each.target_id));
    }
    RC_ASSERT(links == model_.links);
    RC_ASSERT(world_.complaints() == "");
  }

  int next() const { return static_cast<int>(ids_.size()); }
  int any() const { return *rc::gen::inRange(0, next()); }

 private:
  static constexpr std::int64_t most = 4;

  static Draft draft(int number) {
    Draft draft;
    draft.title = "memory " + std::to_string(number);
    draft.content = "x";
    draft.tier = Tier::long_term;
    return draft;
  }
  const std::string& id(int number) const { return ids_.at(static_cast<std::size_t>(number)); }
  int number_of(const std::string& id) const {
    return static_cast<int>(std::find(ids_.begin(), ids_.end(), id) - ids_.begin());
  }

  PropertyWorld world_;
  Model model_;
  std::vector<std::string> ids_;
};

RC_GTEST_PROP(PropertyReflections, TheGuardIsTheModels, ()) {
  Graph graph;
  graph.observe();
  graph.observe();
  const int changes = *rc::gen::inRange(0, 40);
  for (int i = 0; i < changes; ++i) {
    const int what = *rc::gen::inRange(0, 8);
    if (what == 0) {
      graph.observe();
    } else if (what < 4) {
      std::set<int> sources;
      const int count = *rc::gen::inRange(1, 4);
      for (int source = 0; source < count; ++source) sources.insert(graph.any());
      graph.reflect_on(what == 1 ? graph.any() : graph.next(), sources);
    } else if (what < 7) {
      graph.link(graph.any(), graph.any());
    } else {
      graph.unlink(graph.any(), graph.any());
    }
  }
  graph.compare();
}

// What came past the guard, by hand or from elsewhere: walks end, and breaking leaves a graph
// without cycles.
RC_GTEST_PROP(PropertyReflections, CyclesAreBrokenWhereverTheyAre, ()) {
  PropertyWorld world;
  const int count = *rc::gen::inRange(2, 7);
  std::vector<Memory> memories;
  for (int i = 0; i < count; ++i) {
    Draft draft;
    draft.title = std::to_string(i);
    draft.content = "x";
    memories.push_back(must(remember(world.engine(), draft)).memory);
  }
  const auto any = [&] { return memories[*rc::gen::inRange<std::size_t>(0, memories.size())].key; };
  const int links = *rc::gen::inRange(0, 20);
  bool cycle_left = false;
  {
    const auto connection =
        must(store::sqlite::Connection::open(world.engine().database.name(), {}));
    must(connection->run("BEGIN IMMEDIATE"));
    must(connection->run("UPDATE memories SET kind = 1"));
    for (int i = 0; i < links; ++i)
      if (const Key source = any(), target = any(); source != target)
        must(
            connection->run("INSERT OR IGNORE INTO links(source, target, relation, created_at, "
                            "valid_from) VALUES (?1, ?2, 'reflects_on', ?3, ?3)",
                            source, target, i));
    must(connection->run("COMMIT"));
  }
  must(world.engine().database.write([&](store::Writer& writer) -> Result<void> {
    TRY_VOID(writer.links.raise_depths(100));
    for (const Memory& each : memories) TRY(writer.links.break_cycles(each.key));
    for (const Memory& each : memories)
      for (const Key target : TRY(writer.links.sources_of(each.key)))
        cycle_left = cycle_left || TRY(writer.links.closes_cycle(each.key, target));
    return {};
  }));
  RC_ASSERT(!cycle_left);
}

}  // namespace
}  // namespace aim::engine
