// Sessions of Claude Code, Codex and Gemini CLI: whose words are whose, titles, forks, edits.
#include "mine/mine_testing.h"

namespace aim::mine {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class Sessions : public testing::MineTest {
 protected:
  // A record of Claude Code.
  static std::string line(std::string_view kind, std::string_view id, std::string_view content,
                          std::string_view parent = "", std::string_view more = "") {
    return R"({"type":")" + std::string(kind) + R"(","sessionId":"s","uuid":")" + std::string(id) +
           R"(","parentUuid":)" + (parent.empty() ? "null" : "\"" + std::string(parent) + "\"") +
           R"(,"timestamp":"2026-03-01T10:00:00Z","cwd":"/home/u/boat","message":{"role":")" +
           std::string(kind) + R"(","content":)" + std::string(content) + "}" + std::string(more) +
           "}\n";
  }
};

TEST_F(Sessions, AnswersRefusalsAndPlansAreSaid) {
  read(file_of(
      "s.jsonl",
      line("user", "1", R"("tidy the cabin")") +
          line(
              "assistant", "2",
              R"([{"type":"tool_use","id":"t","name":"AskUserQuestion","input":{"questions":[{"question":"Which wood?","options":[{"label":"oak"},{"label":"ash"}]}]}}])") +
          line(
              "user", "3", R"([{"type":"tool_result","tool_use_id":"t","content":"x"}])", "",
              R"(,"toolUseResult":{"answers":{"Which wood?":"oak, oiled"},"annotations":{"Which wood?":{"notes":"no varnish"}}})") +
          line(
              "assistant", "4",
              R"([{"type":"tool_use","id":"p","name":"ExitPlanMode","input":{"plan":"1. Sand\n2. Oil"}}])") +
          line(
              "user", "5",
              R"([{"type":"tool_result","tool_use_id":"p","is_error":true,"content":"The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nsand twice\n\nNote: The user's next message may contain a correction."}])") +
          line("assistant", "6",
               R"([{"type":"tool_use","id":"e","name":"Edit","input":{"file_path":"a.txt"}}])") +
          line("user", "7", R"([{"type":"tool_result","tool_use_id":"e","content":"done"}])")));
  EXPECT_THAT(lines(), ElementsAre("user: tidy the cabin", "assistant: Which wood? (oak / ash)",
                                   "user: Which wood? oak, oiled\nno varnish",
                                   "assistant: 1. Sand\n2. Oil", "user: sand twice"));
  EXPECT_THAT(left_out(), ElementsAre("calls of tools: 3", "results of tools: 3"));
  EXPECT_THAT(lines(Use::turns), Contains("tool: Edit\na.txt"));
}

TEST_F(Sessions, AnswersStandInTheTextOfOlderVersions) {
  read(file_of(
      "s.jsonl",
      line("assistant", "1",
           R"([{"type":"tool_use","id":"t","name":"AskUserQuestion","input":{}}])") +
          line(
              "user", "2",
              R"([{"type":"tool_result","tool_use_id":"t","content":"User has answered your questions: \"Colour?\"=\"red\", \"Size?\"=\"large\". You can now continue with it."}])")));
  EXPECT_THAT(lines(), ElementsAre("user: Colour? red\nSize? large"));
}

TEST_F(Sessions, APlanThatThePersonEditedIsThePersons) {
  read(file_of(
      "s.jsonl",
      line("assistant", "1",
           R"([{"type":"tool_use","id":"p","name":"ExitPlanMode","input":{"plan":"1. Sand"}}])") +
          line(
              "user", "2",
              R"([{"type":"tool_result","tool_use_id":"p","content":"User has approved your plan.\n\n## Approved Plan (edited by user):\n1. Sand\n2. Oil"}])") +
          line(
              "user", "3",
              R"([{"type":"tool_result","tool_use_id":"gone","content":"User has answered your questions: \"Wood?\"=\"oak\". You can now continue."}])")));
  EXPECT_THAT(lines(),
              ElementsAre("assistant: 1. Sand", "user: 1. Sand\n2. Oil", "user: Wood? oak"));
}

TEST_F(Sessions, QueuedPromptsAreSaidOnce) {
  const std::string queued =
      R"({"type":"queue-operation","operation":"enqueue","sessionId":"s","content":"mind the cat"})";
  read(file_of(
      "s.jsonl",
      line("user", "1", R"("start")") + queued + "\n" +
          R"({"type":"queue-operation","operation":"dequeue","sessionId":"s"})" + "\n" +
          line("user", "2", R"("mind the cat")") + line("user", "3", R"("mind the cat")") +
          R"({"type":"attachment","uuid":"4","attachment":{"type":"queued_command","prompt":"and the dog"}})"
          "\n"));
  EXPECT_THAT(lines(), ElementsAre("user: start", "user: mind the cat", "user: mind the cat",
                                   "user: and the dog"));
}

TEST_F(Sessions, TitlesThatAPersonGaveComeFirst) {
  const std::string talk = line("user", "1", R"("<bash-input>ls</bash-input>")") +
                           line("user", "2", R"("sand the hull")") +
                           R"({"type":"ai-title","aiTitle":"Sanding","sessionId":"s"})"
                           "\n";
  read(file_of("s.jsonl", talk));
  EXPECT_EQ(title_of(conversations_.at(0)), "Sanding");
  read(file_of("s.jsonl", R"({"type":"custom-title","customTitle":"Old","sessionId":"s"})"
                          "\n" +
                              talk +
                              R"({"type":"custom-title","customTitle":"Hull","sessionId":"s"})"
                              "\n"));
  EXPECT_EQ(title_of(conversations_.at(0)), "Hull");
}

TEST_F(Sessions, AnEditedPromptReplacesItsBranch) {
  read(file_of(
      "s.jsonl",
      line("user", "1", R"("paint it")") + line("assistant", "2", R"("Which colour?")", "1") +
          line("user", "3", R"("red")", "2") + line("assistant", "4", R"("Red.")", "3") +
          line("user", "5", R"("blue")", "2") + line("assistant", "6", R"("Blue.")", "5")));
  EXPECT_THAT(lines(), ElementsAre("user: paint it", "assistant: Which colour?", "user: blue",
                                   "assistant: Blue."));
  EXPECT_THAT(left_out(), ElementsAre("messages that were rewritten: 2"));
}

TEST_F(Sessions, ForksAndResumedSessionsRepeatNothing) {
  const std::string both =
      line("user", "1", R"("which rope?")") + line("assistant", "2", R"("Hemp.")");
  const std::string fork =
      R"({"type":"user","forkedFrom":{"sessionId":"b"},"sessionId":"a","uuid":"9","message":{"role":"user","content":"which rope?"}})"
      "\n" +
      line("assistant", "10", R"("Hemp.")") + line("user", "11", R"("how thick?")");
  read(folder_of(
      {{"a.jsonl", fork}, {"b.jsonl", both}, {"c.jsonl", both + line("user", "3", R"("why?")")}}));
  EXPECT_THAT(lines(), ElementsAre("user: which rope?", "assistant: Hemp.", "user: why?",
                                   "user: how thick?"));
  EXPECT_THAT(left_out(), ElementsAre("copies of messages: 4"));
}

TEST_F(Sessions, RecordsOfUnknownTypesAreNamed) {
  read(file_of("s.jsonl", line("user", "1", R"("hello")") +
                              R"({"type":"hologram","sessionId":"s"})"
                              "\n" +
                              R"({"type":"progress","sessionId":"s"})"
                              "\n" +
                              line("user", "2", R"([{"type":"smell"}])") +
                              line("assistant", "3", R"([{"type":"thinking","thinking":"hm"}])")));
  EXPECT_THAT(left_out(),
              ElementsAre("reasoning of the assistant: 1", "records of the program's state: 1",
                          "block smell: 1", "record hologram: 1"));
}

TEST_F(Sessions, CodexKeepsThePromptAlone) {
  const auto user = [](std::string_view text) {
    return R"({"timestamp":"2026-03-01T10:00:00Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":")" +
           std::string(text) + "\"}]}}\n";
  };
  read(file_of(
      "rollout-1.jsonl",
      R"({"type":"session_meta","payload":{"id":"x","cwd":"/home/u/boat"}})"
      "\n" +
          user(
              R"(# AGENTS.md instructions for /home/u/boat\n\n<INSTRUCTIONS>\ntabs\n</INSTRUCTIONS>)") +
          user(R"(<skill>\n<name>sail</name>\nlong\n</skill>)") +
          user(R"(<subagent_notification>{}</subagent_notification>)") +
          user(R"(<user_shell_command>\n<command>\nls\n</command>\n</user_shell_command>)") +
          user("hoist it") +
          R"({"type":"response_item","payload":{"type":"function_call","name":"shell","call_id":"c","arguments":"{\"command\":[\"make\",\"sail\"]}"}}
{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"ok"}}
{"type":"response_item","payload":{"type":"reasoning","summary":[]}}
{"type":"response_item","payload":{"type":"function_call","name":"request_user_input","call_id":"q","arguments":"{\"questions\":[{\"id\":\"w\",\"question\":\"Which sail?\"}]}"}}
{"type":"response_item","payload":{"type":"function_call_output","call_id":"q","output":"{\"answers\":{\"w\":{\"answers\":[\"the red one\"]}}}"}}
{"type":"event_msg","payload":{"type":"thread_name_updated","thread_name":"Sails"}}
)"));
  EXPECT_THAT(lines(), ElementsAre("user: hoist it", "assistant: Which sail?",
                                   "user: Which sail? the red one"));
  EXPECT_EQ(title_of(conversations_.at(0)), "Sails");
  EXPECT_THAT(lines(Use::turns), Contains("tool: shell\nmake sail"));
}

