// Random lives: memories are stored, changed, recalled, collected and removed, beside a naive model
// that knows the rules of A2 and A3 and nothing of databases.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "engine/archive.h"
#include "engine/forget.h"
#include "engine/relate.h"
#include "engine/remember.h"
#include "engine/search/recall.h"
#include "engine/usage/touch_queue.h"
#include "property_world.h"

namespace aim::engine {
namespace {

using namespace std::chrono_literals;

constexpr const char* words[] = {"alpha", "beta", "gamma", "délta", "数据库"};
constexpr const char* spaces[] = {"global", "team", "team/api"};

struct Modelled {
  std::string id, title, name_space, content;
  Tier tier = Tier::mid_term;
  std::int64_t priority = 5, accesses = 0;
  std::optional<Time> expires_at;
  Time created_at;
  bool deadline = false;
};

class Life {
 public:
  void step() {
    switch (*rc::gen::inRange(0, 8)) {
      case 0:
      case 1:
      case 2:
        return store();
      case 3:
        return update();
      case 4:
      case 5:
        return use();
      case 6:
        return remove();
      default:
        return pass_time();
    }
  }

  void check() {
    std::set<std::string> listed, expected;
    for (const Memory& memory : must(list(world_.engine(), {}, 1'000, 0))) listed.insert(memory.id);
    for (const auto& [id, each] : model_) {
      const Memory memory = must(get(world_.engine(), id)).memory;
      RC_ASSERT(memory.title == each.title);
      RC_ASSERT(memory.name_space == each.name_space);
      RC_ASSERT(memory.content == each.content);
      RC_ASSERT(memory.tier == each.tier);
      RC_ASSERT(memory.priority == each.priority);
      RC_ASSERT(memory.access_count == each.accesses);
      RC_ASSERT(memory.created_at.time == each.created_at);
      RC_ASSERT(memory.expires_at.has_value() == each.expires_at.has_value());
      RC_ASSERT((!each.expires_at || memory.expires_at->time == *each.expires_at));
      RC_ASSERT(shown_priority(memory) >= std::min<std::int64_t>(10, each.priority));
      if (alive(each))
        expected.insert(id);
    }
    RC_ASSERT(listed == expected);
    for (const char* word : words) check_search(word);
    RC_ASSERT(world_.complaints() == "");
  }

 private:
  bool alive(const Modelled& each) {
    return !each.expires_at || *each.expires_at > world_.clock.now();
  }

  Modelled* any() {
    if (model_.empty())
      return nullptr;
    auto it = model_.begin();
    std::advance(it, *rc::gen::inRange<std::size_t>(0, model_.size()));
    return &it->second;
  }

  std::optional<Time> born(Tier tier) {
    if (tier == Tier::long_term)
      return std::nullopt;
    return world_.clock.now() + (tier == Tier::short_term ? 6h : 24h * 7);
  }

  std::string some_words() {
    std::string text;
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i)
      text += std::string(text.empty() ? "" : " ") + words[*rc::gen::inRange(0, 5)];
    return text;
  }

  void store() {
    Draft draft;
    draft.title = "title " + std::to_string(*rc::gen::inRange(0, 6));
    draft.name_space = spaces[*rc::gen::inRange(0, 3)];
    draft.content = some_words();
    draft.tier = *rc::gen::element(Tier::short_term, Tier::mid_term, Tier::long_term);
    draft.priority = *rc::gen::inRange<std::int64_t>(1, 11);
    if (*rc::gen::inRange(0, 4) == 0)
      draft.ttl_secs = *rc::gen::inRange<std::int64_t>(1, 1'000'000);
    const StoredMemory kept = must(remember(world_.engine(), draft));
    // An expired memory has lost its title, and is collected when that is wanted.
    std::erase_if(model_, [&](const auto& each) {
      return each.second.title == draft.title && each.second.name_space == draft.name_space &&
             !alive(each.second);
    });
    const auto old = std::find_if(model_.begin(), model_.end(), [&](const auto& each) {
      return each.second.title == draft.title && each.second.name_space == draft.name_space;
    });
    RC_ASSERT(kept.updated == (old != model_.end()));
    const auto& similar = kept.similar.ids_by_title;
    RC_ASSERT(std::count(similar.begin(), similar.end(), kept.memory.id) == 0);
    Modelled fresh{kept.memory.id,
                   draft.title,
                   draft.name_space,
                   draft.content,
                   draft.tier,
                   draft.priority,
                   0,
                   {},
                   world_.clock.now(),
                   draft.ttl_secs.has_value()};
    bool keeps_deadline = false;  // S26
    if (old != model_.end()) {
      RC_ASSERT(kept.memory.id == old->first);
      const bool made_long = draft.tier == Tier::long_term && old->second.tier != Tier::long_term;
      keeps_deadline = old->second.deadline && !made_long && !draft.ttl_secs;
      fresh.tier = std::max(fresh.tier, old->second.tier);
      fresh.priority = std::max(fresh.priority, old->second.priority);
      fresh.accesses = old->second.accesses;
      fresh.created_at = old->second.created_at;
    } else {
      RC_ASSERT(model_.count(kept.memory.id) == 0U);
    }
    fresh.expires_at = keeps_deadline ? old->second.expires_at : born(fresh.tier);
    fresh.deadline = fresh.deadline || keeps_deadline;
    if (draft.ttl_secs)
      fresh.expires_at = world_.clock.now() + std::chrono::seconds(*draft.ttl_secs);
    model_[fresh.id] = fresh;
  }

  void update() {
    Modelled* const each = any();
    if (!each)
      return;
    Changes changes;
    changes.content = some_words();
    changes.tier = *rc::gen::element(Tier::short_term, Tier::mid_term, Tier::long_term);
    const auto amended = engine::update(world_.engine(), each->id, changes);
    RC_ASSERT(amended.has_value() == alive(*each));
    if (!amended)
      return;
    each->content = *changes.content;
    if (*changes.tier > each->tier) {
      each->tier = *changes.tier;
      if (each->deadline && each->tier != Tier::long_term)
        return;
      each->expires_at = born(each->tier);
      each->deadline = false;
    }
  }

  // As A2 has it, one use after the other.
  void touch(Modelled& each) {
    ++each.accesses;
    if (each.tier == Tier::mid_term && each.accesses >= 5) {
      each.tier = Tier::long_term;
      if (!each.deadline)
        each.expires_at.reset();
    }
    if (each.expires_at && !each.deadline && each.tier != Tier::long_term)
      each.expires_at = std::max(*each.expires_at,
                                 world_.clock.now() + (each.tier == Tier::short_term ? 1h : 24h));
  }

  void use() {
    Query query;
    query.text = some_words();
    query.limit = *rc::gen::inRange<std::int64_t>(0, 51);
    for (int times = *rc::gen::inRange(1, 4); times > 0; --times) {
      const Found found = must(recall(world_.engine(), query));
      RC_ASSERT(found.hits.size() <= static_cast<std::size_t>(query.limit));
      double best = 0;
      for (const Hit& hit : found.hits) best = std::max(best, hit.score.total);
      for (const Hit& hit : found.hits) {
        RC_ASSERT(model_.count(hit.memory.id) == 1U);
        RC_ASSERT(alive(model_[hit.memory.id]));
        if (hit.score.total >= best / 2)  // S45
          touch(model_[hit.memory.id]);
      }
    }
    must(apply_touches(world_.engine(), 1s));
  }

  void remove() {
    if (*rc::gen::inRange(0, 3) == 0) {
      const std::string name_space = spaces[*rc::gen::inRange(0, 3)];
      const auto gone = must(forget(world_.engine(), {name_space, "", Tier::short_term, false}));
      RC_ASSERT(
          gone.count == static_cast<std::int64_t>(std::erase_if(model_, [&](const auto& each) {
            return each.second.name_space == name_space && each.second.tier == Tier::short_term;
          })));
    } else if (Modelled* const each = any()) {
      const std::string id = each->id;
      RC_ASSERT(must(engine::remove(world_.engine(), id)).id == id);
      model_.erase(id);
    }
  }

  void pass_time() {
    world_.clock.advance(std::chrono::minutes(*rc::gen::inRange(0, 3 * 24 * 60)));
    if (*rc::gen::arbitrary<bool>())
      return;
    const auto collected = must(collect_expired(world_.engine()));
    RC_ASSERT(collected == static_cast<std::int64_t>(std::erase_if(
                               model_, [&](const auto& each) { return !alive(each.second); })));
  }

  void check_search(const std::string& word) {
    std::set<std::string> found, expected;
    Query query;
    query.text = word;
    query.limit = 200;
    for (const Hit& hit : must(search(world_.engine(), query)).hits) found.insert(hit.memory.id);
    for (const auto& [id, each] : model_)
      if (alive(each) && each.content.find(word) != std::string::npos)
        expected.insert(id);
    RC_ASSERT(found == expected);
  }

  PropertyWorld world_;
  std::map<std::string, Modelled> model_;
};

RC_GTEST_PROP(LifeProperty, AMemoryLivesByTheRules, ()) {
  Life life;
  for (int steps = *rc::gen::inRange(1, 40); steps > 0; --steps) life.step();
  life.check();
}

}  // namespace
}  // namespace aim::engine
