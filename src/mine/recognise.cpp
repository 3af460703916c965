#include "mine/recognise.h"

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
    Mark{{"\"prompt_template\"", "\"docs\""}, Format::claude, {}, {}},
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
    Mark{{"\"agents\"", "\"blocks\"", "\"block_ids\""}, {}, "letta", "a Letta agent file"},
    Mark{{"\"category_ids\"", "\"memories\""}, {}, "openmemory", "an export of OpenMemory"},
    Mark{{"\"user_id\"", "\"memory\"", "\"hash\""}, {}, "mem0", "an export of mem0"},
    Mark{{"\"user_id\"", "\"memory\"", "\"created_at\""}, {}, "mem0", "an export of mem0"},
    Mark{{"\"results\"", "\"memory\"", "\"id\""}, {}, "mem0", "an export of mem0"},
    Mark{{"\"working_dir\"", "\"description\""}, Format::goose, {}, {}},
    Mark{{"\"step_index\"", "\"source\"", "\"type\""}, Format::antigravity, {}, {}},
    Mark{{"\"workspaceDirectory\"", "\"history\""}, {}, {}, "a session of Continue: not read yet"},
    Mark{{"\"messageId\"", "\"env\""}, {}, {}, "a thread of Amp: not read yet"},
    Mark{{"\"executionId\"", "\"chat\""}, {}, {}, "a chat of Kiro: not read yet"},
    Mark{{"\"session_start\"", "\"cwd\""}, {}, {}, "a session of Droid: not read yet"},
    Mark{{"\"session\"", "\"version\"", "\"parentId\""}, {}, {}, "a session of Pi: not read yet"},
    Mark{{"\"conversation\"", "\"responses\""}, {}, {}, "an export of Grok: not read yet"},
    Mark{
        {"\"guild\"", "\"channel\"", "\"messages\""}, {}, {}, "an export of Discord: not read yet"},
    Mark{{"\"header\"", "\"time\"", "\"title\""},
         {},
         {},
         "a log of Google's activities: not read yet"},
    Mark{{"\"zed\"", "\"messages\""}, {}, {}, "a conversation of Zed: not read yet"}};

// Names in the schema of a database, which stands in its beginning.
constexpr std::array schemas{
    Mark{{"session_summaries", "memory_session_id"}, {}, "claude-mem", "a store of claude-mem"},
    Mark{{"observations", "topic_key"}, {}, "engram", "a store of engram"},
    Mark{{"embedding_metadata", "segments"},
         {},
         "mempalace",
         "a store of MemPalace, or another of Chroma"},
    Mark{{"memories", "content_hash", "memory_type"},
         {},
         "mcp-memory-service",
         "a store of mcp-memory-service"},
    Mark{{"turn_texts", "text_blocks"}, {}, {}, "a database of ai-memory: sync or migrate it"},
    Mark{{"memory_entries"}, {}, "mudpuppy", "a store of mudpuppy or matrioshka-brain"},
    Mark{{"memories", "superseded_by", "usefulness"},
         {},
         "vector-memory",
         "a store of vector-memory"}};

// Files without a text, by the end of their name.
struct FileEnding {
  std::string_view end, what;
};
constexpr std::array endings{FileEnding{".png", "a picture"},
                             FileEnding{".jpg", "a picture"},
                             FileEnding{".jpeg", "a picture"},
                             FileEnding{".gif", "a picture"},
                             FileEnding{".webp", "a picture"},
                             FileEnding{".svg", "a picture"},
                             FileEnding{".pdf", "a PDF document"},
                             FileEnding{".mp3", "a sound"},
                             FileEnding{".wav", "a sound"},
                             FileEnding{".mp4", "a film"},
                             FileEnding{".pb", "a sealed conversation of Antigravity"}};

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
    Named{"taskHistory.json", {}, {}, "a list of tasks"},
    Named{"workspace.json", {}, {}, "the folder of an editor's workspace"},
    Named{".project_root", {}, {}, "the folder of a project"},
    Named{"task_metadata.json", {}, {}, "state of a Cline task"},
    Named{"state.vscdb", Format::cursor, {}, {}},
    Named{"opencode.db", Format::opencode, {}, {}},
    Named{"sessions.db", Format::goose, {}, {}},
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

