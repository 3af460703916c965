// Two engines that synchronise with each other, for tests.
#pragma once
#include "engine/audit/events.h"
#include "engine/engine_testing.h"
#include "engine/transfer/sync.h"

namespace aim::engine::testing {

// Two engines of two databases; the clock is one.
class SyncTest : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    other_database_ = open("other.db", {.full_sync = false});
    other_.reset(
        new Engine{store::Access(*other_database_), clock_, {}, other_touches_, other_meaning_});
  }
  void TearDown() override {
    other_.reset();
    other_database_.reset();
    EngineTest::TearDown();
  }

  Synced run(SyncDirection direction = SyncDirection::merge, bool dry_run = false) {
    clock_.advance(1s);
    return must(sync(*engine_, {file("other.db"), direction, dry_run}, [](std::int64_t) {}));
  }
  std::string keep_there(std::string title, std::string content = "x") {
    clock_.advance(1s);
    return must(remember(*other_, draft(std::move(title), std::move(content)))).memory.id;
  }
  std::string keep_here(std::string title, std::string content = "x") {
    clock_.advance(1s);
    return id_of(std::move(title), std::move(content));
  }
  Strings listed_there() { return titles(must(list(*other_, {}, 100, 0))); }
  static bool has_standard(Engine& engine) {
    return must(engine.database.read(
                    [](store::Reader& reader) { return reader.memories.find_standard("team"); }))
        .has_value();
  }
  // The oldest first.
  static Strings events_of(Engine& engine) {
    Strings types;
    for (const Event& event : must(list_events(engine, "", {}, 100)))
      types.insert(types.begin(), event.type);
    return types;
  }
  bool is_there(const std::string& id) { return get(*other_, id).has_value(); }
  static Memory in(Engine& engine, const std::string& id) { return must(get(engine, id)).memory; }
  static Strings links_in(Engine& engine, const std::string& id) {
    Strings targets;
    for (const Link& link : must(links_of(engine, id)))
      targets.push_back(link.source_id + ">" + link.target_id);
    return targets;
  }

  std::unique_ptr<store::Store> other_database_;
  TouchQueue other_touches_;
  Embeddings other_meaning_;
  std::unique_ptr<Engine> other_;
};

}  // namespace aim::engine::testing
