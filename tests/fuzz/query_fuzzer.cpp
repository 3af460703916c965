// Any bytes are a question (B2): recall and search answer by both rankings, with filters made of
// the same bytes.
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/remember.h"
#include "engine/search/recall.h"
#include "little_world.h"

using aim::Ranking;

namespace {

void fill(aim::Engine& engine) {
  const std::pair<const char*, const char*> notes[] = {
      {"Deploy steps", "run the migration, then restart the billing-api on port 8080"},
      {"数据库", "数据库连接池的配置 is 20 connections"},
      {"Größe", "getUserName in src/main.rs returns Zürich; see v1.2.3 and C++"},
      {"the and of", "what is the plan? NEAR(a b) AND OR NOT \"quoted\" col:on"},
      {"short", "a b c go r x y z 1 2 3"}};
  int number = 0;
  for (const auto& [title, content] : notes) {
    aim::engine::Draft draft;
    draft.title = title;
    draft.content = content;
    draft.name_space = ++number % 2 ? "team/api" : "global";
    draft.tags = {"tag", std::string("n") + std::to_string(number)};
    draft.tier = aim::Tier::long_term;
    expect(aim::engine::remember(engine, draft).has_value(), "a note can be kept");
  }
}

LittleWorld& world() {
  static LittleWorld world;
  static const bool filled = (fill(world.engine()), true);
  static_cast<void>(filled);
  return world;
}

void check(const aim::Result<aim::engine::Found>& found, std::int64_t limit) {
  expect(found.has_value(), "a question is never an error");
  expect(found->hits.size() <= static_cast<std::size_t>(limit), "the limit holds");
  for (std::size_t i = 1; i < found->hits.size(); ++i)
    expect(found->hits[i].score.total <= found->hits[i - 1].score.total, "the best come first");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  aim::Engine& engine = world().engine();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  aim::engine::Query query;
  query.text = text;
  for (const Ranking ranking : {Ranking::relevance, Ranking::six_factor}) {
    query.ranking = ranking;
    check(aim::engine::recall(engine, query), query.limit);
    check(aim::engine::search(engine, query), query.limit);
  }
  query.limit = 2;
  query.budget_tokens = static_cast<std::int64_t>(size);
  query.filter.name_space = text.substr(0, size / 2);
  query.filter.tags = {"tag"};
  check(aim::engine::recall(engine, query), query.limit);
  query.filter.tags = {std::string(text)};
  check(aim::engine::search(engine, query), query.limit);
  world().tidy();
  return 0;
}
