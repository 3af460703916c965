// Claude, ChatGPT and the transcripts of command lines; slack_test.cpp has Slack.
#include "base/timestamp.h"
#include "mine/mine_testing.h"

namespace aim::mine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Formats : public testing::MineTest {};

constexpr std::string_view claude = R"([
 {"uuid":"c-1","name":"Tea","created_at":"2025-03-01T10:00:00Z","chat_messages":[
   {"uuid":"m-1","sender":"human","text":"old","content":[{"type":"text","text":"Green or black?"}],"created_at":"2025-03-01T10:00:00Z",
    "attachments":[{"file_name":"leaf.pdf","extracted_content":"…"}]},
   {"uuid":"m-2","sender":"assistant","text":"Black.","created_at":"2025-03-01T10:01:00Z"},
   {"uuid":"m-3","sender":"assistant","text":"```\nThis block is not supported on your current device yet.\n```"}]},
 {"uuid":"c-2","name":"","chat_messages":[]},
 {"name":"no id","chat_messages":[]},
 7,
 {"uuid":"c-3","name":"Last","chat_messages":[{"uuid":"m","sender":"human","text":"Hi"}]}])";

TEST_F(Formats, ClaudeAsAList) {
  read(file_of("conversations.json", claude));
  EXPECT_EQ(format_, Format::claude);
  ASSERT_THAT(conversations_, SizeIs(2));
  const auto& tea = conversations_[0];
  EXPECT_EQ(tea.id, "c-1");
  EXPECT_EQ(tea.title, "Tea");
  EXPECT_EQ(format_rfc3339(*tea.started).substr(0, 19), "2025-03-01T10:00:00");
  EXPECT_EQ(messages(0)[1].id, "m-2");
  EXPECT_EQ(format_rfc3339(*messages(0)[1].said_at).substr(0, 19), "2025-03-01T10:01:00");
  EXPECT_THAT(lines(), ElementsAre("human: Green or black?\n(attached: leaf.pdf)\n…",
                                   "assistant: Black.", "human: Hi"));
  EXPECT_THAT(unreadable_,
              ElementsAre("conversations.json, item 4: not a conversation: it has no list "
                          "\"chat_messages\""));
}

// Known by its beginning, so that it is the same one when it has grown.
TEST_F(Formats, ConversationsWithoutAnId) {
  const std::string begin = R"([{"name":"A","chat_messages":[{"role":"human","content":"Hi"})",
                    end = "]}]";
  const std::string other = R"([{"name":"B","chat_messages":[{"role":"human","content":"Hi"}]}])";
  read(file_of("conversations.json", begin + end));
  EXPECT_THAT(lines(), ElementsAre("human: Hi"));
  const std::string id = conversations_[0].id;
  read(file_of("conversations.json", begin + R"(,{"sender":"assistant","text":"Hello"})" + end));
  EXPECT_THAT(lines(), ElementsAre("human: Hi", "assistant: Hello"));
  EXPECT_EQ(conversations_[0].id, id);
  read(file_of("conversations.json", other));
  EXPECT_NE(conversations_[0].id, id);

  const std::string tree =
      R"([{"title":"T","create_time":1,"mapping":{"a":{"parent":null,"children":[CHILD],"message":{"author":{"role":"user"},"content":{"parts":["Hi"]}}}MORE}}])";
  const auto grown = [&](std::string_view child, std::string_view more) {
    std::string text = tree;
    text.replace(text.find("CHILD"), 5, child);
    return text.replace(text.find("MORE"), 4, more);
  };
  read(file_of("conversations.json", grown("", "")), Format::chatgpt);
  EXPECT_THAT(lines(), ElementsAre("user: Hi"));
  const std::string first = conversations_[0].id;
  read(
      file_of(
          "conversations.json",
          grown(
              R"("b")",
              R"(,"b":{"message":{"author":{"role":"assistant"},"content":{"parts":["Hello"]}}})")),
      Format::chatgpt);
  EXPECT_THAT(lines(), ElementsAre("user: Hi", "assistant: Hello"));
  EXPECT_EQ(conversations_[0].id, first);
  EXPECT_THAT(unreadable_, IsEmpty());
}

