#include "engine/transfer/export_import.h"

#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/standards.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty, ::testing::SizeIs,
    ::testing::UnorderedElementsAre;

struct Export {
  std::int64_t announced = -1;
  std::vector<Memory> memories;
  std::vector<Link> links;
  std::vector<Archived> archived;
  std::vector<StandardRow> standards;
};

std::string text_of(const Memory& m) {
  std::string text = m.id + "|" + std::string(name_of(m.tier)) + "|" + m.name_space + "|" +
                     m.title + "|" + m.content;
  for (const std::string& tag : m.tags) text += "|#" + tag;
  text += "|" + std::to_string(m.priority) + "|" + std::to_string(m.reinforcement) + "|" +
          std::to_string(m.confidence) + "|" + m.source + "|" + std::to_string(m.access_count) +
          "|" + m.created_at.text() + "|" + m.updated_at.text() + "|" + m.metadata;
  text += "|" + (m.last_accessed_at ? m.last_accessed_at->text() : "-");
  return text + "|" + (m.expires_at ? m.expires_at->text() : "-");
}

std::vector<std::string> text_of(const Export& all) {
  std::vector<std::string> lines;
  for (const Memory& each : all.memories) lines.push_back(text_of(each));
  for (const Link& each : all.links)
    lines.push_back(each.source_id + " " + each.relation + " " + each.target_id + " " +
                    each.created_at.text() + " " + each.valid_from.text());
  for (const Archived& each : all.archived)
    lines.push_back(text_of(each.memory) + "|" + each.reason + "|" + each.archived_at.text());
  for (const StandardRow& each : all.standards)
    lines.push_back(each.name_space + " " + each.id.value_or("-") + " " +
                    each.parent.value_or("-") + " " + at(each.updated_at).text());
  return lines;
}

class Transfer : public EngineTest {
 protected:
  static Export exported(Engine& engine) {
    Export all;
    ExportSink sink;
    sink.begin = [&](std::int64_t count) -> Result<void> {
      all.announced = count;
      return {};
    };
    const auto into = [](auto& list) {
      return [&list](const auto& each) -> Result<void> {
        list.push_back(each);
        return {};
      };
    };
    sink.memory = into(all.memories);
    sink.link = into(all.links);
    sink.archived = into(all.archived);
    sink.standard = into(all.standards);
    must(export_all(engine, sink));
    EXPECT_EQ(all.announced, static_cast<std::int64_t>(all.memories.size()));
    return all;
  }
  static ImportReport imported(Engine& engine, const Export& all) {
    ImportReport report;
    std::vector<ImportItem> items;
    for (Memory memory : all.memories) {
      memory.key = 0;
      items.push_back({items.size(), std::move(memory)});
    }
    must(import_memories(engine, std::move(items), report));
    must(settle_import(engine, report));
    std::vector<ImportLink> links;
    for (const Link& link : all.links) links.push_back({links.size(), link});
    must(import_links(engine, links, report));
    must(import_archived(engine, all.archived));
    must(import_standards(engine, all.standards, report));
    return report;
  }
  ImportReport import_one(Memory memory) {
    ImportReport report;
    must(import_memories(*engine_, {{7, std::move(memory)}}, report));
    return report;
  }
  Memory given(std::string id, std::string title) {
    Memory memory = store::sqlite::testing::memory_of(std::move(id), std::move(title), "imported");
    memory.created_at = must(parse_rfc3339("2023-05-08T13:56:00Z", ""));
    memory.updated_at = memory.created_at;
    return memory;
  }
};

