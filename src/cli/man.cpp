#include "base/ascii.h"
#include "base/utf8.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/manual.h"

namespace aim::cli {
namespace {

// A part of the manual before it is formatted.
struct ManualBlock {
  enum class Kind { section, subsection, paragraph, code, rows };
  Kind kind;
  std::string text = {};  // code: lines
  std::vector<ManualRow> rows = {};
};
using ManualBlocks = std::vector<ManualBlock>;
using Kind = ManualBlock::Kind;

// ---- keys of the daemon's page: the same rows as its own help (web/src/help.tsx) ----

constexpr std::string_view page_keys_note =
    "ai-memory ui opens the daemon's page. It has single-key shortcuts, which can be switched off "
    "in its help; Ctrl K always works.";

constexpr std::array keys_everywhere{
    ManualLine{"/", "Search"},         ManualLine{"j k", "Next, previous"},
    ManualLine{"Enter", "Open"},       ManualLine{"Esc", "Close"},
    ManualLine{"n", "New memory"},     ManualLine{"e", "Edit the open memory"},
    ManualLine{"x", "Select the row"}, ManualLine{"Delete", "Delete the open memory"},
    ManualLine{"u", "Undo"},           ManualLine{"?", "Help"},
    ManualLine{"Ctrl K", "Commands"},
};
constexpr std::array keys_to_views{
    ManualLine{"g m", "Memories"},       ManualLine{"g l", "Activity"},
    ManualLine{"g r", "Review"},         ManualLine{"g s", "Sessions"},
    ManualLine{"g g", "Graph"},          ManualLine{"g t", "Timeline"},
    ManualLine{"g d", "Archive"},        ManualLine{"g w", "Explain recall"},
    ManualLine{"g p", "Prompt preview"}, ManualLine{"g h", "Health"},
    ManualLine{"g a", "Audit"},          ManualLine{"g o", "Settings"},
};
constexpr std::array keys_in_review{
    ManualLine{"a", "Keep A, or keep it longer"},
    ManualLine{"b", "Keep B"},
    ManualLine{"2", "Keep both"},
    ManualLine{"m", "Merge"},
    ManualLine{"c", "Confirm"},
    ManualLine{"d", "Delete"},
    ManualLine{"s", "Skip"},
};
constexpr std::array keys_in_live{ManualLine{"Space", "Pause, continue"}};

struct KeysOf {
  std::string_view where;
  std::span<const ManualLine> keys;
};
constexpr std::array page_keys{
    KeysOf{"Everywhere:", keys_everywhere},
    KeysOf{"Go to a view:", keys_to_views},
    KeysOf{"In Review:", keys_in_review},
    KeysOf{"In Activity:", keys_in_live},
};

// ---- the parts of the manual ----

// When the manual was last gone through as a whole; formatters ask for a date, and builds are to be
// the same every day.
constexpr std::string_view manual_date = "2026-11-21";

constexpr std::string_view description =
    "ai-memory keeps what one session of an assistant learns, so that the next one recalls it. It "
    "is one program over a SQLite file or a PostgreSQL database: a server that assistants talk to "
    "over MCP, a daemon with "
    "REST and MCP over HTTP, and the command line that this page describes. Nothing leaves the "
    "machine, and no background process is needed.";
constexpr std::string_view memories =
    "A memory has a title, content, a namespace (a project, by default taken from the git remote "
    "or the folder's name), tags, a priority from 1 to 10, and a tier that says how long it lives: "
    "short 6 hours, mid 7 days, long permanent. Storing the same title in the same namespace again "
    "updates the memory. Recalling a memory extends its life. Expired memories go to the archive, "
    "from which they can be restored.";
constexpr std::string_view files_note =
    "The database and the folders that ai-memory creates are readable only by their owner.";

constexpr std::array files{
    ManualLine{"~/.local/share/ai-memory/ai-memory.db", "The database, unless another is named"},
    ManualLine{"~/.local/share/ai-memory/models", "Models for recall by meaning"},
    ManualLine{"~/.config/ai-memory/config.toml", "The configuration"},
};
constexpr std::array statuses{
    ManualLine{"0", "Success; also when nothing was found"},
    ManualLine{"1", "The command failed, a value was rejected, or an item was not found"},
    ManualLine{"2",
               "The command line is wrong: an unknown command or flag, a missing argument, a "
               "number that does not parse"},
};

void add(ManualBlocks& blocks, Kind kind, std::string_view text) {
  blocks.push_back({kind, std::string(text)});
}

void add_rows(ManualBlocks& blocks, std::span<const ManualLine> lines) {
  ManualBlock block{Kind::rows};
  for (const ManualLine& line : lines)
    block.rows.push_back({std::string(line.left), std::string(line.text)});
  blocks.push_back(std::move(block));
}

void add_command(ManualBlocks& blocks, const Command& command) {
  add(blocks, Kind::subsection, command.name);
  add(blocks, Kind::paragraph, summary_of(command));
  std::string code = usage_of(command);
  add(blocks, Kind::code, code);
  auto rows = arguments_of(command);
  for (ManualRow& flag : flags_of(command)) rows.push_back(std::move(flag));
  if (!rows.empty())
    blocks.push_back({Kind::rows, {}, std::move(rows)});
  code.clear();
  for (const std::string_view line : examples_of(command))
    code.append(code.empty() ? "" : "\n").append("ai-memory ").append(line);
  if (!code.empty()) {
    add(blocks, Kind::paragraph, "For example:");
    add(blocks, Kind::code, code);
  }
}

void add_settings(ManualBlocks& blocks, std::span<const SettingLine> settings) {
  add(blocks, Kind::section, "Configuration");
  add(blocks, Kind::paragraph,
      "~/.config/ai-memory/config.toml is TOML and is read once, at the start. Every key is "
      "optional; an "
      "unknown key or a bad value is an error that names its line. A key with a dot stands in a "
      "section: "
      "gc.interval_secs is interval_secs below [gc].");
  ManualBlock block{Kind::rows};
  for (const SettingLine& line : settings) {
    std::string text(line.doc);
    text.append(" It must be ").append(line.type);
    if (!line.initial.empty())
      text.append("; default: ").append(line.initial);
    block.rows.push_back({std::string(line.key), text.append(".")});
  }
  blocks.push_back(std::move(block));
}

ManualBlocks manual(std::span<const SettingLine> settings) {
  ManualBlocks blocks;
  add(blocks, Kind::section, "Name");
  add(blocks, Kind::paragraph, "ai-memory - a persistent memory for AI assistants");
  add(blocks, Kind::section, "Synopsis");
  add(blocks, Kind::code, "ai-memory [--db PATH] [--json] COMMAND …\nai-memory COMMAND --help");
  add(blocks, Kind::section, "Description");
  add(blocks, Kind::paragraph, description);
  add(blocks, Kind::paragraph, memories);
  add(blocks, Kind::paragraph, id_note);
  for (const auto& [group, title] : groups()) {
    add(blocks, Kind::section, title);
    for (const Command& command : commands())
      if (command.group == group)
        add_command(blocks, command);
  }
  add(blocks, Kind::section, "Flags of every command");
  add_rows(blocks, common_flags());
  add(blocks, Kind::section, "Keys of the page");
  add(blocks, Kind::paragraph, page_keys_note);
  for (const KeysOf& each : page_keys) {
    add(blocks, Kind::paragraph, each.where);
    add_rows(blocks, each.keys);
  }
  add(blocks, Kind::section, "Exit status");
  add_rows(blocks, statuses);
  add(blocks, Kind::section, "Environment");
  add_rows(blocks, environment_variables());
  add_settings(blocks, settings);
  add(blocks, Kind::section, "Files");
  add_rows(blocks, files);
  add(blocks, Kind::paragraph, files_note);
  return blocks;
}

// ---- roff: the macros of man(7) that every formatter knows ----

void append_unicode(std::string& out, char32_t character) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string hex;
  for (auto rest = static_cast<std::uint32_t>(character); rest != 0 || hex.size() < 4; rest >>= 4)
    hex.insert(hex.begin(), digits[rest & 15]);
  out.append("\\[u").append(hex).append("]");
}

// Hyphens are minus signs: what is copied from the page can be run.
std::string roff_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t character = utf8::next(text, at);
    if (character == '\\')
      out += "\\e";
    else if (character == '-')
      out += "\\-";
    else if (character == '\'')
      out += "\\(aq";
    else if (character == '"')
      out += "\\(dq";
    else if (character == '^' || character == '~' || character == '`')
      out.append(character == '^' ? "\\(ha" : character == '~' ? "\\(ti" : "\\(ga");
    else if (character < 0x80)
      out += static_cast<char>(character);
    else
      append_unicode(out, character);
  }
  if (out.starts_with('.'))
    out.insert(0, "\\&");
  return out;
}

