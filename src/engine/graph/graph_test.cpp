#include "engine/graph/graph.h"

#include "engine/engine_testing.h"
#include "store/links.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty;

class Graphs : public EngineTest {
 protected:
  void change(const std::function<void(Graph&)>& how) {
    must(change_graph(*engine_, "graph", [&](Graph& graph) -> Result<void> {
      how(graph);
      return {};
    }));
  }
  void add(std::string name, std::string type, std::vector<std::string> observations) {
    change([&](Graph& graph) { graph.entities.push_back({name, type, observations}); });
  }
  void relate(std::string from, std::string type, std::string to) {
    change([&](Graph& graph) { graph.relations.push_back({from, to, type}); });
  }
  Graph graph() { return must(read_graph(*engine_, "graph")); }
  std::vector<std::string> relations() {
    std::vector<std::string> shown;
    for (const GraphRelation& each : graph().relations)
      shown.push_back(each.from + " " + each.type + " " + each.to);
    return shown;
  }
  std::optional<Memory> memory(const std::string& title) {
    return must(engine_->database.read(
        [&](store::Reader& reader) { return reader.memories.find_by_title("graph", title); }));
  }
};

TEST_F(Graphs, EntitiesAreMemoriesWithALineAnObservation) {
  add("Ada", "person", {"likes tea", "speaks French"});
  add("Tea", "drink", {});
  relate("Ada", "likes", "Tea");
  EXPECT_EQ(memory("Ada")->content, "likes tea\nspeaks French\nAda likes Tea");
  EXPECT_THAT(memory("Ada")->tags, ElementsAre("person"));
  EXPECT_EQ(memory("Tea")->content, "Tea (drink)");
  EXPECT_THAT(graph().entities.front().observations, ElementsAre("likes tea", "speaks French"));
  EXPECT_THAT(graph().entities.back().observations, IsEmpty());
  const auto links = must(links_of(*engine_, memory("Ada")->id));
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links.front().relation, "related_to");
}

TEST_F(Graphs, KeepWhatLinesCannotSay) {
  const std::vector<std::string> odd{"two\nlines", "", "Ada likes Tea", "  "};
  add("Ada", "", odd);
  relate("Ada", "likes", "Tea");
  EXPECT_EQ(graph().entities.front().observations, odd);
  EXPECT_EQ(graph().entities.front().type, "");
  add("", "nameless", {""});
  add(std::string(600, 'x'), "long", {});
  EXPECT_EQ(graph().entities.at(1).name, "");
  EXPECT_THAT(graph().entities.at(1).observations, ElementsAre(""));
  EXPECT_EQ(graph().entities.at(2).name, std::string(600, 'x'));
}

TEST_F(Graphs, KeepRelationsOfEntitiesThatComeLater) {
  relate("Ada", "knows", "Bob");
  relate("Bob", "knows", "Bob");
  EXPECT_THAT(graph().entities, IsEmpty());
  add("Bob", "person", {});
  add("Ada", "person", {"x"});
  EXPECT_THAT(relations(), ElementsAre("Ada knows Bob", "Bob knows Bob"));
  EXPECT_EQ(must(links_of(*engine_, memory("Ada")->id)).size(), 1u);
  change([](Graph& graph) { graph.relations.clear(); });
  EXPECT_THAT(must(links_of(*engine_, memory("Ada")->id)), IsEmpty());
  EXPECT_EQ(memory("Ada")->content, "x");
}

TEST_F(Graphs, ShowWhatOtherDoorsHaveDone) {
  add("Ada", "person", {"likes tea"});
  relate("Ada", "knows", "Bob");
  keep(draft("Bob", "plays chess", "graph"));
  EXPECT_THAT(graph().entities.back().observations, ElementsAre("plays chess"));
  must(add_link(*engine_, memory("Bob")->id, memory("Ada")->id, Relation::supersedes));
  EXPECT_THAT(relations(), ElementsAre("Ada knows Bob", "Bob supersedes Ada"));
  Changes changes;
  changes.content = "likes tea\nlikes milk\nAda knows Bob";
  must(update(*engine_, memory("Ada")->id, changes));
  EXPECT_THAT(graph().entities.front().observations, ElementsAre("likes tea", "likes milk"));
}

TEST_F(Graphs, ReadWhatAnImportHasWritten) {
  Draft imported = draft("Ann", "likes tea\nAnn works_at Acme", "graph");
  imported.metadata = R"({"imported_from":"mcp-memory"})";
  keep(imported);
  keep(draft("Acme", "Acme", "graph"));
  must(add_link(*engine_, memory("Ann")->id, memory("Acme")->id, Relation::related_to));
  EXPECT_THAT(relations(), ElementsAre("Ann works_at Acme"));
  EXPECT_THAT(graph().entities.front().observations, ElementsAre("likes tea"));
  change([](Graph& graph) { graph.entities.front().observations.emplace_back("works late"); });
  EXPECT_EQ(memory("Ann")->content, "likes tea\nworks late\nAnn works_at Acme");
  EXPECT_THAT(relations(), ElementsAre("Ann works_at Acme"));
  change([](Graph& graph) { graph.relations.clear(); });
  EXPECT_EQ(memory("Ann")->content, "likes tea\nworks late");
  EXPECT_THAT(must(links_of(*engine_, memory("Ann")->id)), IsEmpty());
}

TEST_F(Graphs, ARelationGoesWithItsLink) {
  add("Ada", "person", {});
  add("Bob", "person", {});
  relate("Ada", "knows", "Bob");
  must(remove_link(*engine_, memory("Ada")->id, memory("Bob")->id, Relation::related_to));
  EXPECT_THAT(relations(), IsEmpty());
}

TEST_F(Graphs, AreNotChangedByHalf) {
  add("Ada", "person", {});
  EXPECT_FALSE(change_graph(*engine_, "graph", [](Graph& graph) -> Result<void> {
    graph.entities.push_back({"Bob", "person", {}});
    graph.entities.front().observations.emplace_back(70'000, 'x');
    return {};
  }));
  EXPECT_EQ(graph().entities.size(), 1u);
}

TEST_F(Graphs, AreFilledOnce) {
  const auto fill = [](Graph& graph) -> Result<void> {
    graph.entities.push_back({"Ada", "person", {}});
    return {};
  };
  must(change_graph_once(*engine_, "graph", "test", fill));
  change([](Graph& graph) { graph.entities.clear(); });
  must(change_graph_once(*engine_, "graph", "test", fill));
  EXPECT_THAT(graph().entities, IsEmpty());
}

}  // namespace
}  // namespace aim::engine
