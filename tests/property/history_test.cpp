// Random histories: memories are stored, overwritten, changed, promoted, removed, undone and
// restored, and turns are said; at each moment a naive model keeps what there is. Afterwards reads
// are asked for at those moments (T1, T2).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "engine/database.h"
#include "engine/forget.h"
#include "engine/history/moment.h"
#include "engine/history/replay.h"
#include "engine/history/transcripts.h"
#include "engine/history/versions.h"
#include "engine/relate.h"
#include "engine/remember.h"
#include "engine/search/recall.h"
#include "engine/two_stores/context.h"
#include "engine/undo.h"
#include "property_world.h"

namespace aim::engine {
namespace {

using namespace std::chrono_literals;

class RandomHistory {
 public:
  RandomHistory() { store(); }

  void step() {
    world_.clock.advance(1s);
    switch (*rc::gen::inRange(0, 8)) {
      case 0:
      case 1:
        store();
        break;
      case 2:
      case 3:
        change();
        break;
      case 4:
        if (const auto id = any(); !id.empty())
          (void)remove(world_.engine(), id);
        break;
      case 5:
        (void)undo(world_.engine(), "");
        break;
      case 6:
        say();
        break;
      default:
        restore();
    }
    moments_.push_back({world_.clock.now(), turns_, present()});
  }

  void check() {
    for (int asked = 0; asked < 2; ++asked) {
      const auto& [time, turns, there] =
          moments_[*rc::gen::inRange<std::size_t>(0, moments_.size())];
      const auto moment = must(Moment::make(world_.engine(), time, {}));
      RC_ASSERT(listed(*moment) == there);
      check_one(*moment, there);
      check_words(*moment, there);
      check_beginnings(*moment, there);
      check_replay(*moment, there, turns);
    }
    RC_ASSERT(world_.complaints() == "");
  }

 private:
  using Contents = std::map<std::string, std::string>;

  static Contents listed(Moment& moment) {
    Contents found;
    for (const Memory& each : must(list(moment.engine(), {}, 100, 0)))
      found[each.id] = each.title + ": " + each.content;
    return found;
  }

  // One alone, as `get` has it.
  void check_one(Moment& whole, const Contents& there) {
    const auto id = any();
    const auto alone =
        must(Moment::make(world_.engine(), whole.engine().clock.now(), {.ids = {{id}}}));
    const auto found = get(alone->engine(), id);
    const auto expected = there.find(id);
    RC_ASSERT(found.has_value() == (expected != there.end()));
    if (found)
      RC_ASSERT(found->memory.title + ": " + found->memory.content == expected->second);
  }

  void check_words(Moment& moment, const Contents& there) {
    const auto asked = word();
    std::set<std::string> found, expected;
    for (const Hit& hit : must(search(moment.engine(), {asked, {}, 100, {}, {}})).hits)
      found.insert(hit.memory.id);
    for (const auto& [id, text] : there)
      if (text.ends_with(": " + asked))
        expected.insert(id);
    RC_ASSERT(found == expected);
  }

  // Checks both forms of the beginning of a session.
  static void check_beginnings(Moment& moment, const Contents& there) {
    std::set<std::string> expected, started, context;
    for (const auto& [id, text] : there) expected.insert(id);
    for (const Hit& hit : must(session_start(moment.engine(), "", 100)).hits)
      started.insert(hit.memory.id);
    for (const auto& each :
         must(two_stores::session_context({moment.engine(), nullptr, {}, false}, {100})).memories)
      context.insert(each.memory.id);
    RC_ASSERT(started == expected);
    RC_ASSERT(context == expected);
    RC_ASSERT(must(stats(moment.engine())).counts.memories == std::ssize(there));
  }

  static void check_replay(Moment& moment, const Contents& there, std::int64_t turns) {
    for (const auto& [id, text] : there) {
      const auto replayed = must(replay(moment.engine(), {id, {}, true, 1'000}));
      RC_ASSERT(replayed.transcripts.size() == (turns > 0 ? 1U : 0U));
      if (turns > 0)
        RC_ASSERT(replayed.transcripts.front().transcript.turns == turns);
    }
  }

  struct Known {
    Time time;
    std::int64_t turns;
    Contents there;
  };

  std::string word() { return "word" + std::to_string(*rc::gen::inRange(10, 22)); }

  std::string any() {
    if (ids_.empty())
      return {};
    auto it = ids_.begin();
    std::advance(it, *rc::gen::inRange<std::size_t>(0, ids_.size()));
    return *it;
  }

  void store() {
    Draft draft;
    draft.title = "title " + std::to_string(*rc::gen::inRange(0, 4));
    draft.content = word();
    draft.tier = Tier::long_term;
    draft.metadata = R"({"session_id":"one"})";
    ids_.insert(must(remember(world_.engine(), draft)).memory.id);
  }

  void say() {
    must(capture_turn(world_.engine(), {"global", "one", ++turns_, Role::user, word(), {}}, {}));
  }

  void change() {
    Changes changes;
    changes.content = word();
    if (const auto id = any(); !id.empty())
      (void)update(world_.engine(), id, changes);
  }

  void restore() {
    const auto id = any();
    if (id.empty())
      return;
    const auto states = history(world_.engine(), id, 100);
    if (states)
      (void)restore_version(world_.engine(), id,
                            (*states)[*rc::gen::inRange<std::size_t>(0, states->size())].version);
  }

  Contents present() {
    Contents there;
    for (const std::string& id : ids_)
      if (const auto got = get(world_.engine(), id); got && got->memory.id == id)
        there[id] = got->memory.title + ": " + got->memory.content;
    return there;
  }

  PropertyWorld world_;
  std::int64_t turns_ = 0;  // said
  std::set<std::string> ids_;
  std::vector<Known> moments_;
};

RC_GTEST_PROP(PropertyHistory, EveryMomentCanBeAskedFor, ()) {
  RandomHistory history;
  for (int steps = *rc::gen::inRange(1, 30); steps > 0; --steps) history.step();
  history.check();
}

}  // namespace
}  // namespace aim::engine