TEST_F(Formats, ClaudeAsLinesAndInArchives) {
  const std::string line =
      R"({"uuid":"c-1","name":"A","chat_messages":[{"uuid":"m","sender":"human","text":"Hi"}]})";
  read(file_of("conversations.jsonl", "\xEF\xBB\xBF" + line + "\r\n\n{\"uuid\": \"half\n" + line));
  EXPECT_THAT(conversations_, SizeIs(2));
  EXPECT_THAT(unreadable_, ElementsAre(HasSubstr("line 3: not JSON")));
  const Files files{{"data/conversations.json", "[" + line + "]"},
                    {"data/users.json", "[]"},
                    {"data/projects.json", "[]"}};
  for (const auto& path : {folder_of(files), zip_of(files)}) {
    read(path);
    EXPECT_EQ(format_, Format::claude);
    EXPECT_THAT(lines(), ElementsAre("human: Hi"));
  }
}

TEST_F(Formats, WhatBreaksOffGivesWhatCameBefore) {
  for (std::size_t size = 0; size < claude.size(); size += 7) {
    read(file_of("conversations.json", claude.substr(0, size)), Format::claude);
    EXPECT_EQ(error_, "") << size;
  }
  read(file_of("conversations.json", claude.substr(0, claude.size() - 60)), Format::claude);
  EXPECT_THAT(conversations_, SizeIs(1));
  EXPECT_THAT(unreadable_.back(), HasSubstr("the text ends too early"));
}

TEST_F(Formats, ChatgptFollowsTheBranchThatWasShown) {
  const std::string message =
      R"("author":{"role":"user"},"create_time":1700000000.5,"content":{"content_type":"text","parts":)";
  const std::string tree =
      R"([{"title":"T","create_time":1700000000,"conversation_id":"g-1","current_node":"d","mapping":{
    "root":{"id":"root","message":null,"parent":null,"children":["a"]},
    "a":{"message":{"id":"a","author":{"role":"system"},"content":{"content_type":"text","parts":["be nice"]}},"parent":"root","children":["b","c"]},
    "b":{"message":{"id":"b",)" +
      message + R"(["first try"]}},"parent":"a","children":[]},
    "c":{"message":{"id":"c",)" +
      message +
      R"(["second try", {"content_type":"image_asset_pointer"}, "and more"]}},"parent":"a","children":["x"]},
    "x":{"message":{"id":"x","author":{"role":"assistant"},"recipient":"python","content":{"content_type":"code","text":"1+1"}},"parent":"c","children":["d"]},
    "d":{"message":{"id":"d","author":{"role":"assistant"},"recipient":"all","create_time":1700000001,"content":{"content_type":"text","parts":["two"]}},"parent":"x","children":[]}}}])";
  read(file_of("conversations.json", tree));
  EXPECT_EQ(format_, Format::chatgpt);
  EXPECT_THAT(lines(), ElementsAre("user: second try\nand more", "assistant: two"));
  EXPECT_EQ(conversations_[0].id, "g-1");
  EXPECT_EQ(format_rfc3339(*messages(0)[0].said_at).substr(0, 21), "2023-11-14T22:13:20.5");
}

