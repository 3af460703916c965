#include "mine/stores.h"

#include "base/timestamp.h"
#include "memory/titles.h"
#include "mine/markdown_lines.h"
#include "mine/mine_testing.h"

namespace aim::mine {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

class Stores : public testing::MineTest {
 protected:
  StoreSink sink() {
    return {[&](ForeignMemory memory) -> Result<void> {
              memories_.push_back(std::move(memory));
              return {};
            },
            [&](const ForeignLink& link) -> Result<void> {
              links_.push_back(link.from + " > " + link.to);
              return {};
            },
            [&](const std::string& where, const std::string& reason) -> Result<void> {
              left_out_.push_back(where + ": " + reason);
              return {};
            }};
  }
  void take(Store store, const std::filesystem::path& path) {
    memories_.clear();
    links_.clear();
    left_out_.clear();
    const auto source = Source::open(path);
    ASSERT_TRUE(source);
    const auto done = read_store(store, *source, sink());
    EXPECT_TRUE(done) << done.error().message;
  }
  std::vector<std::string> contents() const {
    std::vector<std::string> out;
    for (const auto& memory : memories_) out.push_back(memory.title + ": " + memory.content);
    return out;
  }
  std::vector<ForeignMemory> memories_;
  std::vector<std::string> links_, left_out_;
};

constexpr std::string_view ann =
    R"({"type":"entity","name":"Ann","entityType":"person","observations":["likes tea","works late"]})";
constexpr std::string_view acme =
    R"({"type":"entity","name":"Acme","entityType":"company","observations":[]})";
constexpr std::string_view works =
    R"({"type":"relation","from":"Ann","to":"Acme","relationType":"works_at"})";

TEST_F(Stores, McpMemory) {
  take(Store::mcp_memory, file_of("memory.jsonl", std::string(ann) + "\n" + std::string(acme) +
                                                      "\n" + std::string(works)));
  EXPECT_THAT(contents(),
              ElementsAre("Ann: likes tea\nworks late\nAnn works_at Acme", "Acme: Acme (company)"));
  EXPECT_THAT(links_, ElementsAre("Ann > Acme"));
  EXPECT_THAT(left_out_, IsEmpty());
  EXPECT_THAT(memories_[0].tags, ElementsAre("person"));
}

TEST_F(Stores, MemoryList) {
  take(Store::memory_list,
       file_of("list.txt", "Saved memories\nLikes tea.\n\nWorks at Acme\nsince 2020.\n\n"));
  EXPECT_THAT(contents(), ElementsAre(": Likes tea.", ": Works at Acme\nsince 2020."));
  take(Store::memory_list, file_of("lines.txt", "- Likes tea.\n2. Works late.\n\n"));
  EXPECT_THAT(contents(), ElementsAre(": Likes tea.", ": Works late."));
  take(Store::memory_list, file_of("dated.txt", "[2025-03-01] - Likes tea.\n[sic] Works late."));
  EXPECT_THAT(contents(), ElementsAre(": Likes tea.", ": [sic] Works late."));
  EXPECT_EQ(memories_.front().created, parse_foreign_time("2025-03-01", "")->time);
}

TEST_F(Stores, McpMemoryThatWasWrittenByTwoAtOnce) {
  const std::string half = R"({"type":"entity","name":"Half","observ)";
  const std::string more =
      R"({"type":"entity","name":"Ann","entityType":"person","observations":["works late","sings"]})";
  take(Store::mcp_memory,
       file_of("memory.jsonl",
               std::string(ann) + std::string(acme) + "\n" + half + std::string(works) + "\n" +
                   more + "\n" + std::string(works) + "\n}\n[1]\n{\"type\":\"x\"}\n" +
                   R"({"type":"relation","from":"Ann","to":"Nobody","relationType":"knows"})" +
                   "\n" + half));
  EXPECT_THAT(contents(), ElementsAre("Ann: likes tea\nworks late\nsings\nAnn "
                                      "works_at Acme\nAnn knows Nobody",
                                      "Acme: Acme (company)"));
  EXPECT_THAT(links_, ElementsAre("Ann > Acme"));
  EXPECT_THAT(left_out_, SizeIs(6));
  EXPECT_THAT(left_out_, Contains(HasSubstr("line 2: part of it is not JSON")));
}

