#include "embed/static_table.h"

#include <gmock/gmock.h>

#include <numeric>
#include <string>
#include <vector>

#include "base/hash.h"

namespace aim::embed {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;

void append_number(std::string& bytes, std::uint32_t value, int size) {
  for (int i = 0; i < size; ++i) {
    bytes += static_cast<char>(value >> 8 * i & 255U);
  }
}

struct Row {
  std::uint32_t scale;
  std::vector<int> values;  // -8 … 7
};

// A table as docs/formats/static_table.md has it (B6, S5).
std::string table_of(const std::vector<Row>& rows, std::string_view vocabulary = "pieces") {
  const std::size_t dimension = rows.at(0).values.size();
  std::string body(vocabulary), file("AIMSTAT1");
  for (const Row& row : rows) {
    append_number(body, row.scale, 2);
  }
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < dimension / 2; ++i) {
      body += static_cast<char>(row.values[i] + 8 + 16 * (row.values[dimension / 2 + i] + 8));
    }
  }
  for (const std::size_t number : {std::size_t{1}, rows.size(), dimension, std::size_t{4},
                                   vocabulary.size(), std::size_t{0}}) {
    append_number(file, static_cast<std::uint32_t>(number), 4);
  }
  const std::string digest = sha256_hex(body);
  for (std::size_t i = 0; i < digest.size(); i += 2) {
    file += static_cast<char>(std::stoi(digest.substr(i, 2), nullptr, 16));
  }
  return file + body;
}

const std::vector<Row> little{
    {0, {7, 7, 7, 7}}, {100, {3, 0, 0, 0}}, {50, {0, 0, 8 - 16, 0}}, {30000, {0, -1, 0, 7}}};

std::vector<float> vector_of(const StaticTable& table, const std::vector<std::uint32_t>& pieces) {
  std::vector<float> out(table.dimension(), -1.0F);
  table.embed(pieces, out);
  return out;
}

double cosine(const StaticTable& table, const std::vector<std::uint32_t>& one,
              const std::vector<std::uint32_t>& other) {
  const auto a = vector_of(table, one), b = vector_of(table, other);
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

TEST(StaticTable, AddsTheRowsOfThePiecesAndMakesTheSumOneLong) {
  const std::string bytes = table_of(little);
  const auto table = StaticTable::over(bytes);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->rows(), 4U);
  EXPECT_EQ(table->vocabulary(), "pieces");
  EXPECT_TRUE(table->intact());
  EXPECT_THAT(vector_of(*table, {1}), ElementsAre(1, 0, 0, 0));
  // 300 and -400 make 500.
  EXPECT_THAT(vector_of(*table, {1, 2}),
              ElementsAre(FloatNear(0.6F, 1e-6F), 0, FloatNear(-0.8F, 1e-6F), 0));
  EXPECT_THAT(vector_of(*table, {2, 1}), vector_of(*table, {1, 2})) << "order means nothing";
}

TEST(StaticTable, HasNoDirectionForATextThatMeansNothing) {
  const std::string bytes = table_of(little);
  const auto table = StaticTable::over(bytes);
  ASSERT_TRUE(table);
  EXPECT_THAT(vector_of(*table, {}), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(vector_of(*table, {0, 0}), ElementsAre(0, 0, 0, 0)) << "a row without weight";
  EXPECT_THAT(vector_of(*table, {4, 4000000000U}), ElementsAre(0, 0, 0, 0)) << "unknown numbers";
}

TEST(StaticTable, DoesNotOverflowOnEndlessTexts) {
  const std::string bytes = table_of({{32767, {7, -8, 7, -8}}});
  const auto table = StaticTable::over(bytes);
  ASSERT_TRUE(table);
  const auto once = vector_of(*table, {0});
  EXPECT_THAT(vector_of(*table, std::vector<std::uint32_t>(100000)), once);
}

TEST(StaticTable, RefusesBytesThatAreNone) {
  const std::string good = table_of(little);
  EXPECT_FALSE(StaticTable::over(""));
  EXPECT_FALSE(StaticTable::over(std::string_view(good).substr(0, 63)));
  EXPECT_FALSE(StaticTable::over(std::string_view(good).substr(0, good.size() - 1)));
  EXPECT_FALSE(StaticTable::over(good + "x"));
  for (std::size_t i = 0; i < 28;
       ++i) {  // magic, version, rows, dimension, bits, size of the vocabulary
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x55);
    EXPECT_FALSE(StaticTable::over(bad)) << i;
  }
  std::string bad = good;
  bad.back() = static_cast<char>(bad.back() ^ 1);
  const auto table = StaticTable::over(bad);
  ASSERT_TRUE(table) << "rows are not looked at";
  EXPECT_FALSE(table->intact());
}

TEST(StaticTable, TheBuiltinIsWhole) {
  const StaticTable& table = StaticTable::builtin();
  EXPECT_TRUE(table.intact());
  EXPECT_EQ(table.rows(), 30522U);
  EXPECT_EQ(table.vocabulary().substr(0, 7), "AIMVOC1");
  EXPECT_EQ(table.identity().dimension, table.dimension());
}

// Numbers of pieces as the published tokenizer gives them.
const std::vector<std::uint32_t> car{1996, 2482, 3631, 2091};      // the car broke down
const std::vector<std::uint32_t> vehicle{2026, 4316, 3030, 2551};  // my vehicle stopped working
const std::vector<std::uint32_t> soup{2057,  12984, 20856,
                                      11350, 2005,  4596};  // we cooked tomato soup for dinner

TEST(StaticTable, PutsParaphrasesNearerThanStrangers) {
  const StaticTable& table = StaticTable::builtin();
  EXPECT_NEAR(cosine(table, car, car), 1, 1e-6);
  EXPECT_GT(cosine(table, car, vehicle), 0.3);
  EXPECT_LT(cosine(table, car, soup), 0.15);
  EXPECT_LT(cosine(table, vehicle, soup), 0.15);
}

TEST(StaticTable, GivesTheSameBitsEverywhere) {
  const std::vector<float> out = vector_of(StaticTable::builtin(), car);
  EXPECT_EQ(out[0], -0.026443273F);
  EXPECT_EQ(out[1], -0.10170727F);
  EXPECT_EQ(out[2], -0.03107321F);
  EXPECT_EQ(out[3], -0.04181735F);
}

}  // namespace
}  // namespace aim::embed
