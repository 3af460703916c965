// Our hooks in a configuration in TOML, for a client that keeps its hooks there: [[hooks.Event]] is
// a group, [[hooks.Event.hooks]] one of its commands. Each of ours has a group of its own.
#include "base/quoting.h"
#include "config/config.h"
#include "install/entries.h"
#include "install/json_edit.h"
#include "install/toml_blocks.h"

namespace aim::install {
namespace {

constexpr std::string_view of_group = "[[hooks.", of_command = ".hooks]]";

bool is_command(const TomlBlock& block) {
  return block.header.starts_with(of_group) && block.header.ends_with(of_command);
}

std::string header_of(const HookLine& line) {
  return std::string(of_group).append(line.event).append(of_command);
}

std::string group_text(const Hooks& hooks, const HookLine& line, std::string_view newline) {
  std::vector<std::string> lines{std::string(of_group).append(line.event).append("]]")};
  if (!line.matcher.empty())
    lines.push_back("matcher = " + in_quotes(line.matcher));
  lines.push_back(header_of(line));
  lines.emplace_back("type = \"command\"");
  lines.push_back("command = " + in_quotes(hook_command(hooks, line)));
  lines.push_back("timeout = " + std::to_string(line.timeout));
  std::string out;
  for (const std::string& each : lines) out.append(each).append(newline);
  return out;
}

// The command of ours for this event.
const TomlBlock* ours_for(std::string_view text, const std::vector<TomlBlock>& blocks,
                          const HookLine& line, const Ours& ours) {
  const auto found = std::ranges::find_if(blocks, [&](const TomlBlock& block) {
    return block.header == header_of(line) &&
           ours.is_hook(toml_command(lines_of(text, block)), line.kind);
  });
  return found == blocks.end() ? nullptr : &*found;
}

// A command of ours with another program or profile: its line alone is changed, so that it stays
// where it is.
std::string with_command(std::string_view text, const TomlBlock& block,
                         const std::string& command) {
  // The key begins a line: "command" is the type of hook too.
  const std::size_t from = text.find("\ncommand", block.begin),
                    begin = text.find_first_of("\"'", from);
  std::size_t end = std::min(text.find('\n', begin), block.end);
  if (end > begin && text[end - 1] == '\r')
    --end;
  return std::string(text.substr(0, begin)) + in_quotes(command) + std::string(text.substr(end));
}

}  // namespace

bool has_toml_hooks(std::string_view text) {
  // Codex keeps there which hooks are trusted, wherever those stand.
  constexpr std::string_view table = "[hooks]", trust = "[[hooks.state";
  return std::ranges::any_of(toml_blocks(text), [&](const TomlBlock& block) {
    return (block.header.starts_with(of_group) && !block.header.starts_with(trust)) ||
           (block.header == table && lines_of(text, block).find('[', table.size()) != text.npos);
  });
}

Result<Edited> with_toml_hooks(std::string_view text, const Hooks& hooks, const Ours& ours) {
  TRY_VOID(check_toml(text));
  Edited edited{std::string(text)};
  const std::string newline(line_end(text));
  std::string added;
  for (const HookLine& line : hooks.lines) {
    const auto blocks = toml_blocks(edited.text);
    const TomlBlock* found = ours_for(edited.text, blocks, line, ours.with(hooks.program));
    const std::string command = hook_command(hooks, line);
    if (!found)
      added.append(group_text(hooks, line, newline));
    else if (toml_command(lines_of(edited.text, *found)) != command)
      edited.text = with_command(edited.text, *found, command);
  }
  if (!added.empty())
    edited.text.append(edited.text.empty() ? "" : newline).append(added);
  if (text.empty())
    edited.made.emplace_back();
  if (check_toml(edited.text))
    return edited;
  return Failure(invalid(
      "its [hooks] are inline lists, which cannot be extended; write them as [[hooks.Event]]"));
}

Result<std::string> without_toml_hooks(std::string_view given, const Ours& ours) {
  TRY_VOID(check_toml(given));
  std::string text(given);
  for (;;) {
    const auto blocks = toml_blocks(text);
    const auto found = std::ranges::find_if(blocks, [&](const TomlBlock& block) {
      return is_command(block) && ours.is_hook(toml_command(lines_of(text, block)));
    });
    if (found == blocks.end())
      break;
    // The group goes too, when nothing else is in it: a header before, and no further command
    // behind.
    const std::string group =
        found->header.substr(0, found->header.size() - of_command.size()) + "]]";
    const bool alone =
        found != blocks.begin() && std::prev(found)->header == group &&
        std::prev(found)->end == found->begin &&
        (std::next(found) == blocks.end() || std::next(found)->header != found->header);
    const std::size_t begin = alone ? std::prev(found)->begin : found->begin;
    const bool more_follow =
        std::next(found) != blocks.end() && std::next(found)->begin == found->end;
    if (more_follow)
      text.erase(begin, found->end - begin);
    else
      text = without_block(std::move(text), begin, found->end);
  }
  TRY_VOID(check_toml(text));
  return text;
}

std::vector<std::string> our_toml_commands(std::string_view text, const Ours& ours) {
  std::vector<std::string> commands;
  for (const TomlBlock& block : toml_blocks(text))
    if (std::string command = toml_command(lines_of(text, block));
        is_command(block) && ours.is_hook(command))
      commands.push_back(std::move(command));
  return commands;
}

}  // namespace aim::install
