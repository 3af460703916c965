// What finds memories is asked on both backends, and must answer alike.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <random>

#include "store/candidates.h"
#include "store/index_rules.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/meta.h"
#include "store/passages.h"
#include "store/postgres/postgres_store.h"
#include "store/postgres/postgres_testing.h"
#include "store/postgres/search/posting_bytes.h"
#include "store/reflections.h"
#include "store/sqlite/sqlite_store.h"
#include "store/vectors.h"
#include "store/words.h"
#include "text/embedding_texts.h"
#include "text/words.h"

namespace aim::store::postgres {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// One of the two; what is asked of both is asked by a function of a Reader or Writer.
class Both : public store::sqlite::testing::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (server_address().empty())
      GTEST_SKIP() << "AIM_TEST_POSTGRES names no server";
    database_ = std::make_unique<TestDatabase>();
    stores_.push_back(store::sqlite::make_store(file(), {.full_sync = false}, clock_));
    stores_.push_back(make_store(database_->address(), {.full_sync = false}));
  }
  void TearDown() override {
    stores_.clear();
    database_.reset();
    StoreTest::TearDown();
  }

  // Writes to both. What `use` returns must be the same; it is returned.
  template <class F>
  auto write(F use) {
    return same([&](store::Store& store) { return must(store::Access(store).write(use)); });
  }
  template <class F>
  auto read(F use) {
    return same([&](store::Store& store) { return must(store::Access(store).read(use)); });
  }
  template <class F>
  auto same(F ask) {
    auto one = ask(*stores_[0]), other = ask(*stores_[1]);
    EXPECT_EQ(one, other);
    return other;
  }

  Memory put(Memory memory) {
    memory.key = write([&](Writer& writer) -> Result<Key> {
      Memory one = memory;
      TRY_VOID(writer.memories.insert(one));
      return one.key;
    });
    return memory;
  }
  Memory put(const std::string& title, const std::string& content,
             const std::string& name_space = "global") {
    return put(memory_of(std::to_string(++count_), title, content, name_space));
  }
  void replace(const Memory& old, const Memory& fresh) {
    write([&](Writer& writer) -> Result<bool> {
      TRY_VOID(writer.memories.replace(old, fresh));
      return true;
    });
  }
  void erase(const Memory& memory) {
    write([&](Writer& writer) -> Result<bool> {
      TRY_VOID(writer.memories.erase(memory, clock_.now()));
      return true;
    });
  }

  using Lists = std::vector<std::vector<std::string>>;
  static Lists texts(const std::vector<std::vector<Posting>>& lists) {
    Lists out;
    for (const auto& list : lists) {
      auto& line = out.emplace_back();
      for (const Posting& posting : list)
        line.push_back(std::to_string(posting.doc) + ":" + std::to_string(posting.title) + "+" +
                       std::to_string(posting.body));
    }
    return out;
  }
  Lists ask(const std::vector<Phrase>& phrases, bool all = false,
            const std::vector<std::int64_t>& name_spaces = {}, bool beginnings = false) {
    std::string asked = expression(phrases, all ? " AND " : " OR ");
    if (beginnings) {
      asked.clear();
      for (const Phrase& phrase : phrases)
        asked.append(asked.empty() ? ""
                     : all         ? " AND "
                                   : " OR ")
            .append(expression({&phrase, 1}, ""))
            .append(" *");
    }
    return read([&](Reader& reader) -> Result<Lists> {
      return texts(
          TRY(reader.words.postings({asked, phrases, name_spaces, false, all, beginnings})));
    });
  }
  // Keys and ranks, to nine places.
  std::vector<std::string> ranks(const std::string& asked,
                                 const std::vector<std::int64_t>& name_spaces = {}) {
    return read([&](Reader& reader) -> Result<std::vector<std::string>> {
      std::vector<std::string> out;
      for (const Ranked& each : TRY(reader.words.bm25(asked, name_spaces)))
        out.push_back(std::to_string(each.key) + " " + std::to_string(each.bm25 * 1e3));
      std::ranges::sort(out);
      return out;
    });
  }

  std::unique_ptr<TestDatabase> database_;
  std::vector<std::unique_ptr<store::Store>> stores_;
  int count_ = 0;
};

