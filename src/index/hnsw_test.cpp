#include "index/hnsw.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <thread>

#include "index/clusters_testing.h"

namespace aim::index {
namespace {

using ::testing::Each;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Row = Hnsw::Row;

constexpr std::size_t asked = 100, count = 10, ef = 64;

Hnsw graph_of(const Flat& flat) {
  Hnsw graph(flat.dimension());
  for (Row row = 0; row < flat.size(); ++row) graph.add(flat, row, row * 7);
  return graph;
}

// How many of the nearest that are wanted a search finds; what is as near as the last of them is as
// good.
double recall(const Hnsw& graph, const Flat& flat, Clusters& clusters,
              const Hnsw::Wanted& wanted = {}) {
  std::size_t hits = 0, all = 0;
  std::vector<float> scores(flat.size());
  for (std::size_t i = 0; i < asked; ++i) {
    const std::vector<float> query = clusters.next();
    flat.scores(query, scores);
    const auto found = graph.search(flat, query, count, ef, wanted);
    EXPECT_TRUE(std::ranges::is_sorted(found, std::ranges::greater(), &Hnsw::Near::cosine));
    for (const auto& near : found) {
      EXPECT_EQ(near.cosine, scores[near.row]);
      EXPECT_TRUE(!wanted || wanted(near.row));
    }
    std::vector<float> best;
    for (Row row = 0; row < flat.size(); ++row)
      if (!flat.is_empty(row) && (!wanted || wanted(row)))
        best.push_back(scores[row]);
    std::ranges::sort(best, std::greater());
    best.resize(std::min(best.size(), count));
    all += best.size();
    hits += static_cast<std::size_t>(
        std::ranges::count_if(found, [&](const auto& near) { return near.cosine >= best.back(); }));
  }
  return static_cast<double>(hits) / static_cast<double>(all);
}

TEST(Hnsw, FindsWhatAScanFinds) {
  for (const std::size_t dimension : {64U, 100U, 256U, 384U}) {
    const Flat flat = clustered(1, dimension, 3000);
    const Hnsw graph = graph_of(flat);
    Clusters near(1, dimension, 31), elsewhere(2, dimension, 31);
    EXPECT_GE(recall(graph, flat, near), 0.95) << dimension;
    EXPECT_GE(recall(graph, flat, elsewhere), 0.9) << dimension;
  }
}

TEST(Hnsw, FindsNothingInNothing) {
  Flat flat(64);
  Hnsw graph(64);
  const std::vector<float> query(64, 0.125F);
  EXPECT_THAT(graph.search(flat, query, 10, ef), IsEmpty());
  flat.resize(3);
  graph.add(flat, 1, 1);  // empty
  EXPECT_FALSE(graph.has(1));
  EXPECT_THAT(graph.search(flat, query, 10, ef), IsEmpty());
  put(flat, 2, query);
  graph.add(flat, 2, 22);
  EXPECT_TRUE(graph.has(2));
  EXPECT_FALSE(graph.has(3));
  EXPECT_EQ(graph.text(2), 22);
  EXPECT_THAT(graph.search(flat, query, 0, ef), IsEmpty());
  const auto found = graph.search(flat, query, 10, ef);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].row, 2);
  EXPECT_NEAR(found[0].cosine, 1, 0.01);
  EXPECT_THAT(graph.search(flat, std::vector<float>(64, 0), 10, ef), SizeIs(1));
}

TEST(Hnsw, RefusesScalesOfNoVector) {
  Flat flat(64);
  flat.resize(4);
  Hnsw graph(64);
  for (const float scale : {NAN, INFINITY, -1.0F, 1e30F}) {
    flat.set(0, scale, std::vector<std::int8_t>(64, 1));
    graph.add(flat, 0, 1);
    EXPECT_FALSE(graph.has(0)) << scale;
  }
}

TEST(Hnsw, TheSameRowsGiveTheSameGraph) {
  const Flat flat = clustered(3, 64, 1000);
  EXPECT_EQ(graph_of(flat).to_bytes(1), graph_of(flat).to_bytes(1));
}

TEST(Hnsw, RowsMayBeAnyAndInAnyOrder) {
  Flat flat = clustered(4, 64, 2000);
  for (std::size_t row = 0; row < flat.size(); row += 3) flat.clear(row);
  Hnsw graph(64);
  for (Row row = static_cast<Row>(flat.size()); row-- > 0;) graph.add(flat, row, row);
  Clusters clusters(4, 64, 21);
  EXPECT_GE(recall(graph, flat, clusters), 0.95);
}

