// Texts of programs, branches, copies, and what the policy makes of each kind.
#include "mine/blocks.h"
#include "mine/copies.h"
#include "mine/memories.h"
#include "mine/mine_testing.h"
#include "mine/recognise.h"

namespace aim::mine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// "kind: text", person words as they are.
std::vector<std::string> taken_apart(std::string text) {
  std::vector<std::string> out;
  for (const TalkPiece& piece :
       pieces_of_prompt({PieceKind::person, "1", "user", std::move(text), {}, {}}))
    out.push_back((piece.kind == PieceKind::person        ? ""
                   : piece.kind == PieceKind::tool_call   ? "call "
                   : piece.kind == PieceKind::tool_result ? "result "
                   : piece.kind == PieceKind::summary     ? "summary "
                                                          : "program ") +
                  piece.text);
  return out;
}

TEST(ProgramText, IsTakenOutBlockByBlock) {
  EXPECT_THAT(taken_apart("plain <b>words</b>"), ElementsAre("plain <b>words</b>"));
  EXPECT_THAT(taken_apart("<system-reminder>\nSunday\n</system-reminder>\nWhy?"),
              ElementsAre("program Sunday", "Why?"));
  EXPECT_THAT(
      taken_apart("Why?\n<system-reminder>a</system-reminder><ide_selection>b</ide_selection>"),
      ElementsAre("program a", "program b", "Why?"));
  EXPECT_THAT(taken_apart("<ide_opened_file>f</ide_opened_file>\nfirst\n<system-reminder>x"
                          "</system-reminder>\nsecond"),
              ElementsAre("program f", "program x", "first\n\nsecond"));
  EXPECT_THAT(taken_apart("fix <ide_opened_file>The user opened x</ide_opened_file> this "
                          "<system-reminder>R</system-reminder>\nnow"),
              ElementsAre("program The user opened x", "program R", "fix  this \nnow"));
  EXPECT_THAT(taken_apart("<environment_context>cut off"), ElementsAre("program cut off"));
  EXPECT_THAT(taken_apart("<permissions instructions>no</permissions instructions>"),
              ElementsAre("program no"));
}

TEST(ProgramText, LeavesAloneWhatAPersonWritesAboutIt) {
  for (const std::string text :
       {"what does <system-reminder> mean?",
        "the page has <system-reminder>x</system-reminder> in it",
        "```\n<system-reminder>\nx\n</system-reminder>\n```",
        "<skill>the word alone</skill> is a tag", "<rules>be brief</rules>\nSum up",
        "say why\n<environment_context> is there"})
    EXPECT_THAT(taken_apart(text), ElementsAre(text));
}

TEST(ProgramText, CommandsAreWhatAPersonSays) {
  EXPECT_THAT(
      taken_apart("<command-message>plan</command-message>\n<command-name>/plan</command-name>\n"
                  "<command-args>move the bills</command-args>"),
      ElementsAre("program plan", "/plan move the bills"));
  EXPECT_THAT(
      taken_apart("<command-name>review</command-name>\n<command-args></command-args>\nboth files"),
      ElementsAre("/review\nboth files"));
  EXPECT_THAT(taken_apart("<command-name>/clear</command-name>\n<command-args></command-args>"),
              ElementsAre("program /clear"));
  EXPECT_THAT(taken_apart("<bash-input>git log</bash-input>"), ElementsAre("call git log"));
  EXPECT_THAT(taken_apart("<bash-stdout>ok</bash-stdout><bash-stderr>no</bash-stderr>"),
              ElementsAre("result ok", "result no"));
  EXPECT_THAT(taken_apart("<user-memory-input>tabs, not blanks</user-memory-input>"),
              ElementsAre("tabs, not blanks"));
  EXPECT_THAT(taken_apart("<user_query>\nmake it blue\n</user_query>"),
              ElementsAre("make it blue"));
}

TEST(ProgramText, ContextsOfEditorsAndNotices) {
  EXPECT_THAT(
      taken_apart("# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for "
                  "Codex:\nRound it\n"),
      ElementsAre(HasSubstr("program # Context"), "Round it"));
  EXPECT_THAT(
      taken_apart("[Request interrupted by user for tool use]\nuse the other one"),
      ElementsAre("program [Request interrupted by user for tool use]", "use the other one"));
  EXPECT_THAT(taken_apart("Caveat: The messages below were generated\nby"), SizeIs(1));
  EXPECT_THAT(taken_apart("This session is being continued from a previous conversation. It"),
              ElementsAre(HasSubstr("summary This session")));
}

