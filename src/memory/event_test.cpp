#include "memory/event.h"

#include <gmock/gmock.h>

#include "base/timestamp.h"
#include "memory/event_chain.h"

namespace aim {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

class EventChainTest : public testing::Test {
 protected:
  void append(std::string_view type, const Payload& payload = {}) { append(type, payload, &key_); }
  void append(std::string_view type, const Payload& payload, const SigningKey* key) {
    const ChainHead before =
        events_.empty() ? ChainHead{} : ChainHead{events_.back().sequence, hash_of(events_.back())};
    events_.push_back(
        next_event(before.sequence, before.hash, time_from_nanoseconds(1'000), type, payload, key));
  }
  EventChain walk(std::optional<ChainHead> head = {}) {
    EventChain chain({key_.public_key()}, std::move(head));
    for (const Event& event : events_) chain.add(event);
    chain.finish();
    return chain;
  }
  std::vector<FaultKind> faults(std::optional<ChainHead> head = {}) {
    std::vector<FaultKind> found;
    const EventChain chain = walk(std::move(head));
    for (const ChainFault& each : chain.faults()) found.push_back(each.fault);
    return found;
  }
  using Faults = std::vector<FaultKind>;

  SigningKey key_ = SigningKey::generate();
  std::vector<Event> events_;
};

TEST(Payload, IsCanonicalJson) {
  Payload payload;
  payload.add("a", "q\"\\/\b\f\n\r\t\x01\x1f é").add("b", std::int64_t{-5}).add("c", true);
  payload.add("d", std::vector<std::string>{"x", "y"}).add("e", std::vector<std::string>{});
  EXPECT_EQ(payload.text(),
            "{\"a\":\"q\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f é\",\"b\":-5,\"c\":true,"
            "\"d\":[\"x\",\"y\"],\"e\":[]}");
  EXPECT_EQ(Payload().text(), "{}");
}

TEST_F(EventChainTest, IsSoundWhenNothingHappensToIt) {
  EXPECT_THAT(faults(), IsEmpty());
  for (int i = 0; i < 3; ++i) append(event::memory_deleted);
  EXPECT_EQ(events_[0].previous, no_event);
  EXPECT_EQ(events_[2].previous, hash_of(events_[1]));
  const EventChain chain = walk();
  EXPECT_THAT(chain.faults(), IsEmpty());
  EXPECT_EQ(chain.events(), 3);
  EXPECT_EQ(chain.head().hash, hash_of(events_[2]));
}

TEST_F(EventChainTest, FindsWhatWasRemovedReorderedOrPutIn) {
  for (int i = 0; i < 4; ++i) append(event::memory_deleted);
  const auto whole = events_;
  events_.erase(events_.begin());
  EXPECT_EQ(faults(), Faults{FaultKind::missing});
  events_ = whole;
  events_.erase(events_.begin() + 1);
  EXPECT_EQ(faults(), Faults{FaultKind::missing});
  events_ = whole;
  std::swap(events_[1], events_[2]);
  std::swap(events_[1].sequence, events_[2].sequence);
  EXPECT_THAT(faults(), SizeIs(2)) << "each is signed for its own place";
  events_ = whole;
  // One of another chain, signed with the right key and at the right place.
  events_[1] = next_event(1, no_event, time_from_nanoseconds(5), "x", {}, &key_);
  EXPECT_EQ(faults(), (Faults{FaultKind::wrong_before, FaultKind::wrong_before}));
}

TEST_F(EventChainTest, FindsACutTailWhenAHeadWasKept) {
  for (int i = 0; i < 4; ++i) append(event::memory_deleted);
  const ChainHead head = walk().head();
  append(event::memory_deleted);
  EXPECT_THAT(faults(head), IsEmpty());
  events_.resize(3);
  EXPECT_THAT(faults(), IsEmpty()) << "by itself it cannot be seen";
  EXPECT_EQ(faults(head), Faults{FaultKind::cut_off});
  append(event::capture_lag);
  EXPECT_EQ(faults(head), Faults{FaultKind::other_head});
}

TEST_F(EventChainTest, TrustsTheKeyThatATrustedOneHandsOverTo) {
  const SigningKey fresh = SigningKey::generate(), stranger = SigningKey::generate();
  append(event::memory_deleted);
  append(event::memory_deleted, {}, &fresh);
  EXPECT_EQ(faults(), Faults{FaultKind::unknown_key});
  events_.pop_back();
  append(event::identity_rotated, Payload().add("new_key", fresh.public_key()));
  append(event::memory_deleted, {}, &fresh);
  EXPECT_THAT(faults(), IsEmpty());
  append(event::memory_deleted);
  EXPECT_EQ(faults(), Faults{FaultKind::retired_key});
  events_.pop_back();
  append(event::identity_rotated, Payload().add("new_key", stranger.public_key()), &stranger);
  append(event::memory_deleted, {}, &stranger);
  EXPECT_EQ(faults(), (Faults{FaultKind::unknown_key, FaultKind::unknown_key}));
}

TEST_F(EventChainTest, LetsLaterSignaturesVouchForEventsWithoutOne) {
  append(event::memory_deleted);
  append(event::memory_deleted, {}, nullptr);
  append(event::memory_deleted, {}, nullptr);
  EXPECT_EQ(faults(), Faults{FaultKind::not_signed});
  append(event::memory_deleted);
  EXPECT_THAT(faults(), IsEmpty());
  EXPECT_EQ(walk().not_signed(), 2);
  events_[2].payload = "{\"a\":1}";
  EXPECT_EQ(faults(), Faults{FaultKind::wrong_before});
  events_[2].payload = "{}";
  events_[0].key.clear();
  events_[0].signature.clear();
  EXPECT_EQ(faults(), Faults{FaultKind::wrong_before}) << "a signature cannot be taken away";
}

}  // namespace
}  // namespace aim
