#include "mcp/outbox.h"

#include <gtest/gtest.h>

namespace aim::mcp {
namespace {

int messages(net::EventStream& stream) {
  const std::string text = stream.take().text;
  int count = 0;
  for (std::size_t at = text.find("data: "); at != text.npos; at = text.find("data: ", at + 1)) ++count;
  return count;
}

TEST(Outbox, TellsTheNewestStream) {
  Outbox box;
  const auto first = box.open({}), second = box.open({});
  box.send("{}");
  EXPECT_EQ(messages(*first), 0);
  EXPECT_EQ(messages(*second), 1);
  second->client_left();
  box.send("{}");
  EXPECT_EQ(messages(*first), 1);
}

TEST(Outbox, KeepsABoundedNumberForTheNextStream) {
  Outbox box;
  for (std::size_t i = 0; i < 2 * Outbox::kept; ++i) box.send("{}");
  EXPECT_FALSE(box.has_listener());
  EXPECT_EQ(messages(*box.open({})), 100);
  EXPECT_TRUE(box.has_listener());
  EXPECT_EQ(messages(*box.open({})), 0);
  EXPECT_EQ(messages(*box.open(150)), 50);
}

TEST(Outbox, ClosesTheOldestOfTooManyStreams) {
  Outbox box;
  const auto first = box.open({});
  for (std::size_t i = 1; i < Outbox::most_streams; ++i) box.open({});
  EXPECT_FALSE(first->closed());
  const auto last = box.open({});
  EXPECT_TRUE(first->closed());
  box.finish();
  EXPECT_TRUE(last->closed());
}

}  // namespace
}  // namespace aim::mcp
