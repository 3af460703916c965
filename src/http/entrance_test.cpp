#include "http/entrance.h"

#include <gmock/gmock.h>

namespace aim::http {
namespace {

using namespace std::chrono_literals;

const net::WallTime noon{std::chrono::sys_days(std::chrono::year(2026) / 11 / 22) + 12h};

TEST(Entrance, ATicketIsGoodOnceAndForAMinute) {  // L12
  Entrance entrance(false);
  const std::string ticket = Entrance::make_ticket(noon);
  EXPECT_TRUE(entrance.take(ticket, noon + 59s));
  EXPECT_FALSE(entrance.take(ticket, noon + 59s)) << "a second time";
  const std::string late = Entrance::make_ticket(noon);
  EXPECT_FALSE(entrance.take(late, noon + 60s));
  EXPECT_TRUE(entrance.take(Entrance::make_ticket(noon + 1h), noon + 1h));
}

TEST(Entrance, TakesNothingElse) {
  Entrance entrance(false);
  std::string ticket = Entrance::make_ticket(noon);
  ticket.front() = ticket.front() == 'A' ? 'B' : 'A';
  EXPECT_FALSE(entrance.take(ticket, noon));
  EXPECT_FALSE(entrance.take("", noon));
  // The value of a session's cookie has a seal of ours too.
  const std::string cookie = net::begin_cookie_session(false, noon).value;
  const auto begin = cookie.find('=') + 1;
  EXPECT_FALSE(entrance.take(cookie.substr(begin, cookie.find(';') - begin), noon));
}

}  // namespace
}  // namespace aim::http
