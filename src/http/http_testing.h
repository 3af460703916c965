// Shared parts of the tests of this door: a world of its own, and requests without sockets, planned
// and answered as a server would.
#pragma once
#include <gmock/gmock.h>

#include <boost/json.hpp>
#include <string>
#include <vector>

#include "engine/engine_testing.h"
#include "http/api.h"
#include "text/json_text.h"

namespace aim::http::testing {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace json = boost::json;

class NoExchange final : public net::Exchange {
 public:
  bool client_gone() const override { return false; }
  std::shared_ptr<net::EventStream> start_events(net::Response) override { return nullptr; }
};

struct Answer {
  net::Response response;
  std::string body;
  json::value value;  // null when the body is no JSON
  int status() const { return response.status; }
  std::string header(std::string_view name) const {
    for (const net::Header& each : response.headers)
      if (each.name == name)
        return each.value;
    return {};
  }
  const json::value& at(std::string_view name) const { return value.as_object().at(name); }
  std::string text(std::string_view name) const { return std::string(at(name).as_string()); }
  std::vector<std::string> keys() const {
    std::vector<std::string> names;
    for (const auto& [name, member] : value.as_object()) names.emplace_back(name);
    std::sort(names.begin(), names.end());
    return names;
  }
};

class HttpTest : public engine::testing::EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    api_ = std::make_unique<Api>(*engine_, metrics_, DescribedServer{});
  }
  void TearDown() override {
    api_.reset();
    EngineTest::TearDown();
  }

  // `target` is below /api/v1 unless it begins with "//" (then "/" and what follows).
  net::Head head(std::string method, std::string_view target) const {
    std::string whole =
        target.starts_with("//") ? std::string(target.substr(1)) : "/api/v1" + std::string(target);
    const std::size_t mark = std::min(whole.find('?'), whole.size());
    net::Head head;
    head.method = std::move(method);
    head.path = whole.substr(0, mark);
    head.query = whole.substr(std::min(mark + 1, whole.size()));
    return head;
  }
  Answer send(const net::Head& head, std::string body = {}) {
    const net::Plan plan = api_->plan(head);
    Answer answer;
    if (plan.refusal) {
      answer.response = *plan.refusal;
    } else {
      net::Request request{head, net::Spool(std::move(body))};
      NoExchange exchange;
      answer.response = plan.answer(request, exchange);
      if (const auto go_on = answer.response.continue_on_write_lane)
        answer.response = go_on(exchange);
    }
    answer.body = answer.response.file ? engine::testing::must(answer.response.file->text())
                                       : answer.response.body;
    if (auto value = text::parse_json(answer.body))
      answer.value = std::move(*value);
    return answer;
  }
  Answer ask(std::string method, std::string_view target) {
    return send(head(std::move(method), target));
  }
  Answer ask(std::string method, std::string_view target, const std::string& body) {
    net::Head with_body = head(std::move(method), target);
    with_body.headers = {{"content-type", "application/json"},
                         {"content-length", std::to_string(body.size())}};
    return send(with_body, body);
  }
  std::string stored(const std::string& title, const std::string& name_space = "global") {
    return ask("POST", "/memories",
               R"({"title":")" + title + R"(","content":"about )" + title + R"(","namespace":")" +
                   name_space + R"("})")
        .text("id");
  }
  // Status, code and the two names of the sentence.
  static void expect_error(const Answer& answer, int status, std::string_view code,
                           const std::string& part) {
    EXPECT_EQ(answer.status(), status) << answer.body;
    ASSERT_THAT(answer.keys(), ::testing::ElementsAre("code", "error", "message")) << answer.body;
    EXPECT_EQ(answer.text("code"), code);
    EXPECT_THAT(answer.text("error"), HasSubstr(part));
    EXPECT_EQ(answer.text("error"), answer.text("message"));
  }

  Metrics metrics_;
  std::unique_ptr<Api> api_;
};

}  // namespace aim::http::testing