TEST(PostingBytes, HoldWhatWasAppended) {
  const Key highest = (Key{1} << Doc::key_bits) - 1;
  std::string bytes;
  append_posting(bytes, {highest, 127, 255, 254});
  append_posting(bytes, {1, 0, 0, 1});
  std::vector<KeptPosting> read;
  read_postings(bytes + "odd", read);
  ASSERT_THAT(read, SizeIs(2));
  EXPECT_EQ(read[0].key, highest);
  EXPECT_EQ(read[0].length_code, 127);
  EXPECT_EQ(read[0].title, 255);
  EXPECT_EQ(read[0].body, 254);
  EXPECT_EQ(read[1].key, 1);
  EXPECT_EQ(read[0].posting(3).title, max_counted);
  EXPECT_EQ(read[0].posting(3).body, 0);
  EXPECT_NE(bytes.find(bytes_of_key(highest)), std::string::npos);
}

TEST(Expressions, AreReadBack) {
  const std::vector<Phrase> phrases{{"a\"b", "c"}, {"d"}};
  EXPECT_EQ(parse_expression(expression(phrases, " AND ")).phrases, phrases);
  EXPECT_TRUE(parse_expression(expression(phrases, " AND ")).all);
  EXPECT_FALSE(parse_expression(expression(phrases, " OR ")).all);
  EXPECT_TRUE(parse_expression("\"pre\" *").beginnings);
  EXPECT_THAT(parse_expression("").phrases, IsEmpty());
}

TEST_F(Both, WordsAreCounted) {
  Memory memory = memory_of("words", "Postgres and postgres", "Postgres once, redis twice: redis");
  memory.tags = {"redis"};
  put(memory);
  std::string many;
  for (int i = 0; i < 300; ++i) many += "word ";
  put("Many", many, "other");
  const auto lists = ask({{"postgr"}, {"redi"}, {"word"}, {"absent"}});
  EXPECT_THAT(lists, ElementsAre(SizeIs(1), SizeIs(1), SizeIs(1), IsEmpty()));
  EXPECT_TRUE(lists[2][0].ends_with(":0+12"));
}

TEST_F(Both, RunsOfCharactersAndOddTokens) {
  put("數據", "我們把數據庫搬到新的機器");
  put("別的", "數的據是庫");
  const auto words = text::query_words("數據庫");
  ASSERT_THAT(words, SizeIs(1));
  EXPECT_THAT(ask({words[0].parts}, true), ElementsAre(SizeIs(1)));
  EXPECT_THAT(ranks(expression({{words[0].parts}}, " OR ")), SizeIs(1));
  put("Odd", "plain");
  for (const std::string odd : {"\"", "a\"b", "AND", "NEAR(", "*", "^x", "title:", "-", "'"}) {
    EXPECT_THAT(ask({{odd}}), ElementsAre(IsEmpty())) << odd;
    EXPECT_THAT(ask({{"plain"}, {odd}}), ElementsAre(SizeIs(1), IsEmpty())) << odd;
  }
}

