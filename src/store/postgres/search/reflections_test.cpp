// Search and reflections are asked on both backends, which must answer alike.
#include "store/links.h"
#include "store/postgres/search/both_testing.h"
#include "store/search.h"

namespace aim::store::postgres {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// ---- candidates ----

TEST_F(Both, CandidatesAreNarrowed) {
  for (int i = 0; i < 12; ++i) {
    Memory memory = memory_of("id" + std::to_string(i), "title " + std::to_string(i),
                              i % 2 ? "same" : "other", i % 3 ? "team/a" : "team");
    memory.created_at = memory.updated_at =
        at(moment("2026-11-0" + std::to_string(i % 9 + 1) + "T00:00:00Z"));
    memory.priority = i % 10 + 1;
    memory.confidence = i / 12.0;
    if (i % 4 == 0)
      memory.tags = {"red", "green"};
    if (i % 5 == 0)
      memory.metadata = R"({"agent_id":"ann"})";
    if (i == 7)
      memory.expires_at = at(moment("2026-11-02T00:00:00Z"));
    put(memory);
  }
  const auto keys = [&](auto ask) {
    return read([&](Reader& reader) -> Result<std::vector<Key>> {
      auto found = TRY(ask(reader.search));
      std::ranges::sort(found);
      return found;
    });
  };
  EXPECT_THAT(keys([](const auto& of) { return of.keys_with_tag("red"); }), SizeIs(3));
  EXPECT_THAT(keys([](const auto& of) { return of.keys_of_agent("ann"); }), SizeIs(3));
  EXPECT_THAT(keys([](const auto& of) { return of.keys_of_reflections(); }), IsEmpty());
  keys([](const auto& of) {
    return of.keys_created_between(moment("2026-11-02T00:00:00Z"), std::nullopt, 10);
  });
  const auto same_content = read([&](Reader& reader) {
    return reader.search.keys_with_content("team/a", "same", clock_.now(), 3);
  });
  EXPECT_THAT(same_content, SizeIs(3));
  for (const std::string name : {"", "team", "team/*", "none"})
    read([&](Reader& reader) -> Result<std::vector<std::string>> {
      Filter filter;
      filter.name_space = name;
      std::vector<std::string> out;
      for (const auto& row : TRY(reader.search.name_spaces(name)))
        out.push_back(row.name + " " + std::to_string(row.number) + " " +
                      std::to_string(row.memories) + " " + std::to_string(row.bytes));
      for (const auto& use : TRY(reader.search.use_signals(filter, clock_.now())))
        out.push_back(std::to_string(use.key) + " " + std::to_string(use.priority));
      return out;
    });
  read([](Reader& reader) -> Result<std::vector<std::string>> {
    std::vector<Key> asked;
    for (Key key = 1; key < 14; ++key) asked.push_back(key);
    std::vector<std::string> out;
    for (const auto& signals : TRY(reader.search.signals_of(asked)))
      out.push_back(signals ? signals->title + std::to_string(signals->priority) + " " +
                                  std::to_string(signals->confidence)
                            : "none");
    return out;
  });
}

// ---- reflections ----

class BothReflections : public Both {
 protected:
  // 3 reflects on 0 and 1, 4 on 3 and 2, 5 on 4, 6 on 5; 7 on nothing.
  void SetUp() override {
    Both::SetUp();
    if (stores_.empty())
      return;
    for (int i = 0; i < 8; ++i) {
      Memory memory = memory_of("id" + std::to_string(i), "title " + std::to_string(i), "x");
      memory.kind = i < 3 ? MemoryKind::observation : MemoryKind::reflection;
      kept_.push_back(put(memory));
    }
    link(3, 0, 1);
    link(3, 1, 1);
    link(4, 3, 2);
    link(4, 2, 2);
    link(5, 4, 3);
    link(6, 5, 4);
  }
  void link(std::size_t source, std::size_t target, int day) {
    write([&](Writer& writer) {
      Link made;
      made.source_id = kept_[source].id;
      made.target_id = kept_[target].id;
      made.relation = "reflects_on";
      made.created_at = made.valid_from =
          at(moment("2026-11-0" + std::to_string(day) + "T00:00:00Z"));
      return writer.links.add(kept_[source].key, kept_[target].key, made);
    });
  }

