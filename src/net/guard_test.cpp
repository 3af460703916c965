#include "net/guard.h"

#include <gtest/gtest.h>

#include "net/cookie_session.h"

namespace aim::net {
namespace {

Head head_of(std::vector<Header> headers) {
  Head head;
  head.method = "GET";
  head.path = "/";
  head.headers = std::move(headers);
  return head;
}

int status_of(const std::vector<Header>& headers, const GuardOptions& options = {},
              bool open_to_all = false) {
  const auto verdict = refused(head_of(headers), options, {open_to_all, false});
  return verdict ? verdict->status : 200;
}

TEST(Guard, KnowsLoopbackByEveryName) {
  for (const char* host : {"localhost", "LOCALHOST:9077", "127.0.0.1:9077", "127.8.9.1",
                           "127.255.255.255", "[::1]:80", "[::1]"})
    EXPECT_EQ(status_of({{"host", host}}), 200) << host;
}

TEST(Guard, RefusesHostsOfStrangers) {  // DNS rebinding
  for (const char* host :
       {"evil.example", "127.evil.example", "127.0.0.1.evil.example:9077", "localhost.evil.example",
        "127.999.999.999", "127.0.0.256", "127.0.1", "127.0.0.1.", "", "[::1", "localhost:x",
        "localhost:123456", "a b", "user@localhost"})
    EXPECT_EQ(status_of({{"host", host}}), 403) << host;
}

TEST(Guard, NeedsOneHost) {
  EXPECT_EQ(status_of({}), 400);
  EXPECT_EQ(status_of({{"host", "localhost"}, {"host", "evil.example"}}), 400);
}

TEST(Guard, TakesHostsThatWereAllowed) {
  GuardOptions options;
  options.hosts = {"memory.example"};
  EXPECT_EQ(status_of({{"host", "memory.example:9077"}}, options), 200);
  EXPECT_EQ(status_of({{"host", "Memory.Example"}}, options), 200);
  EXPECT_EQ(status_of({{"host", "other.example"}}, options), 403);
}

TEST(Guard, TakesAddressesWhereOthersMayCome) {
  GuardOptions options;
  options.any_address = true;
  for (const char* host : {"192.168.1.5:9077", "[fe80::1]:9077"})
    EXPECT_EQ(status_of({{"host", host}}, options), 200) << host;
  for (const char* host : {"192.168.1.5.evil.example", "192.168.1", "1.2.3.4.5", "[fe80::1%eth0]"})
    EXPECT_EQ(status_of({{"host", host}}, options), 403) << host;
  EXPECT_EQ(status_of({{"host", "192.168.1.5"}}), 403);
}

TEST(Guard, AUnixSocketHasNoHost) {
  Head head = head_of({});
  head.over_unix_socket = true;
  EXPECT_FALSE(refused(head, {}, {}));
  head.headers = {{"origin", "http://localhost"}};
  EXPECT_TRUE(refused(head, {}, {})) << "no page is served over it";
}

TEST(Guard, KnowsThePagesThatItServesItself) {
  const auto with = [](const char* host, const char* origin, bool tls = false) {
    GuardOptions options;
    options.hosts = {"memory.example"};
    options.tls = tls;
    return status_of({{"host", host}, {"origin", origin}}, options);
  };
  EXPECT_EQ(with("localhost:9077", "http://localhost:9077"), 200);
  EXPECT_EQ(with("127.0.0.1", "http://127.0.0.1:80"), 200);
  EXPECT_EQ(with("localhost:9077", "https://localhost:9077", true), 200);
  EXPECT_EQ(with("memory.example", "https://memory.example"), 200) << "behind a proxy";
  for (const char* origin : {"http://localhost:6274", "http://localhost", "http://127.0.0.1:9077",
                             "https://localhost:9077", "http://localhost:9077/"})
    EXPECT_EQ(with("localhost:9077", origin), 403) << origin;
  EXPECT_EQ(with("localhost:9077", "http://localhost:9077", true), 403);
}

TEST(Guard, RefusesPagesOfStrangers) {
  const auto with = [](const char* origin) {
    return status_of({{"host", "localhost"}, {"origin", origin}});
  };
  for (const char* origin : {"https://evil.example", "null", "", "http://localhost.evil.example",
                             "file://", "http://localhost@evil.example", "chrome-extension://abc"})
    EXPECT_EQ(with(origin), 403) << origin;
  GuardOptions options;
  options.origins = {"https://page.example"};
  const auto invited = [&](const char* origin) {
    return status_of({{"host", "localhost"}, {"origin", origin}}, options);
  };
  EXPECT_EQ(invited("https://page.example"), 200);
  EXPECT_EQ(invited("https://page.example:443"), 200);
  for (const char* origin : {"https://page.example:8443", "http://page.example",
                             "https://page.example.evil.example", "https://x.page.example"})
    EXPECT_EQ(invited(origin), 403) << origin;
}

TEST(Guard, KnowsWhatAnOriginIs) {
  for (const char* origin : {"https://page.example", "http://localhost:5173", "http://[::1]:80"})
    EXPECT_TRUE(is_origin(origin)) << origin;
  for (const char* origin : {"page.example", "https://page.example/", "*", "null", "https://",
                             "https://page.example:", "https://*.example", "file:///x", ""})
    EXPECT_FALSE(is_origin(origin)) << origin;
}

TEST(Guard,
     RefusesWhatPagesOfOtherSitesCause) {  // an image, a form, a script: none sends an Origin
  const auto with = [](const char* site, const char* mode, const char* dest, bool page,
                       const char* method = "GET") {
    Head head = head_of({{"host", "localhost"},
                         {"sec-fetch-site", site},
                         {"sec-fetch-mode", mode},
                         {"sec-fetch-dest", dest}});
    head.method = method;
    const auto verdict = refused(head, {}, {true, page});
    return verdict ? verdict->status : 200;
  };
  for (const char* site : {"cross-site", "same-site", "unheard-of"}) {
    EXPECT_EQ(with(site, "no-cors", "image", false), 403) << site;
    EXPECT_EQ(with(site, "navigate", "document", false), 403) << site;
    EXPECT_EQ(with(site, "navigate", "document", true), 200) << site;
    EXPECT_EQ(with(site, "navigate", "iframe", true), 403) << site;
    EXPECT_EQ(with(site, "no-cors", "image", true), 403) << site;
    EXPECT_EQ(with(site, "navigate", "document", true, "POST"), 403) << site;
  }
  for (const char* site : {"same-origin", "none"})
    EXPECT_EQ(with(site, "no-cors", "image", false), 200) << site;
  GuardOptions options;
  options.origins = {"https://page.example"};
  EXPECT_EQ(status_of({{"host", "localhost"},
                       {"origin", "https://page.example"},
                       {"sec-fetch-site", "cross-site"}},
                      options),
            200)
      << "a page that was allowed by name";
}

TEST(Guard, AsksForTheToken) {
  GuardOptions options;
  options.token = "sesame";
  const auto with = [&](const char* authorization) {
    return status_of({{"host", "localhost"}, {"authorization", authorization}}, options);
  };
  EXPECT_EQ(with("Bearer sesame"), 200);
  EXPECT_EQ(with("bearer  sesame"), 200);
  for (const char* wrong : {"", "Bearer", "Bearer ", "Bearer sesam", "Bearer sesame2",
                            "Bearer Sesame", "Basic sesame", "sesame"})
    EXPECT_EQ(with(wrong), 401) << wrong;
  EXPECT_EQ(status_of({{"host", "localhost"}}, options), 401);
  // By its second name (S32); twice is once too often.
  EXPECT_EQ(status_of({{"host", "localhost"}, {"x-api-key", "sesame"}}, options), 200);
  EXPECT_EQ(status_of({{"host", "localhost"}, {"x-api-key", "Bearer sesame"}}, options), 401);
  EXPECT_EQ(
      status_of({{"host", "localhost"}, {"x-api-key", "a"}, {"x-api-key", "sesame"}}, options),
      400);
  EXPECT_EQ(status_of({{"host", "localhost"}}, options, true), 200);
  EXPECT_EQ(status_of({{"host", "evil.example"}}, options, true), 403);
}

TEST(Guard, TakesTheSessionOfACookie) {
  GuardOptions options;
  options.token = "sesame";
  options.cookies = true;
  const auto begun = begin_cookie_session(false);
  const std::string& cookie = begun.cookie.value;
  const Header proof{"x-ai-memory-proof", begun.proof};
  Target target;
  const auto with = [&](const char* method, std::vector<Header> more) {
    Head head = head_of(std::move(more));
    head.method = method;
    head.headers.push_back({"host", "localhost"});
    head.headers.push_back({"cookie", cookie.substr(0, cookie.find(';'))});
    const auto verdict = refused(head, options, target);
    return verdict ? verdict->status : 200;
  };
  EXPECT_EQ(with("GET", {proof}), 200);
  EXPECT_EQ(with("POST", {proof}), 200);
  // Another port of this machine is sent the cookie, and nothing else.
  EXPECT_EQ(with("GET", {}), 401);
  EXPECT_EQ(with("POST", {{"x-ai-memory", "page"}}), 401);
  EXPECT_EQ(with("GET", {{"x-ai-memory-proof", begin_cookie_session(false).proof}}), 401);
  target.empty = true;
  EXPECT_EQ(with("GET", {}), 200) << "files of the page";
  target.empty = false;
  EXPECT_EQ(with("GET", {proof, {"authorization", "Bearer wrong"}}), 401);
  EXPECT_EQ(with("GET", {proof, {"sec-fetch-site", "cross-site"}}), 403);
  options.cookies = false;
  EXPECT_EQ(with("GET", {proof}), 401);
}

}  // namespace
}  // namespace aim::net