// Memories of few words, changed and removed; every way to ask.
TEST_F(Both, FindTheSameInACorpus) {
  std::mt19937 random(20261122);
  const std::vector<std::string> vocabulary{
      "alpha",       "beta",   "gamma",   "delta",   "migration", "migrating",
      "getUserName", "v1.2.3", "foo.bar", "billing", "postgres",  "the",
      "iPhone",      "數據庫", "ไทย",     "über",    "red",       "green",
      "greenhouse",  "redder", "日本",    "x",       "timeouts",  "timeout"};
  const auto some_text = [&](std::size_t words) {
    std::string text;
    for (std::size_t i = 0; i < words; ++i)
      text.append(text.empty() ? "" : " ").append(vocabulary[random() % vocabulary.size()]);
    return text;
  };
  std::vector<Memory> kept;
  for (int i = 0; i < 60; ++i) {
    Memory memory = memory_of("id" + std::to_string(i), some_text(3) + " " + std::to_string(i),
                              some_text(random() % 30 + 1), i % 3 == 0 ? "one" : "two/below");
    if (i % 4 == 0)
      memory.tags = {some_text(1), "tag"};
    kept.push_back(put(memory));
  }
  const auto settle = [&] {
    write([](Writer& writer) -> Result<bool> {
      TRY_VOID(writer.words.settle());
      return true;
    });
  };
  settle();
  for (int i = 0; i < 60; i += 5) {
    Memory fresh = kept[static_cast<std::size_t>(i)];
    fresh.content = some_text(9);
    if (i % 2 == 0)
      fresh.name_space = "one";
    replace(kept[static_cast<std::size_t>(i)], fresh);
    kept[static_cast<std::size_t>(i)] = fresh;
  }
  for (int i = 3; i < 60; i += 7) erase(kept[static_cast<std::size_t>(i)]);
  const auto spaces = read([](Reader& reader) -> Result<std::vector<std::int64_t>> {
    std::vector<std::int64_t> numbers;
    for (const auto& row : TRY(reader.candidates.name_spaces("one"))) numbers.push_back(row.number);
    return numbers;
  });
  ASSERT_THAT(spaces, SizeIs(1));
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 20; ++i) {
      std::vector<Phrase> phrases;
      for (const auto& word : text::query_words(some_text(random() % 3 + 1))) {
        if (word.adjacent)
          phrases.push_back(word.parts);
        else
          for (const std::string& part : word.parts) phrases.push_back({part});
      }
      ask(phrases);
      ask(phrases, true);
      ask(phrases, false, spaces);
      ask(phrases, true, spaces);
      for (Phrase& phrase : phrases) phrase = {phrase.front().substr(0, 3)};
      if (std::ranges::all_of(phrases, [](const Phrase& phrase) {
            return static_cast<unsigned char>(phrase.front()[0]) < 128;
          }))
        ask(phrases, i % 2 == 0, {}, true);
      ranks(expression(phrases, " OR "));
      ranks(expression(phrases, " AND "), spaces);
    }
    settle();  // whatever lies in small pieces is found in large ones
  }
}

TEST_F(Both, NothingIsLostWhileTheIndexIsMadeAnew) {
  std::vector<Memory> kept;
  for (int i = 0; i < 7; ++i)
    kept.push_back(put("Red " + std::to_string(i), i % 2 == 0 ? "green red red" : "ไทย",
                       i % 3 == 0 ? "a" : "b"));
  const auto answers = [&] {
    return std::vector{ask({{"red"}}), ask({{"green"}, {"3"}}), ask({{"red"}, {"green"}}, true)};
  };
  const auto before = answers();
  write([](Writer& writer) -> Result<bool> {
    TRY_VOID(writer.meta.set(meta_index_rules, rules_fingerprint() + 1));
    return true;
  });
  EXPECT_EQ(answers(), before) << "not begun";
  const auto reindex = [&](std::int64_t most) {
    return write([&](Writer& writer) -> Result<std::pair<std::int64_t, std::int64_t>> {
      const Reindexed step = TRY(writer.words.reindex(most));
      return std::pair(step.done, step.left);
    });
  };
  EXPECT_EQ(reindex(2), std::pair(std::int64_t{2}, std::int64_t{5}));
  EXPECT_EQ(answers(), before);
  Memory changed = kept[1];
  changed.content = "blue";
  replace(kept[1], changed);
  replace(changed, kept[1]);
  Memory later = kept[6];
  later.content = "blue green";
  replace(kept[6], later);
  EXPECT_THAT(ask({{"blue"}})[0], SizeIs(1));
  replace(later, kept[6]);
  while (reindex(2).second > 0) EXPECT_EQ(answers(), before);
  EXPECT_EQ(answers(), before);
  EXPECT_TRUE(read([](Reader& reader) { return reader.words.is_indexed(); }));
}