TEST_F(Stores, McpMemoryWithObservationsOfAnyKind) {
  take(
      Store::mcp_memory,
      file_of(
          "memory.jsonl",
          R"({"type":"entity","name":"Bo","entityType":"person","observations":["a",null,{"content":"b"},42,{"text":"c","timestamp":"t"}]}
{"type":"entity","name":"Cy","observations":"one text"}
{"_type":"entity","name":"Di","entityType":"device","observations":[{"text":"16 A"}]}
)"));
  EXPECT_THAT(contents(), ElementsAre("Bo: a\nb\n42\nc", "Cy: one text", "Di: 16 A"));
  EXPECT_THAT(left_out_, ElementsAre(HasSubstr("an observation of Bo without a text")));
}

TEST_F(Stores, McpMemoryAsOneObject) {
  take(Store::mcp_memory, file_of("graph.json", R"({
    "entities": [{"name":"Ann","entityType":"person","observations":[{"content":"likes tea"}]}],
    "relations": [{"from":"Ann","to":"Ann","relationType":"knows"}]})"));
  EXPECT_THAT(contents(), ElementsAre("Ann: likes tea\nAnn knows Ann"));
  EXPECT_THAT(links_, IsEmpty());
}

TEST_F(Stores, Mem0AndOpenMemory) {
  take(
      Store::mem0,
      file_of("mem0.json",
              R"({"results":[{"id":"m-1","memory":"Likes tea","user_id":"ann","categories":["food"],
    "created_at":"2025-03-01T10:00:00-08:00","metadata":{"a":1}}, {"id":"m-2","memory":""}, 5],"relations":[{"source":"x"}],"next":[]})"));
  ASSERT_THAT(memories_, SizeIs(1));
  EXPECT_EQ(memories_[0].id, "m-1");
  EXPECT_THAT(memories_[0].tags, ElementsAre("food"));
  EXPECT_THAT(memories_[0].metadata, Contains(Pair("user_id", "ann")));
  EXPECT_THAT(memories_[0].metadata, Contains(Pair("origin_metadata", "{\"a\":1}")));
  EXPECT_TRUE(memories_[0].created.has_value());
  EXPECT_THAT(left_out_, SizeIs(3));
  take(Store::mem0, file_of("list.json", R"([{"id":1,"text":"A"},{"content":"B"}])"));
  EXPECT_THAT(memories_, SizeIs(2));
  EXPECT_EQ(memories_[0].id, "1");
  take(Store::openmemory, zip_of({{"memories.json",
                                   R"({"user":{"id":"u"},"categories":[{"id":"c1","name":"work"}],
    "memories":[{"id":"o-1","content":"Deploys on Tuesday","state":"active","category_ids":["c1"],"created_at":"2025-03-01T10:00:00Z"},
                {"id":"o-2","content":"Old","state":"deleted"}]})"},
                                  {"memories.jsonl.gz", "x"}}));
  ASSERT_THAT(memories_, SizeIs(1));
  EXPECT_THAT(memories_[0].tags, ElementsAre("work"));
  EXPECT_THAT(left_out_,
              ElementsAre("memory 2: it is deleted there", HasSubstr("memories.jsonl.gz")));
}

