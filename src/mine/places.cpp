#include "mine/places.h"

#include <sys/stat.h>

#include <fstream>
#include <system_error>

#include "base/file.h"

namespace aim::mine {
namespace {

// Folders that an environment variable may move.
struct Root {
  std::string_view name;
  const char* variable;
  std::string_view otherwise;  // in the home folder
};
constexpr std::array roots{
    Root{"<claude>", "CLAUDE_CONFIG_DIR", ".claude"}, Root{"<codex>", "CODEX_HOME", ".codex"},
    Root{"<config>", "XDG_CONFIG_HOME", ".config"}, Root{"<data>", "XDG_DATA_HOME", ".local/share"},
    Root{"<graph>", "MEMORY_FILE_PATH", ""}};

// Editors that keep the data of their extensions alike.
constexpr std::array<std::string_view, 9> editors{
    "<config>/Code/User",         "<config>/Code - Insiders/User",
    "<config>/Code - OSS/User",   "<config>/VSCodium/User",
    "<config>/Cursor/User",       "<config>/Windsurf/User",
    "~/.vscode-server/data/User", "~/.vscode-server-insiders/data/User",
    "~/.cursor-server/data/User"};

enum class Owner { unknown, person, parent_folder, sessions_beside };

// `*` in a path is any one folder, `<editor>` any of the editors. As these programs keep them in
// 2026-08.
struct KnownPlace {
  std::string_view program, path, ending;
  std::optional<Format> format = {};
  std::optional<Store> store = {};
  bool whole = false;
  Owner owner = Owner::unknown;
};
constexpr std::string_view any_json = ".json", any_jsonl = ".jsonl";  // .json: also .jsonl

constexpr KnownPlace sessions(std::string_view program, std::string_view path,
                              std::string_view ending, Format format) {
  return {program, path, ending, format};
}
constexpr KnownPlace database(std::string_view program, std::string_view path, Format format) {
  return {program, path, "", format, {}, true};
}
constexpr KnownPlace notes(std::string_view program, std::string_view path,
                           Store store = Store::memory_md, Owner owner = Owner::unknown) {
  return {program, path, ".md", {}, store, true, owner};
}
constexpr KnownPlace store(std::string_view program, std::string_view path, Store store) {
  return {program, path, "", {}, store, true};
}

constexpr std::string_view task = "api_conversation_history.json", transcript = "transcript.jsonl";
constexpr auto rows = std::to_array<KnownPlace>(
    {sessions("claude-code", "<claude>/projects", any_jsonl, Format::claude_code),
     notes("claude-code", "<claude>/projects/*/memory", Store::memory_md, Owner::sessions_beside),
     sessions("codex", "<codex>/sessions", any_jsonl, Format::codex),
     sessions("codex", "<codex>/archived_sessions", any_jsonl, Format::codex),
     notes("codex", "<codex>/memories/MEMORY.md", Store::memory_md, Owner::person),
     sessions("gemini", "~/.gemini/tmp", any_json, Format::gemini),
     notes("gemini", "~/.gemini/GEMINI.md", Store::memory_md, Owner::person),
     sessions("qwen", "~/.qwen/projects", any_jsonl, Format::qwen),
     sessions("qwen", "~/.qwen/tmp", any_json, Format::qwen),
     sessions("copilot", "~/.copilot/session-state", any_jsonl, Format::copilot),
     sessions("vscode", "<editor>/workspaceStorage/*/chatSessions", any_json, Format::vscode),
     sessions("vscode", "<editor>/globalStorage/emptyWindowChatSessions", any_json, Format::vscode),
     sessions("cursor", "~/.cursor/projects/*/agent-transcripts", any_jsonl, Format::cursor),
     database("cursor", "<config>/Cursor/User/globalStorage/state.vscdb", Format::cursor),
     database("opencode", "<data>/opencode/opencode.db", Format::opencode),
     {"opencode", "<data>/opencode/storage", any_json, Format::opencode, {}, true},
     sessions("goose", "<data>/goose/sessions", any_jsonl, Format::goose),
     database("goose", "<data>/goose/sessions/sessions.db", Format::goose),
     sessions("cline", "<editor>/globalStorage/saoudrizwan.claude-dev/tasks", task, Format::cline),
     sessions("cline", "~/.cline/data/tasks", task, Format::cline),
     sessions("roo", "<editor>/globalStorage/rooveterinaryinc.roo-cline/tasks", task,
              Format::cline),
     sessions("kilo", "<editor>/globalStorage/kilocode.kilo-code/tasks", task, Format::cline),
     notes("cline", "~/*/memory-bank", Store::memory_md, Owner::parent_folder),
     notes("cline", "~/*/*/memory-bank", Store::memory_md, Owner::parent_folder),
     sessions("aider", "~/.aider.chat.history.md", ".md", Format::aider),
     sessions("aider", "~/*/.aider.chat.history.md", ".md", Format::aider),
     sessions("aider", "~/*/*/.aider.chat.history.md", ".md", Format::aider),
     sessions("antigravity", "~/.gemini/antigravity/brain", transcript, Format::antigravity),
     sessions("antigravity", "~/.gemini/antigravity-cli/brain", transcript, Format::antigravity),
     sessions("antigravity", "~/.gemini/antigravity-ide/brain", transcript, Format::antigravity),
     {"antigravity", "~/.gemini/antigravity/conversations", ".pb"},
     store("mcp-memory", "<graph>", Store::mcp_memory),
     store("mcp-memory",
           "~/.npm/_npx/*/node_modules/@modelcontextprotocol/server-memory/dist/memory.json",
           Store::mcp_memory),
     store("mcp-memory",
           "~/.npm/_npx/*/node_modules/@modelcontextprotocol/server-memory/dist/memory.jsonl",
           Store::mcp_memory),
     store("mcp-memory-service", "<data>/mcp-memory/sqlite_vec.db", Store::mcp_memory_service),
     store("claude-mem", "~/.claude-mem/claude-mem.db", Store::claude_mem),
     notes("basic-memory", "~/basic-memory", Store::basic_memory),
     store("mempalace", "~/.mempalace/palace/chroma.sqlite3", Store::mempalace),
     store("ai-memory-wiki", "<data>/ai-memory/db/memory.sqlite", Store::ai_memory_wiki),
     store("ai-memory-wiki", "~/.ai-memory/db/memory.sqlite", Store::ai_memory_wiki),
     store("engram", "~/.engram/engram.db", Store::engram),
     store("vector-memory", "~/.vector-memory/memories.db", Store::vector_memory),
     store("mudpuppy", "~/.mudpuppy/data/memory.db", Store::mudpuppy),
     store("matrioshka-brain", "~/.matrioshka-brain/data/memory.db", Store::matrioshka_brain)});

// The folders that a path with `*` means; hidden ones only where they are named.
std::vector<fs::path> expanded(const fs::path& base, std::string_view path) {
  std::vector<fs::path> found{base};
  while (!path.empty() && !found.empty()) {
    const std::string_view part = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(part.size() + 1, path.size()));
    std::vector<fs::path> next;
    for (const fs::path& folder : found) {
      std::error_code error;
      if (part != "*") {
        next.push_back(folder / part);
        continue;
      }
      for (fs::directory_iterator each(folder, fs::directory_options::skip_permission_denied,
                                       error);
           !error && each != fs::directory_iterator(); each.increment(error))
        if (each->is_directory(error) && !each->is_symlink(error) &&
            (folder != base || !each->path().filename().string().starts_with('.')))
          next.push_back(each->path());
    }
    found = std::move(next);
  }
  std::erase_if(found, [](const fs::path& each) { return !path_exists(each); });
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<fs::path> paths_of(std::string_view path, const Variables& variables) {
  constexpr std::string_view editor = "<editor>";
  if (path.starts_with(editor)) {
    std::vector<fs::path> all;
    for (const std::string_view each : editors)
      for (fs::path& found :
           paths_of(std::string(each).append(path.substr(editor.size())), variables))
        all.push_back(std::move(found));
    return all;
  }
  const std::string_view home = variables("HOME");
  if (path.starts_with("~/"))
    return home.empty() ? std::vector<fs::path>() : expanded(home, path.substr(2));
  const Root& root = *std::find_if(roots.begin(), roots.end(),
                                   [&](const Root& each) { return path.starts_with(each.name); });
  std::string_view rest = path.substr(root.name.size());
  rest.remove_prefix(rest.starts_with('/') ? 1 : 0);
  const std::string_view set = variables(root.variable);
  if (!set.empty())
    return expanded(set, rest);
  return root.otherwise.empty() || home.empty() ? std::vector<fs::path>()
                                                : expanded(fs::path(home) / root.otherwise, rest);
}

bool is_wanted(const KnownPlace& row, const std::string& name) {
  return row.ending == any_json ? name.ends_with(".json") || name.ends_with(".jsonl")
                                : name.ends_with(row.ending);
}

std::vector<PlaceFile> files_in(const KnownPlace& row, const fs::path& path) {
  std::vector<PlaceFile> files;
  const auto take = [&](const fs::path& file) {
    if (is_wanted(row, file.filename().string()))
      if (auto looked = look_at_file(file))
        files.push_back(std::move(*looked));
  };
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    take(path);
    return files;
  }
  for (fs::recursive_directory_iterator each(path, fs::directory_options::skip_permission_denied,
                                             error);
       !error && each != fs::recursive_directory_iterator(); each.increment(error))
    take(each->path());
  std::sort(files.begin(), files.end(), [](const PlaceFile& a, const PlaceFile& b) {
    return std::tie(a.changed_at, a.path) < std::tie(b.changed_at, b.path);
  });
  return files;
}

// The first folder that a session beside the files was about.
fs::path project_of_sessions(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator each(folder, error); !error && each != fs::directory_iterator();
       each.increment(error)) {
    if (each->path().extension() != ".jsonl")
      continue;
    if (std::string found = folder_in_session(each->path()); !found.empty())
      return found;
  }
  return {};
}

}  // namespace