TEST_F(Formats, ChatgptInACircleOrWithoutACurrentNode) {
  read(file_of("conversations.json", R"([
    {"id":"1","current_node":"a","create_time":1,"mapping":{
      "a":{"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["A"]}},"parent":"b"},
      "b":{"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["B"]}},"parent":"a"}}},
    {"id":"2","mapping":{
      "a":{"message":{"author":{"role":"user"},"create_time":5,"content":{"content_type":"text","parts":["young"]}},"children":[]},
      "b":{"message":{"author":{"role":"user"},"create_time":4,"content":{"content_type":"text","parts":["old"]}},"children":[]}}},
    {"mapping":{}}, {"id":"4"}])"));
  EXPECT_THAT(lines(), ElementsAre("user: B", "user: A", "user: old", "user: young"));
  EXPECT_THAT(unreadable_, SizeIs(1));
}

TEST_F(Formats, ChatgptWithParentsAlone) {
  read(file_of("conversations.json", R"([
    {"id":"1","mapping":{
      "a":{"message":{"author":{"role":"user"},"content":{"parts":["A"]}}},
      "b":{"message":{"author":{"role":"assistant"},"content":{"parts":["B"]}},"parent":"a"},
      "c":{"message":{"author":{"role":"user"},"content":{"parts":["C"]}},"parent":"b"}}},
    {"id":"2","mapping":{
      "a":{"message":{"author":{"role":"user"},"content":{"parts":["D"]}},"parent":"b"},
      "b":{"message":{"author":{"role":"user"},"content":{"parts":["E"]}},"parent":"a"}}}])"),
       Format::chatgpt);
  EXPECT_THAT(lines(), ElementsAre("user: A", "assistant: B", "user: C", "user: D", "user: E"));
}

TEST_F(Formats, ClaudeCode) {
  const auto path = folder_of({{"-home-me-api/5e55.jsonl",
                                R"({"type":"summary","summary":"Fix the port","leafUuid":"u"}
{"type":"user","isMeta":true,"message":{"role":"user","content":"Caveat"},"uuid":"0"}
{"type":"user","message":{"role":"user","content":"<command-name>/clear</command-name>"},"uuid":"1"}
{"type":"user","message":{"role":"user","content":"Which port?"},"uuid":"2","parentUuid":null,"cwd":"/home/me/api","timestamp":"2025-06-01T08:00:00.000Z"}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"I look."},{"type":"tool_use","name":"Bash","input":{}}]},"uuid":"3"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"8080"}]},"uuid":"4"}
{"type":"assistant","isSidechain":true,"message":{"content":[{"type":"text","text":"sub"}]},"uuid":"5"}
{"type":"assistant","message":{"content":[{"type":"text","text":"8080."}]},"uuid":"6"}
not a line
)"},
                               {"-home-me-api/agent-1.jsonl", ""}});
  read(path);
  EXPECT_EQ(format_, Format::claude_code);
  EXPECT_THAT(lines(), ElementsAre("user: Which port?", "assistant: I look.", "assistant: 8080."));
  EXPECT_EQ(conversations_[0].id, "5e55");
  EXPECT_EQ(title_of(conversations_[0]), "Fix the port");
  EXPECT_THAT(conversations_[0].tags, ElementsAre("api"));
  EXPECT_THAT(unreadable_, ElementsAre(HasSubstr("5e55.jsonl, line 9: not JSON")));
}

TEST_F(Formats, CodexInBothForms) {
  read(file_of(
      "rollout-2025.jsonl",
      R"({"timestamp":"2025-09-01T08:00:00Z","type":"session_meta","payload":{"id":"s-9","timestamp":"2025-09-01T08:00:00Z","cwd":"/home/ann/site"}}
{"timestamp":"2025-09-01T08:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x"}]}}
{"timestamp":"2025-09-01T08:00:02Z","type":"event_msg","payload":{"type":"user_message","message":"Deploy?"}}
{"timestamp":"2025-09-01T08:00:02Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Deploy?"}]}}
{"timestamp":"2025-09-01T08:00:03Z","type":"response_item","payload":{"type":"function_call","name":"shell"}}
{"timestamp":"2025-09-01T08:00:04Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}}
)"));
  EXPECT_EQ(format_, Format::codex);
  EXPECT_THAT(lines(), ElementsAre("user: Deploy?", "assistant: Done."));
  EXPECT_EQ(conversations_[0].id, "s-9");
  EXPECT_THAT(conversations_[0].tags, ElementsAre("site"));
  read(file_of("old.jsonl",
               R"({"id":"s-1","timestamp":"2025-05-01T08:00:00Z","instructions":null}
{"record_type":"state"}
{"type":"message","role":"user","content":[{"type":"input_text","text":"Hello"}]}
)"));
  EXPECT_EQ(format_, Format::codex);
  EXPECT_EQ(conversations_[0].id, "s-1");
  EXPECT_THAT(lines(), ElementsAre("user: Hello"));
}