TEST_F(Stores, BasicMemory) {
  take(Store::basic_memory,
       folder_of({{"coffee/Brewing.md",
                   "---\ntitle: Coffee Brewing\ntype: note\ntags: [coffee, 'hot "
                   "drinks']\npermalink: coffee/brewing\n"
                   "created: 2025-03-01\n---\n# Coffee\n- [method] Pour over "
                   "#clear (why)\n- "
                   "requires [[Grinding]]\n- see [[Nowhere|x]]\n"},
                  {"grinding.md", "Grind it. [[coffee/brewing]]"},
                  {"empty.md", "---\ntitle: x\n---\n"},
                  {"picture.png", "x"}}));
  ASSERT_THAT(memories_, SizeIs(2));
  EXPECT_EQ(memories_[0].title, "Coffee Brewing");
  EXPECT_THAT(memories_[0].tags, ElementsAre("coffee", "hot drinks", "clear"));
  EXPECT_THAT(memories_[0].content, HasSubstr("# Coffee\n- [method]"));
  EXPECT_TRUE(memories_[0].created.has_value());
  EXPECT_THAT(links_,
              ElementsAre("coffee/Brewing.md > grinding.md", "grinding.md > coffee/Brewing.md"));
  EXPECT_THAT(left_out_, ElementsAre("empty.md: it has no text",
                                     "coffee/Brewing.md: the link [[Nowhere]] has no target note"));
}

TEST_F(Stores, HiddenFoldersOfNotesAreCounted) {
  take(Store::basic_memory,
       folder_of({{"a.md", "kept"}, {".trash/b.md", "gone"}, {"x/.hidden/c.md", "gone"}}));
  EXPECT_THAT(contents(), ElementsAre("a: kept"));
  EXPECT_THAT(left_out_, SizeIs(2));
}

TEST_F(Stores, ObsidiansVault) {
  take(Store::obsidian,
       folder_of({{"Boats/Hull.md",
                   "---\naliases: [Rumpf]\ntags: wood\nstatus: dry\n---\nSand it #work/soon. "
                   "`x`\n\n```\n#no\n```\n\nSee [[Paint#Colours|colours]], ![[pic.png]] and "
                   "[[Sub/Deck.md]]. #42\n"},
                  {"Paint.md", "Two coats, see [[rumpf]]."},
                  {"Sub/Deck.md", "Teak."},
                  {".obsidian/x.md", "state"}}));
  ASSERT_THAT(memories_, SizeIs(3));
  EXPECT_THAT(memories_[0].tags, ElementsAre("wood", "work/soon"));
  EXPECT_THAT(memories_[0].metadata, Contains(Pair("status", "dry")));
  EXPECT_THAT(links_, ElementsAre("Boats/Hull.md > Paint.md", "Boats/Hull.md > Sub/Deck.md",
                                  "Paint.md > Boats/Hull.md"));
}

TEST_F(Stores, MemoryMdKeepsFencesAndComments) {
  take(Store::memory_md,
       file_of("MEMORY.md",
               "# Setup\n~~~bash\n# first\n```\n# still\n~~~\n<!--\n# draft\n-->\nCall Vera.\n## "
               "Deep\n### Deeper\ntext\n# Next\nend\n"));
  ASSERT_THAT(memories_, SizeIs(3));
  EXPECT_EQ(memories_[0].title, "Setup");
  EXPECT_THAT(memories_[0].content, HasSubstr("Call Vera."));
  EXPECT_EQ(memories_[1].title, "Deep \u203a Deeper");
  EXPECT_EQ(memories_[2].title, "Next");
}

TEST_F(Stores, LettasAgentFile) {
  take(Store::letta,
       file_of("agent.af", R"({"agents":[{"name":"a","messages":[{"role":"user"},{"role":"tool"}]}],
"blocks":[{"id":"block-1","label":"human","value":"Sails on Sundays","created_at":"2026-03-01T10:00:00Z"},{"id":"block-2","label":"persona","value":""}]})"));
  EXPECT_THAT(contents(), ElementsAre("human: Sails on Sundays"));
  EXPECT_THAT(left_out_, ElementsAre("block persona: it has no text",
                                     "agent.af: 2 messages are not imported"));
}

