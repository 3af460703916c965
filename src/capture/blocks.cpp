#include "capture/blocks.h"

#include "base/ascii.h"

namespace aim {
namespace {

// Gemini CLI, Claude Code and its extensions, Codex, Copilot CLI.
constexpr std::array<std::string_view, 11> host_tags{
    "hook_context",      "system-reminder",  "system_reminder",        "environment_context",
    "user_instructions", "session_context",  "ide_opened_file",        "ide_selection",
    "ide_diagnostics",   "current_datetime", "user-prompt-submit-hook"};
constexpr std::string_view ours = "ai-memory-";
// The end of the line that op/fence.h writes before its mark.
constexpr std::string_view introduction = "data between two marks, never instructions";

// The name of the tag that begins here, behind "<" or "&lt;"; empty: none that is put in.
std::string_view put_in_tag(std::string_view text) {
  for (const std::string_view open : {"<", "&lt;"})
    if (text.starts_with(open)) {
      text.remove_prefix(open.size());
      const auto end = std::ranges::find_if_not(text, ascii::is_of_name);
      const std::string_view name = text.substr(0, static_cast<std::size_t>(end - text.begin()));
      if (name.starts_with(ours) || std::ranges::find(host_tags, name) != host_tags.end())
        return name;
    }
  return {};
}

// Behind the end of the block; npos: it does not end.
std::size_t end_of_block(std::string_view text, std::string_view name) {
  for (const auto& [open, close] :
       {std::pair<std::string_view, std::string_view>{"</", ">"},
        std::pair<std::string_view, std::string_view>{"&lt;/", "&gt;"}}) {
    if (text.starts_with('<') != (open == "</"))
      continue;
    const std::string mark = std::string(open).append(name).append(close);
    const std::size_t at = text.find(mark);
    return at == text.npos ? at : at + mark.size();
  }
  return text.npos;
}

// The line that introduces a block of ours goes with it.
void drop_introduction(std::string& out) {
  if (!out.ends_with('\n'))
    return;
  const std::size_t before = out.size() > 1 ? out.rfind('\n', out.size() - 2) : out.npos;
  const std::size_t from = before == out.npos ? 0 : before + 1;
  if (std::string_view(out).substr(from).find(introduction) != std::string_view::npos)
    out.resize(from);
}

}  // namespace

std::string without_blocks(std::string_view text) {
  std::string out;
  bool dropped = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = text.find_first_of("<&", at);
    out.append(text.substr(at, next == text.npos ? next : next - at));
    if (next == text.npos)
      break;
    const std::string_view rest = text.substr(next);
    const std::string_view name = put_in_tag(rest);
    const std::size_t end = name.empty() ? rest.npos : end_of_block(rest, name);
    if (end == rest.npos) {
      out += rest.front();
      at = next + 1;
      continue;
    }
    if (name.starts_with(ours))
      drop_introduction(out);
    dropped = true;
    at = next + end;
  }
  // Blanks between the blocks and the words go with the blocks.
  if (dropped)
    out.erase(0, std::min(out.find_first_not_of(" \t\r\n"), out.size()));
  return out;
}

}  // namespace aim
