#include <boost/json.hpp>
#include <sstream>

#include "engine/engine_testing.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

using namespace engine::testing;
using ::testing::HasSubstr;
using ::testing::Not;

class Import : public EngineTest {
 protected:
  Result<boost::json::object> import(const std::string& document) {
    std::istringstream input(document);
    Caller caller;
    caller.input = &input;
    boost::json::object reply;
    TRY_VOID(invoke(import_all(), *engine_, {}, caller, reply));
    return reply;
  }
  // The table of transcripts' links takes no row, as on a disk that became full late.
  void fail_at_the_end(bool fail) {
    const auto connection = connect();
    must(connection->script(fail ? "CREATE TRIGGER full BEFORE INSERT ON transcript_links BEGIN "
                                   "SELECT RAISE(FAIL, 'no room'); END"
                                 : "DROP TRIGGER full"));
  }
  std::int64_t rows(const std::string& table) {
    return must(connect()->number("SELECT count(*) FROM " + table)).value_or(0);
  }

  static std::string document(int memories) {
    std::string out = R"({"format":"ai-memory-export/1","memories":[)";
    for (int i = 0; i < memories; ++i)
      out += std::string(i > 0 ? "," : "") + R"({"id":"m-)" + std::to_string(i) +
             R"(","title":"Title )" + std::to_string(i) + R"(","content":"c","namespace":"n"})";
    return out +
           R"(],"links":[{"source_id":"m-0","target_id":"m-1","relation":"related_to",)"
           R"("created_at":"2026-01-01T00:00:00Z"}],"turns":[{"namespace":"n","session_id":"s",)"
           R"("turn":1,"role":"user","said_at":"2026-01-01T00:00:00Z","content":"said"}],)"
           R"("transcript_links":[{"memory_id":"m-0","transcript_id":"t-1"}]})";
  }
};

TEST_F(Import, OfOneBatchIsTakenInAsAWholeOrNotAtAll) {  // A10
  fail_at_the_end(true);
  const auto failed = refusal(import(document(3)));
  EXPECT_THAT(failed.message, Not(HasSubstr("stopped with")));
  for (const char* table : {"memories", "links", "turns", "transcripts"})
    EXPECT_EQ(rows(table), 0) << table;
  fail_at_the_end(false);
  const auto taken = must(import(document(3)));
  EXPECT_EQ(taken.at("imported").as_int64(), 3);
  EXPECT_EQ(taken.at("errors").as_array().size(), 0U) << boost::json::serialize(taken);
  EXPECT_EQ(rows("links"), 1);
  EXPECT_EQ(rows("turns"), 1);
  EXPECT_EQ(rows("transcript_links"), 1);
}

TEST_F(Import, OfMoreSaysWhatIsInAndTakesWhatHangsOnItAsAWhole) {
  fail_at_the_end(true);
  const auto failed = refusal(import(document(4'001)));
  EXPECT_THAT(failed.message,
              HasSubstr("stopped with 4001 memories, 0 archived ones and 1 turns stored"));
  EXPECT_EQ(rows("memories"), 4'001);
  EXPECT_EQ(rows("links"), 0);
  fail_at_the_end(false);
  EXPECT_EQ(must(import(document(4'001))).at("errors").as_array().size(), 0U);
  EXPECT_EQ(rows("memories"), 4'001);
  EXPECT_EQ(rows("links"), 1);
}

}  // namespace
}  // namespace aim::op