// ---- passages and vectors ----

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
      return TRY(writer.vectors.channel_for({0, "tiny", "e1", 4, true})).number;
    });
    return out;
  }
  std::vector<Slot> slots(const Memory& memory) {
    return read([&](Reader& reader) { return reader.passages.slots_of(memory.key); });
  }
  std::vector<PassageMeta> signs(std::int64_t block) {
    return read([&](Reader& reader) { return reader.passages.blocks()->signs(block); });
  }
  // As one string of bytes; empty where the block is not there.
  std::string rows(const Channel& channel, std::int64_t block) {
    return read([&](Reader& reader) -> Result<std::string> {
      std::vector<std::byte> bytes;
      if (!TRY(reader.passages.blocks()->rows(channel, block, bytes)))
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
      TRY_VOID(writer.vectors.write(channel, std::vector{MemoryVectors{memory.key, made}}));
      return true;
    });
  }
};

TEST_F(BothVectors, SlotsAreTakenAndUsedAgain) {
  const Memory first = put("first", long_text(20));
  const Memory second = put("second", "x");
  EXPECT_THAT(slots(first), SizeIs(20));
  EXPECT_THAT(slots(second), ElementsAre(20));
  signs(0);
  erase(first);
  EXPECT_THAT(slots(first), IsEmpty());
  EXPECT_EQ(signs(0)[0], PassageMeta());
  const Memory third = put("third", long_text(25));
  EXPECT_EQ(slots(third).front(), 0);
  EXPECT_EQ(slots(third).back(), 25);
  signs(0);
  Memory moved = third;
  moved.metadata = R"({"session_id":"s","speaker":"Ann"})";
  replace(third, moved);
  EXPECT_EQ(signs(0)[0].session, meta_hash("s"));
  EXPECT_EQ(read([](Reader& reader) { return reader.passages.end(); }), 26);
  EXPECT_THAT(read([](Reader& reader) { return reader.passages.keys_without_meta(); }), IsEmpty());
}

