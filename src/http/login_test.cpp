#include "http/login.h"

#include <gmock/gmock.h>

namespace aim::http {
namespace {

using namespace std::chrono_literals;

const net::WallTime noon{std::chrono::sys_days(std::chrono::year(2026) / 11 / 22) + 12h};

TEST(Login, ATicketIsGoodOnceAndForAMinute) {  // L12
  Login login(false);
  const std::string ticket = Login::make_ticket(noon);
  EXPECT_TRUE(login.take(ticket, noon + 59s));
  EXPECT_FALSE(login.take(ticket, noon + 59s)) << "a second time";
  const std::string late = Login::make_ticket(noon);
  EXPECT_FALSE(login.take(late, noon + 60s));
  EXPECT_TRUE(login.take(Login::make_ticket(noon + 1h), noon + 1h));
}

TEST(Login, TakesNothingElse) {
  Login login(false);
  std::string ticket = Login::make_ticket(noon);
  ticket.front() = ticket.front() == 'A' ? 'B' : 'A';
  EXPECT_FALSE(login.take(ticket, noon));
  EXPECT_FALSE(login.take("", noon));
  // The value of a session's cookie has a seal of ours too.
  const std::string cookie = net::begin_cookie_session(false, noon).cookie.value;
  const auto begin = cookie.find('=') + 1;
  EXPECT_FALSE(login.take(cookie.substr(begin, cookie.find(';') - begin), noon));
}

}  // namespace
}  // namespace aim::http
