#include "cli/completions.h"

#include "base/utf8.h"
#include "cli/command.h"
#include "cli/manual.h"

namespace aim::cli {
namespace {

using WordList = std::vector<std::string>;
constexpr std::size_t about_characters = 70;

bool looks_like_flag(std::string_view word) {
  return word.starts_with('-');
}

// Joins words that bash has cut at "=": "--tier", "=", "lo" is "--tier", "lo".
WordList joined_at_equals(std::span<const std::string> words) {
  WordList joined;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool cut = words[at] == "=" && !joined.empty() && joined.back().starts_with("--");
    if (!cut)
      joined.push_back(words[at]);
    else if (at + 1 == words.size())
      joined.emplace_back();
  }
  return joined;
}

class Completer {
 public:
  Completer(WordList words, const LookUp& look_up)
      : words_(std::move(words)), current_(words_.back()), look_up_(look_up) {
    words_.pop_back();
  }

  CompletionItems complete() {
    const std::size_t at = find_command();
    if (waits_for_file_)
      files();
    else if (at == words_.size() && looks_like_flag(current_))
      add_common_flags();
    else if (at == words_.size() || (words_[at] == "help" && at + 1 == words_.size()))
      add_commands();
    else if (is_family(words_[at]) && at + 1 == words_.size())
      add_family(words_[at]);
    else
      complete_command(at);
    return std::move(found_);
  }

 private:
  // Position of the command's name; the number of words if it is missing.
  std::size_t find_command() {
    for (std::size_t at = 0; at < words_.size(); ++at) {
      if (words_[at] == "--db") {
        waits_for_file_ = at + 1 == words_.size();
        ++at;
      } else if (!looks_like_flag(words_[at])) {
        return at;
      }
    }
    return words_.size();
  }

  void complete_command(std::size_t at) {
    std::string name = words_[at++];
    if (is_family(name))
      name.append(" ").append(words_[at++]);
    command_ = cli::find_command(name);
    if (!command_)
      return;
    std::size_t places = 0;
    const op::Param* open = nullptr;  // a flag that waits for its value
    for (; at < words_.size(); ++at) {
      if (open || waits_for_file_) {
        open = nullptr;
        waits_for_file_ = false;
      } else if (words_[at] == "--db") {
        waits_for_file_ = true;
      } else if (looks_like_flag(words_[at])) {
        open = flag_of(words_[at]);
        if (open && (open->kind == op::Kind::boolean || words_[at].find('=') != std::string::npos))
          open = nullptr;
      } else {
        ++places;
      }
    }
    if (waits_for_file_)
      files();
    else if (open)
      add_values(*open, "", current_);
    else if (current_.starts_with("--") && current_.find('=') != std::string::npos)
      complete_joined();
    else if (looks_like_flag(current_) || !place(places))
      add_flags();
    else
      add_values(*place(places), "", current_);
  }

  // "--tier=lo"
  void complete_joined() {
    const std::size_t end = current_.find('=') + 1;
    if (current_.starts_with("--db="))
      files();
    else if (const op::Param* param = flag_of(current_))
      add_values(*param, current_.substr(0, end), current_.substr(end));
  }

  const op::Param* flag_of(std::string_view word) const {
    const std::string_view name = word.substr(0, word.find('='));
    for (const op::Param* param : params_of(*command_)) {
      if (is_positional(*command_, *param))
        continue;
      if (name == shown_name(*command_, *param) ||
          (param->flag != 0 && name.size() == 2 && name[1] == param->flag))
        return param;
    }
    return nullptr;
  }

  // The field of the positional word of that number; further words may belong to the last.
  const op::Param* place(std::size_t number) const {
    const op::Param* last = nullptr;
    for (std::size_t i = 0; i < command_->positionals.size(); ++i)
      for (const op::Param* param : params_of(*command_))
        if (param->name == command_->positionals[i]) {
          if (i == number)
            return param;
          last = param;
        }
    return command_->words == ExtraWords::refused ? nullptr : last;
  }

  // `before` is what of the word stands already, and stays.
  void add_values(const op::Param& param, std::string before, std::string beginning) {
    if (param.kind == op::Kind::text_list ||
        param.rule.meaning == Meaning::tag) {  // a list also as a filter
      const std::size_t start = beginning.rfind(',') + 1;
      before += beginning.substr(0, start);
      beginning.erase(0, start);
    }
    for (const std::string_view value : param.values)
      if (value.starts_with(beginning))
        found_.values.push_back({before + std::string(value), {}});
    if (!param.values.empty())
      return;
    if (param.rule.meaning == Meaning::path)
      return files();
    for (CompletionItem& candidate : look_up_(param.rule.meaning, beginning, words_.back()))
      found_.values.push_back({before + candidate.value, std::move(candidate.about)});
  }

  void add(std::string_view value, std::string_view about) {
    if (value.starts_with(current_))
      found_.values.push_back({std::string(value), std::string(about)});
  }
  void files() { found_.files = true; }

  void add_commands() {
    std::string_view family;
    for (const Command& command : commands()) {
      const std::string_view word = command.name.substr(0, command.name.find(' '));
      if (word == command.name)
        add(word, summary_of(command));
      else if (word != family)
        add(family = word, title_of(command.group));
    }
    add("help", "Show the commands, or one with its flags");
  }

  void add_family(std::string_view family) {
    for (const Command& command : commands())
      if (command.name.starts_with(std::string(family) + " "))
        add(command.name.substr(family.size() + 1), summary_of(command));
  }

  void add_flags() {
    for (const op::Param* param : params_of(*command_)) {
      if (is_positional(*command_, *param))
        continue;
      const std::string name = shown_name(*command_, *param);
      const bool again = param->kind == op::Kind::text_list;
      if (again || std::find(words_.begin(), words_.end(), name) == words_.end())
        add(name, param->doc);
    }
    add_common_flags();
  }

  void add_common_flags() {
    for (const ManualLine& line : common_flags()) {
      const std::size_t start = line.left.find("--");
      const std::string_view rest = line.left.substr(start);
      add(rest.substr(0, rest.find(' ')), line.text);
    }
  }

  WordList words_;  // before the one to complete
  std::string current_;
  const LookUp& look_up_;
  const Command* command_ = nullptr;
  bool waits_for_file_ = false;
  CompletionItems found_;
};

}  // namespace

CompletionItems complete_line(std::span<const std::string> words, const LookUp& look_up) {
  WordList joined = joined_at_equals(words);
  if (joined.empty())
    joined.emplace_back();
  return Completer(std::move(joined), look_up).complete();
}

std::string lines_of(const CompletionItems& candidates) {
  if (candidates.files)
    return ":files\n";
  std::string lines;
  for (const CompletionItem& each : candidates.values) {
    if (each.value.find_first_of("\t\n") != std::string::npos)
      continue;  // no shell could tell where it ends
    lines.append(each.value).append("\t");
    lines.append(utf8::excerpt(each.about, about_characters)).append("\n");
  }
  return lines;
}

std::string database_in(std::span<const std::string> words) {
  const WordList joined = joined_at_equals(words);
  std::string path;
  for (std::size_t at = 0; at + 1 < joined.size(); ++at) {
    if (joined[at] == "--db" && at + 2 < joined.size())
      path = joined[at + 1];
    else if (joined[at].starts_with("--db="))
      path = joined[at].substr(5);
  }
  return path;
}

}  // namespace aim::cli