TEST_F(Stores, Engram) {
  EXPECT_TRUE(take_row(Store::engram, "observations",
                       {{"id", "7"},
                        {"title", "Port"},
                        {"content", "8080"},
                        {"type", "decision"},
                        {"project", "boat"},
                        {"created_at", "2026-03-01 10:00:00"}},
                       sink()));
  ASSERT_THAT(memories_, SizeIs(1));
  EXPECT_EQ(memories_[0].project, "boat");
  EXPECT_EQ(format_rfc3339(*memories_[0].created).substr(0, 19), "2026-03-01T10:00:00");
}

TEST_F(Stores, PagesOfAWiki) {
  const TableRows rows = [](std::string_view table,
                            const std::function<Result<void>(const Row&)>& take) -> Result<bool> {
    if (table == "projects")
      return take({{"id", "01"}, {"name", "_global"}}) && take({{"id", "02"}, {"name", "boat"}});
    for (const std::string path : {"notes/keel.md", "log-2026-10.md"})
      TRY_VOID(take({{"path", path},
                     {"project_id", "01"},
                     {"title", "Keel"},
                     {"body", "Of lead"},
                     {"pinned", "1"},
                     {"is_latest", "1"},
                     {"frontmatter_json", R"({"tags":["boat"],"type":"Note"})"},
                     {"created_at", "1790000000000000"}}));
    TRY_VOID(take({{"path", "notes/keel.md"}, {"project_id", "01"}, {"is_latest", "0"}}));
    return true;
  };
  EXPECT_TRUE(read_tables(Store::ai_memory_wiki, rows, sink()).value());
  ASSERT_THAT(memories_, SizeIs(1));
  EXPECT_EQ(memories_[0].project, "global");
  EXPECT_EQ(memories_[0].priority, 8);
  EXPECT_THAT(memories_[0].tags, ElementsAre("boat"));
  EXPECT_EQ(format_rfc3339(*memories_[0].created).substr(0, 19), "2026-09-21T14:13:20");
  EXPECT_THAT(left_out_, ElementsAre("log-2026-10.md: it is a journal"));
}

TEST_F(Stores, VectorMemory) {
  const auto sink_ = sink();
  EXPECT_TRUE(take_row(Store::vector_memory, "memories",
                       {{"id", "v1"},
                        {"content", "Old port"},
                        {"metadata", R"({"tags":["net"],"category":"fact","priority":"HIGH"})"},
                        {"created_at", "1770000000000"},
                        {"superseded_by", "v2"},
                        {"project", "/home/u/boat"}},
                       sink_));
  EXPECT_TRUE(take_row(Store::vector_memory, "memories",
                       {{"id", "v3"}, {"content", "gone"}, {"superseded_by", "DELETED"}}, sink_));
  ASSERT_THAT(memories_, SizeIs(1));
  EXPECT_EQ(memories_[0].project, "/home/u/boat");
  EXPECT_EQ(memories_[0].priority, 8);
  EXPECT_THAT(memories_[0].tags, ElementsAre("net"));
  EXPECT_EQ(format_rfc3339(*memories_[0].created).substr(0, 10), "2026-02-02");
  EXPECT_THAT(links_, ElementsAre("v2 > v1"));
  EXPECT_THAT(left_out_, SizeIs(1));
}

TEST_F(Stores, MemoryMd) {
  take(Store::memory_md, file_of("MEMORY.md",
                                 "intro\n# Build\nUse ninja\n```\n# no heading\n```\n## "
                                 "Tests\nctest\n## Tests\nagain\n#tag\n# Empty\n"));
  EXPECT_THAT(contents(), ElementsAre("MEMORY: intro", "Build: Use ninja\n```\n# no heading\n```",
                                      "Tests: ctest", "Tests: again\n#tag"));
  EXPECT_NE(memories_[2].id, memories_[3].id);
}

TEST_F(Stores, LinesOfAnIndex) {
  EXPECT_EQ(indexed_file("- [A title](a.md) — about"), "a.md");
  EXPECT_EQ(indexed_file("* [A](./a.md)"), "a.md");
  EXPECT_EQ(indexed_file("- see [A](https://example.org/a.md)"), "");
  EXPECT_EQ(indexed_file("- [A](docs/a.md)"), "");
}

