#include "net/cookie_session.h"

#include <gmock/gmock.h>

#include "base/seal.h"

namespace aim::net {
namespace {

using testing::HasSubstr;
using testing::Not;

const WallTime now{std::chrono::hours(500'000)};

Head with_cookies(const std::string& cookies) {
  Head head;
  head.headers = {{"cookie", cookies}};
  return head;
}

std::string given(WallTime when = now) {
  const std::string cookie = begin_cookie_session(false, when).value;
  return cookie.substr(0, cookie.find(';'));
}

TEST(CookieSession, IsGivenOutForThisSiteAndNoScript) {
  const Header header = begin_cookie_session(false, now);
  EXPECT_EQ(header.name, "Set-Cookie");
  for (const char* part : {"; Path=/", "; HttpOnly", "; SameSite=Strict", "; Max-Age=43200"})
    EXPECT_THAT(header.value, HasSubstr(part));
  EXPECT_THAT(header.value, Not(HasSubstr("Secure")));
  EXPECT_THAT(begin_cookie_session(true, now).value, HasSubstr("; Secure"));
  EXPECT_THAT(end_cookie_session(false).value, HasSubstr("=; "));
  EXPECT_THAT(end_cookie_session(false).value, HasSubstr("; Max-Age=0"));
}

TEST(CookieSession, CountsUntilItEnds) {
  EXPECT_TRUE(has_cookie_session(with_cookies(given()), now));
  EXPECT_TRUE(has_cookie_session(with_cookies("a=b; " + given() + "; c=d"), now));
  EXPECT_TRUE(has_cookie_session(with_cookies(given()),
                                 now + cookie_session_time - std::chrono::seconds(1)));
  EXPECT_FALSE(has_cookie_session(with_cookies(given()), now + cookie_session_time));
  EXPECT_NE(given(), given());
}

TEST(CookieSession, IsNoneWhenItIsNotOurs) {
  EXPECT_FALSE(has_cookie_session({}, now));
  std::string changed = given();
  changed[changed.size() / 2] ^= 1;
  for (const std::string& cookies :
       {std::string(), std::string("ai-memory-session"), std::string("ai-memory-session="),
        std::string("ai-memory-session=page 99999999999"), changed, "x" + given(),
        "ai-memory-session=" + seal("page x"), "ai-memory-session=" + seal("99999999999")})
    EXPECT_FALSE(has_cookie_session(with_cookies(cookies), now)) << cookies;
}

}  // namespace
}  // namespace aim::net
