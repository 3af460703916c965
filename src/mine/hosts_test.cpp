// Sessions of further assistants (X2), each after the form its description gives.
#include <set>

#include "base/hash.h"
#include "base/timestamp.h"
#include "mine/databases.h"
#include "mine/mine_testing.h"

namespace aim::mine {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class Hosts : public testing::MineTest {};

TEST_F(Hosts, CopilotOnTheCommandLine) {
  read(folder_of(
      {{"5e55/events.jsonl",
        R"({"type":"session.start","data":{"sessionId":"5e55","startTime":"2026-03-01T10:00:00Z","context":{"cwd":"/home/u/boat"}},"id":"1","timestamp":"2026-03-01T10:00:00Z","parentId":null}
{"type":"user.message","data":{"content":"<current_datetime>now</current_datetime>\nWhich knot?","transformedContent":"long"},"id":"2","timestamp":"2026-03-01T10:00:01Z"}
{"type":"assistant.message","data":{"content":"","toolRequests":[{"name":"view"}]},"id":"3"}
{"type":"tool.execution_start","data":{"toolName":"view","arguments":{"path":"knots.md"}},"id":"4"}
{"type":"tool.execution_complete","data":{"success":true,"result":{"content":"bowline"}},"id":"5"}
{"type":"assistant.message","data":{"content":"A bowline."},"id":"6"}
{"type":"comet.seen","data":{},"id":"7"}
)"}}));
  EXPECT_EQ(format_, Format::copilot);
  EXPECT_THAT(lines(), ElementsAre("user: Which knot?", "assistant: A bowline."));
  EXPECT_THAT(lines(Use::turns), Contains("tool: view\nknots.md"));
  EXPECT_EQ(conversations_[0].id, "5e55");
  EXPECT_EQ(conversations_[0].folder, "/home/u/boat");
  EXPECT_THAT(left_out(), Contains("event comet.seen: 1"));
}

TEST_F(Hosts, VsCodeAsAnObjectAndAsALog) {
  const std::string request =
      R"({"requestId":"r","timestamp":1770000000000,"message":{"text":"Which knot?"},"response":[
{"kind":"thinking","value":"hm"},{"value":"A bowline."},{"kind":"toolInvocationSerialized","toolId":"read","pastTenseMessage":{"value":"Read knots.md"}}]})";
  read(file_of(
      "s.json",
      R"({"version":3,"responderUsername":"GitHub Copilot","sessionId":"s","creationDate":1770000000000,
"customTitle":"Knots","requests":[)" +
          request + "]}"));
  EXPECT_EQ(format_, Format::vscode);
  EXPECT_THAT(lines(), ElementsAre("user: Which knot?", "assistant: A bowline."));
  EXPECT_EQ(title_of(conversations_[0]), "Knots");
  EXPECT_EQ(format_rfc3339(*conversations_[0].started).substr(0, 10), "2026-02-02");
  read(file_of(
      "s.jsonl",
      R"({"kind":0,"v":{"version":3,"responderUsername":"GitHub Copilot","sessionId":"s","requests":[]}})"
      "\n"
      R"({"kind":2,"k":["requests"],"v":[{"requestId":"r","message":{"text":"Which knot?"},"response":[]}]})"
      "\n"
      R"({"kind":2,"k":["requests",0,"response"],"v":[{"value":"A bowline."}]})"
      "\n"
      R"({"kind":1,"k":["customTitle"],"v":"Knots"})"
      "\n"));
  EXPECT_THAT(lines(), ElementsAre("user: Which knot?", "assistant: A bowline."));
  EXPECT_EQ(title_of(conversations_[0]), "Knots");
}

TEST_F(Hosts, CursorsAgent) {
  read(file_of(
      "c0ffee.jsonl",
      R"({"role":"user","message":{"content":[{"type":"text","text":"<open_and_recently_viewed_files>a</open_and_recently_viewed_files>\n<user_query>\nWhich knot?\n</user_query>"}]}}
{"role":"assistant","message":{"content":[{"type":"text","text":"A bowline."},{"type":"tool_use","name":"Read","input":{"path":"knots.md"}}]}}
)"));
  EXPECT_EQ(format_, Format::cursor);
  EXPECT_THAT(lines(), ElementsAre("user: Which knot?", "assistant: A bowline."));
  EXPECT_EQ(conversations_[0].id, "c0ffee");
}

TEST_F(Hosts, ClineSaysWhoseWordsTheyAreByElements) {
  read(folder_of(
      {{"tasks/1700000000000/api_conversation_history.json",
        R"([{"role":"user","content":[{"type":"text","text":"<task>\nWhich knot?\n</task>"},{"type":"text","text":"<environment_details>\nfiles\n</environment_details>"}]},
{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"1","name":"read_file","input":{"path":"knots.md"}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"bowline"}]},
{"role":"assistant","content":"Shall I?"},
{"role":"user","content":[{"type":"text","text":"[ask_followup_question] Result:\n<answer>\nyes, twice\n</answer>"}]}])"},
       {"tasks/1700000000000/ui_messages.json", "[]"}}));
  EXPECT_EQ(format_, Format::cline);
  EXPECT_THAT(lines(), ElementsAre("user: Which knot?", "assistant: I look.", "assistant: Shall I?",
                                   "user: yes, twice"));
  EXPECT_EQ(conversations_[0].id, "1700000000000");
  EXPECT_THAT(not_read_, SizeIs(1));
}