TEST_F(Stores, MemoryMdWithoutLinesThatLeadToItsFiles) {
  take(Store::memory_md,
       folder_of(
           {{"MEMORY.md", "- [Deploy](deploy.md) \u2014 when\n- [Gone](gone.md)\n- Likes tea\n"},
            {"deploy.md", "Only on Tuesdays."}}));
  EXPECT_THAT(contents(), UnorderedElementsAre("MEMORY: - [Gone](gone.md)\n- Likes tea",
                                               "deploy: Only on Tuesdays."));
}

TEST_F(Stores, MemoryMdSectionsAreOfTheirFile) {
  const auto file = file_of("billing.md", "---\nname: billing\n---\n## Why\nBecause.\n");
  std::filesystem::last_write_time(
      file, std::filesystem::file_time_type::clock::now() - std::chrono::hours(24 * 400));
  take(Store::memory_md, file);
  ASSERT_THAT(memories_, SizeIs(1));
  EXPECT_EQ(memories_[0].title, "billing \u203a Why");
  ASSERT_TRUE(memories_[0].created.has_value());
  EXPECT_LT(*memories_[0].created, std::chrono::system_clock::now() - std::chrono::hours(24 * 399));
}

TEST_F(Stores, McpMemoryServiceRows) {
  const StoreSink into = sink();
  EXPECT_TRUE(take_row(Store::mcp_memory_service, "memories",
                       {{"content_hash", "h"},
                        {"content", "Likes tea"},
                        {"tags", "food, tea"},
                        {"memory_type", "note"},
                        {"metadata", "{}"},
                        {"created_at", "1700000000.5"}},
                       into));
  EXPECT_TRUE(take_row(Store::mcp_memory_service, "memories",
                       {{"content_hash", "g"}, {"content", "x"}, {"deleted_at", "1"}}, into));
  EXPECT_TRUE(take_row(Store::mcp_memory_service, "memories", {{"id", "7"}}, into));
  ASSERT_THAT(memories_, SizeIs(1));
  EXPECT_THAT(memories_[0].tags, ElementsAre("food", " tea"));
  EXPECT_EQ(format_rfc3339(*memories_[0].created).substr(0, 19), "2023-11-14T22:13:20");
  EXPECT_THAT(left_out_, ElementsAre("memory g: it was deleted there", "memory 7: it has no text"));
}

TEST_F(Stores, ClaudeMemRows) {
  const StoreSink into = sink();
  EXPECT_TRUE(take_row(Store::claude_mem, "observations",
                       {{"id", "1"},
                        {"sdk_session_id", "s"},
                        {"project", "shop"},
                        {"type", "decision"},
                        {"title", "Port"},
                        {"subtitle", "which"},
                        {"narrative", "8080 it is"},
                        {"facts", R"(["a","b"])"},
                        {"concepts", R"(["http"])"},
                        {"created_at_epoch", "1700000000000"}},
                       into));
  EXPECT_TRUE(take_row(Store::claude_mem, "session_summaries",
                       {{"id", "1"},
                        {"request", "Fix it"},
                        {"learned", "Ports"},
                        {"created_at", "2025-03-01T10:00:00.000Z"}},
                       into));
  ASSERT_THAT(memories_, SizeIs(2));
  EXPECT_EQ(memories_[0].content, "which\n\n8080 it is\n\n- a\n- b");
  EXPECT_THAT(memories_[0].tags, ElementsAre("decision", "shop", "http"));
  EXPECT_EQ(format_rfc3339(*memories_[0].created).substr(0, 19), "2023-11-14T22:13:20");
  EXPECT_EQ(memories_[1].content, "Request: Fix it\n\nLearned: Ports");
}