TEST_F(BothVectors, BlocksAreReadInOrderAndOutOfIt) {
  for (int i = 0; i < 12; ++i) put("many " + std::to_string(i), long_text(60));
  const auto all = [&](Reader& reader) -> Result<std::vector<std::int64_t>> {
    const auto blocks = reader.passages.blocks();
    std::vector<std::int64_t> keys;
    for (const std::int64_t block : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 3, 11, 12, 1})
      for (const PassageMeta& meta : TRY(blocks->signs(block))) keys.push_back(meta.key);
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
    const auto blocks = reader.passages.blocks();
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
  EXPECT_NE(signs(0)[0].text, text::text_hash("Note\ntext"));
  const auto found = read([&](Reader& reader) -> Result<std::vector<std::vector<std::int8_t>>> {
    std::vector<std::vector<std::int8_t>> out;
    for (const MemoryVectors& each : TRY(reader.vectors.of(tiny, {{memory.key, 99}})))
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
          const std::int64_t last = TRY(reader.vectors.last_change());
          for (const BlockChange& change : TRY(reader.vectors.changes_after(after))) {
            EXPECT_LE(change.seq, last);
            out.emplace_back(change.channel, change.block);
          }
          return out;
        }));
  };
  std::vector<std::int64_t> before;
  for (auto& store : stores_)
    before.push_back(must(
        store::Access(*store).read([](Reader& reader) { return reader.vectors.last_change(); })));
  write_vectors(tiny, memory, {row("Note\ntext", 7)});
  for (std::size_t i = 0; i < stores_.size(); ++i)
    EXPECT_THAT(changes(*stores_[i], before[i]), ElementsAre(std::pair(tiny.number, 0)));
  write([&](Writer& writer) -> Result<bool> {
    TRY_VOID(writer.vectors.drop_channel(tiny.number));
    return true;
  });
  EXPECT_THAT(rows(tiny, 0), IsEmpty());
  EXPECT_GT(channel().number, tiny.number) << "others may still know the old number";
}

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
      auto found = TRY(ask(reader.candidates));
      std::ranges::sort(found);
      return found;
    });
  };
  EXPECT_THAT(keys([](const auto& of) { return of.keys_with_tag("red"); }), SizeIs(3));
  EXPECT_THAT(keys([](const auto& of) { return of.keys_of_agent("ann"); }), SizeIs(3));
  EXPECT_THAT(keys([](const auto& of) { return of.keys_of_reflections(); }), IsEmpty());
  keys([](const auto& of) {
    return of.keys_created_between(moment("2026-11-02T00:00:00Z"), std::nullopt);
  });
  const auto same_content = read([&](Reader& reader) {
    return reader.candidates.keys_with_content("team/a", "same", clock_.now(), 3);
  });
  EXPECT_THAT(same_content, SizeIs(3));
  for (const std::string name : {"", "team", "team/*", "none"})
    read([&](Reader& reader) -> Result<std::vector<std::string>> {
      Filter filter;
      filter.name_space = name;
      std::vector<std::string> out;
      for (const auto& row : TRY(reader.candidates.name_spaces(name)))
        out.push_back(row.name + " " + std::to_string(row.number) + " " +
                      std::to_string(row.memories) + " " + std::to_string(row.bytes));
      for (const auto& use : TRY(reader.candidates.use_signals(filter, clock_.now())))
        out.push_back(std::to_string(use.key) + " " + std::to_string(use.priority));
      return out;
    });
  read([](Reader& reader) -> Result<std::vector<std::string>> {
    std::vector<Key> asked;
    for (Key key = 1; key < 14; ++key) asked.push_back(key);
    TRY_VOID(reader.candidates.expect(asked));
    std::vector<std::string> out;
    for (const Key key : asked) {
      const auto signals = TRY(reader.candidates.signals_of(key));
      out.push_back(TRY(reader.candidates.title_of(key)) +
                    (signals ? std::to_string(signals->priority) + " " +
                                   std::to_string(signals->confidence) + signals->title
                             : "none"));
    }
    return out;
  });
}

// ---- reflections ----

