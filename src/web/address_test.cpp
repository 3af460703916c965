#include <gtest/gtest.h>

#include "web/session.h"

namespace aim::web {
namespace {

TEST(Address, HttpsAnywhereHttpOnThisMachine) {
  const auto curl = load_curl();
  if (!curl)
    GTEST_SKIP() << curl.error().message;
  const struct {
    std::string url, host;
  } good[] = {{"https://example.org/a/b", "example.org"},
              {"https://example.org:8443/", "example.org:8443"},
              {"http://127.0.0.1:9/x", "127.0.0.1:9"},
              {"http://localhost/x", "localhost"},
              {"http://[::1]:9/x", "[::1]:9"},
              {"https://user@example.org/x", "example.org"}};
  for (const auto& row : good) {
    const auto host = checked_host(**curl, row.url);
    ASSERT_TRUE(host) << row.url;
    EXPECT_EQ(*host, row.host);
  }
  for (const std::string url :
       {"", "example", "http://example.org/x", "http://127.0.0.1.example.org/",
        "ftp://example.org/", "file:///etc/passwd", "http://localhost.example.org/",
        "http://localhost@example.org/", "HTTP://example.org/"}) {
    const auto host = checked_host(**curl, url);
    ASSERT_FALSE(host) << url;
    EXPECT_EQ(host.error().code, Code::validation_failed);
  }
  EXPECT_TRUE(checked_host(**curl, "http://example.org/x", PlainHttp::anywhere));
  EXPECT_FALSE(checked_host(**curl, "ftp://example.org/x", PlainHttp::anywhere));
}

TEST(Address, ShowsNoPassword) {
  const auto curl = load_curl();
  if (!curl)
    GTEST_SKIP() << curl.error().message;
  for (const std::string url : {"http://u:secret@example.org/", "ftp://u:secret@example.org/",
                                "https://u:secret@", "u:secret@example.org:x"}) {
    const auto refused = checked_host(**curl, url);
    ASSERT_FALSE(refused) << url;
    EXPECT_EQ(refused.error().message.find("secret"), std::string::npos) << refused.error().message;
  }
}

}  // namespace
}  // namespace aim::web