void append_code(std::string& out, std::string_view text) {
  out += ".nf\n.RS 4\n";
  while (!text.empty()) {
    out.append("\\fB").append(roff_text(ascii::take_part(text, '\n'))).append("\\fR\n");
  }
  out += ".RE\n.fi\n";
}

// ---- Markdown ----

std::string in_code(std::string_view text) {
  return std::string("`").append(text).append("`");
}

// Characters that Markdown would interpret.
std::string markdown_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '*' || c == '_' || c == '<' || c == '`' || c == '[')
      out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string manual_as_roff(std::span<const SettingLine> settings) {
  std::string out = ".\\\" Made by: ai-memory man\n.TH AI\\-MEMORY 1 \"";
  out.append(manual_date).append("\" \"ai\\-memory ");
  out.append(roff_text(version)).append("\" \"User Commands\"\n.nh\n.ad l\n");
  bool after_heading = false;
  for (const ManualBlock& block : manual(settings)) {
    switch (block.kind) {
      case Kind::section:
        out.append(".SH ").append(roff_text(ascii::upper(block.text))).append("\n");
        break;
      case Kind::subsection:
        out.append(".SS ").append(roff_text(block.text)).append("\n");
        break;
      case Kind::paragraph:
        out.append(after_heading ? "" : ".PP\n").append(roff_text(block.text)).append("\n");
        break;
      case Kind::code:
        out.append(after_heading ? "" : ".PP\n");
        append_code(out, block.text);
        break;
      case Kind::rows:
        for (const ManualRow& row : block.rows) {
          out.append(".TP\n\\fB").append(roff_text(row.left)).append("\\fR\n");
          out.append(roff_text(row.text)).append("\n");
        }
        break;
    }
    after_heading = block.kind == Kind::section || block.kind == Kind::subsection;
  }
  return out;
}

std::string manual_as_markdown(std::span<const SettingLine> settings) {
  std::string out =
      "# ai-memory\n\nThis page is made by `ai-memory man --markdown`; what it says is changed in "
      "the "
      "tables of `src/op` and `src/cli`.\n";
  for (const ManualBlock& block : manual(settings)) {
    out += "\n";
    switch (block.kind) {
      case Kind::section:
        out.append("## ").append(block.text).append("\n");
        break;
      case Kind::subsection:
        out.append("### ").append(block.text).append("\n");
        break;
      case Kind::paragraph:
        out.append(markdown_text(block.text)).append("\n");
        break;
      case Kind::code:
        out.append("```\n").append(block.text).append("\n```\n");
        break;
      case Kind::rows:
        for (const ManualRow& row : block.rows)
          out.append("- ")
              .append(in_code(row.left))
              .append(": ")
              .append(markdown_text(row.text))
              .append("\n");
        break;
    }
  }
  return out;
}

}  // namespace aim::cli
