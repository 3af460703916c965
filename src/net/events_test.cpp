#include "net/events.h"

#include <gtest/gtest.h>

#include <string>

namespace aim::net {
namespace {

TEST(Events, HaveTheirFormOnTheWire) {
  EXPECT_EQ(event_text("x", "", ""), "data: x\n\n");
  EXPECT_EQ(event_text("one\ntwo", "message", "7"),
            "event: message\nid: 7\ndata: one\ndata: two\n\n");
  EXPECT_EQ(event_text("", "", ""), "data: \n\n");
}

TEST(Events, AreTakenInOrder) {
  EventStream stream;
  EXPECT_TRUE(stream.send("1"));
  EXPECT_TRUE(stream.send("2"));
  auto taken = stream.take();
  EXPECT_EQ(taken.text, "data: 1\n\ndata: 2\n\n");
  EXPECT_FALSE(taken.finished);
  stream.send("3");
  stream.finish();
  EXPECT_FALSE(stream.send("4"));
  taken = stream.take();
  EXPECT_EQ(taken.text, "data: 3\n\n");
  EXPECT_TRUE(taken.finished);
}

TEST(Events, WakeTheConnection) {
  EventStream stream;
  int woken = 0;
  stream.on_change([&] { ++woken; });
  stream.send("1");
  stream.finish();
  EXPECT_EQ(woken, 2);
}

TEST(Events, AreClosedWhenTheClientLeaves) {
  EventStream stream;
  stream.client_left();
  EXPECT_TRUE(stream.closed());
  EXPECT_FALSE(stream.send("1"));
}

TEST(Events, CutOffAClientThatDoesNotRead) {
  EventStream stream;
  const std::string much(EventStream::max_bytes / 4, 'x');
  int sent = 0;
  while (sent < 10 && stream.send(much)) ++sent;
  EXPECT_EQ(sent, 3);
  EXPECT_TRUE(stream.closed());
  std::size_t taken = 0;
  for (auto piece = stream.take();; piece = stream.take()) {
    taken += piece.text.size();
    EXPECT_LE(piece.text.size(), EventStream::piece_bytes);
    EXPECT_NE(piece.more, piece.finished);
    if (piece.finished)
      break;
  }
  EXPECT_GT(taken, 3 * much.size());
}

TEST(Events, HoldNoMoreThanAllStreamsTogetherMay) {
  const auto budget = std::make_shared<ByteBudget>(1'000'000);
  EventStream slow(budget), other(budget), small(budget);
  const std::string much(400'000, 'x');
  EXPECT_TRUE(slow.send(much));
  EXPECT_TRUE(slow.send(much));
  EXPECT_FALSE(other.send(much));
  EXPECT_TRUE(other.closed());
  EXPECT_TRUE(small.send("a little always finds room"));
  while (slow.take().more) {
  }
  EXPECT_EQ(budget->used(), 0U);
  EXPECT_TRUE(slow.send(much));
  slow.client_left();
  EXPECT_EQ(budget->used(), 0U);
}

}  // namespace
}  // namespace aim::net
