// The pages that are no operations: the OpenAPI document, /docs, /health, /metrics.
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "http/describe.h"
#include "http/http_testing.h"

namespace aim::http {
namespace {

using testing::Answer, testing::HasSubstr, testing::IsEmpty;
using ::testing::ElementsAre, ::testing::Not;
namespace json = boost::json;
using Pages = testing::HttpTest;

json::object described(const DescribedServer& server = {}) {
  return engine::testing::must(text::parse_json(openapi(server))).as_object();
}

void collect_references(const json::value& value, std::set<std::string>& found) {
  if (value.is_array())
    for (const auto& each : value.get_array()) collect_references(each, found);
  if (!value.is_object())
    return;
  for (const auto& [name, member] : value.get_object()) {
    if (name == "$ref")
      found.insert(std::string(member.as_string()));
    collect_references(member, found);
  }
}

TEST(OpenApi, EveryReferenceLeadsSomewhere) {
  const json::value document = described();
  std::set<std::string> references;
  collect_references(document, references);
  EXPECT_GT(references.size(), 40U);
  for (const std::string& reference : references) {
    ASSERT_TRUE(reference.starts_with("#")) << reference;
    json::error_code error;
    EXPECT_NE(document.find_pointer(reference.substr(1), error), nullptr) << reference;
  }
}

TEST(OpenApi, HasEachRowOnce) {
  const json::object document = described({.tier = FeatureTier::autonomous});
  EXPECT_EQ(document.at("openapi"), "3.1.0");
  std::set<std::string> ids;
  std::size_t count = 0;
  for (const auto& [path, item] : document.at("paths").as_object())
    count += item.as_object().size();
  std::size_t told = 0;
  for (const Row& row : rows()) {
    if (row.own_page)  // for the page alone: nobody else may
      continue;
    ++told;
    std::string method(row.method);
    for (char& letter : method) letter = static_cast<char>(std::tolower(letter));
    const json::object& made = document.at("paths").at(row.path).at(method).as_object();
    EXPECT_TRUE(ids.insert(std::string(made.at("operationId").as_string())).second);
    EXPECT_TRUE(made.at("responses").as_object().contains(std::to_string(row.status)));
    EXPECT_THAT(std::string(made.at("description").as_string()), ::testing::EndsWith("."))
        << row.path;
    std::size_t in_path = 0;
    if (const json::value* parameters = made.if_contains("parameters"))
      for (const auto& each : parameters->as_array()) in_path += each.at("in") == "path" ? 1U : 0U;
    EXPECT_EQ(in_path, path_names(row.path).size()) << row.path;
  }
  EXPECT_EQ(count, told);
}

TEST(OpenApi, LeavesOutWhatTheTierDoesNotHave) {
  EXPECT_FALSE(described().at("paths").as_object().contains("/api/v1/expand-query"));
  EXPECT_TRUE(described({.tier = FeatureTier::smart})
                  .at("paths")
                  .as_object()
                  .contains("/api/v1/expand-query"));
}

TEST(OpenApi, SpeaksOfTheTokenWhereThereIsOne) {
  const json::object open = described(), closed = described({.token = true});
  EXPECT_FALSE(open.contains("security"));
  EXPECT_FALSE(open.at("components").at("responses").as_object().contains("Error401"));
  EXPECT_EQ(closed.at("components").at("securitySchemes").at("bearer").at("scheme"), "bearer");
  EXPECT_TRUE(
      closed.at("paths").at("/api/v1/stats").at("get").at("responses").as_object().contains("401"));
  EXPECT_TRUE(closed.at("paths").at("/api/v1/health").at("get").at("security").as_array().empty());
}

TEST(OpenApi, SaysWhatIsTrueAtThisDoor) {
  const json::object document = described();
  const auto& schemas = document.at("components").at("schemas");
  EXPECT_EQ(schemas.at("StoreRequest").at("properties").at("title").at("pattern"), "\\S");
  const json::value& ttl = schemas.at("StoreRequest").at("properties").at("ttl_secs");
  EXPECT_EQ(ttl.at("anyOf").at(0).at("type"), "integer");
  EXPECT_EQ(ttl.at("anyOf").at(1).at("type"), "null");
  EXPECT_FALSE(ttl.as_object().contains("type")) << "some clients cannot read a list of types";
  EXPECT_EQ(schemas.at("BulkRequest").at("type"), "array");
  EXPECT_EQ(schemas.at("GetReply").at("properties").at("memory").at("$ref"),
            "#/components/schemas/Memory");
  EXPECT_EQ(schemas.at("ListReply").at("properties").at("memories").at("items").at("$ref"),
            "#/components/schemas/Memory");
  const auto& found = document.at("paths").at("/api/v1/search").at("get").at("parameters");
  EXPECT_EQ(found.at(0).at("name"), "q");
  EXPECT_EQ(found.at(0).at("schema").at("minLength"), 1);
  for (const auto& each : found.as_array())
    EXPECT_FALSE(each.at("name") == "limit" && each.at("schema").as_object().contains("maximum"))
        << "more is cut, not refused";
}

TEST_F(Pages, AreServed) {
  const Answer document = ask("GET", "/openapi.json");
  EXPECT_EQ(document.status(), 200);
  EXPECT_EQ(document.body, openapi({}));
  EXPECT_EQ(api_->plan(head("GET", "/openapi.json")).lane, net::Lane::read);
  const Answer page = ask("GET", "//docs");
  EXPECT_EQ(page.response.content_type, "text/html; charset=utf-8");
  EXPECT_THAT(std::string(api_->plan(head("GET", "//docs")).content_security),
              HasSubstr("style-src 'unsafe-inline'"));
  EXPECT_THAT(page.body, Not(HasSubstr("<script")));
  for (const Row& row : rows())
    EXPECT_EQ(
        page.body.find("<article id=\"" + std::string(http::id_of(row)) + "\">") != page.body.npos,
        is_described(row, FeatureTier::semantic));
  EXPECT_EQ(ask("POST", "//docs").header("Allow"), "GET, HEAD, OPTIONS");
}

TEST_F(Pages, HealthIsToldInBriefAndInDepth) {
  const Answer brief = ask("GET", "/health");
  EXPECT_EQ(brief.status(), 200);
  EXPECT_THAT(brief.keys(), ElementsAre("service", "status", "version"));
  EXPECT_EQ(brief.text("status"), "ok");
  Answer deep = ask("GET", "/health?deep=1");
  for (int i = 0; i < 500 && deep.at("deep").at("status") == "running"; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    deep = ask("GET", "/health?deep=1");
  }
  EXPECT_EQ(deep.status(), 200);
  EXPECT_EQ(deep.at("deep").at("status"), "ok");
  EXPECT_FALSE(deep.at("deep").at("checks").as_array().empty());
  EXPECT_TRUE(deep.at("deep").as_object().contains("checked_at"));
  expect_error(ask("GET", "/health?deep=perhaps"), 400, "VALIDATION_FAILED", "deep");
}

TEST_F(Pages, MetricsCountWhatWasSeen) {
  stored("One");
  metrics_.observe({"GET", "/api/v1/recall", 200, 10, std::chrono::microseconds(700)});
  metrics_.observe({"GET", "/api/v1/recall", 200, 10, std::chrono::microseconds(2'500)});
  metrics_.observe({"BREW", "/what/is/this", 418, 10, std::chrono::seconds(60)});
  net::ServerFigures figures;
  figures.connections = 3;
  api_->show(figures);
  const Answer page = ask("GET", "//metrics");
  EXPECT_EQ(page.response.content_type, "text/plain; version=0.0.4; charset=utf-8");
  const std::string recall = R"(method="GET",route="/api/v1/recall")";
  for (const std::string& line : {
           "ai_memory_http_requests_total{" + recall + R"(,status="200"} 2)",
           std::string(
               R"(ai_memory_http_requests_total{method="other",route="other",status="418"} 1)"),
           "ai_memory_http_request_duration_seconds_bucket{" + recall + R"(,le="0.0005"} 0)",
           "ai_memory_http_request_duration_seconds_bucket{" + recall + R"(,le="0.001"} 1)",
           "ai_memory_http_request_duration_seconds_bucket{" + recall + R"(,le="0.0025"} 2)",
           "ai_memory_http_request_duration_seconds_bucket{" + recall + R"(,le="10"} 2)",
           "ai_memory_http_request_duration_seconds_bucket{" + recall + R"(,le="+Inf"} 2)",
           "ai_memory_http_request_duration_seconds_sum{" + recall + "} 0.0032",
           "ai_memory_http_request_duration_seconds_count{" + recall + "} 2",
           std::string("ai_memory_http_connections 3"),
           std::string(R"(ai_memory_memories{tier="mid"} 1)"),
           std::string(R"(ai_memory_memories{tier="short"} 0)"),
           std::string("# TYPE ai_memory_http_request_duration_seconds histogram"),
       })
    EXPECT_THAT(page.body, HasSubstr("\n" + line + "\n"));
}

TEST_F(Pages, FiguresCountCollections) {
  engine::CollectionCounter collections;
  engine_->collections = &collections;
  ask("POST", "/memories", R"({"title":"Brief","content":"x","ttl_secs":60})");
  const auto before = engine::testing::must(op::figures(*engine_));
  clock_.advance(std::chrono::hours(1));
  ask("POST", "/gc");
  const auto after = engine::testing::must(op::figures(*engine_));
  EXPECT_EQ(after.gc_rounds, before.gc_rounds + 1);
  EXPECT_EQ(after.gc_collected, before.gc_collected + 1);
  EXPECT_EQ(after.archived, 1);
  EXPECT_GT(after.database_bytes, 0);
}

}  // namespace
}  // namespace aim::http
