#include "cli/render/render.h"

#include <gmock/gmock.h>

#include <boost/json.hpp>

#include "base/timestamp.h"
#include "cli/checkup.h"
#include "cli/fields.h"
#include "cli/projections.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

json::object object(std::string_view text) {
  return text::parse_json(text).value().as_object();
}

Printout page(bool colour = false) {
  return {{colour}, parse_rfc3339("2026-11-21T12:00:00Z", "now").value().time};
}

TEST(Ink, LeavesATerminalNothingButItsOwnColours) {
  const Ink plain, coloured{true};
  const std::string painted = coloured(Paint::red, "a\x1B[2J\u009Bb\u202E");
  EXPECT_EQ(coloured.shown(painted + "\x1B[8mx\x1B[31"),
            "\x1B[31ma\\u001b[2J\\u009bb\\u202e\x1B[0m\\u001b[8mx\\u001b[31");
  EXPECT_EQ(plain.shown("\x1B[31mx\x1B[0m\n"), "\\u001b[31mx\\u001b[0m\n");
  EXPECT_EQ(coloured.shown("plain\n"), "plain\n");
  EXPECT_EQ(coloured.shown(""), "");
}

constexpr std::string_view memory =
    R"({"id":"1a2b3c4d-0000-4000-8000-000000000000","tier":"mid","namespace":"api","title":"Deploys",
        "content":"On Tuesdays,\n\n  never\ton Fridays","tags":[],"priority":8,"confidence":1.0,
        "source":"cli","access_count":3,"created_at":"2026-11-20T12:00:00Z",
        "updated_at":"2026-11-21T10:00:00Z","metadata":{},"score":9.173})";

std::string recalled(std::string_view more = "") {
  return R"({"count":1,"mode":"keyword","tokens_used":9,"memories":[)" + std::string(memory) + "]" +
         std::string(more) + "}";
}

TEST(Render, RecallPlain) {
  Printout out = page();
  render_recalled(object(recalled()), out);
  EXPECT_EQ(out.out,
            "[mid/1a2b3c4d] Deploys ██████████ 9.17 (api, 3×, 2h ago)\n"
            "    On Tuesdays, never on Fridays\n"
            "\n"
            "1 memory [keyword]\n");
  EXPECT_EQ(out.notes, "");
}

// Relevance is full at 1; other rankings have scales of their own, whose end is the best hit.
TEST(Render, TheBarShowsHowWellAHitFits) {
  json::object reply = object(recalled());
  reply["memories"].as_array()[0].as_object()["score"] = 0.62;
  Printout out = page();
  render_recalled(reply, out);
  EXPECT_THAT(out.out, HasSubstr("Deploys ██████░░░░ 0.62 ("));
  reply["mode"] = "session_start";
  out = page();
  render_recalled(reply, out);
  EXPECT_THAT(out.out, HasSubstr("Deploys (api, 2h ago)\n"));
}

TEST(Render, GetIsForPeople) {
  json::object reply = object(R"({"links":[],"memory":)" + std::string(memory) + "}");
  json::object& shown = reply["memory"].as_object();
  shown["tags"] = {"ci", "rules"};
  shown["expires_at"] = "2026-11-28T12:00:00Z";
  shown["last_accessed_at"] = "2026-11-21T11:00:00Z";
  shown["content"] = "On Tuesdays\n\x1b[31mnever on Fridays";
  Printout out = page();
  render_memory(reply, out);
  EXPECT_EQ(out.out,
            "Deploys\n"
            "id         1a2b3c4d-0000-4000-8000-000000000000\n"
            "namespace  api\n"
            "tier       mid, until 2026-11-28 12:00 +00:00\n"
            "tags       ci, rules\n"
            "priority   8 of 10, confidence 1.00\n"
            "stored     2026-11-20 12:00 +00:00 (1d ago) by cli\n"
            "changed    2026-11-21 10:00 +00:00 (2h ago)\n"
            "used       3 times, last 2026-11-21 11:00 +00:00 (1h ago)\n"
            "\n"
            "On Tuesdays\n\\u001b[31mnever on Fridays\n");
}

TEST(Render, RecallColoured) {  // E2
  Printout out = page(true);
  render_recalled(object(recalled()), out);
  EXPECT_THAT(
      out.out,
      HasSubstr("[\x1b[33mmid\x1b[0m/1a2b3c4d] \x1b[1mDeploys\x1b[0m \x1b[32m██████████\x1b[0m"));
  EXPECT_THAT(out.out, HasSubstr("(\x1b[36mapi\x1b[0m, 3×, \x1b[2m2h ago\x1b[0m)"));
}

TEST(Render, RecallShowsStandardsFirstAndFactors) {
  Printout out = page();
  render_recalled(
      object(recalled(
          ",\"standard\":" + std::string(memory) +
          R"(,"explain":{"terms":["deploy"],"dropped":["the"],"expression":"x","ranking":"relevance"})")),
      out);
  EXPECT_THAT(out.out, testing::StartsWith("[mid/1a2b3c4d] Deploys ★ standard (api, 2h ago)\n"));
  EXPECT_THAT(out.out,
              HasSubstr("search terms: deploy; ignored: the; ranking: relevance\n1 memory"));
}

TEST(Render, NothingFoundIsANote) {
  Printout out = page();
  render_recalled(object(R"({"count":0,"memories":[],"mode":"keyword","tokens_used":0})"), out);
  render_found(object(R"({"count":0,"results":[]})"), out);
  EXPECT_EQ(out.out, "");
  EXPECT_EQ(out.notes, "nothing found\nnothing found\n");
}