TEST_F(Hosts, ClineWritesCallsOfToolsAsElements) {
  const auto folder = folder_of({{"tasks/1700000000000/api_conversation_history.json", R"([
{"role":"user","content":[{"type":"text","text":"<task>\nWhich knot?\n</task>\n\n<file_content path=\"a.md\">\nsail\n</file_content>"},{"type":"text","text":"<environment_details>\n# Current Working Directory (/home/u/boat (old)) Files\na.md\n</environment_details>"}]},
{"role":"assistant","content":[{"type":"text","text":"<thinking>hm</thinking>\nI look.\n\n```\n<to_show>\n<path>x</path>\n</to_show>\n```\n<replace_in_file>\n<path>knots.md</path>\n<diff>\n<<<<<<< SEARCH\na\n</diff>\n</replace_in_file>"}]},
{"role":"user","content":[{"type":"text","text":"[replace_in_file for 'knots.md'] Result:"},{"type":"text","text":"Saved.\n<answer>42</answer>"}]},
{"role":"assistant","content":"<read_file>\n<args><file><path>b.md</path></file><file><path>c.md</path></file></args>\n</read_file>\n<execute_command>\n<command>make knot</command>\n</execute_command>"},
{"role":"user","content":[{"type":"text","text":"[execute_command for 'make knot'] Result:"},{"type":"text","text":"Command executed."},{"type":"text","text":"The user provided the following feedback:\n<feedback>\nuse less rope\n</feedback>"}]},
{"role":"user","content":"[ERROR] You did not use a tool"},
{"role":"assistant","content":[{"type":"tool_use","id":"9","name":"attempt_completion","input":{"result":"A bowline."}}]},
{"role":"assistant","content":"<attempt_completion>\n<result>\nDone.\n</result>\n</attempt_completion>"}])"}});
  for (const auto& path : {folder, folder / "tasks/1700000000000",
                           folder / "tasks/1700000000000/api_conversation_history.json"}) {
    read(path);
    EXPECT_EQ(format_, Format::cline);
    EXPECT_THAT(lines(),
                ElementsAre("user: Which knot?",
                            "assistant: I look.\n\n```\n<to_show>\n<path>x</path>\n</to_show>\n```",
                            "user: use less rope", "assistant: A bowline.", "assistant: Done."));
    EXPECT_THAT(lines(Use::turns), Contains("tool: replace_in_file\nknots.md\n{\"diff\":\"<<<<<<< "
                                            "SEARCH\\na\"}"));
    EXPECT_THAT(lines(Use::turns), Contains("tool: Saved.\n<answer>42</answer>"));
    EXPECT_THAT(
        lines(Use::turns),
        Contains("tool: read_file\nb.md\n{}\nread_file\nc.md\n{}\nexecute_command\nmake knot"));
    EXPECT_EQ(conversations_[0].id, "1700000000000");
    EXPECT_EQ(conversations_[0].folder, "/home/u/boat (old)");
  }
}

TEST_F(Hosts, EachClineTaskHasAnIdOfItsOwn) {
  const std::string one = R"([{"role":"user","content":"Which knot?"}])";
  for (const char* task : {"1700000000001", "1700000000002"}) {
    const std::string name = std::string(task) + "/api_conversation_history.json";
    read(folder_of({{name, one}}) / name);
    EXPECT_EQ(conversations_[0].id, task);
  }
  read(zip_of({{"api_conversation_history.json", one}}));
  EXPECT_EQ(conversations_[0].id, "export");
}

TEST_F(Hosts, ProjectsAreNamedBesideTheSessions) {
  const auto gemini = [](const std::string& id) {
    return R"({"sessionId":"s","projectHash":"h","messages":[{"id":")" + id +
           R"(","type":"user","content":"Which knot?"}]})";
  };
  const std::string hash = sha256_hex("/srv/buoys");
  const auto vscode = [](const std::string& id) {
    return R"({"responderUsername":"x","sessionId":"v","requests":[{"requestId":")" + id +
           R"(","message":{"text":"Which knot?"}}]})";
  };
  const testing::MineTest::Files files{
      {".gemini/projects.json", R"({"projects":{"/srv/bells":"bells"}})"},
      {".gemini/trustedFolders.json", R"({"/srv/buoys":"TRUST_FOLDER"})"},
      {".gemini/tmp/anchors/.project_root", "/srv/anchors\n"},
      {".gemini/tmp/anchors/chats/session-1.json", gemini("1")},
      {".gemini/tmp/bells/chats/session-2.json", gemini("2")},
      {".gemini/tmp/" + hash + "/chats/session-3.json", gemini("3")},
      {"User/workspaceStorage/abc/workspace.json", R"({"folder":"file:///srv/my%20sails"})"},
      {"User/workspaceStorage/abc/chatSessions/v.json", vscode("4")},
      {"User/workspaceStorage/def/workspace.json",
       R"({"workspace":"vscode-remote://ssh-remote%2Bhost/srv/fleet/all.code-workspace"})"},
      {"User/workspaceStorage/def/chatSessions/w.json", vscode("5")}};
  const std::map<std::string, std::string> expected{
      {".gemini/tmp/anchors/chats/session-1.json", "/srv/anchors"},
      {".gemini/tmp/bells/chats/session-2.json", "/srv/bells"},
      {".gemini/tmp/" + hash + "/chats/session-3.json", "/srv/buoys"},
      {"User/workspaceStorage/abc/chatSessions/v.json", "/srv/my sails"},
      {"User/workspaceStorage/def/chatSessions/w.json", "/srv/fleet"}};
  const auto folder = folder_of(files);
  for (const auto& [name, project] : expected) {
    read(folder / name);
    ASSERT_THAT(conversations_, SizeIs(1)) << name;
    EXPECT_EQ(conversations_[0].folder, project);
  }
  read(zip_of(files));
  std::set<std::string> folders, all;
  for (const auto& each : conversations_) folders.insert(each.folder);
  for (const auto& each : expected) all.insert(each.second);
  EXPECT_EQ(folders, all);
}

TEST_F(Hosts, OpenCodeAsAnExportAndAsStorage) {
  read(file_of(
      "export.json",
      R"({"info":{"id":"ses_1","title":"Knots","directory":"/home/u/boat","time":{"created":1770000000000}},
"messages":[{"info":{"id":"msg_1","role":"user","time":{"created":1770000000000}},"parts":[{"type":"text","text":"Which knot?"},{"type":"text","synthetic":true,"text":"file"}]},
{"info":{"id":"msg_2","role":"assistant"},"parts":[{"type":"step-start"},{"type":"reasoning","text":"hm"},{"type":"tool","tool":"read","state":{"input":{"filePath":"knots.md"},"output":"bowline"}},{"type":"text","text":"A bowline."}]}]})"));
  EXPECT_EQ(format_, Format::opencode);
  EXPECT_THAT(lines(), ElementsAre("user: Which knot?", "assistant: A bowline."));
  EXPECT_THAT(lines(Use::turns), Contains("tool: read\nknots.md"));
  EXPECT_THAT(lines(Use::turns), Contains("tool: bowline"));
  read(folder_of({{"storage/session/p/ses_1.json",
                   R"({"id":"ses_1","title":"Knots","directory":"/home/u/boat"})"},
                  {"storage/message/ses_1/msg_1.json", R"({"id":"msg_1","role":"user"})"},
                  {"storage/message/ses_1/msg_2.json", R"({"id":"msg_2","role":"assistant"})"},
                  {"storage/part/msg_1/prt_1.json", R"({"type":"text","text":"Which knot?"})"},
                  {"storage/part/msg_2/prt_2.json", R"({"type":"text","text":"A bowline."})"}}));
  EXPECT_THAT(lines(), ElementsAre("user: Which knot?", "assistant: A bowline."));
  EXPECT_EQ(conversations_[0].folder, "/home/u/boat");
}

TEST_F(Hosts, QwenCode) {
  read(file_of(
      "q.jsonl",
      R"({"uuid":"1","parentUuid":null,"sessionId":"q","timestamp":"2026-03-01T10:00:00Z","type":"user","cwd":"/home/u/boat","message":{"role":"user","parts":[{"text":"Which knot?"}]}}
{"uuid":"2","parentUuid":"1","sessionId":"q","type":"assistant","message":{"role":"model","parts":[{"text":"hm","thought":true},{"text":"A bowline."},{"functionCall":{"name":"read_file","args":{"absolute_path":"/knots.md"}}}]}}
{"uuid":"3","parentUuid":"2","sessionId":"q","type":"tool_result","message":{"role":"user","parts":[{"functionResponse":{"name":"read_file","response":{"output":"x"}}}]}}
{"uuid":"4","parentUuid":"3","sessionId":"q","type":"system","subtype":"ui_telemetry"}
)"));
  EXPECT_EQ(format_, Format::qwen);
  EXPECT_THAT(lines(), ElementsAre("user: Which knot?", "assistant: A bowline."));
  EXPECT_THAT(conversations_[0].tags, ElementsAre("boat"));
  EXPECT_THAT(left_out(), SizeIs(4));
}

TEST_F(Hosts, AidersHistory) {
  read(file_of(".aider.chat.history.md",
               "\n# aider chat started at 2026-03-01 10:00:00\n\n> /usr/bin/aider\n> Main model: "
               "x\n\n#### Which knot?  \n#### Be brief\n\n"
               "A bowline.\n\n> Tokens: 1k sent\n> Applied edit to knots.md  \n\n# aider chat "
               "started at 2026-03-02 "
               "10:00:00\n\n#### And now?\n\nRest.\n"));
  EXPECT_EQ(format_, Format::aider);
  ASSERT_THAT(conversations_, SizeIs(2));
  EXPECT_THAT(lines(), ElementsAre("user: Which knot?\nBe brief", "assistant: A bowline.",
                                   "user: And now?", "assistant: Rest."));
  EXPECT_THAT(lines(Use::turns), Contains("tool: edit\nknots.md"));
  EXPECT_EQ(conversations_[1].started, parse_rfc3339("2026-03-02T10:00:00Z", "time")->time);
}

TEST_F(Hosts, GeminiNamesAProjectByTheHashOfItsFolder) {
  const auto home = folder_of({{"code/boat/README.md", "x"}});
  const auto session = [&](const std::string& folder) {
    const std::string name =
        "chats/session-" + std::to_string(std::hash<std::string>()(folder)) + ".json";
    const auto path = home / ".gemini/tmp" / sha256_hex(folder) / name;
    std::filesystem::create_directories(path.parent_path());
    EXPECT_TRUE(replace_file(
        path, R"({"sessionId":"s","projectHash":"h","messages":[{"id":"1","type":"user",)"
              R"("content":"Which knot?"}]})"));
    return path;
  };
  const auto claude = home / ".claude/projects/-srv-far/a.jsonl";
  std::filesystem::create_directories(claude.parent_path());
  EXPECT_TRUE(replace_file(claude, R"({"cwd":"/srv/far"})"));
  for (const std::string& each : {(home / "code/boat").string(), std::string("/srv/far")}) {
    read(session(each));
    ASSERT_THAT(conversations_, SizeIs(1));
    EXPECT_EQ(conversations_[0].folder, each);
  }
  read(session("/srv/unknown"));
  EXPECT_EQ(conversations_[0].folder, "");
}

TEST_F(Hosts, GooseBeforeItHadADatabase) {
  read(file_of(
      "20250801_101500.jsonl",
      R"({"working_dir":"/home/u/boat","description":"Knots for the jetty","message_count":4}
{"role":"user","created":1754043300,"content":[{"type":"text","text":"Which knot?"}]}
{"role":"assistant","created":1754043301,"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"I look."},{"type":"toolRequest","id":"1","toolCall":{"status":"success","value":{"name":"developer__shell","arguments":{"command":"cat knots.md"}}}}]}
{"role":"user","created":1754043302,"content":[{"type":"toolResponse","id":"1","toolResult":{"status":"success","value":[{"type":"text","text":"bowline"}]}}]}
{"role":"user","created":1754043303,"content":[{"type":"toolResponse","id":"2","toolResult":{"status":"error","error":"no such file"}}]}
{"role":"assistant","created":1754043304,"content":[{"type":"text","text":"A bowline."},{"type":"hologram"}]}
{"role":"user","created":1754043305,"metadata":{"userVisible":false},"content":[{"type":"text","text":"Go on."}]}
)"));
  EXPECT_EQ(format_, Format::goose);
  EXPECT_THAT(lines(),
              ElementsAre("user: Which knot?", "assistant: I look.", "assistant: A bowline."));
  EXPECT_THAT(lines(Use::turns), Contains("tool: developer__shell\ncat knots.md"));
  EXPECT_THAT(lines(Use::turns), Contains("tool: no such file"));
  EXPECT_EQ(conversations_[0].folder, "/home/u/boat");
  EXPECT_EQ(conversations_[0].title, "Knots for the jetty");
  EXPECT_THAT(left_out(), Contains("block hologram: 1"));
}

TEST_F(Hosts, GooseInItsDatabase) {
  const std::map<std::string, std::vector<Row>> tables{
      {"sessions",
       {{{"id", "20260801_1"}, {"name", "Knots"}, {"working_dir", "/home/u/boat"}},
        {{"id", "20260801_2"}, {"name", "Empty"}}}},
      {"messages",
       {{{"id", "1"},
         {"session_id", "20260801_1"},
         {"role", "user"},
         {"created_timestamp", "1785578400"},
         {"content_json", R"([{"type":"text","text":"Which knot?"}])"}},
        {{"id", "2"},
         {"session_id", "20260801_1"},
         {"role", "assistant"},
         {"created_timestamp", "1785578401"},
         {"content_json", R"([{"type":"text","text":"A bowline."}])"},
         {"metadata_json", R"({"userVisible":true})"}}}}};
  const TableRows rows = [&](std::string_view table, const auto& take) -> Result<bool> {
    const auto found = tables.find(std::string(table));
    if (found == tables.end())
      return false;
    for (const Row& each : found->second) TRY_VOID(take(each));
    return true;
  };
  std::vector<Conversation> taken;
  const ConversationSink sink{[&](Conversation each) {
                                taken.push_back(std::move(each));
                                return Result<void>();
                              },
                              {}};
  ASSERT_TRUE(read_database(Format::goose, rows, sink));
  ASSERT_THAT(taken, SizeIs(1));
  EXPECT_EQ(taken[0].title, "Knots");
  EXPECT_EQ(taken[0].folder, "/home/u/boat");
  ASSERT_THAT(taken[0].pieces, SizeIs(2));
  EXPECT_EQ(taken[0].pieces[1].text, "A bowline.");
  EXPECT_TRUE(taken[0].pieces[1].said_at.has_value());
  EXPECT_FALSE(read_database(
      Format::goose, [](std::string_view, const auto&) -> Result<bool> { return false; }, sink));
}

TEST_F(Hosts, AntigravitysTranscript) {
  const std::string name = "brain/0f1e/.system_generated/logs/transcript.jsonl";
  const testing::MineTest::Files files{
      {name,
       R"({"step_index":0,"source":"USER_EXPLICIT","type":"USER_INPUT","status":"DONE","created_at":"2026-05-22T21:48:22Z","content":"<USER_REQUEST>\nWhich knot?\n</USER_REQUEST>\n<ADDITIONAL_METADATA>\nlocal time\n</ADDITIONAL_METADATA>"}
{"step_index":1,"source":"SYSTEM","type":"CONVERSATION_HISTORY","status":"DONE","created_at":"2026-05-22T21:48:22Z"}
{"step_index":2,"source":"MODEL","type":"PLANNER_RESPONSE","created_at":"2026-05-22T21:48:23Z","tool_calls":[{"name":"run_command","args":{"Cwd":"\"/home/u/boat\"","CommandLine":"\"cat knots.md\""}}]}
{"step_index":3,"source":"MODEL","type":"RUN_COMMAND","created_at":"2026-05-22T21:48:24Z","content":"bowline"}
{"step_index":4,"source":"MODEL","type":"PLANNER_RESPONSE","created_at":"2026-05-22T21:48:25Z","content":"A bowline.","thinking":"hm"}
{"step_index":5,"source":"MOON","type":"NEWS","content":"x"}
)"}};
  const auto folder = folder_of(files);
  for (const auto& path : {folder, folder / name, zip_of(files)}) {
    read(path);
    EXPECT_EQ(format_, Format::antigravity);
    EXPECT_THAT(lines(), ElementsAre("user: Which knot?", "assistant: A bowline."));
    EXPECT_THAT(lines(Use::turns),
                Contains(::testing::StartsWith("tool: run_command\ncat knots.md")));
    ASSERT_THAT(conversations_, SizeIs(1));
    EXPECT_EQ(conversations_[0].id, "0f1e");
    EXPECT_EQ(conversations_[0].folder, "/home/u/boat");
    EXPECT_THAT(left_out(), Contains("step of MOON: 1"));
  }
}

}  // namespace
}  // namespace aim::mine
