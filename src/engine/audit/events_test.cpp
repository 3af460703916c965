// What destroys memories says so in its own transaction; the nag says so when it can (H2).
#include "engine/audit/events.h"

#include "engine/audit/nag.h"
#include "engine/audit/signer.h"
#include "engine/consolidate.h"
#include "engine/database.h"
#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/standards.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class EventsOfTheEngine : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    signer_ = std::make_unique<Signer>(file("identity"));
    engine_->signer = signer_.get();
    engine_->nag_events = &nag_events_;
  }

  // The oldest first.
  std::vector<Event> events() {
    auto all = must(list_events(*engine_, "", {}, 1'000));
    std::reverse(all.begin(), all.end());
    return all;
  }
  Strings types() {
    Strings types;
    for (const Event& event : events()) types.push_back(event.type);
    return types;
  }
  Event last() { return must(list_events(*engine_, "", {}, 1)).at(0); }
  std::vector<ChainFault> faults(const VerifyRequest& request = {}) {
    const Verified verified = must(verify_events(*engine_, request, {}));
    return verified.chain.faults();
  }

  std::unique_ptr<Signer> signer_;
  NagEvents nag_events_{NagOptions{2, 4}};
};

TEST_F(EventsOfTheEngine, TellOfWhatIsDestroyed) {
  const std::string a = id_of("A"), b = id_of("B"), c = id_of("C"), d = id_of("D"), e = id_of("E");
  EXPECT_THAT(events(), IsEmpty()) << "storing destroys nothing";
  must(remove(*engine_, a));
  EXPECT_EQ(last().payload, "{\"ids\":[\"" + a + "\"],\"namespace\":\"global\"}");
  must(add_link(*engine_, b, c, Relation::supersedes));
  must(remove_link(*engine_, b, c, Relation::supersedes));
  EXPECT_THAT(last().payload, HasSubstr("\"source\":\"" + b + "\""));
  must(set_standard(*engine_, "team", b, {}));
  must(clear_standard(*engine_, "team"));
  must(clear_standard(*engine_, "team"));
  const Memory both = must(consolidate(*engine_, {{b, c}, "Both", "s"}));
  EXPECT_EQ(last().payload, "{\"from\":[\"" + b + "\",\"" + c + "\"],\"into\":\"" + both.id +
                                "\",\"namespace\":\"global\"}");
  must(forget(*engine_, {.name_space = {}, .pattern = "D", .tier = {}, .dry_run = true}));
  must(forget(*engine_, {.name_space = {}, .pattern = "D", .tier = {}, .dry_run = false}));
  EXPECT_EQ(last().payload, "{\"ids\":[\"" + d + "\"],\"pattern\":true}");
  clock_.advance(30 * day);
  EXPECT_EQ(must(collect_expired(*engine_)), 1);
  EXPECT_EQ(last().payload, "{\"archived\":true,\"ids\":[\"" + e + "\"]}");
  EXPECT_EQ(must(purge_archive(*engine_, {})), 4);
  EXPECT_EQ(must(purge_archive(*engine_, {})), 0);
  EXPECT_THAT(types(), ElementsAre("memory_deleted", "link_removed", "standard_cleared",
                                   "memories_consolidated", "memories_forgotten",
                                   "memories_collected", "archive_purged"));
  EXPECT_THAT(faults(), IsEmpty());
  EXPECT_EQ(must(stats(*engine_)).events.events, 7);
}

TEST_F(EventsOfTheEngine, AreNotThereWhenWhatTheyTellOfIsNot) {
  EXPECT_EQ(refusal(remove(*engine_, "nowhere to be found")).code, Code::not_found);
  const std::string a = id_of("A");
  EXPECT_FALSE(engine_->database.write([&](store::Writer& writer) -> Result<void> {
    TRY_VOID(record(writer, *engine_, event::memory_deleted, {}));
    return Failure(conflict("something else went wrong"));
  }));
  EXPECT_THAT(events(), IsEmpty());
  EXPECT_TRUE(there(a));
}

TEST_F(EventsOfTheEngine, NameAtMostFiveHundredMemoriesEach) {
  must(engine_->database.write([&](store::Writer& writer) -> Result<void> {
    for (int i = 0; i < 1'201; ++i) {
      Archived archived;
      archived.memory = store::sqlite::testing::memory_of("id-" + std::to_string(i), "t", "c");
      archived.archived_at = at(clock_.now());
      archived.reason = "forget";
      TRY_VOID(writer.memories.add_archived(archived));
    }
    return {};
  }));
  EXPECT_EQ(must(purge_archive(*engine_, {})), 1'201);
  EXPECT_THAT(types(), ElementsAre("archive_purged", "archive_purged", "archive_purged"));
  EXPECT_THAT(faults(), IsEmpty());
}

TEST_F(EventsOfTheEngine, AreKeptWithoutASignatureWhenThereIsNoKey) {
  const std::string a = id_of("A"), b = id_of("B");
  Signer nowhere{{}};
  engine_->signer = &nowhere;
  must(remove(*engine_, a));
  engine_->signer = signer_.get();
  EXPECT_THAT(faults(), SizeIs(1));
  EXPECT_EQ(must(stats(*engine_)).events.not_signed, 1);
  must(remove(*engine_, b));
  EXPECT_THAT(faults(), IsEmpty()) << "the next one vouches for it";
}

TEST_F(EventsOfTheEngine, StayVerifiableAfterARotation) {
  must(remove(*engine_, id_of("A")));
  const std::string old = last().key;
  Signer other_process(file("identity"));
  const auto held = other_process.key(clock_.now());
  const Identity fresh = must(rotate_identity(*engine_));
  EXPECT_EQ(last().type, event::identity_rotated);
  EXPECT_EQ(last().key, old);
  must(remove(*engine_, id_of("B")));
  EXPECT_EQ(last().key, fresh.key.public_key());
  EXPECT_EQ(other_process.key(clock_.now())->public_key(), fresh.key.public_key())
      << "who runs since before notices";
  EXPECT_THAT(faults(), IsEmpty());
  EXPECT_EQ(must(verify_event(*engine_, {}, 3)).chain.fault_count(), 0);
  // Elsewhere, where nothing is known but the first key.
  std::filesystem::remove(file("identity"));
  EXPECT_THAT(faults(), SizeIs(3));
  EXPECT_THAT(faults({{old}, {}}), IsEmpty());
  EXPECT_EQ(must(verify_event(*engine_, {{old}, {}}, 3)).chain.fault_count(), 0);
}

TEST_F(EventsOfTheEngine, ProveOneAlone) {
  for (int i = 0; i < 3; ++i) must(remove(*engine_, id_of("A")));
  EXPECT_EQ(refusal(verify_event(*engine_, {}, 4)).code, Code::not_found);
  for (std::int64_t sequence = 1; sequence <= 3; ++sequence)
    EXPECT_EQ(must(verify_event(*engine_, {}, sequence)).chain.fault_count(), 0);
  const VerifyRequest with_head{{}, must(event_head(*engine_))};
  const Verified proven = must(verify_event(*engine_, with_head, 1));
  EXPECT_EQ(proven.chain.events(), 3) << "all up to the head";
  EXPECT_EQ(proven.chain.fault_count(), 0);
  must(remove(*engine_, id_of("A")));
  EXPECT_EQ(must(verify_event(*engine_, with_head, 2)).chain.fault_count(), 0);
  EXPECT_EQ(refusal(verify_event(*engine_, with_head, 4)).code, Code::validation_failed)
      << "a head knows nothing of what came after it";
  store::sqlite::testing::run_sql(file(),
                                  "DROP TRIGGER signed_events_unchanged;"
                                  "UPDATE signed_events SET type = 'x' WHERE sequence = 1");
  EXPECT_EQ(must(verify_event(*engine_, {}, 1)).chain.fault_count(), 1);
  EXPECT_EQ(must(verify_event(*engine_, {}, 2)).chain.fault_count(), 1) << "its neighbour changed";
  EXPECT_EQ(must(verify_event(*engine_, {}, 3)).chain.fault_count(), 0);
  EXPECT_GT(must(verify_event(*engine_, with_head, 1)).chain.fault_count(), 0);
  EXPECT_EQ(must(verify_event(*engine_, {{}, ChainHead{3, no_event}}, 3)).chain.fault_count(), 1);
}

TEST_F(EventsOfTheEngine, AreWrittenOfTheNagWhenTheDatabaseIsFree) {
  const auto call = [&] { return observe_call(*engine_, "me", "s", ToolKind::other); };
  call();
  EXPECT_FALSE(lags_wait(*engine_));
  EXPECT_EQ(call(), NagAction::warn);
  call();
  EXPECT_EQ(call(), NagAction::warn_and_escalate);
  EXPECT_THAT(events(), IsEmpty()) << "never before the call";
  EXPECT_TRUE(lags_wait(*engine_));
  must(record_lags(*engine_, 1s));
  EXPECT_FALSE(lags_wait(*engine_));
  EXPECT_THAT(types(), ElementsAre("capture_lag", "capture_lag"));
  EXPECT_EQ(last().payload,
            "{\"agent_id\":\"me\",\"calls\":4,\"level\":\"escalated\",\"observed_at\":"
            "\"2026-11-21T12:00:00.000000000+00:00\",\"session_id\":\"s\"}");
  EXPECT_THAT(faults(), IsEmpty());
}

TEST_F(EventsOfTheEngine, AreCountedWhenTheNagCannotWriteThem) {
  for (int i = 0; i < 4; ++i) observe_call(*engine_, "me", "s", ToolKind::other);
  {
    const auto other = connect();
    must(other->run("BEGIN IMMEDIATE"));
    EXPECT_EQ(refusal(record_lags(*engine_, 1ms)).code, Code::unavailable);
    EXPECT_TRUE(lags_wait(*engine_)) << "they are tried again";
    drop_lags(*engine_);
    must(other->run("ROLLBACK"));
  }
  EXPECT_FALSE(lags_wait(*engine_));
  EXPECT_EQ(must(stats(*engine_)).dropped_events, 2);
}

}  // namespace
}  // namespace aim::engine