TEST_F(Sessions, CodexForksRepeatNothing) {
  const std::string said =
      R"({"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"hoist it"}]}})"
      "\n";
  const std::string more =
      R"({"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"and lower it"}]}})"
      "\n";
  read(folder_of(
      {{"rollout-1.jsonl", R"({"type":"session_meta","payload":{"id":"f","forked_from_id":"x"}})"
                           "\n" +
                               said + more},
       {"rollout-2.jsonl", R"({"type":"session_meta","payload":{"id":"x"}})"
                           "\n" +
                               said},
       {"rollout-3.jsonl", R"({"type":"session_meta","payload":{"id":"y"}})"
                           "\n" +
                               said}}));
  EXPECT_THAT(lines(), ElementsAre("user: hoist it", "user: hoist it", "user: and lower it"));
}

TEST_F(Sessions, GeminiToolsAndFiles) {
  read(file_of("session-1.json",
               R"({"sessionId":"g","projectHash":"h","messages":[
{"id":"1","type":"user","content":[{"text":"read @a.txt"},{"text":"\n--- Content from referenced files ---"},{"text":"long file"}]},
{"id":"2","type":"gemini","content":"Read.","thoughts":[{"subject":"x"}],"toolCalls":[{"name":"run","args":{"command":"make"},
 "result":[{"functionResponse":{"response":{"output":"built"}}}]}]},{"id":"3","type":"info","content":"updated"}]})"));
  EXPECT_THAT(lines(), ElementsAre("user: read @a.txt", "gemini: Read."));
  EXPECT_THAT(lines(Use::turns), Contains("tool: built"));
  EXPECT_THAT(left_out(), SizeIs(5));
}

