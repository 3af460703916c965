#include "web/download.h"

#include <gmock/gmock.h>

#include "base/file.h"
#include "web/web_testing.h"

namespace aim::web {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

const std::string text = "0123456789";

std::string ok(const std::string& body) {
  return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}
std::string part(std::size_t from, const std::string& body) {
  return "HTTP/1.1 206 Partial Content\r\nConnection: close\r\nContent-Range: bytes " +
         std::to_string(from) + "-" + std::to_string(from + body.size() - 1) +
         "/10\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}
// Promises all of the text.
std::string cut(const std::string& body) {
  return "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n" + body;
}
std::string moved(const std::string& where) {
  return "HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 5\r\nLocation: " + where +
         "\r\n\r\nthere";
}

class Downloading : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto curl = load_curl(); !curl)
      GTEST_SKIP() << curl.error().message;
    std::string name = testing::TempDir() + "download-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Result<void> get(const ScriptedServer& server, const std::string& path = "/file") {
    return download(server.url(path), file(), {sha256_hex(text), bytes_, 1000}, 1s);
  }
  void expect_whole() {
    EXPECT_EQ(read_file(file(), 100).value_or("not there"), text);
    EXPECT_FALSE(std::filesystem::exists(half()));
  }
  std::filesystem::path file() const { return folder_ / "file"; }
  std::filesystem::path half() const { return folder_ / "file.part"; }
  std::filesystem::path folder_;
  std::uint64_t bytes_ = text.size();
};

TEST_F(Downloading, WithoutAHashBeginsAnew) {
  ASSERT_TRUE(replace_file(half(), "of another time"));
  ScriptedServer server({{ok(text)}});
  ASSERT_TRUE(download(server.url(), file(), {.sha256 = {}, .most = 1000}, 1s));
  expect_whole();
}

TEST_F(Downloading, WholeAtOnce) {
  ScriptedServer server({{ok(text)}});
  std::uint64_t done = 0, total = 0;
  const auto got = download(server.url(), file(), {sha256_hex(text), 0, 1000}, 5s,
                            [&](std::uint64_t now, std::uint64_t all) {
                              done = now;
                              total = all;
                            });
  ASSERT_TRUE(got) << got.error().message;
  expect_whole();
  EXPECT_EQ(done, text.size());
  EXPECT_EQ(total, text.size());
}

TEST_F(Downloading, GoesOnAfterABreak) {
  ScriptedServer server({{cut("012")}, {part(3, "3456")}, {part(7, "789")}});
  const auto got = get(server);
  // The second answer is whole in itself, and yet too little.
  ASSERT_TRUE(got) << got.error().message;
  expect_whole();
  EXPECT_THAT(server.requests().at(0), Not(HasSubstr("Range:")));
  EXPECT_THAT(server.requests().at(1), HasSubstr("Range: bytes=3-"));
  EXPECT_THAT(server.requests().at(2), HasSubstr("Range: bytes=7-"));
}

