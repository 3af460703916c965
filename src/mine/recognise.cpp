#include "mine/recognise.h"

#include <algorithm>
#include <array>

namespace aim::mine {
namespace {

constexpr std::size_t looked_at = 64 * 1'024;  // of a file's beginning

// Names of members that only files of one kind have: all of `marks` in the beginning of a text.
// Inside a JSON string their quotes would be escaped. The first row that fits counts.
struct Mark {
  std::array<std::string_view, 3> marks;
  std::optional<Format> format;
  std::string_view store, what;
};
constexpr std::array marks{
    Mark{{"\"chat_messages\""}, Format::claude, {}, {}},
    Mark{{"\"conversations_memory\""}, Format::claude, {}, {}},
    Mark{{"\"prompt_template\"", "\"is_private\""}, Format::claude, {}, {}},
    Mark{{"\"full_name\"", "\"email_address\""}, {}, {}, "account data"},
    Mark{{"\"mapping\"", "\"current_node\""}, Format::chatgpt, {}, {}},
    Mark{{"\"mapping\"", "\"create_time\""}, Format::chatgpt, {}, {}},
    Mark{{"\"session_meta\""}, Format::codex, {}, {}},
    Mark{{"\"record_type\"", "\"instructions\""}, Format::codex, {}, {}},
    Mark{{"\"responderUsername\"", "\"requests\""}, Format::vscode, {}, {}},
    Mark{{"\"projectHash\"", "\"sessionId\""}, Format::gemini, {}, {}},
    Mark{{"\"session.start\"", "\"data\""}, Format::copilot, {}, {}},
    Mark{{"\"parentUuid\"", "\"isSidechain\""}, Format::claude_code, {}, {}},
    Mark{{"\"parentUuid\"", "\"parts\"", "\"sessionId\""}, Format::qwen, {}, {}},
    Mark{{"\"parentUuid\""}, Format::claude_code, {}, {}},
    Mark{{"\"leafUuid\""}, Format::claude_code, {}, {}},
    Mark{{"\"display\"", "\"pastedContents\""},
         {},
         {},
         "a log of prompts, which sessions hold, too"},
    Mark{{"\"session_id\"", "\"ts\"", "\"text\""},
         {},
         {},
         "a log of prompts, which sessions hold, too"},
    Mark{{"\"sessionId\"", "\"type\""}, Format::claude_code, {}, {}},
    Mark{{"\"entityType\"", "\"_type\""}, {}, "mcp-memory", "a graph of mcp-think-tank"},
    Mark{{"\"entityType\"", "\"observations\""},
         {},
         "mcp-memory",
         "a graph of the MCP memory server"},
    Mark{{"\"relationType\"", "\"from\""}, {}, "mcp-memory", "a graph of the MCP memory server"},
    Mark{{"\"memory_entries\""}, {}, {}, "an export of mudpuppy"},
    Mark{{"\"content_hash\"", "\"memory_type\""}, {}, {}, "an export of mcp-memory-service"},
    Mark{{"\"core_memory\"", "\"agent_type\""}, {}, "letta", "a Letta agent file"},
    Mark{{"\"agents\"", "\"blocks\"", "\"created_by_id\""}, {}, "letta", "a Letta agent file"},
    Mark{{"\"thread_name\"", "\"updated_at\""}, {}, {}, "a list of sessions"},
    Mark{{"\"user_id\"", "\"memory\"", "\"hash\""}, {}, "mem0", "an export of mem0"}};

// Files by their whole name.
struct Named {
  std::string_view name;
  std::optional<Format> format;
  std::string_view store, what;
};
constexpr std::array names{
    Named{".aider.chat.history.md", Format::aider, {}, {}},
    Named{"api_conversation_history.json", Format::cline, {}, {}},
    Named{"ui_messages.json",
          {},
          {},
          "shown messages, which api_conversation_history.json holds, too"},
    Named{"task_metadata.json", {}, {}, "state of a Cline task"},
    Named{"state.vscdb", Format::cursor, {}, {}},
    Named{"opencode.db", Format::opencode, {}, {}},
    Named{"claude-mem.db", {}, "claude-mem", "a store of claude-mem"},
    Named{"engram.db", {}, "engram", "a store of engram"},
    Named{"store.db", {}, {}, "a chat of Cursor's command line: not read yet"},
    Named{"chroma.sqlite3", {}, "mempalace", "a store of MemPalace, or another of Chroma"},
    Named{"memory.sqlite", {}, "ai-memory-wiki", "a wiki of akitaonrails' ai-memory"},
    Named{"sqlite_vec.db", {}, "mcp-memory-service", "a store of mcp-memory-service"},
    Named{"logs.json", {}, {}, "a log of prompts, which sessions hold, too"},
    Named{"sessions-index.json", {}, {}, "a list of sessions"},
    Named{"user.json", {}, {}, "account data"},
    Named{"users.json", {}, {}, "a list of users"},
    Named{"user_settings.json", {}, {}, "settings"},
    Named{"message_feedback.json", {}, {}, "feedback on answers"},
    Named{"model_comparisons.json", {}, {}, "comparisons of models"},
    Named{"shared_conversations.json", {}, {}, "a list of shared conversations"},
    Named{"integration_logs.json", {}, {}, "a log of integrations"},
    Named{"chat.html", {}, {}, "the conversations once more, as a page"}};

constexpr std::array<std::string_view, 5> slack_lists{"users.json", "channels.json", "groups.json",
                                                      "mpims.json", "dms.json"};

// "2024-03-01.json"
bool is_day(std::string_view name) {
  constexpr std::string_view form = "dddd-dd-dd.json";
  return name.size() == form.size() &&
         std::equal(name.begin(), name.end(), form.begin(), [](char a, char f) {
           return f == 'd' && a != 'd' ? a >= '0' && a <= '9' : a == f;
         });
}

bool has_slack_days(const Source& source) {
  return std::any_of(source.files().begin(), source.files().end(), is_slack_day);
}

// Elements of a list without a name of their own.
bool is_anthropic_history(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at != text.npos && text[at] == '[' && text.substr(at, 400).find("\"role\"") != text.npos &&
         text.find("\"content\"") != text.npos;
}

}  // namespace

bool is_slack_day(const SourceFile& file) {
  return is_day(file.base_name()) && !file.folder().empty();
}

Recognised recognise_text(std::string_view text) {
  if (text.starts_with("SQLite format 3"))
    return {{}, {}, "an SQLite database"};
  const auto has = [&](std::string_view mark) {
    return mark.empty() || text.find(mark) != text.npos;
  };
  for (const Mark& each : marks)
    if (std::all_of(each.marks.begin(), each.marks.end(), has))
      return {each.format, each.store, std::string(each.what)};
  if (has("\"info\"") && has("\"parts\"") && has("\"messages\""))
    return {Format::opencode, {}, {}};
  if (has("\"role\"") && has("\"message\"") && text.starts_with("{\"role\""))
    return {Format::cursor, {}, {}};
  if (is_anthropic_history(text))
    return {Format::cline, {}, {}};
  return {};
}

Result<Recognised> recognise(const Source& source, const SourceFile& file) {
  const std::string_view name = file.base_name();
  if (is_slack_day(file))
    return Recognised{Format::slack, {}, {}};
  // OpenCode's storage names its files by ids.
  if (name.ends_with(".json") && source.files().size() > 1 &&
      (name.starts_with("ses_") || name.starts_with("msg_") || name.starts_with("prt_")))
    return Recognised{Format::opencode, {}, {}};
  if (std::find(slack_lists.begin(), slack_lists.end(), name) != slack_lists.end() &&
      has_slack_days(source))
    return Recognised{Format::slack, {}, {}};
  const auto* named = std::find_if(names.begin(), names.end(),
                                   [&](const Named& each) { return name == each.name; });
  if (named != names.end() && (named->format || source.files().size() > 1))
    return Recognised{named->format, named->store, std::string(named->what),
                      name.ends_with(".vscdb") || name.ends_with(".db")};
  if (name.ends_with(".pb"))
    return Recognised{{}, {}, "a conversation of Antigravity: not read yet"};
  if (name.ends_with(".zip") && source.files().size() > 1)
    return Recognised{{}, {}, "an archive, which is read on its own"};
  const bool looks_readable = name.ends_with(".json") || name.ends_with(".jsonl") ||
                              name.ends_with(".af") || name.ends_with(".db") ||
                              name.ends_with(".md") || name.ends_with(".vscdb");
  if (!looks_readable && source.files().size() > 1)
    return Recognised{};
  const std::string text = TRY(source.beginning(file, looked_at));
  if (text.starts_with("# aider chat started") || text.starts_with("\n# aider chat started"))
    return Recognised{Format::aider, {}, {}};
  if (name.ends_with(".md"))
    return Recognised{};
  if (named != names.end() && !named->what.empty())
    return Recognised{{}, named->store, std::string(named->what)};
  return recognise_text(text);
}

}  // namespace aim::mine
