#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "base/file.h"
#include "base/hash.h"
#include "index/clusters_testing.h"
#include "index/hnsw.h"

namespace aim::index {
namespace {

using Row = Hnsw::Row;

constexpr std::size_t dimension = 64, rows = 300;
constexpr std::uint64_t identity = 0x1234'5678'9abc'def0;
constexpr Hnsw::Expected expected{identity, dimension, rows};
constexpr std::size_t header_bytes = 32, hash_bytes = 8;

const Flat& vectors() {
  static const Flat flat = clustered(1, dimension, rows);
  return flat;
}

Hnsw some_graph() {
  Hnsw graph(dimension);
  for (Row row = 0; row < rows; ++row)
    if (row % 10 != 0)
      graph.add(vectors(), row, row * 7);
  graph.forget(5);
  return graph;
}

void mend(std::string& bytes) {
  const std::uint64_t hash =
      stable_hash(std::string_view(bytes).substr(0, bytes.size() - hash_bytes));
  std::memcpy(bytes.data() + bytes.size() - hash_bytes, &hash, hash_bytes);
}

// What is taken from a stranger can at least be walked.
void search_in(const Hnsw& graph) {
  Clusters clusters(1, dimension, 3);
  EXPECT_LE(graph.search(vectors(), clusters.next(), 10, 64).size(), 10);
}

TEST(HnswFile, ComesBackAsItWas) {
  const Hnsw graph = some_graph();
  const std::string bytes = graph.to_bytes(identity);
  auto back = Hnsw::from_bytes(bytes, expected);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->to_bytes(identity), bytes);
  EXPECT_TRUE(back->has(4) && !back->has(5) && !back->has(10));
  EXPECT_EQ(back->text(4), 28);
  EXPECT_LE(bytes.size(), back->bytes());
  // It grows as the first would have.
  Hnsw first = some_graph();
  first.add(vectors(), 10, 70);
  back->add(vectors(), 10, 70);
  EXPECT_EQ(back->to_bytes(identity), first.to_bytes(identity));

  const std::string nothing = Hnsw(dimension).to_bytes(identity);
  EXPECT_EQ(nothing.size(), header_bytes + hash_bytes);
  EXPECT_TRUE(Hnsw::from_bytes(nothing, expected));
}

TEST(HnswFile, IsPrivateAndReplaced) {
  std::string pattern = (std::filesystem::temp_directory_path() / "hnsw_test.XXXXXX").native();
  ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
  const std::filesystem::path file = std::filesystem::path(pattern) / "graph";
  EXPECT_EQ(Hnsw::load(file, expected).error().code, Code::not_found);
  ASSERT_TRUE(Hnsw(dimension).save(file, identity));
  ASSERT_TRUE(some_graph().save(file, identity));
  struct stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  const auto back = Hnsw::load(file, expected);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->to_bytes(identity), some_graph().to_bytes(identity));
  // Far more bytes than a graph of so many rows has are not read.
  ASSERT_TRUE(replace_file(file, std::string(1'000'000, '\0')));
  EXPECT_FALSE(Hnsw::load(file, expected));
  EXPECT_FALSE(some_graph().save(std::filesystem::path(pattern) / "nowhere" / "graph", identity));
  std::filesystem::remove_all(pattern);
}

TEST(HnswFile, ThatOfOtherVectorsIsRefused) {
  const std::string bytes = some_graph().to_bytes(identity);
  EXPECT_TRUE(Hnsw::from_bytes(bytes, {identity, dimension, rows + 1}));
  for (const Hnsw::Expected& other : {Hnsw::Expected{identity + 1, dimension, rows},
                                      Hnsw::Expected{identity, dimension + 1, rows},
                                      Hnsw::Expected{identity, dimension, rows - 1}}) {
    const auto back = Hnsw::from_bytes(bytes, other);
    ASSERT_FALSE(back);
    EXPECT_EQ(back.error().message, "the graph of vectors is that of other vectors");
  }
}

TEST(HnswFile, CutOffIsRefused) {
  const std::string bytes = some_graph().to_bytes(identity);
  for (std::size_t size = 0; size < bytes.size(); size += 64) {
    std::string cut = bytes.substr(0, size);
    EXPECT_FALSE(Hnsw::from_bytes(cut, expected)) << size;
    if (size < hash_bytes)
      continue;
    mend(cut);
    EXPECT_FALSE(Hnsw::from_bytes(cut, expected)) << size;
  }
  EXPECT_FALSE(Hnsw::from_bytes(bytes + '\0', expected));
}

TEST(HnswFile, DamageIsSeen) {
  std::string bytes = some_graph().to_bytes(identity);
  for (std::size_t at = 0; at < bytes.size(); at += at < 256 ? 1 : 61) {
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    EXPECT_FALSE(Hnsw::from_bytes(bytes, expected)) << at;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
  }
}

TEST(HnswFile, WhatAnEnemyWritesIsRefusedOrHarmless) {
  const std::string bytes = some_graph().to_bytes(identity);
  for (const int change : {0x01, 0x80, 0xff}) {
    for (std::size_t at = 0; at < bytes.size() - hash_bytes; at += at < 512 ? 1 : 7) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ change);
      mend(changed);
      if (const auto back = Hnsw::from_bytes(changed, expected))
        search_in(*back);
    }
  }
}

// Row 0 lies at the bottom only, so that its list begins after level, forgotten, text, scale,
// next copy and count.
TEST(HnswFile, EveryLinkIsChecked) {
  Hnsw graph(dimension);
  graph.add(vectors(), 0, 0);
  graph.add(vectors(), 1, 0);
  graph.add(vectors(), 3, 0);
  const std::string bytes = graph.to_bytes(identity);
  constexpr std::size_t row = header_bytes, count = row + 18, link = count + 1;
  ASSERT_EQ(bytes[row], 0);
  ASSERT_EQ(bytes[count], 2);
  const auto with = [&](std::size_t at, auto number) {
    std::string changed = bytes;
    std::memcpy(changed.data() + at, &number, sizeof number);
    mend(changed);
    return Hnsw::from_bytes(changed, expected).has_value();
  };
  EXPECT_TRUE(with(link, Row{3}));
  EXPECT_FALSE(with(link, Row{0})) << "itself";
  EXPECT_FALSE(with(link, Row{2})) << "not there";
  EXPECT_FALSE(with(link, Row{4})) << "beyond the rows";
  EXPECT_FALSE(with(link, UINT32_MAX)) << "none";
  EXPECT_FALSE(with(count, std::uint8_t{33})) << "more than there may be";
  EXPECT_FALSE(with(row, std::uint8_t{1})) << "not its level";
  EXPECT_FALSE(with(row + 1, std::uint8_t{2})) << "forgotten or not";
  for (const float scale : {0.0F, -1.0F, 2.0F, NAN, INFINITY}) EXPECT_FALSE(with(row + 10, scale));
  EXPECT_TRUE(with(row + 14, Row{1}));
  EXPECT_FALSE(with(row + 14, Row{2})) << "a copy that is not there";
  EXPECT_FALSE(with(row + 14, Row{4})) << "a copy beyond the rows";
  EXPECT_FALSE(with(row + 14, Row{0})) << "a copy of itself";
  constexpr std::size_t rows_at = 24, entry_at = 28;
  EXPECT_FALSE(with(entry_at, Row{2})) << "not there";
  EXPECT_FALSE(with(entry_at, UINT32_MAX)) << "none";
  EXPECT_FALSE(with(rows_at, std::uint32_t{3}));
  EXPECT_FALSE(with(rows_at, std::uint32_t{5}));
}

}  // namespace
}  // namespace aim::index