TEST_F(Downloading, GoesOnWhereAnEarlierRunEnded) {
  ASSERT_TRUE(replace_file(half(), "0123"));
  ScriptedServer server({{part(4, "456789")}});
  const auto got = get(server);
  ASSERT_TRUE(got) << got.error().message;
  expect_whole();
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(Downloading, AsksForNothingWhenAllIsThere) {
  ASSERT_TRUE(replace_file(half(), text));
  ScriptedServer server({});
  ASSERT_TRUE(get(server));
  expect_whole();
  EXPECT_TRUE(server.requests().empty());
}

TEST_F(Downloading, BeginsAgainWithAServerWithoutRanges) {
  ASSERT_TRUE(replace_file(half(), "0123"));
  ScriptedServer server({{ok(text)}});
  ASSERT_TRUE(get(server));
  expect_whole();
}

TEST_F(Downloading, BeginsAgainWhenTheServerSendsAnotherPart) {
  for (const std::string& answer :
       {part(2, "23456789"), std::string("HTTP/1.1 416 No\r\nContent-Length: 0\r\n\r\n")}) {
    std::filesystem::remove(file());
    ASSERT_TRUE(replace_file(half(), "0123"));
    ScriptedServer server({{answer}, {ok(text)}});
    const auto got = get(server);
    ASSERT_TRUE(got) << got.error().message;
    expect_whole();
    EXPECT_THAT(server.requests().at(1), Not(HasSubstr("Range:")));
  }
}

TEST_F(Downloading, BeginsAgainWhenWhatWasThereWasWrong) {
  ASSERT_TRUE(replace_file(half(), "xxxx"));
  ScriptedServer server({{part(4, "456789")}, {ok(text)}});
  const auto got = get(server);
  ASSERT_TRUE(got) << got.error().message;
  expect_whole();
}

TEST_F(Downloading, KeepsNothingOfWhatIsWrong) {
  ScriptedServer server({{ok("0123456xxx")}});
  const auto got = get(server);
  ASSERT_FALSE(got);
  EXPECT_THAT(got.error().message, HasSubstr("SHA-256"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(Downloading, RefusesMoreThanExpected) {
  ScriptedServer server({{ok(text + "and more")}});
  const auto got = get(server);
  ASSERT_FALSE(got);
  EXPECT_THAT(got.error().message, HasSubstr("more than the 10 bytes"));
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(Downloading, ABreakWithoutProgressIsAnError) {
  ScriptedServer server({{cut("012")}, {{}}});
  const auto got = get(server);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, Code::unavailable);
  EXPECT_EQ(read_file(half(), 100).value_or("?"), "012");  // for the next run
}

TEST_F(Downloading, AServerThatStandsStillIsLeft) {
  ScriptedServer server(
      {{cut("012"), true},
       {"HTTP/1.1 206 Partial\r\nContent-Range: bytes 3-9/10\r\nContent-Length: 7\r\n\r\n", true}});
  const auto got = get(server);
  ASSERT_FALSE(got);
  EXPECT_THAT(got.error().message, HasSubstr("sent nothing for 1 seconds"));
  EXPECT_EQ(read_file(half(), 100).value_or("?"), "012");
}

TEST_F(Downloading, NotThereIsNotFound) {
  ScriptedServer server({{"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone"}});
  const auto got = get(server);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, Code::not_found);
  EXPECT_THAT(got.error().message, HasSubstr(server.url()));
}

TEST_F(Downloading, FollowsToOtherAddressesOfThisMachine) {
  ScriptedServer target({{ok(text)}});
  ScriptedServer server({{moved(target.url("/elsewhere"))}});
  const auto got = get(server);
  ASSERT_TRUE(got) << got.error().message;
  expect_whole();
  EXPECT_THAT(target.requests().at(0), HasSubstr("GET /elsewhere"));
}

TEST_F(Downloading, FollowsNeitherIntoTheOpenNorToFiles) {
  for (const std::string where : {"http://192.0.2.1/file", "file:///etc/passwd"}) {
    ScriptedServer server({{moved(where)}});
    const auto got = get(server);
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, Code::validation_failed) << got.error().message;
  }
}

TEST_F(Downloading, DoesNotFollowInCircles) {
  std::vector<Answer> answers(20, Answer{moved("/again")});
  ScriptedServer server(answers);
  const auto got = get(server);
  ASSERT_FALSE(got);
  EXPECT_THAT(got.error().message, HasSubstr("redirects endlessly"));
}

TEST_F(Downloading, NobodyThere) {
  std::string url;
  {
    ScriptedServer server({});
    url = server.url();
  }
  const auto got = download(url, file(), {sha256_hex(text), 10, 10}, 1s);
  ASSERT_FALSE(got);
  EXPECT_THAT(got.error().message, HasSubstr("cannot reach 127.0.0.1:"));
}

TEST_F(Downloading, MoreThanTheDiskHoldsIsNotBegun) {
  ScriptedServer server({});
  const auto got =
      download(server.url(), file(), {sha256_hex(text), std::uint64_t{1} << 60, 0}, 1s);
  ASSERT_FALSE(got);
  EXPECT_THAT(got.error().message, HasSubstr("MiB are free"));
  EXPECT_TRUE(server.requests().empty());
}

}  // namespace
}  // namespace aim::web