  std::vector<Memory> kept_;
};

TEST_F(BothReflections, AreWalked) {
  const auto sorted = [&](auto ask) {
    return read([&](Reader& reader) -> Result<std::vector<Key>> {
      auto keys = TRY(ask(reader.links));
      std::ranges::sort(keys);
      return keys;
    });
  };
  EXPECT_THAT(sorted([&](const auto& of) { return of.reflections_above(kept_[0].key); }),
              SizeIs(5));
  EXPECT_THAT(sorted([&](const auto& of) { return of.sources_of(kept_[4].key); }), SizeIs(2));
  EXPECT_TRUE(
      read([&](Reader& reader) { return reader.links.closes_cycle(kept_[0].key, kept_[6].key); }));
  EXPECT_FALSE(
      read([&](Reader& reader) { return reader.links.closes_cycle(kept_[6].key, kept_[0].key); }));
  EXPECT_TRUE(write([&](Writer& writer) { return writer.links.raise_depth(kept_[3].key, 1, 4); }));
  write([&](Writer& writer) -> Result<bool> {
    TRY_VOID(writer.links.raise_depths(3));
    return true;
  });
  const auto depths = read([&](Reader& reader) -> Result<std::vector<std::int64_t>> {
    std::vector<std::int64_t> out;
    for (const Memory& memory : kept_)
      out.push_back(TRY(reader.memories.find_by_id(memory.id))->reflection_depth);
    return out;
  });
  EXPECT_THAT(depths, ElementsAre(0, 0, 0, 1, 2, 3, 4, 1));
  read([&](Reader& reader) -> Result<std::vector<std::string>> {
    std::vector<std::string> out;
    for (const Source& source :
         TRY(reader.links.sources_of(std::vector<Key>{kept_[4].key, kept_[3].key, kept_[7].key})))
      out.push_back(source.id + source.title + std::to_string(source.key));
    return out;
  });
}

TEST_F(BothReflections, LoseSourcesAndFindThem) {
  link(3, 6, 5);
  EXPECT_THAT(write([&](Writer& writer) { return writer.links.break_cycles(kept_[4].key); }),
              ElementsAre("id3 → id6"));
  erase(kept_[0]);
  erase(kept_[2]);
  const auto lost = read([&](Reader& reader) -> Result<std::vector<std::string>> {
    std::vector<std::string> out;
    TRY_VOID(reader.links.each_lost_source([&](const std::string& id, const LostSource& one) {
      out.push_back(id + " " + one.id + " " + one.title);
      return Result<void>();
    }));
    return out;
  });
  EXPECT_THAT(lost, ElementsAre("id3 id0 title 0", "id4 id2 title 2"));
  EXPECT_THAT(read([&](Reader& reader) { return reader.links.reflections_that_lost("id2"); }),
              ElementsAre(kept_[4].key));
  EXPECT_TRUE(read([&](Reader& reader) -> Result<bool> {
    return TRY(reader.links.find_lost_source("id2")).has_value();
  }));
  write([&](Writer& writer) -> Result<bool> {
    LostSource later{"id2", "another", at(moment("2026-12-01T00:00:00Z"))};
    TRY_VOID(writer.links.put_lost_source(kept_[4].key, later));
    TRY_VOID(writer.links.put_lost_source(kept_[5].key, later));
    TRY_VOID(writer.links.clear_lost_sources(kept_[3].key, clock_.now()));
    return true;
  });
  EXPECT_THAT(read([&](Reader& reader) -> Result<std::vector<std::string>> {
                std::vector<std::string> out;
                for (const LostSource& each : TRY(reader.links.lost_sources_of(kept_[4].key)))
                  out.push_back(each.id + each.title);
                return out;
              }),
              ElementsAre("id2another"));
  kept_[2] = put(memory_of("id2", "back", "again"));
  EXPECT_THAT(write([&](Writer& writer) -> Result<std::vector<Key>> {
                std::vector<Key> out;
                for (const Found& each : TRY(writer.links.found_again()))
                  out.push_back(each.reflection);
                return out;
              }),
              ElementsAre(kept_[4].key, kept_[5].key));
}

}  // namespace
}  // namespace aim::store::postgres