TalkPiece said(PieceKind kind, std::string id, std::string parent = {}) {
  return {kind,         id, kind == PieceKind::assistant ? "assistant" : "user",
          "text " + id, {}, std::move(parent)};
}

std::vector<std::string> left(Conversation conversation) {
  follow_branches(conversation);
  std::vector<std::string> out;
  for (const TalkPiece& piece : conversation.pieces)
    if (piece.kind == PieceKind::branch)
      out.push_back(piece.id);
  return out;
}

TEST(Branches, TheOneThatLeadsToTheLastMessageCounts) {
  using enum PieceKind;
  Conversation talk;
  talk.branches = Branches::of_prompts_and_answers;
  talk.pieces = {said(person, "q", "root"), said(assistant, "a", "q"),
                 said(person, "edited", "root"), said(assistant, "first", "edited"),
                 said(assistant, "again", "edited")};
  EXPECT_THAT(left(talk), ElementsAre("q", "a", "first"));
  // A return to the branch from before.
  talk.pieces.push_back(said(person, "more", "a"));
  EXPECT_THAT(left(talk), ElementsAre("edited", "first", "again"));
  talk.branches = Branches::of_prompts;
  talk.pieces = {said(person, "q", "root"), said(assistant, "a", "q"), said(assistant, "b", "q")};
  EXPECT_THAT(left(talk), ElementsAre());
  talk.pieces = {said(person, "q"), said(person, "r"), said(assistant, "x", "gone"),
                 said(person, "circle", "circle")};
  EXPECT_THAT(left(talk), ElementsAre());
}

TEST(Policy, JoinsTheTakenPiecesOfAMessageAndCountsTheRest) {
  using enum PieceKind;
  Conversation talk;
  talk.id = "c";
  for (const PieceKind kind : {person, attachment, tool_call, program, thought, assistant, unknown})
    talk.pieces.push_back(said(kind, kind == assistant ? "2" : "1"));
  const auto words = messages_of(talk, Use::memories);
  ASSERT_THAT(words, SizeIs(2));
  EXPECT_EQ(words[0].text, "text 1\ntext 1");
  EXPECT_EQ(words[0].pieces, 2U);
  EXPECT_THAT(messages_of(talk, Use::turns), SizeIs(3));
  EXPECT_EQ(messages_of(talk, Use::turns)[1].role, Role::tool);
  EXPECT_THAT(messages_of(talk, Use::turns_without_tools), SizeIs(2));
  Tally tally;
  tally.add_rest(talk, Use::memories);
  EXPECT_EQ(tally.total(), 4);
  EXPECT_EQ(tally.not_understood.begin()->first, "text 1");
}

TEST(Policy, TitlesAreThePersonsOwnElseASummaryElseAPrompt) {
  using enum PieceKind;
  Conversation talk;
  talk.pieces = {said(tool_call, "1"), said(assistant, "2"), said(person, "3")};
  EXPECT_EQ(title_of(talk), "text 3");
  talk.summary = "Summary\nof it";
  EXPECT_EQ(title_of(talk), "Summary");
  talk.title = " Own ";
  EXPECT_EQ(title_of(talk), "Own");
  EXPECT_EQ(title_of({}), "");
}

TEST(Copies, OfForksCountOnceAndEqualWordsOfOthersStay) {
  using enum PieceKind;
  Copies copies;
  const auto kinds = [&](bool forked, std::vector<TalkPiece> pieces) {
    Conversation talk;
    talk.forked_from = forked ? "x" : "";
    talk.pieces = std::move(pieces);
    copies.mark(talk);
    std::string out;
    for (const TalkPiece& piece : talk.pieces) out += piece.kind == copy ? 'c' : '-';
    return out;
  };
  EXPECT_EQ(kinds(false, {said(person, "1"), said(assistant, "2")}), "--");
  EXPECT_EQ(kinds(false, {said(person, "1"), said(assistant, "2"), said(person, "3")}), "cc-");
  auto again = said(person, "other");
  again.text = "text 1";
  EXPECT_EQ(kinds(false, {again}), "-");
  again.id = "third";
  EXPECT_EQ(kinds(true, {again, said(assistant, "new")}), "c-");
}

