#include "net/guard.h"

#include <gtest/gtest.h>

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
  const auto verdict = refused(head_of(headers), options, open_to_all);
  return verdict ? verdict->status : 200;
}

TEST(Guard, KnowsLoopbackByEveryName) {
  for (const char* host :
       {"localhost", "LOCALHOST:9077", "127.0.0.1:9077", "127.8.9.1", "[::1]:80", "[::1]"})
    EXPECT_EQ(status_of({{"host", host}}), 200) << host;
}

TEST(Guard, RefusesHostsOfStrangers) {  // DNS rebinding
  for (const char* host :
       {"evil.example", "127.evil.example", "127.0.0.1.evil.example:9077", "localhost.evil.example",
        "", "[::1", "localhost:x", "localhost:123456", "a b", "user@localhost"})
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
  EXPECT_EQ(status_of({{"host", "192.168.1.5.evil.example"}}, options), 403);
  EXPECT_EQ(status_of({{"host", "192.168.1.5"}}), 403);
}

TEST(Guard, AUnixSocketHasNoHost) {
  Head head = head_of({});
  head.over_unix_socket = true;
  EXPECT_FALSE(refused(head, {}, false));
}

TEST(Guard, RefusesPagesOfStrangers) {
  const auto with = [](const char* origin) {
    return status_of({{"host", "localhost"}, {"origin", origin}});
  };
  EXPECT_EQ(with("http://localhost:6274"), 200);
  EXPECT_EQ(with("https://127.0.0.1"), 200);
  for (const char* origin : {"https://evil.example", "null", "", "http://localhost.evil.example",
                             "file://", "http://localhost@evil.example", "chrome-extension://abc"})
    EXPECT_EQ(with(origin), 403) << origin;
  GuardOptions options;
  options.origins = {"https://page.example"};
  EXPECT_EQ(status_of({{"host", "localhost"}, {"origin", "https://page.example"}}, options), 200);
  EXPECT_EQ(status_of({{"host", "localhost"}, {"origin", "https://page.example:8443"}}, options),
            403);
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
  EXPECT_EQ(status_of({{"host", "localhost"}}, options, true), 200);
  EXPECT_EQ(status_of({{"host", "evil.example"}}, options, true), 403);
}

}  // namespace
}  // namespace aim::net