TEST_F(Transfer, AnImportedExportExportsTheSame) {  // A10
  Strings ids;
  for (const char* name_space :
       {"b", "a", "c/d", "a"})  // all of one moment: their order must survive too
    ids.push_back(
        id_of("title " + std::to_string(ids.size()), "content\nof \"many\" | kinds", name_space));
  Draft rich = draft("Größe 数据库", "é", "b");
  rich.tags = {"b", "a"};
  rich.metadata = R"({"z":null,"a":{"b":[1,2.5,"x"]}})";
  rich.expires_at = "2027-01-01T00:00:00+02:00";
  ids.push_back(id_of(rich));
  use(ids[0], 25);
  use(ids[4], 2);
  must(add_link(*engine_, ids[3], ids[0], Relation::supersedes));
  must(add_link(*engine_, ids[0], ids[4], Relation::contradicts));
  engine_->by_owner = true;
  must(set_standard(*engine_, "*", ids[0], {}));
  must(set_standard(*engine_, "a", ids[1], "b"));
  keep("gone", "x", "bin");
  must(forget(*engine_, {"bin", "", {}, false}));
  must(set_standard(*engine_, "gone", id_of("soon gone"), "a"));
  must(remove(*engine_, must(list(*engine_, in("global"), 1, 0)).at(0).id));

  const Export all = exported(*engine_);
  EXPECT_THAT(all.memories, SizeIs(5));
  EXPECT_THAT(all.archived, SizeIs(1));
  const auto other = open("other.db", {.full_sync = false});
  TouchQueue touches;
  Embeddings embeddings;
  Engine second{store::Access(*other), clock_, {}, touches, embeddings};
  const ImportReport report = imported(second, all);
  EXPECT_EQ(report.imported, 5);
  EXPECT_THAT(report.errors, IsEmpty());
  EXPECT_EQ(text_of(exported(second)), text_of(all));
  // And once more: nothing doubles, nothing changes.
  imported(second, all);
  EXPECT_EQ(text_of(exported(second)), text_of(all));
  EXPECT_EQ(must(search(second, {"größe", {}, 10, {}, {}})).hits.size(), 1U);
}

TEST_F(Transfer, KeepsGivenTimes) {
  EXPECT_EQ(import_one(given("id-1", "A")).imported, 1);
  const Memory memory = now("id-1");
  EXPECT_EQ(memory.created_at.text(), "2023-05-08T13:56:00Z");
  EXPECT_FALSE(memory.expires_at);
}

TEST_F(Transfer, MakesWhatIsMissing) {
  Memory memory = given("", "A");
  memory.created_at = memory.updated_at = {};
  import_one(memory);
  const Memory made = must(list(*engine_, {}, 1, 0)).at(0);
  EXPECT_EQ(made.id.size(), 36U);
  EXPECT_EQ(made.created_at, at(clock_.now()));
  EXPECT_EQ(made.updated_at, at(clock_.now()));
}

TEST_F(Transfer, OfTheSameTitleTheOneChangedLastHolds) {  // A3
  Draft mine = draft("A", "mine");
  mine.tier = Tier::long_term;
  mine.priority = 8;
  const auto id = id_of(mine);
  Memory older = given("id-1", "A");
  older.access_count = 7;
  EXPECT_EQ(import_one(older).imported, 1);
  EXPECT_EQ(now(id).content, "mine");
  EXPECT_EQ(now(id).access_count, 7);
  Memory newer = given("id-2", "A");
  newer.updated_at = at(clock_.now() + 1s);
  EXPECT_EQ(import_one(newer).imported, 1);
  EXPECT_EQ(now(id).content, "imported");
  EXPECT_EQ(now(id).updated_at, newer.updated_at);
  EXPECT_EQ(now(id).tier, Tier::long_term);
  EXPECT_EQ(now(id).priority, 8);
  EXPECT_FALSE(there("id-1"));
  EXPECT_FALSE(there("id-2"));
  EXPECT_THAT(searched("imported"), ElementsAre("A"));
}