TEST(Hnsw, FindsNoRowThatIsForgottenOrEmptyOrNotWanted) {
  Flat flat = clustered(5, 64, 3000);
  Hnsw graph = graph_of(flat);
  for (Row row = 0; row < 3000; row += 4) {
    graph.forget(row);
    flat.clear(row + 1);
    EXPECT_FALSE(graph.has(row));
    EXPECT_TRUE(graph.has(row + 1));
  }
  graph.forget(99'999);
  Clusters clusters(5, 64, 31);
  EXPECT_GE(recall(graph, flat, clusters, [](Row row) { return row % 4 == 2; }), 0.95);
  const auto found =
      graph.search(flat, clusters.next(), 3000, ef, [](Row row) { return row % 4 < 2; });
  EXPECT_THAT(found, IsEmpty());
  for (Row row = 0; row < 3000; row += 4) graph.forget(row + 2), graph.forget(row + 3);
  EXPECT_THAT(graph.search(flat, clusters.next(), 10, ef), IsEmpty());
}

// Rows are overwritten at random, as memories are updated, and added again: all of them are found
// where they are now.
TEST(Hnsw, RowsThatChangedAreLinkedAnew) {
  Flat flat = clustered(6, 64, 2000);
  Hnsw graph = graph_of(flat);
  Clusters clusters(6, 64, 21);
  std::mt19937 random(6);
  for (int round = 0; round < 1000; ++round) {
    const auto row = static_cast<Row>(random() % 2000);
    graph.forget(row);
    put(flat, row, clusters.next());
    graph.add(flat, row, 1);
    EXPECT_TRUE(graph.has(row));
  }
  EXPECT_GE(recall(graph, flat, clusters), 0.95);
  // The one that all searches begin at, and one by one all the others.
  for (Row row = 0; row < 2000; ++row) {
    put(flat, row, clusters.next());
    graph.add(flat, row, 2);
  }
  EXPECT_GE(recall(graph, flat, clusters), 0.95);
}

// Many copies of a few texts neither hide each other nor cut the rest off.
TEST(Hnsw, CopiesLeadElsewhereToo) {
  Clusters clusters(7, 64, 31);
  const std::vector<std::vector<float>> texts{clusters.next(), clusters.next(), clusters.next()};
  for (const bool copies_first : {true, false}) {
    Flat flat(64);
    for (std::size_t row = 0; row < 4000; ++row)
      put(flat, row, (row < 2000) == copies_first ? texts[row % texts.size()] : clusters.next());
    Hnsw graph = graph_of(flat);
    EXPECT_GE(recall(graph, flat, clusters), 0.95);
    const auto look_for_copies = [&] {
      for (const auto& text : texts) {
        const auto found = graph.search(flat, text, 50, ef);
        ASSERT_THAT(found, SizeIs(50));
        EXPECT_GT(found.back().cosine, 0.99);
        std::set<Row> rows;
        for (const auto& near : found) rows.insert(near.row);
        EXPECT_THAT(rows, SizeIs(50));
      }
    };
    look_for_copies();
    // Those that were first become something else, and may or may not be added again.
    for (Row row = copies_first ? 0 : 2000, i = 0; i < 200; ++i, ++row) {
      put(flat, row, clusters.next());
      if (i % 3 != 0)
        graph.forget(row);
      if (i % 3 != 1)
        graph.add(flat, row, 1);
    }
    look_for_copies();
    EXPECT_GE(recall(graph, flat, clusters, [&](Row row) { return graph.has(row); }), 0.95);
    const std::string bytes = graph.to_bytes(1);
    EXPECT_TRUE(Hnsw::from_bytes(bytes, {1, 64, flat.size()}));
  }
  Flat flat(64);
  for (std::size_t row = 0; row < 1000; ++row) put(flat, row, texts[0]);
  Hnsw graph = graph_of(flat);
  for (Row row = 0; row < 100; ++row) {
    EXPECT_THAT(graph.search(flat, texts[1], 50, ef), SizeIs(50)) << row;
    put(flat, row, texts[2]);
    graph.forget(row);
  }
}

TEST(Hnsw, RowsThatAreNotThereAreNotLookedAt) {
  const Flat flat = clustered(8, 64, 1000);
  Hnsw graph = graph_of(flat);
  Flat shorter = clustered(8, 64, 500);
  Clusters clusters(8, 64, 11);
  for (const auto& near : graph.search(shorter, clusters.next(), 1000, 1000))
    EXPECT_LT(near.row, 500);
  graph.add(shorter, 3, 1);
  EXPECT_TRUE(graph.has(3));
}

TEST(Hnsw, ManyMaySearchAtOnce) {
  const Flat flat = clustered(9, 64, 1000);
  const Hnsw graph = graph_of(flat);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      Clusters clusters(9, 64, 11);
      for (int round = 0; round < 50; ++round)
        EXPECT_THAT(graph.search(flat, clusters.next(), 10, ef), SizeIs(10));
    });
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace aim::index