TEST_F(Formats, GeminiAsOneObject) {
  read(file_of(
      "session-1.json",
      R"({"sessionId":"g","projectHash":"h","startTime":"2025-09-30T14:11:04Z","summary":"Sum",
  "messages":[{"id":"1","type":"user","content":"2+2?"},{"id":"2","type":"info","content":"Update"},
    {"id":"3","type":"gemini","content":[{"text":"4"}],"toolCalls":[]}]})"));
  EXPECT_EQ(format_, Format::gemini);
  EXPECT_EQ(title_of(conversations_[0]), "Sum");
  EXPECT_THAT(lines(), ElementsAre("user: 2+2?", "gemini: 4"));
}

TEST_F(Formats, GeminiAsRecords) {
  read(file_of(
      "session-2.jsonl",
      R"({"sessionId":"g","projectHash":"h","startTime":"2025-09-30T14:11:04Z","kind":"main"}
{"id":"1","type":"user","content":"<session_context>tree"}
{"$set":{"messages":[{"id":"2","type":"user","content":"A"},{"id":"3","type":"gemini","content":"a"}]}}
{"id":"4","type":"user","content":"B"}
{"id":"5","type":"gemini","content":""}
{"id":"5","type":"gemini","content":"b"}
{"id":"6","type":"user","content":"wrong"}
{"$rewindTo":"6"}
{"id":"7","type":"user","content":"C"}
)"));
  EXPECT_THAT(lines(), ElementsAre("user: A", "gemini: a", "user: B", "gemini: b", "user: C"));
  read(file_of("session-3.jsonl",
               R"({"sessionId":"g","projectHash":"h","kind":"subagent"}
{"id":"1","type":"user","content":"x"})"));
  EXPECT_THAT(conversations_, IsEmpty());
}

TEST_F(Formats, ClaudeKeepsPastedTextsArtifactsAndTheAccountsMemory) {
  read(folder_of(
      {{"conversations.json", R"([{"uuid":"c","name":"Rent","chat_messages":[
 {"uuid":"m1","sender":"human","text":"","attachments":[{"file_name":"","extracted_content":"six weeks"}],"files":[{"file_name":""}]},
 {"uuid":"m2","sender":"assistant","content":[{"type":"thinking","thinking":"x"},{"type":"text","text":"Here."},
  {"type":"tool_use","name":"artifacts","input":{"id":"l","command":"create","title":"Letter","content":"Dear"}},
  {"type":"tool_use","name":"artifacts","input":{"id":"l","command":"update","old_str":"Dear","new_str":"Hello"}},
  {"type":"tool_result","content":"OK"}]}]}])"},
       {"projects.json",
        R"([{"uuid":"p","name":"Flat","is_private":true,"created_at":"2024-01-01T00:00:00Z","prompt_template":"Be kind","docs":[{"uuid":"d","filename":"plan.md","content":"Paint it"}]}])"},
       {"memories.json",
        R"([{"conversations_memory":"Lives upstairs","project_memories":{"p":"Walls first"}}])"},
       {"users.json", R"([{"uuid":"x","full_name":"A","email_address":"a@example.org"}])"}}));
  EXPECT_THAT(
      lines(),
      ElementsAre(
          ": Be kind", ": Paint it", ": Lives upstairs", ": Walls first",
          "human: (pasted text)\nsix weeks",
          "assistant: Here.\n(artifact: Letter)\nDear\n(artifact: Letter, changed)\nHello"));
  EXPECT_EQ(conversations_[0].pieces.front().said_at,
            parse_rfc3339("2024-01-01T00:00:00Z", "")->time);
  EXPECT_EQ(conversations_[1].title, "Flat: plan.md");
  EXPECT_EQ(conversations_[3].title, "Claude's memory of project Flat");
  ASSERT_THAT(not_read_, SizeIs(1));
  EXPECT_EQ(not_read_[0].file->name, "users.json");
}

