#include "net/admission.h"

#include <gmock/gmock.h>

#include <vector>

namespace aim::net {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

class Door : public testing::Test {
 protected:
  std::optional<Admission::Id> enter(const std::string& address = {}) {
    now_ += std::chrono::milliseconds(1);
    return door_.enter(
        address, [this](Admission::Id id) { closed_.push_back(id); }, now_);
  }
  Admission::Id known(const std::string& address = {}) {
    const auto id = enter(address).value();
    door_.trust(id);
    return id;
  }

  Admission door_{{.connections = 3, .of_address = 2, .streams = 1}};
  Admission::Clock::time_point now_ = Admission::Clock::now();
  std::vector<Admission::Id> closed_;
};

TEST_F(Door, SendsStrangersAwayBeforeThoseItKnows) {
  const auto first = known(), second = enter().value(), third = enter().value();
  const auto fourth = known();
  EXPECT_THAT(closed_, ElementsAre(second));
  door_.leave(second);
  EXPECT_TRUE(enter());
  EXPECT_TRUE(enter());
  EXPECT_THAT(closed_, ElementsAre(second, third, testing::Gt(fourth)));
  door_.leave(first);
}

TEST_F(Door, SendsTheLongestIdleAwayWhenAllAreKnown) {
  const auto first = known(), second = known();
  known();
  now_ += seconds(1);
  door_.note(first, Waits::request, now_);
  EXPECT_TRUE(enter());
  EXPECT_THAT(closed_, ElementsAre(second));
}

TEST_F(Door, LeavesAloneWhoIsWorkedFor) {
  for (int i = 0; i < 3; ++i) door_.note(known(), Waits::working, now_);
  EXPECT_FALSE(enter());
  EXPECT_FALSE(door_.make_room(now_));
  EXPECT_THAT(closed_, IsEmpty());
}

TEST_F(Door, GivesUpWhatStandsStill) {
  const auto first = known(), second = known(), third = known();
  door_.note(first, Waits::body, now_);
  door_.note(second, Waits::reader, now_);
  door_.note(third, Waits::working, now_);
  EXPECT_FALSE(enter());
  now_ += seconds(4);
  door_.note(first, Waits::body, now_);
  now_ += seconds(2);
  EXPECT_TRUE(enter());
  EXPECT_THAT(closed_, ElementsAre(second));
}

TEST_F(Door, BoundsAnAddressOfAnotherMachine) {
  known("a"), known("a");
  known();
  EXPECT_TRUE(enter("a"));
  EXPECT_THAT(closed_, ElementsAre(1U));
  for (const Admission::Id id : {2U, 4U}) door_.note(id, Waits::working, now_);
  EXPECT_FALSE(enter("a")) << "its own connections are all at work";
  EXPECT_TRUE(enter("b"));
  EXPECT_THAT(closed_, ElementsAre(1U, 3U));
}

TEST_F(Door, BoundsEventStreams) {
  const auto first = known(), second = known();
  EXPECT_TRUE(door_.begin_stream(first));
  EXPECT_TRUE(door_.begin_stream(first));
  EXPECT_FALSE(door_.begin_stream(second));
  door_.leave(first);
  EXPECT_TRUE(door_.begin_stream(second));
}

TEST_F(Door, CountsNobodyTwice) {
  for (int i = 0; i < 3; ++i) enter();
  EXPECT_TRUE(door_.make_room(now_));
  EXPECT_TRUE(enter()) << "the place of who goes is free at once";
  EXPECT_THAT(closed_, ElementsAre(1U));
  door_.leave(1);
  door_.leave(1);
  EXPECT_EQ(door_.size(), 3U);
}

}  // namespace
}  // namespace aim::net