TEST_F(Both, ReflectionsAreWalkedAndLost) {
  std::vector<Memory> kept;
  for (int i = 0; i < 8; ++i) {
    Memory memory = memory_of("id" + std::to_string(i), "title " + std::to_string(i), "x");
    memory.kind = i < 3 ? MemoryKind::observation : MemoryKind::reflection;
    kept.push_back(put(memory));
  }
  const auto link = [&](std::size_t source, std::size_t target, int day) {
    write([&](Writer& writer) {
      Link made;
      made.source_id = kept[source].id;
      made.target_id = kept[target].id;
      made.relation = "reflects_on";
      made.created_at = made.valid_from =
          at(moment("2026-11-0" + std::to_string(day) + "T00:00:00Z"));
      return writer.links.add(kept[source].key, kept[target].key, made);
    });
  };
  link(3, 0, 1);
  link(3, 1, 1);
  link(4, 3, 2);
  link(4, 2, 2);
  link(5, 4, 3);
  link(6, 5, 4);
  const auto sorted = [&](auto ask) {
    return read([&](Reader& reader) -> Result<std::vector<Key>> {
      auto keys = TRY(ask(reader.reflections));
      std::ranges::sort(keys);
      return keys;
    });
  };
  EXPECT_THAT(sorted([&](const auto& of) { return of.above(kept[0].key); }), SizeIs(5));
  EXPECT_THAT(sorted([&](const auto& of) { return of.sources_of(kept[4].key); }), SizeIs(2));
  EXPECT_TRUE(read(
      [&](Reader& reader) { return reader.reflections.closes_cycle(kept[0].key, kept[6].key); }));
  EXPECT_FALSE(read(
      [&](Reader& reader) { return reader.reflections.closes_cycle(kept[6].key, kept[0].key); }));
  EXPECT_TRUE(
      write([&](Writer& writer) { return writer.reflections.raise_depth(kept[3].key, 1, 4); }));
  write([&](Writer& writer) -> Result<bool> {
    TRY_VOID(writer.reflections.raise_depths(3));
    return true;
  });
  const auto depths = read([&](Reader& reader) -> Result<std::vector<std::int64_t>> {
    std::vector<std::int64_t> out;
    for (const Memory& memory : kept)
      out.push_back(TRY(reader.memories.find_by_id(memory.id))->reflection_depth);
    return out;
  });
  EXPECT_THAT(depths, ElementsAre(0, 0, 0, 1, 2, 3, 4, 1));
  read([&](Reader& reader) -> Result<std::vector<std::string>> {
    std::vector<std::string> out;
    for (const Source& source : TRY(reader.reflections.sources_of(
             std::vector<Key>{kept[4].key, kept[3].key, kept[7].key})))
      out.push_back(source.id + source.title + std::to_string(source.key));
    return out;
  });
  link(3, 6, 5);
  EXPECT_THAT(write([&](Writer& writer) { return writer.reflections.break_cycles(kept[4].key); }),
              ElementsAre("id3 → id6"));
  erase(kept[0]);
  erase(kept[2]);
  const auto lost = read([&](Reader& reader) -> Result<std::vector<std::string>> {
    std::vector<std::string> out;
    TRY_VOID(reader.lost_sources.each([&](const std::string& id, const LostSource& one) {
      out.push_back(id + " " + one.id + " " + one.title);
      return Result<void>();
    }));
    return out;
  });
  EXPECT_THAT(lost, ElementsAre("id3 id0 title 0", "id4 id2 title 2"));
  EXPECT_THAT(read([&](Reader& reader) { return reader.lost_sources.losers_of("id2"); }),
              ElementsAre(kept[4].key));
  EXPECT_THAT(read([&](Reader& reader) { return reader.reflections.source_ids_of(kept[3].key); }),
              ElementsAre("id0", "id1"));
  EXPECT_TRUE(read([&](Reader& reader) -> Result<bool> {
    return TRY(reader.lost_sources.find_deleted("id2")).has_value();
  }));
  write([&](Writer& writer) -> Result<bool> {
    LostSource later{"id2", "another", at(moment("2026-12-01T00:00:00Z"))};
    TRY_VOID(writer.lost_sources.put(kept[4].key, later));
    TRY_VOID(writer.lost_sources.put(kept[5].key, later));
    TRY_VOID(writer.lost_sources.clear(kept[3].key, clock_.now()));
    return true;
  });
  EXPECT_THAT(read([&](Reader& reader) -> Result<std::vector<std::string>> {
                std::vector<std::string> out;
                for (const LostSource& each : TRY(reader.lost_sources.of(kept[4].key)))
                  out.push_back(each.id + each.title);
                return out;
              }),
              ElementsAre("id2another"));
  kept[2] = put(memory_of("id2", "back", "again"));
  EXPECT_THAT(write([&](Writer& writer) -> Result<std::vector<Key>> {
                std::vector<Key> out;
                for (const Found& each : TRY(writer.lost_sources.found_again()))
                  out.push_back(each.reflection);
                return out;
              }),
              ElementsAre(kept[4].key, kept[5].key));
}

}  // namespace
}  // namespace aim::store::postgres
