#include <gtest/gtest.h>

#include "net/events.h"

namespace aim::net {
namespace {

int messages(EventStream& stream) {
  const std::string text = stream.take().text;
  int count = 0;
  for (std::size_t at = text.find("data: "); at != text.npos; at = text.find("data: ", at + 1))
    ++count;
  return count;
}

TEST(EventFeed, TellsTheNewestStream) {
  EventFeed feed;
  const auto first = feed.open({}), second = feed.open({});
  feed.send("{}");
  EXPECT_EQ(messages(*first), 0);
  EXPECT_EQ(messages(*second), 1);
  second->client_left();
  feed.send("{}");
  EXPECT_EQ(messages(*first), 1);
}

TEST(EventFeed, KeepsABoundedNumberForTheNextStream) {
  EventFeed feed;
  for (int i = 0; i < 200; ++i) feed.send("{}");
  EXPECT_FALSE(feed.has_listener());
  EXPECT_EQ(messages(*feed.open({})), 100);
  EXPECT_TRUE(feed.has_listener());
  EXPECT_EQ(messages(*feed.open({})), 0);
  EXPECT_EQ(messages(*feed.open(150)), 50);
}

TEST(EventFeed, ClosesTheOldestOfTooManyStreams) {
  EventFeed feed;
  const auto first = feed.open({});
  for (std::size_t i = 1; i < EventFeedOptions{}.max_streams; ++i) feed.open({});
  EXPECT_FALSE(first->closed());
  const auto last = feed.open({});
  EXPECT_TRUE(first->closed());
  feed.finish();
  EXPECT_TRUE(last->closed());
}

TEST(EventFeed, TellsAllAndRepeatsWhatOneHasMissed) {
  EventFeed feed({.to_all = true});
  feed.send("before");
  const auto first = feed.open({}), second = feed.open({});
  EXPECT_EQ(messages(*first), 0) << "who comes fresh has missed nothing";
  feed.send("one", "change");
  EXPECT_EQ(second->take().text, "event: change\nid: 2\ndata: one\n\n");
  EXPECT_EQ(messages(*first), 1);
  first->client_left();
  feed.send("two");
  EXPECT_EQ(messages(*feed.open(2)), 1);
  EXPECT_EQ(messages(*feed.open(0)), 3);
}

TEST(EventFeed, KeepsABoundedNumberOfBytes) {
  EventFeed feed({.max_bytes = 1'000});
  for (int i = 0; i < 10; ++i) feed.send(std::string(300, 'x'));
  EXPECT_EQ(messages(*feed.open({})), 3);
  feed.send(std::string(1'001, 'y'));
  EXPECT_EQ(messages(*feed.open(0)), 3) << "what is larger than all may be is not kept";
}

TEST(EventFeed, KeepsNoMoreThanAllFeedsTogetherMay) {
  const auto budget = std::make_shared<ByteBudget>(1'000);
  EventFeed first({}, budget), second({}, budget);
  for (int i = 0; i < 3; ++i) first.send(std::string(300, 'x'));
  second.send(std::string(300, 'x'));
  EXPECT_EQ(messages(*second.open(0)), 0);
  first.send(std::string(300, 'x'));
  EXPECT_EQ(messages(*first.open(0)), 3) << "it gives up its own oldest";
}

TEST(EventFeed, ReadsTheLastEventsNumber) {
  Head head;
  EXPECT_FALSE(last_event_id(head));
  for (const auto& [text, number] : {std::pair("17", 17), std::pair("0", 0)}) {
    head.headers = {{"last-event-id", text}};
    EXPECT_EQ(last_event_id(head), number);
  }
  for (const char* text : {"", "x", "17x", " 17", "99999999999999999999"}) {
    head.headers = {{"last-event-id", text}};
    EXPECT_FALSE(last_event_id(head)) << text;
  }
}

}  // namespace
}  // namespace aim::net
