// What the tests of this module share: a little world of one database, a clock that stands still
// and an engine, with short words for what tests do all the time.
#pragma once
#include <gmock/gmock.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/archive.h"
#include "engine/engine.h"
#include "engine/relate.h"
#include "engine/remember.h"
#include "engine/search/recall.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/postgres/postgres_store.h"
#include "store/postgres/postgres_testing.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/sqlite_store.h"
#include "store/sqlite/store_testing.h"
#include "store/store.h"

namespace aim::engine::testing {

using store::sqlite::testing::memory_of;
using store::sqlite::testing::moment;
using store::sqlite::testing::must;
using namespace std::chrono_literals;

inline constexpr auto day = 24h;

inline Draft draft(std::string title, std::string content = "x",
                   std::string name_space = "global") {
  Draft draft;
  draft.title = std::move(title);
  draft.content = std::move(content);
  draft.name_space = std::move(name_space);
  return draft;
}

inline Filter in(std::string name_space) {
  Filter filter;
  filter.name_space = std::move(name_space);
  return filter;
}

inline std::vector<std::string> titles(const std::vector<Hit>& hits) {
  std::vector<std::string> out;
  for (const Hit& hit : hits) out.push_back(hit.memory.title);
  return out;
}
inline std::vector<std::string> titles(const std::vector<Memory>& memories) {
  std::vector<std::string> out;
  for (const Memory& memory : memories) out.push_back(memory.title);
  return out;
}

class EngineTest : public store::sqlite::testing::StoreTest {
 protected:
  using Strings = std::vector<std::string>;

  void SetUp() override {
    StoreTest::SetUp();
    start({});
  }
  std::unique_ptr<store::Store> open(const std::string& name = "test.db",
                                     store::sqlite::ConnectionOptions options = {}) {
    auto store = store::postgres::testing::server_address().empty()
                     ? store::sqlite::make_store(file(name), options, clock_)
                     : on_server(name);
    must(store->ensure_open({}));
    return store;
  }
  // Inserts and returns it with its key.
  static Memory put(store::Store& store, Memory memory) {
    must(store::Access(store).write(
        [&](store::Writer& writer) { return writer.memories.insert(memory); }));
    return memory;
  }
  // The database stays; a new engine over it.
  void start(const EngineOptions& options) {
    if (!database_)
      database_ = open("test.db", {.full_sync = false});
    touches_.take();
    touches_.take_accesses();
    engine_.reset(new Engine{store::Access(*database_), clock_, options, touches_, embeddings_});
    engine_->file_store = [this](const std::filesystem::path& path, bool temporary,
                                 const Clock& clock) {
      return store::sqlite::make_store_like(*database_, path, temporary, clock);
    };
  }

  // For further engines of a test.
  static Result<std::unique_ptr<store::Store>> scratch_file(const std::filesystem::path& path,
                                                            bool temporary, const Clock& clock) {
    return store::sqlite::make_store(path, {.full_sync = false, .temporary = temporary}, clock);
  }

  StoredMemory keep(const Draft& draft) { return must(remember(*engine_, draft)); }
  StoredMemory keep(std::string title, std::string content = "x",
                    std::string name_space = "global") {
    return keep(draft(std::move(title), std::move(content), std::move(name_space)));
  }
  std::string id_of(const Draft& draft) { return keep(draft).memory.id; }
  std::string id_of(std::string title, std::string content = "x",
                    std::string name_space = "global") {
    return keep(std::move(title), std::move(content), std::move(name_space)).memory.id;
  }
  Memory now(const std::string& id) { return must(get(*engine_, id)).memory; }
  bool there(const std::string& id) { return get(*engine_, id).has_value(); }

  // Whatever it scores.
  Found ask(const std::string& text, const Filter& filter = {}, std::int64_t limit = 50) {
    Query query{text, filter, limit, {}, {}};
    query.min_score = 0;
    return must(recall(*engine_, query));
  }
  // Titles, best first. Recalls without settling leave their touches in the queue.
  Strings recalled(const std::string& text, const Filter& filter = {}, std::int64_t limit = 50) {
    return titles(ask(text, filter, limit).hits);
  }
  Strings searched(const std::string& text, const Filter& filter = {}, std::int64_t limit = 50) {
    return titles(must(search(*engine_, {text, filter, limit, {}, {}})).hits);
  }
  Strings listed(const Filter& filter = {}) { return titles(must(list(*engine_, filter, 100, 0))); }

  void settle() { must(apply_touches(*engine_, 1s)); }
  void use(const std::string& id, int times = 1) {
    for (const Key key = now(id).key; times > 0; --times) engine_->touches.add(key, clock_.now());
    settle();
  }

  // Everything that check_all finds wrong; empty when all is well.
  Strings complaints() {
    Strings bad;
    for (const store::Finding& finding : must(database_->maintenance().examine({})))
      if (!finding.good)
        bad.push_back(finding.check + ": " + finding.detail);
    return bad;
  }
  // What is made from memories is made anew, of a file; the interface repairs only what is in no
  // use.
  void repair() {
    const auto connection = connect();
    must(connection->run("BEGIN IMMEDIATE"));
    must(store::sqlite::rebuild_derived(*connection));
    must(connection->run("COMMIT"));
  }
  void TearDown() override {
    EXPECT_THAT(complaints(), ::testing::IsEmpty());
    engine_.reset();
    database_.reset();
    StoreTest::TearDown();
  }

  // With a server (tests/postgres/with_server.py) every test of this fixture runs on it, with a
  // database for each file.
  std::unique_ptr<store::Store> on_server(const std::string& name) {
    auto& database = on_server_[name];
    if (!database)
      database = std::make_unique<store::postgres::testing::TestDatabase>();
    return store::postgres::make_store(database->address(), {.full_sync = false});
  }

  std::map<std::string, std::unique_ptr<store::postgres::testing::TestDatabase>> on_server_;
  std::unique_ptr<store::Store> database_;
  TouchQueue touches_;
  Embeddings embeddings_;
  std::unique_ptr<Engine> engine_;
};

// What went wrong; database_error (never expected) when nothing did.
template <class T>
Error refusal(const Result<T>& result) {
  EXPECT_FALSE(result.has_value());
  return result ? Error{Code::database_error, "nothing was refused", {}, {}, {}} : result.error();
}

}  // namespace aim::engine::testing
