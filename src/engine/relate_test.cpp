#include "engine/relate.h"

#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/lookup/by_id.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::HasSubstr, ::testing::IsEmpty, ::testing::SizeIs;

class Related : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    a_ = id_of("A");
    b_ = id_of("B");
  }
  std::vector<Link> links(const std::string& id) { return must(links_of(*engine_, id)); }
  // A memory under an id of the test's choice.
  void put_as(const std::string& id) {
    put(*database_, store::sqlite::testing::memory_of(id, "title " + id, "x"));
  }

  std::string a_, b_;
};

TEST_F(Related, ALinkHasADirectionAndIsSeenFromBothEnds) {  // A6
  const Linked linked =
      must(add_link(*engine_, a_.substr(0, 8), b_.substr(0, 8), Relation::supersedes));
  EXPECT_EQ(linked.source_id, a_);
  EXPECT_EQ(linked.target_id, b_);
  for (const std::string& end : {a_, b_}) {
    ASSERT_THAT(links(end), SizeIs(1));
    const Link link = links(end).front();
    EXPECT_EQ(link.source_id, a_);
    EXPECT_EQ(link.target_id, b_);
    EXPECT_EQ(link.relation, "supersedes");
    EXPECT_EQ(link.created_at.time, clock_.now());
    EXPECT_EQ(link.valid_from.time, clock_.now());
  }
}

TEST_F(Related, TheSameLinkAgainIsNoErrorAndNoSecondOne) {
  must(add_link(*engine_, a_, b_, Relation::related_to));
  clock_.advance(1h);
  must(add_link(*engine_, a_, b_, Relation::related_to));
  EXPECT_THAT(links(a_), SizeIs(1));
  EXPECT_EQ(links(a_).front().created_at.time, clock_.now() - 1h);
  must(add_link(*engine_, b_, a_, Relation::related_to));
  must(add_link(*engine_, a_, b_, Relation::contradicts));
  EXPECT_THAT(links(a_), SizeIs(3));
}

TEST_F(Related, RefusesSelfLinksAndUnknownEnds) {
  EXPECT_EQ(refusal(add_link(*engine_, a_, a_.substr(0, 8), Relation::related_to)).code,
            Code::validation_failed);
  const Error source = refusal(add_link(*engine_, "no such id", b_, Relation::related_to));
  EXPECT_EQ(source.code, Code::not_found);
  EXPECT_THAT(source.message, HasSubstr("source"));
  EXPECT_THAT(source.message, HasSubstr("no such id"));
  EXPECT_THAT(refusal(add_link(*engine_, a_, "no such id", Relation::related_to)).message,
              HasSubstr("target"));
}

TEST_F(Related, LinksCanBeRemovedAndGoWithEitherEnd) {
  must(add_link(*engine_, a_, b_, Relation::related_to));
  EXPECT_EQ(refusal(remove_link(*engine_, b_, a_, Relation::related_to)).code, Code::not_found);
  EXPECT_EQ(refusal(remove_link(*engine_, a_, b_, Relation::contradicts)).code, Code::not_found);
  must(remove_link(*engine_, a_, b_, Relation::related_to));
  EXPECT_THAT(links(a_), IsEmpty());
  must(add_link(*engine_, a_, b_, Relation::related_to));
  must(add_link(*engine_, b_, a_, Relation::related_to));
  must(remove(*engine_, b_));
  EXPECT_THAT(links(a_), IsEmpty());
  EXPECT_THAT(links("unknown"), IsEmpty());
}

TEST_F(Related, GetShowsTheMemoryAndItsLinks) {
  must(add_link(*engine_, a_, b_, Relation::derived_from));
  const MemoryAndLinks got = must(get(*engine_, b_));
  EXPECT_EQ(got.memory.title, "B");
  EXPECT_THAT(got.links, SizeIs(1));
}

TEST_F(Related, ResolveBuriesTheLoser) {  // wire.md 4.3
  Draft loser = draft("L", "word");
  loser.priority = 9;
  loser.tier = Tier::long_term;
  const auto loser_id = id_of(loser);
  use(loser_id, 20);
  const Linked resolved = must(resolve(*engine_, a_, loser_id));
  EXPECT_EQ(resolved.source_id, a_);
  settle();
  EXPECT_EQ(links(a_).front().relation, "supersedes");
  EXPECT_EQ(links(a_).front().target_id, loser_id);
  EXPECT_EQ(shown_priority(now(loser_id)), 1);
  EXPECT_EQ(now(loser_id).confidence, 0.1);
  EXPECT_EQ(now(a_).access_count, 1);
  EXPECT_EQ(now(loser_id).access_count, 20);
  EXPECT_EQ(refusal(resolve(*engine_, a_, a_)).code, Code::validation_failed);
  EXPECT_EQ(refusal(resolve(*engine_, a_, a_)).field, "loser_id");
  EXPECT_THAT(refusal(resolve(*engine_, a_, "unknown id")).message, HasSubstr("loser"));
  EXPECT_THAT(refusal(resolve(*engine_, "unknown id", a_)).message, HasSubstr("winner"));
}

// ---- ids in short (E1) ----

TEST_F(Related, FourCharactersOfAnIdAreEnough) {
  put_as("abcd1234-x");
  EXPECT_EQ(now("abcd").id, "abcd1234-x");
  EXPECT_FALSE(there("abc"));
  EXPECT_FALSE(there("bcd1"));
  EXPECT_FALSE(there("ABCD"));
  EXPECT_FALSE(there(""));
  EXPECT_FALSE(there("%"));
}

TEST_F(Related, AnAmbiguousBeginningListsWhatItFits) {
  put_as("abcd1");
  put_as("abcd2");
  const Error error = refusal(get(*engine_, "abcd"));
  EXPECT_EQ(error.code, Code::validation_failed);
  for (const char* part : {"2 memories", "abcd1", "abcd2"})
    EXPECT_THAT(error.message, HasSubstr(part));
  for (int i = 3; i < 10; ++i) put_as("abcd" + std::to_string(i));
  EXPECT_THAT(refusal(get(*engine_, "abcd")).message, HasSubstr("more than 5"));
}

TEST_F(Related, AFullIdWinsOverItsLongerSisters) {
  put_as("abcd");
  put_as("abcde");
  EXPECT_EQ(now("abcd").id, "abcd");
}

TEST_F(Related, AnyBytesAreAnId) {
  for (const std::string& id :
       {std::string("\xff\xff\xff\xff"), std::string("a\0bc", 4), std::string(1'000, 'x'),
        std::string("'\";--"), std::string("数据库连")})
    EXPECT_EQ(refusal(get(*engine_, id)).code, Code::not_found);
}

}  // namespace
}  // namespace aim::engine
