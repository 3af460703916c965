#include "bridge/kinds.h"

#include "base/append.h"
#include "base/ascii.h"
#include "base/file.h"

namespace aim::bridge {
namespace {

constexpr std::string_view claude_folder = "<claude>/", codex_folder = "<codex>/",
                           project_name = "<project>";
constexpr std::array all{
    BridgeKind{"claude-code", Form::folder, "<claude>/projects/<project>/memory"},
    BridgeKind{"qwen", Form::folder, ".qwen/team-memory"},
    BridgeKind{"codex", Form::read_folder, "<codex>/memories"},
    BridgeKind{"agents", Form::section, "AGENTS.md"},
    BridgeKind{"claude", Form::section, "CLAUDE.md"},
    BridgeKind{"gemini", Form::section, "GEMINI.md"},
    BridgeKind{"copilot", Form::section, ".github/copilot-instructions.md"}};

// As Claude Code names the folder of a project.
std::string name_of_folder(const fs::path& folder) {
  std::string name = folder.string();
  std::ranges::replace_if(
      name, [](char c) { return !ascii::is_alnum(c); }, '-');
  return name;
}

fs::path folder_of_user(const mine::Variables& variables, const char* variable,
                        std::string_view otherwise) {
  if (const std::string_view set = variables(variable); !set.empty())
    return set;
  const std::string_view home = variables("HOME");
  return home.empty() ? fs::path() : fs::path(home) / otherwise;
}

fs::path below(const fs::path& folder, std::string_view path, const fs::path& project) {
  std::string text(path);
  if (const std::size_t at = text.find(project_name); at != text.npos)
    text.replace(at, project_name.size(), name_of_folder(project));
  return folder.empty() ? fs::path() : folder / text;
}

}  // namespace

std::span<const BridgeKind> kinds() {
  return all;
}

const BridgeKind* find_kind(std::string_view name) {
  name.remove_prefix(name.starts_with("./") ? 2 : 0);
  const auto* found = std::find_if(all.begin(), all.end(), [&](const BridgeKind& each) {
    return each.name == name || each.path == name;
  });
  return found == all.end() ? nullptr : found;
}

std::string kind_names() {
  return join_texts(all, ", ", &BridgeKind::name);
}

fs::path root_of(const fs::path& folder, const fs::path& home) {
  for (fs::path at = folder; at.has_relative_path() && at != home; at = at.parent_path())
    if (path_exists(at / ".git"))
      return at;
  return folder;
}

fs::path path_of(const BridgeKind& kind, const fs::path& root, const fs::path& shared,
                 const mine::Variables& variables) {
  if (kind.path.starts_with(codex_folder))
    return below(folder_of_user(variables, "CODEX_HOME", ".codex"),
                 kind.path.substr(codex_folder.size()), root);
  if (!kind.path.starts_with(claude_folder))
    return root / kind.path;
  const fs::path folder = folder_of_user(variables, "CLAUDE_CONFIG_DIR", ".claude");
  const std::string_view path = kind.path.substr(claude_folder.size());
  const fs::path own = below(folder, path, root), common = below(folder, path, shared);
  return !path_exists(own) && !shared.empty() && path_exists(common) ? common : own;
}

}  // namespace aim::bridge