TEST(Recognised, FilesAreNamedForWhatTheyAre) {
  EXPECT_EQ(
      recognise_text(R"({"type":"entity","name":"A","entityType":"x","observations":[]})").store,
      "mcp-memory");
  EXPECT_EQ(recognise_text(R"({"_type":"entity","entityType":"x"})").what,
            "a graph of mcp-think-tank");
  EXPECT_EQ(
      recognise_text(R"({"uuid":"1","parentUuid":null,"sessionId":"s","message":{"parts":[]}})")
          .format,
      Format::qwen);
  EXPECT_EQ(recognise_text("SQLite format 3").what, "an SQLite database");
  EXPECT_EQ(
      recognise_text(R"({"parentUuid":null,"isSidechain":false,"sessionId":"s","x":{"parts":1}})")
          .format,
      Format::claude_code);
  EXPECT_EQ(recognise_text(R"({"session_id":"s","ts":1,"text":"x"})").what,
            "a log of prompts, which sessions hold, too");
  EXPECT_EQ(recognise_text("{}").what, "");
  const auto name = [](std::string_view text) { return recognise_text(text).what; };
  using ::testing::StartsWith;
  EXPECT_EQ(recognise_text(R"({"working_dir":"/g","description":"chat"})").format, Format::goose);
  EXPECT_THAT(name(R"({"id":"T","messages":[{"messageId":0}],"env":{}})"),
              StartsWith("a thread of Amp"));
  EXPECT_THAT(name(R"({"type":"session","version":3}
{"type":"message","parentId":null})"),
              StartsWith("a session of Pi"));
  EXPECT_THAT(name(R"({"version":"0.4.0","text":"","messages":[],"summary":"s"})"),
              StartsWith("a conversation of Zed"));
  EXPECT_EQ(recognise_text(R"({"results":[{"id":"1","memory":"Likes figs"}]})").store, "mem0");
  EXPECT_EQ(recognise_text("SQLite format 3 CREATE TABLE observations(topic_key text)").store,
            "engram");
}

using WholeSource = testing::MineTest;

TEST_F(WholeSource, IsNamedForTheStoreThatItIs) {
  const auto store = [&](const std::filesystem::path& path) {
    return recognise_all(Source::open(path).value()).value().store;
  };
  EXPECT_EQ(store(folder_of({{".obsidian/app.json", "{}"}, {"A.md", "x"}})), "obsidian");
  EXPECT_EQ(store(folder_of({{"notes/A.md", "---\ntitle: A\npermalink: notes/a\n---\nx"}})),
            "basic-memory");
  EXPECT_EQ(store(folder_of({{"MEMORY.md", "x"}, {"other.md", "y"}})), "memory-md");
  EXPECT_EQ(store(folder_of({{"a.md", "x"}, {"pic.png", "y"}})), "memory-md");
  EXPECT_EQ(store(file_of("copied.txt", "Sails on Sundays")), "memory-list");
  EXPECT_EQ(store(file_of("pic.png", "x")), "");
  EXPECT_EQ(recognise_all(Source::open(file_of("empty.jsonl", "")).value()).value().what,
            "an empty file");
}

TEST(MinedMemories, TellEachNewDayWhereItMatters) {
  Conversation talk;
  talk.id = "c";
  talk.shows_days = true;
  for (int day = 1; day <= 3; ++day) {
    TalkPiece piece = said(PieceKind::person, std::to_string(day));
    piece.said_at = Time(std::chrono::hours(day < 3 ? 1 : 30));
    talk.pieces.push_back(piece);
  }
  const auto mined = memories_of(talk, {"n", Tier::long_term});
  EXPECT_EQ(mined[0].memory.content,
            "— 1970-01-01 —\n[user]: text 1\n[user]: text 2\n— 1970-01-02 —\n[user]: text 3");
  EXPECT_EQ(mined[0].pieces, 3U);
  // Elsewhere the first day is the memory's.
  talk.shows_days = false;
  const std::string other = memories_of(talk, {"n", Tier::long_term})[0].memory.content;
  EXPECT_EQ(other, "[user]: text 1\n[user]: text 2\n— 1970-01-02 —\n[user]: text 3");
  std::size_t bytes = 0;
  EXPECT_EQ(pieces_in(talk, other, bytes), 3U);
  EXPECT_EQ(bytes, other.size());
}

}  // namespace
}  // namespace aim::mine
