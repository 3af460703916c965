#include "mcp/surface/bounds.h"

#include <gmock/gmock.h>

#include <boost/json.hpp>

namespace aim::mcp {
namespace {

using testing::HasSubstr;

namespace json = boost::json;

json::object reply_of(std::size_t memories, std::size_t bytes) {
  json::array list;
  for (std::size_t i = 0; i < memories; ++i)
    list.push_back(json::object{{"id", std::to_string(i)}, {"content", std::string(bytes, 'x')}});
  return {{"count", static_cast<std::int64_t>(memories)}, {"memories", std::move(list)}};
}

TEST(Bounds, LeaveAShortReplyAsItIs) {
  json::object reply = reply_of(3, 100);
  const json::object before = reply;
  bound_reply(reply);
  EXPECT_EQ(reply, before);
}

TEST(Bounds, CutLongContentsFirst) {
  json::object reply = reply_of(3, 60'000);
  reply["memories"].as_array()[1].as_object()["content"] = "short";
  bound_reply(reply);
  EXPECT_LE(json::serialize(reply).size(), reply_bytes + 500);
  EXPECT_EQ(reply["memories"].as_array().size(), 3U);
  EXPECT_EQ(reply["memories"].as_array()[1].as_object()["content"], "short");
  EXPECT_THAT(std::string(reply["notice"].as_string()), HasSubstr("memory_get"));
}

TEST(Bounds, ThenLeaveOutTheLast) {
  json::object reply = reply_of(1'000, 200);
  bound_reply(reply);
  EXPECT_LE(json::serialize(reply).size(), reply_bytes + 500);
  const auto left = reply["memories"].as_array().size();
  EXPECT_GT(left, 100U);
  EXPECT_EQ(reply["count"].as_int64(), static_cast<std::int64_t>(left));
  EXPECT_THAT(std::string(reply["notice"].as_string()), HasSubstr("are left out"));
}

}  // namespace
}  // namespace aim::mcp
