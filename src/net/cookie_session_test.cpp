#include "net/cookie_session.h"

#include <gmock/gmock.h>

#include "base/sealed_stream.h"

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

std::string pair_of(const BegunSession& begun) {
  return begun.cookie.value.substr(0, begun.cookie.value.find(';'));
}

std::string given(WallTime when = now) {
  return pair_of(begin_cookie_session(false, when));
}

bool has_cookie_session(const Head& head, WallTime when) {
  return cookie_session(head, when).has_value();
}

TEST(CookieSession, IsGivenOutForThisSiteAndNoScript) {
  const Header header = begin_cookie_session(false, now).cookie;
  EXPECT_EQ(header.name, "Set-Cookie");
  for (const char* part : {"; Path=/", "; HttpOnly", "; SameSite=Strict", "; Max-Age=43200"})
    EXPECT_THAT(header.value, HasSubstr(part));
  EXPECT_THAT(header.value, Not(HasSubstr("Secure")));
  EXPECT_THAT(begin_cookie_session(true, now).cookie.value, HasSubstr("; Secure"));
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

TEST(CookieSession, IsProvenByWhatOnlyThePageWasGiven) {
  const BegunSession begun = begin_cookie_session(false, now, "0123456789abcdef");
  const BegunSession other = begin_cookie_session(false, now);
  Head head = with_cookies(pair_of(begun));
  EXPECT_EQ(cookie_session(head, now)->holder, "0123456789abcdef");
  EXPECT_FALSE(cookie_session(head, now)->proven);
  for (const std::string& proof :
       {std::string(), other.proof, begun.proof + "0", pair_of(begun), begun.proof.substr(1)}) {
    head.headers = {{"cookie", pair_of(begun)}, {std::string(cookie_proof_header), proof}};
    EXPECT_FALSE(cookie_session(head, now)->proven) << proof;
  }
  head.headers.back().value = begun.proof;
  EXPECT_TRUE(cookie_session(head, now)->proven);
  EXPECT_THAT(begun.cookie.value, Not(HasSubstr(begun.proof)));
}

}  // namespace
}  // namespace aim::net
