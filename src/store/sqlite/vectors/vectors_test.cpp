#include "store/sqlite/vectors/vectors.h"

#include <cstring>

#include "store/new_memory.h"
#include "store/sqlite/open_store_testing.h"
#include "store/sqlite/search/sqlite_search.h"
#include "text/passages.h"

namespace aim::store::sqlite {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Vectors : public OpenStoreTest {
 protected:
  std::vector<Slot> slots(const Memory& memory) {
    return reading(
        [&](Connection& connection) { return SqliteSearch(connection).slots_of(memory.key); });
  }
  PassageMeta meta(Slot slot) {
    return reading([&](Connection& connection) -> Result<PassageMeta> {
      const auto reader = SqliteSearch(connection).block_reader();
      return TRY(reader->metas(block_of(slot)))[static_cast<std::size_t>(slot % slots_a_block)];
    });
  }
  Channel channel() {
    return writing([&](Connection& connection) {
      return SqliteSearch(connection).channel_for({0, "tiny", "e1", 4, true});
    });
  }
  // High bytes as the block holds them; empty when the row's text is not the slot's.
  std::vector<std::int8_t> vector(const Channel& channel, Slot slot) {
    std::vector<std::byte> bytes;
    const bool there = reading([&](Connection& connection) {
      return SqliteSearch(connection).block_reader()->rows(channel, block_of(slot), bytes);
    });
    if (!there)
      return {};
    const std::byte* row =
        bytes.data() + static_cast<std::size_t>(slot % slots_a_block) * vector_row_bytes(channel);
    VectorHead head;
    std::memcpy(&head, row, sizeof head);
    if (head.text != meta(slot).text)
      return {};
    std::vector<std::int8_t> high(channel.dimension);
    std::memcpy(high.data(), row + sizeof head, high.size());
    return high;
  }
  static VectorRow row(const std::string& text, std::int8_t value) {
    VectorRow row;
    row.head = {text::text_hash(text), 0.5F, 0};
    row.high.assign(4, value);
    row.low.assign(4, static_cast<std::int8_t>(-value));
    return row;
  }
  static Result<void> write_at(Connection& connection, const Channel& channel, Slot slot,
                               const VectorRow& row) {
    const SlotRow one{slot, &row};
    return SqliteSearch(connection).write_vector_rows(channel, {&one, 1});
  }
  Memory change(const Memory& old, const std::string& content) {
    Memory fresh = old;
    fresh.content = content;
    writing([&](Connection& connection) { return SqliteMemories(connection).replace(old, fresh); });
    return fresh;
  }
  static std::string long_text() {
    std::string text;
    for (int i = 0; i < 20; ++i)
      text += "Line " + std::to_string(i) + ": " + std::string(500, 'x') + "\n";
    return text;
  }
};

TEST_F(Vectors, EveryMemoryHasASlotAPassage) {
  const Memory one = put(*database_, memory_of("1", "one", "short"));
  const Memory many = put(*database_, memory_of("2", "many", long_text()));
  EXPECT_THAT(slots(one), ElementsAre(0));
  EXPECT_THAT(slots(many), SizeIs(20));
  EXPECT_EQ(meta(0).key, one.key);
  EXPECT_EQ(meta(0).text, text::text_hash("one\nshort"));
  EXPECT_EQ(meta(3).part, 2);
  EXPECT_EQ(meta(3).key, many.key);
}

TEST_F(Vectors, SignsKnowLinesOfConversations) {
  Memory line = memory_of("1", "D1:3", "I went there.");
  line.metadata = R"({"session_id":"s","speaker":"Ann","said_at":"1970-01-02T00:01:30Z"})";
  line = put(*database_, line);
  EXPECT_EQ(meta(0).session, meta_hash("s"));
  EXPECT_EQ(meta(0).speaker, meta_hash("ann"));
  EXPECT_EQ(meta(0).minute, 24 * 60 + 1);
  EXPECT_EQ(meta(0).flags, PassageMeta::dialogue);
  EXPECT_EQ(meta(0).text, text::text_hash("ann: I went there.")) << "a mere id is no context";
  Memory moved = line;
  moved.metadata = "{}";
  writing([&](Connection& connection) { return SqliteMemories(connection).replace(line, moved); });
  EXPECT_EQ(meta(0).session, 0U);
}

TEST_F(Vectors, SlotsOfTheGoneAreUsedAgain) {
  const Memory first = put(*database_, memory_of("1", "first", long_text()));
  const Memory second = put(*database_, memory_of("2", "second", "x"));
  writing([&](Connection& connection) {
    return SqliteMemories(connection).erase(first, clock_.now());
  });
  EXPECT_THAT(slots(first), IsEmpty());
  EXPECT_EQ(meta(0).key, 0);
  const Memory third = put(*database_, memory_of("3", "third", long_text()));
  EXPECT_EQ(slots(third).front(), 0);
  EXPECT_THAT(slots(second), ElementsAre(20));
  EXPECT_EQ(reading([](Connection& connection) { return SqliteSearch(connection).end_of_slots(); }),
            21);
}

TEST_F(Vectors, AreKeptAndFound) {
  const Channel tiny = channel();
  const Memory memory = put(*database_, memory_of("1", "Note", "text"));
  writing([&](Connection& connection) {
    return SqliteSearch(connection)
        .write_vectors(tiny, std::vector{MemoryVectors{memory.key, {row("Note\ntext", 7)}}});
  });
  EXPECT_THAT(vector(tiny, 0), ElementsAre(7, 7, 7, 7));
  std::vector<std::int8_t> low(4);
  EXPECT_TRUE(reading([&](Connection& connection) {
    return SqliteSearch(connection).block_reader()->low(tiny, 0, low);
  }));
  EXPECT_THAT(low, ElementsAre(-7, -7, -7, -7));
  EXPECT_EQ(channel().number, tiny.number) << "the same model keeps its channel";
}

TEST_F(Vectors, AChangedTextMakesThemOutOfDate) {
  const Channel tiny = channel();
  Memory memory = put(*database_, memory_of("1", "Note", "text"));
  writing(
      [&](Connection& connection) { return write_at(connection, tiny, 0, row("Note\ntext", 7)); });
  memory = change(memory, "other");
  EXPECT_THAT(vector(tiny, 0), IsEmpty());
  // One that was made from the old text in the meantime is not taken.
  writing([&](Connection& connection) {
    return SqliteSearch(connection)
        .write_vectors(tiny, std::vector{MemoryVectors{memory.key, {row("Note\ntext", 9)}}});
  });
  EXPECT_THAT(vector(tiny, 0), IsEmpty());
  change(memory, "text");
  EXPECT_THAT(vector(tiny, 0), ElementsAre(7, 7, 7, 7)) << "the old text again needs no new vector";
}

TEST_F(Vectors, ChangesAreTold) {
  const Channel tiny = channel();
  put(*database_, memory_of("1", "a", "text"));
  const auto before =
      reading([](Connection& connection) { return SqliteSearch(connection).last_vector_change(); });
  writing([&](Connection& connection) { return write_at(connection, tiny, 0, row("a\ntext", 7)); });
  const auto changes = reading([&](Connection& connection) {
    return SqliteSearch(connection).vector_changes_after(before);
  });
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes[0].channel, tiny.number);
  EXPECT_EQ(changes[0].block, block_of(0));
}

