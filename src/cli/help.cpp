#include "cli/help.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "base/version.h"

namespace aim::cli {
namespace {

constexpr std::size_t line_width = 100, text_column = 28;

// "  left              right, wrapped and indented".
void add_row(std::string& out, std::string left, std::string_view right) {
  left.insert(0, "  ");
  if (utf8::count_characters(left) + 2 > text_column) {
    out.append(left).append("\n");
    left.clear();
  }
  out += left;
  out.append(text_column - utf8::count_characters(left), ' ');
  std::size_t column = text_column;
  while (!right.empty()) {
    const std::size_t blank = std::min(right.find(' '), right.size());
    const std::string_view word = right.substr(0, blank);
    right.remove_prefix(std::min(blank + 1, right.size()));
    const std::size_t width = utf8::count_characters(word);
    if (column > text_column && column + 1 + width > line_width) {
      out.append("\n").append(text_column, ' ');
      column = text_column;
    }
    if (column > text_column) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
  }
  out += '\n';
}

std::string number_text(double number) {
  return std::to_string(static_cast<std::int64_t>(number));
}

std::string placeholder(const op::Param& param) {
  switch (param.kind) {
    case op::Kind::boolean:
      return {};
    case op::Kind::integer:
    case op::Kind::number:
      return " N";
    case op::Kind::text_list:
      return " A,B,…";
    case op::Kind::object:
      return " JSON";
    default:
      break;
  }
  if (!param.values.empty())
    return " " + upper_case(param.name);
  if (param.name == "namespace")
    return " NAME";
  const bool time = param.name == "since" || param.name == "until" || param.name == "expires_at";
  return time ? " TIME" : " TEXT";
}

void add_note(std::string& notes, std::string_view note) {
  notes.append(notes.empty() ? "" : "; ").append(note);
}

std::string limits_of(const op::Param& param) {
  std::string notes;
  for (const std::string_view value : param.values)
    notes.append(notes.empty() ? "one of " : ", ").append(value);
  const Rule& rule = param.rule;
  const bool below = std::isfinite(rule.minimum), above = std::isfinite(rule.maximum);
  if (below && above && rule.maximum < 1e9) {
    const std::string range = number_text(rule.minimum) + " to " + number_text(rule.maximum);
    if (param.doc.find(range) == param.doc.npos)
      add_note(notes, range);
  }
  if (below && rule.maximum >= 1e9)
    add_note(notes, "at least " + number_text(rule.minimum));
  if (rule.max_items != SIZE_MAX)
    add_note(notes, (rule.min_items > 0 ? std::to_string(rule.min_items) + " to " : "at most ") +
                        std::to_string(rule.max_items));
  if (rule.max_bytes != SIZE_MAX && param.values.empty())
    add_note(notes, std::string(param.kind == op::Kind::text_list ? "each " : "") + "at most " +
                        std::to_string(rule.max_bytes) + " bytes");
  return notes;
}

std::string text_of(const Command& command, const op::Param& param, bool positional) {
  std::string notes = limits_of(param);
  std::string initial = param.initial.value_or("");
  if (initial.size() > 1 && initial.front() == '"')
    initial = initial.substr(1, initial.size() - 2);
  for (const auto& [name, text] : command.defaults)
    if (name == param.name)
      initial = text;
  if (param.kind == op::Kind::boolean)
    initial.clear();
  if (param.required && !positional)
    add_note(notes, "required");
  if (!initial.empty() && !param.required)
    add_note(notes, "default: " + initial);
  std::string text(param.doc);
  return notes.empty() ? text : text.append(" (").append(notes).append(")");
}

void add_common_flags(std::string& out) {
  add_row(out, "--db PATH",
          "The database (default: $AI_MEMORY_DB, then the configuration's, then "
          "~/.local/share/ai-memory/ai-memory.db)");
  add_row(out, "--json", "Answer with one line of JSON");
  add_row(out, "--no-color", "No colours, also on a terminal");
  add_row(out, "-h, --help", "Show this");
}

std::string usage_of(const Command& command) {
  std::string usage = "ai-memory " + std::string(command.name);
  std::string optional;
  for (const op::Param* param : params_of(command)) {
    if (is_positional(command, *param))
      continue;
    if (param->required)
      usage.append(" ").append(shown_name(command, *param)).append(placeholder(*param));
    else
      optional = " [FLAGS]";
  }
  usage += optional;
  for (const std::string_view name : command.positionals)
    for (const op::Param* param : params_of(command))
      if (!name.empty() && param->name == name) {
        const std::string shown = shown_name(command, *param);
        usage.append(param->required ? " " + shown : " [" + shown + "]");
      }
  return command.words == Words::refused ? usage : usage.append("…");
}

void add_commands(std::string& out, Group group) {
  out.append("\n").append(title_of(group)).append("\n");
  for (const Command& command : commands())
    if (command.group == group)
      add_row(out, std::string(command.name), summary_of(command));
}

}  // namespace

std::string help_of_all() {
  std::string out = "ai-memory " + std::string(version) +
                    ": a persistent memory for AI assistants\n\n"
                    "Usage: ai-memory [--db PATH] [--json] COMMAND …\n";
  for (const Group group :
       {Group::remember, Group::find, Group::relate, Group::keep, Group::archive, Group::standard,
        Group::model, Group::assistant, Group::language_model})
    add_commands(out, group);
  out += "\nFlags\n";
  add_common_flags(out);
  add_row(out, "-V, --version", "Show the version");
  out +=
      "\nExamples\n"
      "  ai-memory store -T \"Database\" -c \"Production runs PostgreSQL 16\" -t long\n"
      "  ai-memory recall \"which database do we use\"\n"
      "  claude mcp add ai-memory -- ai-memory mcp\n"
      "\nAn id may be shortened to any beginning of 4 or more characters that fits one memory.\n"
      "The flags of a command: ai-memory COMMAND --help\n";
  return out;
}

std::string help_of_family(std::string_view word) {
  std::string out = "Usage: ai-memory " + std::string(word) + " COMMAND …\n\n";
  for (const Command& command : commands())
    if (command.name.starts_with(word) && command.name.substr(word.size()).starts_with(' '))
      add_row(out, std::string(command.name), summary_of(command));
  return out;
}

std::string help_of(const Command& command) {
  std::string out(summary_of(command));
  out.append("\n\nUsage: ").append(usage_of(command)).append("\n");
  std::string arguments, flags;
  for (const op::Param* param : params_of(command)) {
    const bool positional = is_positional(command, *param);
    std::string left = shown_name(command, *param);
    if (!positional) {
      left += placeholder(*param);
      if (param->flag)
        left.insert(0, {'-', param->flag, ',', ' '});
    }
    add_row(positional ? arguments : flags, left, text_of(command, *param, positional));
  }
  if (!arguments.empty())
    out.append("\nArguments\n").append(arguments);
  if (!flags.empty())
    out.append("\nFlags\n").append(flags);
  out.append("\nFlags of every command\n");
  add_common_flags(out);
  if (!command.examples.empty())
    out += "\nExamples\n";
  std::string_view examples = command.examples;
  while (!examples.empty()) {
    const std::size_t end = std::min(examples.find('\n'), examples.size());
    out.append("  ai-memory ").append(examples.substr(0, end)).append("\n");
    examples.remove_prefix(std::min(end + 1, examples.size()));
  }
  return out;
}

}  // namespace aim::cli