TEST_F(Formats, ClaudeFollowsTheParentsOfAnEditedQuestion) {
  read(file_of("conversations.json", R"([{"uuid":"c","chat_messages":[
 {"uuid":"1","sender":"human","text":"old","parent_message_uuid":"0"},
 {"uuid":"2","sender":"assistant","text":"to old","parent_message_uuid":"1"},
 {"uuid":"3","sender":"human","text":"new","parent_message_uuid":"0"},
 {"uuid":"4","sender":"assistant","text":"to new","parent_message_uuid":"3"}]}])"));
  EXPECT_THAT(lines(), ElementsAre("human: new", "assistant: to new"));
  EXPECT_THAT(left_out(), ElementsAre("messages that were rewritten: 2"));
}

TEST_F(Formats, ChatgptKeepsCanvasMemoriesAndInstructions) {
  const auto node = [](std::string_view id, std::string_view parent, std::string_view role,
                       std::string_view more, std::string_view content) {
    return "\"" + std::string(id) + R"(":{"parent":")" + std::string(parent) +
           R"(","message":{"id":")" + std::string(id) + R"(","author":{"role":")" +
           std::string(role) + "\"}," + std::string(more) + R"("content":)" + std::string(content) +
           "}}";
  };
  const std::string tree =
      R"({"id":"g","title":"Bread","current_node":"6","create_time":1,"mapping":{)" +
      node(
          "1", "", "user", R"("metadata":{"is_visually_hidden_from_conversation":true},)",
          R"({"content_type":"user_editable_context","user_profile":"Bakes","user_instructions":"Grams"})") +
      "," +
      node(
          "2", "1", "user", "",
          R"({"content_type":"multimodal_text","parts":[{"content_type":"audio_transcription","text":"How long?"},{"content_type":"image_asset_pointer"}]})") +
      "," +
      node("3", "2", "assistant", R"("recipient":"canmore.create_textdoc",)",
           R"({"content_type":"code","text":"{\"name\":\"Loaf\",\"content\":\"Bake it\"}"})") +
      "," +
      node("4", "3", "assistant", R"("recipient":"bio",)",
           R"({"content_type":"text","parts":["User has an oven"]})") +
      "," + node("5", "4", "tool", "", R"({"content_type":"text","parts":["saved"]})") + "," +
      node("6", "5", "assistant", "", R"({"content_type":"text","parts":["An hour."]})") + "," +
      node("7", "1", "user", "", R"({"content_type":"text","parts":["dropped"]})") + "}}";
  read(file_of("conversations.json", "[" + tree + "," + tree + "]"));
  ASSERT_THAT(conversations_, SizeIs(5));
  EXPECT_THAT(lines(), ::testing::IsSupersetOf(
                           {"user: How long?", "assistant: (canvas: Loaf)\nBake it",
                            "assistant: An hour.", ": Bakes", ": Grams", ": User has an oven"}));
  EXPECT_THAT(left_out(),
              ElementsAre("calls of tools: 2", "images, sound and files without a text: 2",
                          "messages that were rewritten: 2", "results of tools: 2",
                          "texts inserted by the program: 2"));
  // One conversation as one object over several lines.
  read(file_of("one.json", "\n" + tree));
  EXPECT_THAT(conversations_, SizeIs(4));
}

TEST_F(Formats, UnclearOnesAreAskedFor) {
  read(folder_of({{"a.txt", "x"}, {"b.json", "{}"}}));
  EXPECT_THAT(error_, HasSubstr("format cannot be detected"));
  read(folder_of({{"a.txt", "x"}, {"b.json", "{}"}}), Format::claude);
  EXPECT_THAT(error_, HasSubstr("no conversations.json"));
  read(folder_of({{"a.txt", "x"}, {"b.json", "{}"}}), Format::codex);
  EXPECT_THAT(error_, HasSubstr(".jsonl"));
  read(folder_ / "nothing");
  EXPECT_THAT(error_, HasSubstr("no such file or folder"));
}

}  // namespace
}  // namespace aim::mine