TEST_F(Vectors, ADamagedBlockIsEmpty) {
  const Channel tiny = channel();
  put(*database_, memory_of("1", "Note", "text"));
  writing(
      [&](Connection& connection) { return write_at(connection, tiny, 0, row("Note\ntext", 7)); });
  run_sql(file(), "UPDATE vector_blocks SET data = x'0102' WHERE block > 4294967295");
  EXPECT_THAT(vector(tiny, 0), IsEmpty());
  writing(
      [&](Connection& connection) { return write_at(connection, tiny, 0, row("Note\ntext", 8)); });
  EXPECT_THAT(vector(tiny, 0), ElementsAre(8, 8, 8, 8));
  run_sql(file(), "DELETE FROM vector_blocks WHERE block > 4294967295");
  EXPECT_THAT(vector(tiny, 0), IsEmpty());
}

TEST_F(Vectors, FailuresAreTriedAgainEverLater) {
  VectorHead head;
  EXPECT_EQ(failed_of(head).times, 0U);
  std::int64_t last_wait = 0;
  for (std::uint32_t times = 1; times <= 15; ++times) {
    head.failed = failed_again(head, 29'700'000);
    EXPECT_EQ(failed_of(head).times, times);
    const std::int64_t wait = failed_of(head).next_try - 29'700'000;
    EXPECT_GT(wait, last_wait);
    last_wait = wait;
  }
  head.failed = failed_again(head, 29'700'000);
  EXPECT_EQ(failed_of(head).times, 15U);
}

TEST_F(Vectors, ADroppedChannelIsGone) {
  const Channel tiny = channel();
  put(*database_, memory_of("1", "Note", "text"));
  writing(
      [&](Connection& connection) { return write_at(connection, tiny, 0, row("Note\ntext", 7)); });
  writing(
      [&](Connection& connection) { return SqliteSearch(connection).drop_channel(tiny.number); });
  EXPECT_THAT(vector(tiny, 0), IsEmpty());
  EXPECT_THAT(reading([](Connection& connection) { return SqliteSearch(connection).channels(); }),
              IsEmpty());
  EXPECT_GT(channel().number, tiny.number) << "others may still know the old number";
}

}  // namespace
}  // namespace aim::store::sqlite