TEST_F(Transfer, TheSameIdUnderAnotherTitleIsReplacedIfOlder) {
  import_one(given("id-1", "A"));
  use("id-1", 2);
  Memory newer = given("id-1", "B");
  newer.content = "newer";
  newer.updated_at = at(moment("2024-01-01T00:00:00Z"));
  newer.access_count = 9;
  newer.tags = {"tag"};
  newer.last_accessed_at = at(moment("2024-02-01T00:00:00Z"));
  import_one(newer);
  EXPECT_EQ(now("id-1").title, "B");
  EXPECT_EQ(now("id-1").access_count, 9);
  EXPECT_THAT(listed(), ElementsAre("B"));
  EXPECT_THAT(searched("newer"), ElementsAre("B"));
  EXPECT_THAT(searched("imported"), IsEmpty());
  import_one(given("id-1", "C"));  // older: stays out
  EXPECT_THAT(listed(), ElementsAre("B"));
}

TEST_F(Transfer, WhatIsThereAlreadyStaysAsItIs) {
  Memory memory = given("id-1", "A");
  memory.priority = 9;
  memory.reinforcement = 5;
  import_one(memory);
  memory.reinforcement = 1;  // shows the same: 10
  import_one(memory);
  EXPECT_FALSE(now("id-1").expires_at);  // a store would have set it
  EXPECT_EQ(now("id-1").reinforcement, 5);
}

TEST_F(Transfer, LinksAndStandardsOfUnknownMemoriesAreReported) {
  import_one(given("id-1", "A"));
  Export all;
  all.links.push_back({"id-1", "id-2", "related_to", {}, {}});
  all.links.push_back({"id-1", "id-1", "related_to", {}, {}});
  all.standards.push_back({"team", "id-9", {}, {}, clock_.now()});
  EXPECT_THAT(imported(*engine_, all).errors, SizeIs(3));
  EXPECT_THAT(exported(*engine_).links, IsEmpty());
  EXPECT_THAT(exported(*engine_).standards, IsEmpty());
}

TEST_F(Transfer, ALinkWithoutTimesGetsThem) {
  import_one(given("id-1", "A"));
  import_one(given("id-2", "B"));
  Export all;
  all.links.push_back({"id-1", "id-2", "of its own kind", {}, {}});
  imported(*engine_, all);
  ASSERT_THAT(exported(*engine_).links, SizeIs(1));
  const Link link = exported(*engine_).links[0];
  EXPECT_EQ(link.relation, "of its own kind");
  EXPECT_EQ(link.created_at.time, clock_.now());
  EXPECT_EQ(link.valid_from.time, clock_.now());
}

TEST_F(Transfer, OfOneBatchTheFirstOfATitleLivesOn) {
  import_one(given("id-0", "Known"));
  Memory newer = given("id-2", "A"), moved = given("id-3", "C");
  newer.updated_at = moved.updated_at = at(moment("2024-01-01T00:00:00Z"));
  newer.content = "newer";
  ImportReport report;
  must(import_memories(*engine_,
                       {{0, given("id-1", "A")},
                        {1, newer},
                        {2, given("id-3", "B")},
                        {3, moved},
                        {4, given("id-0", "Known")},
                        {5, given("id-9", "Known")},
                        {6, given("id-4", "D")}},
                       report));
  EXPECT_EQ(report.imported, 7);
  EXPECT_THAT(listed(), UnorderedElementsAre("A", "C", "D", "Known"));
  EXPECT_EQ(now("id-1").content, "newer");
  EXPECT_EQ(report.survivors.at("id-2"), "id-1");
  EXPECT_EQ(report.survivors.at("id-9"), "id-0");
}

TEST_F(Transfer, ManyInOneBatch) {
  std::vector<ImportItem> items;
  for (std::size_t i = 0; i < 700; ++i) {
    Memory memory = given("id-" + std::to_string(i), "title " + std::to_string(i));
    memory.name_space = "n" + std::to_string(i % 3);
    items.push_back({i, memory});
  }
  ImportReport report;
  must(import_memories(*engine_, std::move(items), report));
  must(settle_import(*engine_, report));
  EXPECT_EQ(report.imported, 700);
  EXPECT_EQ(searched("title 699"), Strings{"title 699"});
}

}  // namespace
}  // namespace aim::engine