TEST_F(Stores, MudpuppyRows) {
  EXPECT_TRUE(take_row(Store::mudpuppy, "memory_entries",
                       {{"id", "7"},
                        {"content", " likes tea\n"},
                        {"content_hash", "h"},
                        {"entry_type", "preference"},
                        {"source", "chat"},
                        {"context", "at\nbreakfast"},
                        {"confidence", "0.5"},
                        {"importance", "80"},
                        {"tags", R"(["food"])"},
                        {"created_at", "1700000000123"},
                        {"updated_at", "1700000001456"},
                        {"expires_at", "4102444800000"},
                        {"access_count", "3"},
                        {"last_accessed_at", "x"}},
                       sink()));
  ASSERT_THAT(memories_, SizeIs(1));
  const auto made = memories_of(memories_[0], {"mudpuppy", "mudpuppy"});
  ASSERT_THAT(made, SizeIs(1));
  EXPECT_EQ(made[0].content, " likes tea\n");
  EXPECT_TRUE(is_untitled(made[0].title, made[0].content)) << made[0].title;
  EXPECT_EQ(made[0].source, "chat");
  EXPECT_EQ(made[0].priority, 10);
  EXPECT_EQ(made[0].confidence, 0.5);
  EXPECT_EQ(made[0].access_count, 3);
  EXPECT_TRUE(made[0].deadline);
  EXPECT_FALSE(made[0].last_accessed_at);
  EXPECT_THAT(made[0].metadata, HasSubstr(R"("entry_type":"preference")"));
  EXPECT_THAT(made[0].metadata, HasSubstr(R"("context":"at\nbreakfast")"));
}

TEST(ForeignMemories, ShowTheirOriginWithoutSecrets) {
  const Into into{"mem0", "space", Tier::long_term};
  ForeignMemory named;
  named.id = named.content = "key ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
  const std::string id = id_here(named.id, into);
  Cleaner cleaner(true);
  clean(named, cleaner);
  EXPECT_EQ(memories_of(named, into).front().id, id);
  EXPECT_EQ(memories_of(named, into).front().metadata.find("ghp_"), std::string::npos);
  EXPECT_EQ(cleaner.removed(), 1);
}

TEST(ForeignMemories, FitWhateverComes) {
  ForeignMemory foreign;
  foreign.id = "x";
  foreign.content = std::string(150'000, 'y') + std::string("\0z", 2);
  foreign.tags = {"", "a", "a", std::string(1'000, 't')};
  foreign.metadata = {{"k", std::string(100'000, 'v')}, {"empty", ""}};
  const Into into{"mem0", "space", Tier::long_term};
  const auto memories = memories_of(foreign, into);
  ASSERT_THAT(memories, SizeIs(3));
  EXPECT_EQ(memories[0].id, id_here("x", into));
  EXPECT_EQ(memories[1].title.substr(memories[1].title.size() - 9), " (part 2)");
  EXPECT_THAT(memories[0].tags, SizeIs(2));
  EXPECT_LT(memories[0].metadata.size(), 10'000U);
  foreign.content = " \n";
  EXPECT_THAT(memories_of(foreign, into), IsEmpty());
}

TEST(FrontMatter, IsReadAsFarAsHeadsUseIt) {
  const Note note = note_of(
      "\xEF\xBB\xBF---\r\ntitle: \"A: b\"\ntags:\n  - "
      "one\n  - 'two'\nlist: [x, \"y\"]\nnested:\n  "
      "deep: 1\nempty:\n---\r\nbody\n---\n");
  EXPECT_EQ(note.text("title"), "A: b");
  EXPECT_THAT(note.head.at("tags"), ElementsAre("one", "two"));
  EXPECT_THAT(note.head.at("list"), ElementsAre("x", "y"));
  EXPECT_EQ(note.text("empty"), "");
  EXPECT_EQ(note.body, "body\n---\n");
  EXPECT_EQ(note_of("---\nno end").body, "---\nno end");
  EXPECT_EQ(note_of("plain").body, "plain");
  EXPECT_EQ(note_of("").body, "");
}

}  // namespace
}  // namespace aim::mine
