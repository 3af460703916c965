#include "base/ascii.h"
#include "base/word_table.h"
#include "mine/blocks.h"
#include "mine/fit.h"

namespace aim::mine {
namespace {

// Elements by their name, or by its beginning where that ends with a dash or a line (Claude
// Code 1.0 to 2.1, Codex 0.20 to 0.60, Gemini CLI).
struct Element {
  std::string_view name;
  PieceKind kind;
};
constexpr Element elements[] = {{"command-name", PieceKind::person},
                                {"command-args", PieceKind::person},
                                {"bash-input", PieceKind::tool_call},
                                {"bash-", PieceKind::tool_result},
                                {"user_shell_command", PieceKind::tool_call},
                                {"user-memory-input", PieceKind::person},
                                {"user_query", PieceKind::person},
                                {"user_message", PieceKind::person}};
// Elements of programs, looked for after those.
constexpr auto program_elements = words_in<45>(
    "command- local-command- system-reminder system_reminder system_notification ide_ "
    "new-diagnostics user-prompt-submit-hook session-start-hook post-tool-use-hook hook_ "
    "task-notification teammate-message environment_ user_instructions user_info user_action "
    "permissions INSTRUCTIONS session_context turn_aborted skill available_skills "
    "agent_skills apps_instructions plugins_instructions subagent_notification "
    "collaboration_mode personality_spec model_switch goal_context codex_ current_datetime "
    "additional_ open_and_recently_viewed_files attached_files manually_attached_skills "
    "project_layout reminderInstructions editorContext tool_use_error file_content "
    "folder_content url_content task_progress");

bool has_name(std::string_view element, std::string_view name) {
  const char last = element.back();
  return last == '-' || last == '_' ? name.starts_with(element) : name == element;
}

std::optional<PieceKind> kind_of_element(std::string_view name) {
  for (const Element& each : elements)
    if (has_name(each.name, name))
      return each.kind;
  const bool known = std::ranges::any_of(
      program_elements, [&](std::string_view each) { return has_name(each, name); });
  return known ? std::optional(PieceKind::program) : std::nullopt;
}

// Lines of programs without an element, up to the end of the text or of the line.
struct Opening {
  std::string_view text;
  PieceKind kind;
  bool to_the_end;
};
constexpr std::array openings{
    Opening{"Caveat: The messages below", PieceKind::program, true},
    Opening{"This session is being continued from a previous conversation", PieceKind::summary,
            true},
    Opening{"[Request interrupted by user", PieceKind::program, false},
    Opening{"# AGENTS.md instructions", PieceKind::program, false}};

// Headings under which an editor puts what the person asks (Codex in editors and its app).
constexpr std::string_view request_heading = "## My request for Codex:";
constexpr std::array<std::string_view, 2> contexts{"# Context from my IDE setup",
                                                   "# Files mentioned by the user"};

struct TextBlock {
  std::string_view name, body;
  PieceKind kind = PieceKind::program;
  std::size_t bytes = 0;
};

class PromptReader {
 public:
  explicit PromptReader(const TalkPiece& like) : like_(like), rest_(like.text) {}

  std::vector<TalkPiece> pieces() {
    skip_context();
    bool line_start = true, fenced = false;
    while (!rest_.empty()) {
      if (line_start) {
        const std::size_t blanks = std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size());
        said_.append(rest_.substr(0, blanks));
        rest_.remove_prefix(blanks);
        if (rest_.starts_with("```"))
          fenced = !fenced;
        else if (!fenced && take_program())
          continue;
      }
      const std::size_t end = std::min(rest_.find('\n'), rest_.size() - 1) + 1;
      line_start = fenced || !take_inside(end);
      if (!line_start)
        continue;
      said_.append(rest_.substr(0, end));
      rest_.remove_prefix(end);
    }
    add_said();
    return std::move(pieces_);
  }

 private:
  void add(PieceKind kind, std::string_view text) {
    TalkPiece piece = like_;
    piece.kind = kind;
    piece.text = text;
    pieces_.push_back(std::move(piece));
  }

  void skip_context() {
    const std::string_view begin = trimmed(rest_);
    if (std::none_of(contexts.begin(), contexts.end(),
                     [&](std::string_view each) { return begin.starts_with(each); }))
      return;
    const std::size_t at = rest_.find(request_heading);
    add(PieceKind::program, rest_.substr(0, at));
    rest_ = at == rest_.npos ? std::string_view() : rest_.substr(at + request_heading.size());
  }