TEST(Render, TextsCannotDriveTheTerminal) {
  json::object reply = object(recalled());
  json::object& hit = reply["memories"].as_array()[0].as_object();
  hit["title"] = "a\x1b[31m\nb\rc";
  hit["content"] = std::string(300, 'x');
  Printout out = page();
  render_recalled(reply, out);
  EXPECT_THAT(out.out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(out.out, HasSubstr("[31m b c "));
  EXPECT_THAT(out.out, HasSubstr(std::string(200, 'x') + "…\n"));
}

TEST(Render, ListIsALineEach) {
  Printout out = page();
  render_found(object(R"({"count":1,"memories":[)" + std::string(memory) + "]}"), out);
  EXPECT_EQ(out.out, "[mid/1a2b3c4d] Deploys (p8, api, 2h ago)\n\n1 memory\n");
}

TEST(Render, StoreNamesSimilarOnesOnStandardError) {
  Printout out = page();
  render_stored(object(R"({"updated":false,"memory":)" + std::string(memory) +
                       R"(,"potential_contradictions":["5e6f7a8b-0000-4000-8000-000000000000"]})"),
                out);
  EXPECT_EQ(out.out, "stored 1a2b3c4d-0000-4000-8000-000000000000 [mid] in api, kept for good\n");
  EXPECT_EQ(out.notes, "1 memory has a similar title: 5e6f7a8b\n");
}

TEST(Render, Counts) {
  Printout out = page();
  render_name_spaces(
      object(R"({"namespaces":[{"namespace":"api","count":12},{"namespace":"größe","count":3}]})"),
      out);
  EXPECT_EQ(out.out, "  api    12\n  größe  3\n");
  out = page();
  render_forgotten(object(R"({"deleted":1,"archived":true})"), out);
  render_collected(object(R"({"collected":2,"dry_run":false})"), out);
  EXPECT_EQ(out.out, "forgot 1 memory; it is in the archive\ncollected 2 expired memories\n");
  out = page();
  render_collected(object(R"({"collected":0,"dry_run":false,"freed_bytes":3000000})"), out);
  EXPECT_EQ(out.out, "collected 0 expired memories\ngave 2.9 MiB back to the disk\n");
}

TEST(Render, FieldsOfObjectsInLists) {
  Printout out = page();
  render_fields(object(R"({"index":{"coverage":[{"model":"m","languages":["en 1.0","fr 0.52"]}],)"
                       R"("words":"fts5"},"none":[]})"),
                out);
  EXPECT_EQ(out.out,
            "index:\n  coverage:\n    model: m\n    languages: en 1.0, fr 0.52\n"
            "  words: fts5\nnone: \n");
}

TEST(Ink, BarFollowsTheShare) {
  EXPECT_EQ(Ink{}.bar(0), "░░░░░░░░░░");
  EXPECT_EQ(Ink{}.bar(1), "██████████");
  EXPECT_EQ(Ink{}.bar(2), "██████████");
  EXPECT_EQ(Ink{true}.bar(0.5), "\x1b[33m█████░░░░░\x1b[0m");
  EXPECT_EQ(Ink{true}.bar(0.39), "\x1b[31m████░░░░░░\x1b[0m");
}

TEST(Project, CutsRepliesToTheKnownKeys) {
  struct Case {
    const op::Projection* projection;
    std::string_view before, after;
  };
  const Case cases[] = {
      {&stored_reply,
       R"({"memory":{"id":"a"},"updated":true,"potential_contradictions":["b"],"warnings":["w"]})",
       R"({"id":"a","potential_contradictions":["b"],"warnings":["w"]})"},
      {&updated_reply, R"({"memory":{"id":"a"},"updated":true})", R"({"id":"a"})"},
      {&found_reply, R"({"count":0,"query":"q","results":[]})", R"({"count":0,"results":[]})"},
      {&forgotten_reply, R"({"archived":true,"deleted":2})", R"({"deleted":2})"},
      {&linked_reply, R"({"linked":true,"source_id":"a","target_id":"b","relation":"r"})",
       R"({"linked":true})"},
      {&op::collected, R"({"collected":3,"dry_run":false})", R"({"expired_deleted":3})"},
      {&op::collected, R"({"collected":3,"dry_run":true})", R"({"dry_run":true,"would_delete":3})"},
  };
  for (const auto& [projection, before, after] : cases) {
    json::object reply = object(before);
    op::apply(reply, *projection);
    EXPECT_EQ(text::compact(reply), after);
  }
}

TEST(Checkup, SaysWhatIsBad) {
  Checkup checkup;
  checkup.good("disk", "room");
  checkup.warn("folder", "open");
  EXPECT_TRUE(checkup.is_good());
  checkup.bad("integrity", "broken");
  EXPECT_FALSE(checkup.is_good());
  EXPECT_EQ(
      checkup.text(false),
      "1 problem, 1 warning; details follow.\n\nok    disk            room\nwarn  folder          "
      "open\nBAD   integrity       broken\n");
  EXPECT_EQ(
      checkup.json(),
      R"({"checks":[{"detail":"room","name":"disk","ok":true},{"detail":"open","name":"folder","ok":true},)"
      R"({"detail":"broken","name":"integrity","ok":false}],"ok":false})"
      "\n");
  checkup.mended();
  EXPECT_TRUE(checkup.is_good());
}

}  // namespace
}  // namespace aim::cli
