#include "http/live.h"

#include <gtest/gtest.h>

#include "engine/usage/access_log.h"
#include "engine/usage/touch_queue.h"
#include "http/http_testing.h"

namespace aim::http {
namespace {

using ::testing::HasSubstr, ::testing::IsEmpty, ::testing::Not;

class LiveStream : public testing::HttpTest {
 protected:
  std::shared_ptr<net::EventStream> open(std::vector<net::Header> headers = {}) {
    net::Head wanted = head("GET", "/live");
    wanted.headers = std::move(headers);
    const net::Plan plan = live().plan(wanted);
    net::Request request{wanted, net::Spool(std::string())};
    testing::NoExchange exchange;
    return plan.answer(request, exchange).events;
  }
  // Events since the last time.
  static std::string heard(net::EventStream& stream) { return stream.take().text; }
  void call(int times = 1) {
    for (; times > 0; --times) {
      engine::AccessNote access;
      access.row.at = clock_.now();
      access.row.kind = "recall";
      access.row.door = "cli";
      engine_->touches.add(std::move(access));
    }
    settle();
  }
  Live& live() {
    if (!live_)
      live_ = std::make_unique<Live>(*engine_, nullptr);
    return *live_;
  }
  std::unique_ptr<Live> live_;
};

TEST_F(LiveStream, TellsCallsAndChanges) {  // L3
  call();
  const auto stream = open();
  live().poll();
  EXPECT_THAT(heard(*stream), IsEmpty()) << "what was before is not told";
  call();
  keep("one");
  live().poll();
  const std::string told = heard(*stream);
  EXPECT_THAT(told, HasSubstr("event: recent\nid: 2\ndata: {"));
  EXPECT_THAT(told, HasSubstr("event: changed\ndata: {\"changes\":1}"));
  live().poll();
  EXPECT_THAT(heard(*stream), IsEmpty()) << "once only";
}

TEST_F(LiveStream, GoesOnBehindANumber) {
  call(3);
  const auto stream = open({{"last-event-id", "1"}});
  live().poll();
  const std::string told = heard(*stream);
  EXPECT_THAT(told, Not(HasSubstr("id: 1\n")));
  EXPECT_THAT(told, HasSubstr("id: 2\n"));
  EXPECT_THAT(told, HasSubstr("id: 3\n"));
}

TEST_F(LiveStream, SumsUpABurst) {
  const auto stream = open();
  call(Live::max_burst + 5);
  live().poll();
  const std::string told = heard(*stream);
  EXPECT_THAT(told, HasSubstr(R"(data: {"skipped":5,"from":1,"to":5})"));
  EXPECT_THAT(told, Not(HasSubstr("event: recent\nid: 5\n")));
  EXPECT_THAT(told, HasSubstr("event: recent\nid: 6\n"));
  EXPECT_THAT(told, HasSubstr("event: recent\nid: 25\n"));
}

TEST_F(LiveStream, EndsTheOldestOfTooMany) {
  const auto first = open();
  std::vector<std::shared_ptr<net::EventStream>> others;
  for (std::size_t i = 1; i <= Live::max_streams; ++i) others.push_back(open());
  EXPECT_TRUE(first->closed());
  EXPECT_FALSE(others.front()->closed());
  live().finish();
  EXPECT_TRUE(others.back()->closed());
}

TEST_F(LiveStream, TakesNothingButGet) {
  const net::Plan plan = live().plan(head("POST", "/live"));
  EXPECT_EQ(plan.refusal->status, 405);
}

}  // namespace
}  // namespace aim::http
