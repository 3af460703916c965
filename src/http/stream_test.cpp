// The bodies and answers that stream: bulk, import, export (D3, A10).
#include <gtest/gtest.h>

#include "http/http_testing.h"

namespace aim::http {
namespace {

using testing::Answer, testing::HasSubstr, testing::IsEmpty;
using ::testing::ElementsAre;
using Streams = testing::HttpTest;

std::string list_of(int count, const std::string& item) {
  std::string list = "[";
  for (int i = 0; i < count; ++i) {
    std::string one = item;
    one.replace(one.find('#'), 1, std::to_string(i));
    list.append(i ? "," : "").append(one);
  }
  return list + "]";
}
const std::string item = R"({"title":"t#","content":"c"})";

std::vector<std::string> errors_of(const Answer& answer) {
  std::vector<std::string> errors;
  for (const auto& each : answer.at("errors").as_array()) errors.emplace_back(each.as_string());
  return errors;
}

TEST_F(Streams, BulkKeepsTheGoodOnesAndNamesTheOthers) {
  const Answer answer = ask("POST", "/memories/bulk", R"([
      {"title":"a","content":"1"},
      {"title":"b"},
      {"title":"c","content":"3","tier":"huge"},
      5,
      {"title":"d","content":"4","expires_at":"2020-01-01T00:00:00Z"},
      {"content":"5"},
      {"title":"a","content":"6","unknown":1}])");
  ASSERT_EQ(answer.status(), 200) << answer.body;
  EXPECT_THAT(answer.keys(), ElementsAre("created", "errors"));
  EXPECT_EQ(answer.at("created"), 2);
  EXPECT_THAT(
      errors_of(answer),
      ElementsAre("1: b: content is required", HasSubstr("2: c: tier must be one of"),
                  "3: item must be an object",
                  HasSubstr("4: d: expires_at must not be in the past"), "5: title is required"));
  const Answer listed = ask("GET", "/memories");
  EXPECT_EQ(listed.at("count"), 1);
  EXPECT_EQ(listed.at("memories").at(0).at("content"), "6");
  EXPECT_EQ(listed.at("memories").at(0).at("source"), "api");
}

TEST_F(Streams, BulkTakesAThousandAndNoMore) {
  EXPECT_EQ(ask("POST", "/memories/bulk", "[]").body, R"({"created":0,"errors":[]})");
  expect_error(ask("POST", "/memories/bulk", list_of(1001, item)), 400, "VALIDATION_FAILED",
               "1000");
  EXPECT_EQ(ask("GET", "/stats").at("total"), 0);
  EXPECT_EQ(ask("POST", "/memories/bulk", list_of(1000, item)).at("created"), 1000);
  EXPECT_EQ(ask("GET", "/stats").at("total"), 1000);
}

TEST_F(Streams, BulkRefusesWhatIsNoListAndChangesNothing) {
  expect_error(ask("POST", "/memories/bulk", R"({"title":"a","content":"1"})"), 400,
               "VALIDATION_FAILED", "list");
  expect_error(ask("POST", "/memories/bulk", R"([{"title":"a","content":"1"})"), 400,
               "VALIDATION_FAILED", "too early");
  expect_error(ask("POST", "/memories/bulk", R"([{"title":"a","content":"1"},{"title":x}])"), 400,
               "VALIDATION_FAILED", "not JSON");
  expect_error(ask("POST", "/memories/bulk", ""), 400, "VALIDATION_FAILED", "empty");
  EXPECT_EQ(ask("GET", "/stats").at("total"), 0);
}

TEST_F(Streams, ImportIsBoundedAndWhole) {
  const auto document = [](const std::string& list) { return R"({"memories":)" + list + "}"; };
  expect_error(ask("POST", "/import", document(list_of(1001, item))), 400, "VALIDATION_FAILED",
               "1000");
  expect_error(ask("POST", "/import", R"({"memories":[{"title":"a","content":"b"}])"), 400,
               "VALIDATION_FAILED", "too early");
  expect_error(ask("POST", "/import", R"({"memories":[{"title":"a","content":"b"},{,}]})"), 400,
               "VALIDATION_FAILED", "not JSON");
  expect_error(ask("POST", "/import", R"({"links":[]})"), 400, "VALIDATION_FAILED", "memories");
  expect_error(ask("POST", "/import", "[]"), 400, "VALIDATION_FAILED", "object");
  EXPECT_EQ(ask("GET", "/stats").at("total"), 0);
  const Answer answer =
      ask("POST", "/import", document(R"([{"title":"a","content":"b"},{"id":"x","title":""}])"));
  EXPECT_EQ(answer.status(), 200);
  EXPECT_EQ(answer.at("imported"), 1);
  EXPECT_THAT(errors_of(answer), ElementsAre(HasSubstr("1: ")));
  EXPECT_EQ(ask("POST", "/import", document(list_of(1000, item))).at("imported"), 1000);
}

TEST_F(Streams, ALargeBodyComesFromAFile) {
  const std::string large = R"({"title":"t#","content":")" + std::string(60'000, 'x') + R"("})";
  const Answer answer = ask("POST", "/memories/bulk", list_of(60, large));
  EXPECT_EQ(answer.at("created"), 60) << answer.body.substr(0, 200);
}

TEST_F(Streams, AnExportComesBackAsItWas) {
  stored("One", "a");
  stored("Two", "b");
  const Answer exported = ask("GET", "/export");
  ASSERT_EQ(exported.status(), 200);
  EXPECT_TRUE(exported.response.file);
  EXPECT_EQ(exported.at("count"), 2);
  ask("POST", "/forget", R"({"namespace":"a"})");
  EXPECT_EQ(ask("POST", "/import", exported.body).at("imported"), 2);
  EXPECT_EQ(ask("GET", "/stats").at("total"), 2);
}

}  // namespace
}  // namespace aim::http
