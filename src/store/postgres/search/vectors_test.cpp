// Passages and vectors are asked on both backends, which must answer alike.
#include "store/new_memory.h"
#include "store/postgres/search/both_testing.h"
#include "store/search.h"
#include "store/sql/search.h"
#include "text/passages.h"

namespace aim::store::postgres {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class BothVectors : public Both {
 protected:
  static VectorRow row(const std::string& text, std::int8_t value) {
    VectorRow row;
    row.head = {text::text_hash(text), 0.5F, 0};
    row.high.assign(4, value);
    row.low.assign(4, static_cast<std::int8_t>(-value));
    return row;
  }
  Channel channel() {
    Channel out{0, "tiny", "e1", 4, true};
    out.number = write([&](Writer& writer) -> Result<std::int64_t> {
      return TRY(writer.search.channel_for({0, "tiny", "e1", 4, true})).number;
    });
    return out;
  }
  std::vector<Slot> slots(const Memory& memory) {
    return read([&](Reader& reader) {
             return reader.search.slots_of_all({&memory.key, 1});
           })
        .front();
  }
  std::vector<PassageMeta> metas(std::int64_t block) {
    return read(
        [&](Reader& reader) { return reader.search.block_reader()->metas(block_at(block)); });
  }
  // As one string of bytes; empty where the block is not there.
  std::string rows(const Channel& channel, std::int64_t block) {
    return read([&](Reader& reader) -> Result<std::string> {
      std::vector<std::byte> bytes;
      if (!TRY(reader.search.block_reader()->rows(channel, block_at(block), bytes)))
        return std::string();
      return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    });
  }
  static std::string long_text(int lines) {
    std::string text;
    for (int i = 0; i < lines; ++i)
      text += "Line " + std::to_string(i) + ": " + std::string(500, 'x') + "\n";
    return text;
  }
  void write_vectors(const Channel& channel, const Memory& memory, std::vector<VectorRow> made) {
    write([&](Writer& writer) -> Result<bool> {
      TRY_VOID(writer.search.write_vectors(channel, std::vector{MemoryVectors{memory.key, made}}));
      return true;
    });
  }
};

TEST_F(BothVectors, SlotsAreTakenAndUsedAgain) {
  const Memory first = put("first", long_text(20));
  const Memory second = put("second", "x");
  EXPECT_THAT(slots(first), SizeIs(20));
  EXPECT_THAT(slots(second), ElementsAre(20));
  metas(0);
  erase(first);
  EXPECT_THAT(slots(first), IsEmpty());
  EXPECT_EQ(metas(0)[0], PassageMeta());
  const Memory third = put("third", long_text(25));
  EXPECT_EQ(slots(third).front(), 0);
  EXPECT_EQ(slots(third).back(), 25);
  metas(0);
  Memory moved = third;
  moved.metadata = R"({"session_id":"s","speaker":"Ann"})";
  replace(third, moved);
  EXPECT_EQ(metas(0)[0].session, meta_hash("s"));
  EXPECT_EQ(read([](Reader& reader) { return reader.search.end_of_slots(); }), 26);
  EXPECT_THAT(read([](Reader& reader) { return reader.search.keys_without_passage_meta(); }),
              IsEmpty());
}

TEST_F(BothVectors, BlocksAreReadInOrderAndOutOfIt) {
  for (int i = 0; i < 12; ++i) put("many " + std::to_string(i), long_text(60));
  const auto all = [&](Reader& reader) -> Result<std::vector<std::int64_t>> {
    const auto blocks = reader.search.block_reader();
    std::vector<std::int64_t> keys;
    for (const std::int64_t block : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 3, 11, 12, 1})
      for (const PassageMeta& meta : TRY(blocks->metas(block_at(block)))) keys.push_back(meta.key);
    return keys;
  };
  read(all);
}

TEST_F(BothVectors, AreKeptAndFoundAndOutOfDate) {
  const Channel tiny = channel();
  const Memory memory = put("Note", "text");
  write_vectors(tiny, memory, {row("Note\ntext", 7)});
  EXPECT_EQ(rows(tiny, 0).substr(sizeof(VectorHead), 4), std::string(4, '\7'));
  read([&](Reader& reader) -> Result<std::vector<std::int8_t>> {
    std::vector<std::int8_t> low(4);
    const auto blocks = reader.search.block_reader();
    const Slot slot = 0;
    TRY_VOID(blocks->expect_low(tiny, {&slot, 1}));
    EXPECT_TRUE(TRY(blocks->low(tiny, 0, low)));
    EXPECT_THAT(low, ElementsAre(-7, -7, -7, -7));
    return low;
  });
  EXPECT_EQ(channel().number, tiny.number) << "the same model keeps its channel";
  Memory changed = memory;
  changed.content = "other";
  replace(memory, changed);
  // One that was made from the old text in the meantime is not taken.
  write_vectors(tiny, memory, {row("Note\ntext", 9)});
  EXPECT_EQ(rows(tiny, 0).substr(sizeof(VectorHead), 4), std::string(4, '\7'));
  EXPECT_NE(metas(0)[0].text, text::text_hash("Note\ntext"));
  const auto found = read([&](Reader& reader) -> Result<std::vector<std::vector<std::int8_t>>> {
    std::vector<std::vector<std::int8_t>> out;
    for (const MemoryVectors& each : TRY(reader.search.vectors_of(tiny, {{memory.key, 99}})))
      for (const VectorRow& one : each.rows) out.push_back(one.high);
    return out;
  });
  EXPECT_THAT(found, SizeIs(1));
}

TEST_F(BothVectors, ChangesAreTold) {
  const Channel tiny = channel();
  const Memory memory = put("Note", "text");
  const auto changes = [&](store::Store& store, std::int64_t after) {
    return must(store::Access(store).read(
        [&](Reader& reader) -> Result<std::vector<std::pair<std::int64_t, std::int64_t>>> {
          std::vector<std::pair<std::int64_t, std::int64_t>> out;
          const std::int64_t last = TRY(reader.search.last_vector_change());
          for (const BlockChange& change : TRY(reader.search.vector_changes_after(after))) {
            EXPECT_LE(change.seq, last);
            out.emplace_back(change.channel, change.block.begin);
          }
          return out;
        }));
  };
  std::vector<std::int64_t> before;
  for (auto& store : stores_)
    before.push_back(must(store::Access(*store).read(
        [](Reader& reader) { return reader.search.last_vector_change(); })));
  write_vectors(tiny, memory, {row("Note\ntext", 7)});
  for (std::size_t i = 0; i < stores_.size(); ++i)
    EXPECT_THAT(changes(*stores_[i], before[i]), ElementsAre(std::pair(tiny.number, 0)));
  write([&](Writer& writer) -> Result<bool> {
    TRY_VOID(writer.search.drop_channel(tiny.number));
    return true;
  });
  EXPECT_THAT(rows(tiny, 0), IsEmpty());
  EXPECT_GT(channel().number, tiny.number) << "others may still know the old number";
}

}  // namespace
}  // namespace aim::store::postgres