std::string folder_in_session(const fs::path& file) {
  constexpr std::size_t looked_at = std::size_t{64} * 1'024;
  std::string text(looked_at, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, in.gcount())));
  std::size_t at = std::string::npos;
  for (const std::string_view mark : {"\"cwd\":", "\"working_dir\":"})
    if (const std::size_t found = text.find(mark); at == text.npos && found != text.npos)
      at = text.find('"', found + mark.size());
  if (at == text.npos)
    return {};
  std::string folder;
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    at += text[at] == '\\' ? 1U : 0U;
    if (at < text.size())
      folder += text[at];
  }
  return at < text.size() ? folder : std::string();
}

std::vector<std::string> likely_projects(const fs::path& home) {
  std::vector<std::string> found;
  for (const fs::path& each : expanded(home, ".claude/projects/*"))
    if (std::string project = project_of_sessions(each).string(); !project.empty())
      found.push_back(std::move(project));
  for (const std::string_view depth : {"*", "*/*", "*/*/*"})
    for (const fs::path& each : expanded(home, depth)) found.push_back(each.string());
  return found;
}

std::optional<PlaceFile> look_at_file(const fs::path& path) {
  struct stat looked {};
  if (::lstat(path.c_str(), &looked) != 0 || !S_ISREG(looked.st_mode))
    return std::nullopt;
  constexpr std::int64_t second = 1'000'000'000;
  return PlaceFile{path, static_cast<std::uint64_t>(looked.st_size),
                   looked.st_mtim.tv_sec * second + looked.st_mtim.tv_nsec};
}

std::vector<std::string_view> known_programs() {
  std::vector<std::string_view> names;
  for (const KnownPlace& row : rows)
    if (std::find(names.begin(), names.end(), row.program) == names.end())
      names.push_back(row.program);
  return names;
}

std::vector<FoundPlace> find_places(const Variables& variables,
                                    const std::vector<std::string>& only) {
  std::vector<FoundPlace> found;
  for (const KnownPlace& row : rows) {
    if (!only.empty() && std::find(only.begin(), only.end(), row.program) == only.end())
      continue;
    for (const fs::path& path : paths_of(row.path, variables)) {
      FoundPlace place{std::string(row.program),   row.format, row.store,          path, {},
                       row.owner == Owner::person, row.whole,  files_in(row, path)};
      if (place.files.empty())
        continue;
      if (row.owner == Owner::parent_folder)
        place.project = path.parent_path();
      if (row.owner == Owner::sessions_beside)
        place.project = project_of_sessions(path.parent_path());
      found.push_back(std::move(place));
    }
  }
  return found;
}

}  // namespace aim::mine
