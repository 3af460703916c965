#include "cli/command.h"

#include "base/ascii.h"
#include "cli/flags.h"

namespace aim::cli {

const Command* find_command(std::string_view name) {
  for (const Command& command : commands())
    if (command.name == name)
      return &command;
  return nullptr;
}

bool is_family(std::string_view word) {
  return std::any_of(commands().begin(), commands().end(), [&](const Command& command) {
    return command.name.starts_with(word) && command.name.substr(word.size()).starts_with(' ');
  });
}

std::vector<std::string_view> families() {
  std::vector<std::string_view> words;
  for (const Command& command : commands()) {
    const std::size_t blank = command.name.find(' ');
    if (blank != command.name.npos &&
        (words.empty() || words.back() != command.name.substr(0, blank)))
      words.push_back(command.name.substr(0, blank));
  }
  return words;
}

std::string_view summary_of(const Command& command) {
  return command.summary.empty() ? command.operation().summary : command.summary;
}

std::span<const TitledGroup> groups() {
  static constexpr TitledGroup titles[] = {
      {Group::remember, "Remember"},
      {Group::find, "Find"},
      {Group::relate, "Relate"},
      {Group::keep, "Maintain"},
      {Group::archive, "Archive"},
      {Group::transcript, "Transcripts"},
      {Group::audit, "Audit log, and tokens for a server's callers"},
      {Group::bench, "Measure recall with your own questions"},
      {Group::standard, "Standards, shown first by recall and session-start"},
      {Group::model, "Models, for recall by meaning"},
      {Group::assistant, "Assistants"},
      {Group::language_model, "Language model"},
      {Group::program, "Program"}};
  return titles;
}

std::string_view title_of(Group group) {
  return std::ranges::find(groups(), group, &TitledGroup::first)->second;
}

std::vector<const op::Param*> params_of(const Command& command) {
  std::vector<const op::Param*> params;
  if (command.operation)
    for (const op::Param& param : command.operation().params) params.push_back(&param);
  if (command.variant)
    for (const op::Param& param : command.variant().params)
      if (std::ranges::none_of(params, [&](const auto* own) { return own->name == param.name; }))
        params.push_back(&param);
  if (command.extra)
    for (const op::Param& param : command.extra()) params.push_back(&param);
  return params;
}

bool is_of_variant(const Command& command, const op::Param& param) {
  if (!command.variant)
    return false;
  const auto& params = command.variant().params;
  return std::any_of(params.begin(), params.end(),
                     [&](const auto& each) { return &each == &param; });
}

bool is_extra(const Command& command, const op::Param& param) {
  if (!command.extra)
    return false;
  const auto params = command.extra();
  return std::any_of(params.begin(), params.end(),
                     [&](const auto& each) { return &each == &param; });
}

std::vector<op::Param> params_of(std::span<const Flag> flags) {
  std::vector<op::Param> params;
  for (const Flag& flag : flags) {
    op::Param& param = params.emplace_back();
    param.name = flag.name;
    param.kind = flag.kind;
    param.doc = flag.doc;
    param.flag = flag.letter;
    param.required = flag.required;
    param.rule.meaning = flag.meaning;
    param.values.assign(flag.values.begin(), flag.values.end());
  }
  return params;
}

bool must_be_given(const Command& command, const op::Param& param) {
  return param.required && param.name != command.derived && !is_of_variant(command, param);
}

bool is_positional(const Command& command, const op::Param& param) {
  const auto& names = command.positionals;
  return std::find(names.begin(), names.end(), param.name) != names.end();
}

std::string flag_of(std::string_view name) {
  std::string flag = "--" + std::string(name);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::string shown_name(const Command& command, const op::Param& param) {
  return is_positional(command, param) ? ascii::upper(param.name) : flag_of(param.name);
}

}  // namespace aim::cli