// The statements that made the tables: a row may say anything.
std::string schema_in(std::string_view text) {
  constexpr std::size_t longest = 2'000;
  constexpr std::string_view begin = "CREATE ";
  std::string schema;
  for (std::size_t at = text.find(begin); at != text.npos; at = text.find(begin, at + 1))
    schema.append(text.substr(at, std::min(longest, text.find(begin, at + 1) - at)));
  return schema;
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
  const auto has = [&](std::string_view mark) {
    return mark.empty() || text.find(mark) != text.npos;
  };
  if (text.starts_with("SQLite format 3")) {
    const std::string schema = schema_in(text);
    const auto in_schema = [&](std::string_view mark) { return schema.find(mark) != schema.npos; };
    for (const Mark& each : schemas)
      if (std::all_of(each.marks.begin(), each.marks.end(), in_schema))
        return {{}, each.store, std::string(each.what)};
    return {{}, {}, "an SQLite database"};
  }
  for (const Mark& each : marks)
    if (std::all_of(each.marks.begin(), each.marks.end(), has))
      return {each.format, each.store, std::string(each.what)};
  if (has("\"info\"") && has("\"parts\"") && has("\"messages\""))
    return {Format::opencode, {}, {}};
  if (has("\"role\"") && has("\"message\"") && text.starts_with("{\"role\""))
    return {Format::cursor, {}, {}};
  if (is_anthropic_history(text))
    return {Format::cline, {}, {}};
  if (has("\"version\"") && has("\"summary\"") && has("\"messages\"") && has("\"text\""))
    return {{}, {}, "a conversation of Zed: not read yet"};
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
  if (file.bytes == 0)
    return Recognised{{}, {}, "an empty file"};
  for (const FileEnding& each : endings)
    if (name.ends_with(each.end))
      return Recognised{{}, {}, std::string(each.what)};
  if (name.ends_with(".zip") && source.files().size() > 1)
    return Recognised{{}, {}, "an archive, which is read on its own"};
  const bool looks_readable = name.ends_with(".json") || name.ends_with(".jsonl") ||
                              name.ends_with(".af") || name.ends_with(".chat") ||
                              name.ends_with(".db") || name.ends_with(".md") ||
                              name.ends_with(".vscdb");
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

namespace {

bool is_of_basic_memory(const Source& source, const SourceFile& file) {
  const auto begin = source.beginning(file, 4'096);
  return begin && begin->starts_with("---") && begin->find("\npermalink:") != begin->npos;
}

// Notes, which have no marks of their own.
Recognised recognise_notes(const Source& source, const SourceFile& file) {
  const std::string_view name = file.base_name();
  if (name == "MEMORY.md" || name == "projectbrief.md" || name == "activeContext.md")
    return {{}, "memory-md", "memory files of an assistant"};
  if (file.name.find(".obsidian/") != file.name.npos)
    return {{}, "obsidian", "a vault of Obsidian"};
  if (name.ends_with(".md"))
    return is_of_basic_memory(source, file)
               ? Recognised{{}, "basic-memory", "notes of basic-memory"}
               : Recognised{{}, "memory-md", "Markdown files"};
  if (name.ends_with(".txt"))
    return {{}, "memory-list", "a text, a memory each paragraph"};
  return {};
}

}  // namespace

Result<Recognised> recognise_all(const Source& source) {
  Recognised best;
  int rank = 0;
  const auto take = [&](Recognised known, int more) {
    if (more > rank) {
      best = std::move(known);
      rank = more;
    }
  };
  for (const SourceFile& file : source.files()) {
    Recognised known = TRY(recognise(source, file));
    const bool named = known.format || !known.store.empty();
    Recognised notes = recognise_notes(source, file);
    if (named)
      take(std::move(known), 3);
    else if (!notes.store.empty())
      take(std::move(notes),
           notes.what == "Markdown files" || notes.store == "memory-list" ? 2 : 4);
    else if (!known.what.empty())
      take(std::move(known), 1);
  }
  return best;
}

}  // namespace aim::mine
