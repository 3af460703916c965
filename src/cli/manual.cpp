#include "cli/manual.h"

#include <cmath>

#include "base/ascii.h"

namespace aim::cli {
namespace {

constexpr std::array common{
    ManualLine{"--db PATH",
               "The database (default: $AI_MEMORY_DB, then the configuration's, then "
               "~/.local/share/ai-memory/ai-memory.db)"},
    ManualLine{"--json", "Answer with one line of JSON"},
    ManualLine{"--no-color", "No colours, even on a terminal"},
    ManualLine{"-h, --help", "Show this help"},
};

constexpr std::array environment{
    ManualLine{"AI_MEMORY_DB", "The database; overrides the configuration, --db overrides it"},
    ManualLine{"AI_MEMORY_READ_DB",
               "A replica of the database for reads; overrides the configuration"},
    ManualLine{"AI_MEMORY_NO_CONFIG", "1: read no configuration file"},
    ManualLine{"AI_MEMORY_MODELS", "Folder of models; overrides the configuration"},
    ManualLine{"AI_MEMORY_HUB", "Source of model downloads; overrides the configuration"},
    ManualLine{"AI_MEMORY_OFFLINE", "1: download nothing"},
    ManualLine{"AI_MEMORY_TOKEN", "Token that clients of the daemon must send"},
    ManualLine{"AI_MEMORY_LLM_URL", "Address of the language model; overrides the configuration"},
    ManualLine{"AI_MEMORY_LLM_KEY", "Key of the language model's service"},
    ManualLine{"AI_MEMORY_LOG", "debug, info, warn or error; overrides the configuration"},
    ManualLine{"NO_COLOR", "No colours on the terminal"},
    ManualLine{"XDG_CONFIG_HOME", "Instead of ~/.config"},
    ManualLine{"XDG_DATA_HOME", "Instead of ~/.local/share"},
    ManualLine{"XDG_STATE_HOME", "Instead of ~/.local/state"},
};

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
    return " " + ascii::upper(param.name);
  switch (param.rule.meaning) {
    case Meaning::name_space:
    case Meaning::name_space_filter:
      return " NAME";
    case Meaning::time:
      return " TIME";
    default:
      return " TEXT";
  }
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
  std::string text(param.doc);
  for (const auto& [name, of_command] : command.defaults)
    if (name == param.name) {
      initial = of_command;
      text.resize(std::min(text.size(), text.find("; default: ")));
    }
  if (param.kind == op::Kind::boolean)
    initial.clear();
  if (!positional && must_be_given(command, param))
    add_note(notes, "required");
  if (!initial.empty() && !param.required)
    add_note(notes, "default: " + initial);
  return notes.empty() ? text : text.append(" (").append(notes).append(")");
}

ManualRow row_of(const Command& command, const op::Param& param) {
  const bool positional = is_positional(command, param);
  std::string left = shown_name(command, param);
  for (const auto& [field, second] : command.second_names)
    if (field == param.name)
      left.append(", ").append(second);
  if (!positional) {
    left += placeholder(param);
    if (param.flag)
      left.insert(0, {'-', param.flag, ',', ' '});
  }
  return {std::move(left), text_of(command, param, positional)};
}

std::vector<ManualRow> rows_of(const Command& command, bool positional) {
  std::vector<ManualRow> rows;
  for (const op::Param* param : params_of(command))
    if (is_positional(command, *param) == positional)
      rows.push_back(row_of(command, *param));
  return rows;
}

}  // namespace

std::string usage_of(const Command& command) {
  std::string usage = "ai-memory " + std::string(command.name);
  std::string optional, loose;
  for (const op::Param* param : params_of(command)) {
    if (is_positional(command, *param))
      continue;
    if (param->name == command.loose)
      loose = " " + ascii::upper(param->name) + "…";
    else if (must_be_given(command, *param))
      usage.append(" ").append(shown_name(command, *param)).append(placeholder(*param));
    else
      optional = " [FLAGS]";
  }
  usage.append(optional).append(loose);
  for (const std::string_view name : command.positionals)
    for (const op::Param* param : params_of(command))
      if (!name.empty() && param->name == name) {
        const std::string shown = shown_name(command, *param);
        usage.append(must_be_given(command, *param) ? " " + shown : " [" + shown + "]");
      }
  return command.words == ExtraWords::refused ? usage : usage.append("…");
}

std::vector<ManualRow> arguments_of(const Command& command) {
  return rows_of(command, true);
}

std::vector<ManualRow> flags_of(const Command& command) {
  return rows_of(command, false);
}

std::vector<std::string_view> examples_of(const Command& command) {
  std::vector<std::string_view> lines;
  for (std::string_view rest = command.examples; !rest.empty();) {
    lines.push_back(ascii::take_part(rest, '\n'));
  }
  return lines;
}

std::span<const ManualLine> common_flags() {
  return common;
}

std::span<const ManualLine> environment_variables() {
  return environment;
}

}  // namespace aim::cli