TEST_F(Sessions, LongOnesComeInStretchesAndToolTextsAreBounded) {
  std::string session;
  const std::string word(1'000'000, 'x');
  for (int i = 0; i < 20; ++i) session += line("user", std::to_string(i), "\"" + word + "\"");
  session += line("assistant", "t",
                  R"([{"type":"tool_use","name":"Bash","input":{"command":")" + word + "\"}}]");
  read(file_of("s.jsonl", session));
  ASSERT_THAT(conversations_, SizeIs(2));
  EXPECT_FALSE(conversations_[0].continues);
  EXPECT_TRUE(conversations_[1].continues);
  EXPECT_THAT(lines(), SizeIs(20));
  EXPECT_THAT(lines(Use::turns).back(), HasSubstr("bytes more)"));
  EXPECT_LE(lines(Use::turns).back().size(), max_tool_bytes + 10);
}

TEST_F(Sessions, EachFileIsReadByItsOwnFormat) {
  read(folder_of(
      {{"a/s.jsonl", line("user", "1", R"("from claude code")")},
       {"b/rollout.jsonl",
        R"({"type":"session_meta","payload":{"id":"x"}})"
        "\n"
        R"({"type":"response_item","payload":{"type":"message","role":"user","content":"from codex"}})"},
       {"c/conversations.json",
        R"([{"uuid":"c","chat_messages":[{"uuid":"m","sender":"human","text":"from claude"}]}])"},
       {"d/memory.json", R"({"type":"entity","name":"A","entityType":"x","observations":[]})"},
       {"e/picture.png", "x"}}));
  EXPECT_THAT(lines(), ::testing::UnorderedElementsAre("user: from claude code", "user: from codex",
                                                       "human: from claude"));
  ASSERT_THAT(not_read_, SizeIs(2));
  EXPECT_EQ(not_read_[0].store, "mcp-memory");
  EXPECT_EQ(not_read_[1].reason, "a picture");
  read(folder_of(
           {{"a.jsonl", line("user", "1", R"("x")")}, {"b.jsonl", R"({"type":"session_meta"})"}}),
       Format::codex);
  EXPECT_THAT(not_read_.at(0).reason, HasSubstr("a file of claude-code"));
}

}  // namespace
}  // namespace aim::mine