  // Where a text of a program stands here, and takes it.
  bool take_program() {
    for (const Opening& opening : openings)
      if (rest_.starts_with(opening.text)) {
        const std::size_t end =
            opening.to_the_end ? rest_.size() : std::min(rest_.find('\n'), rest_.size());
        add(opening.kind, rest_.substr(0, end));
        rest_.remove_prefix(end);
        return true;
      }
    const auto block = block_here();
    if (!block)
      return false;
    take(*block);
    rest_.remove_prefix(block->bytes);
    return true;
  }

  // A block of a program that begins within a line: it ends the line, or says more than a word.
  // A person who writes about such blocks names them by a word.
  bool take_inside(std::size_t line) {
    const std::string_view whole = rest_;
    for (std::size_t at = whole.find('<'); at < line; at = whole.find('<', at + 1)) {
      rest_ = whole.substr(at);
      const auto block = at > 0 && whole[at - 1] == '`' ? std::nullopt : block_here();
      if (!block || block->kind != PieceKind::program || !is_closed(*block))
        continue;
      const std::string_view after = rest_.substr(block->bytes);
      const bool is_last = trimmed(after.substr(0, after.find('\n'))).empty();
      if (!is_last && trimmed(block->body).find(' ') == block->body.npos)
        continue;
      said_.append(whole.substr(0, at));
      take(*block);
      rest_.remove_prefix(block->bytes);
      return true;
    }
    rest_ = whole;
    return false;
  }

  bool is_closed(const TextBlock& block) const {
    return block.body.data() + block.body.size() < rest_.data() + block.bytes;
  }

  std::optional<TextBlock> block_here() {
    if (!rest_.starts_with('<'))
      return std::nullopt;
    std::size_t end = 1;
    while (end < rest_.size() && ascii::is_of_name(rest_[end])) ++end;
    const std::string_view name = rest_.substr(1, end - 1);
    const auto kind = kind_of_element(name);
    const std::size_t open = rest_.find('>', end);
    if (!kind || open == rest_.npos || rest_.find('\n', end) < open)
      return std::nullopt;
    if (const auto block = closed_block(name, open, *kind))
      return name == "skill" && block->body.find("<name>") == rest_.npos ? std::nullopt : block;
    // Without an end it is a block only where nothing else was said before.
    if (!trimmed(said_).empty() || name.find_first_of("-_") == name.npos)
      return std::nullopt;
    return TextBlock{name, rest_.substr(open + 1), *kind, rest_.size()};
  }

  std::optional<TextBlock> closed_block(std::string_view name, std::size_t open, PieceKind kind) {
    if (std::find(unclosed_.begin(), unclosed_.end(), name) != unclosed_.end())
      return std::nullopt;
    const std::string closing = "</" + std::string(name);
    std::size_t close = rest_.find(closing, open);
    while (close != rest_.npos && close + closing.size() < rest_.size() &&
           ascii::is_of_name(rest_[close + closing.size()]))
      close = rest_.find(closing, close + 1);
    const std::size_t end = close == rest_.npos ? rest_.npos : rest_.find('>', close);
    if (end == rest_.npos) {
      unclosed_.push_back(name);
      return std::nullopt;
    }
    return TextBlock{name, rest_.substr(open + 1, close - open - 1), kind, end + 1};
  }

  void take(const TextBlock& block) {
    if (block.name == "command-name") {
      command_ = trimmed(block.body);
      if (!command_.starts_with('/'))
        command_.insert(0, "/");
    } else if (block.name == "command-args") {
      arguments_ = trimmed(block.body);
    } else if (block.kind == PieceKind::person) {
      said_.append(trimmed(block.body)).append("\n");
    } else {
      add(block.kind, trimmed(block.body));
    }
  }

  void add_said() {
    std::string said(trimmed(said_));
    if (!arguments_.empty() || (!command_.empty() && !said.empty()))
      said.insert(
          0, command_ + (arguments_.empty() ? "" : " " + arguments_) + (said.empty() ? "" : "\n"));
    else if (!command_.empty())
      add(PieceKind::program, command_);
    if (!said.empty() || pieces_.empty())
      add(PieceKind::person, said);
  }

  const TalkPiece& like_;
  std::string_view rest_;
  std::string said_, command_, arguments_;
  std::vector<std::string_view> unclosed_;
  std::vector<TalkPiece> pieces_;
};

}  // namespace

std::vector<TalkPiece> pieces_of_prompt(const TalkPiece& prompt) {
  return PromptReader(prompt).pieces();
}

Result<void> add_prompt(const TalkPiece& prompt, ConversationBuilder& gathering) {
  for (TalkPiece& piece : pieces_of_prompt(prompt)) TRY_VOID(gathering.add(std::move(piece)));
  return {};
}

}  // namespace aim::mine
