#include "cli/parse.h"

#include <CLI/CLI.hpp>
#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/utf8.h"
#include "cli/manual.h"
#include "op/kit/coerce.h"
#include "text/edit_distance.h"

namespace aim::cli {
namespace {

using WordList = std::vector<std::string>;
constexpr std::size_t shown_characters = 60;

std::string in_quotes(std::string_view text) {
  return '"' + utf8::excerpt(text, shown_characters) + '"';
}

std::string did_you_mean(std::string_view given, std::span<const std::string_view> known) {
  const auto near = text::nearest(given, known);
  return near ? "; did you mean \"" + std::string(*near) + "\"?" : std::string();
}

bool looks_like_flag(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9');
}

// ---- the command ----

// Habitual names of commands (S52).
std::string_view full_name(std::string_view word) {
  static constexpr std::pair<std::string_view, std::string_view> habits[] = {
      {"add", "store"}, {"remember", "store"}, {"ls", "list"},
      {"rm", "delete"}, {"edit", "update"},    {"show", "get"}};
  for (const auto& [habit, name] : habits)
    if (word == habit)
      return name;
  return word;
}

struct CommandWord {
  std::string name;    // as given
  std::size_t at = 0;  // position of its first word; the number of words: missing
  std::size_t size = 0;
};

// The first word that is no flag. Only the flags of the program itself may stand before it.
std::variant<CommandWord, Answer> find_name(const WordList& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (word == "--db") {
      ++at;
      continue;
    }
    if (word.starts_with("--db=") || word == "--json" || word == "--no-color" ||
        word == "--strict-namespaces" || word == "-h" || word == "--help" || word == "-V" ||
        word == "--version" || word == "--all")
      continue;
    if (looks_like_flag(word)) {
      constexpr std::string_view known[] = {
          "--db", "--json", "--no-color", "--strict-namespaces", "--help", "--version"};
      std::string hint = did_you_mean(word, known);
      if (hint.empty())
        hint = "; the flags of a command stand after its name";
      return usage_error("unknown flag " + in_quotes(word) + hint, {});
    }
    CommandWord found{std::string(full_name(word)), at, 1};
    // "bench question add", as who knows what is added says it (N5).
    if (word == "bench" && at + 2 < words.size() && words[at + 1] == "question" &&
        find_command("bench " + words[at + 2]))
      return CommandWord{"bench " + words[at + 2], at, 3};
    // The folder is a part of the name, not another database.
    if (word == "sync" && at + 1 < words.size() && words[at + 1] == "folder") {
      if (at + 2 == words.size() || looks_like_flag(words[at + 2]))
        return CommandWord{"sync-folder", at, 2};
      // "sync folder DIR" begins to sync over it (Y2).
      if (words[at + 2].find('/') != std::string::npos)
        return CommandWord{"sync-folder init", at, 2};
      return CommandWord{"sync-folder " + words[at + 2], at, 3};
    }
    if (is_family(word) && at + 1 < words.size() && !looks_like_flag(words[at + 1])) {
      found.name.append(" ").append(words[at + 1]);
      found.size = 2;
    }
    return found;
  }
  return CommandWord{{}, words.size(), 0};
}

// "restore ID --version 3" is how people say restore-version (T3). Without a number it asks for the
// program's version.
void ask_for_version(WordList& words, CommandWord& found) {
  constexpr std::string_view flag = "--version", joined = "--version=";
  for (auto word = words.begin(); word != words.end(); ++word) {
    const bool apart = *word == flag && word + 1 != words.end();
    const std::string number = apart                       ? word[1]
                               : word->starts_with(joined) ? word->substr(joined.size())
                                                           : std::string();
    if (number.empty() || !std::ranges::all_of(number, ascii::is_digit))
      continue;
    words.erase(word, word + (apart ? 2 : 1));
    words.push_back(number);
    found.name = "restore-version";
    return;
  }
}

// "hook --host claude user-prompt": the host may stand before the event.
void move_host_behind(WordList& words, CommandWord& found) {
  const auto begin = words.begin() + static_cast<std::ptrdiff_t>(found.at);
  if (found.name != "hook" || words.end() - begin < 4 || begin[1] != "--host")
    return;
  std::rotate(begin + 1, begin + 3, begin + 4);
  found = {found.name + " " + begin[1], found.at, 2};
}

Answer unknown_command(const std::string& name) {
  std::vector<std::string_view> known{"help"};
  for (const Command& command : commands()) known.push_back(command.name);
  const std::string word = name.substr(0, name.find(' '));
  if (is_family(word) && word != name)
    return usage_error("unknown command " + in_quotes(name) + did_you_mean(name, known), word);
  for (const std::string_view family : families()) known.push_back(family);
  return usage_error("unknown command " + in_quotes(name) + did_you_mean(name, known), {});
}

bool asks_for(const WordList& words, std::string_view brief, std::string_view full) {
  return std::find_if(words.begin(), words.end(), [&](const std::string& word) {
           return word == brief || word == full;
         }) != words.end();
}

// `help`, `help archive list`.
Answer help_command(const WordList& words, const CommandWord& found, std::size_t width) {
  if (asks_for(words, "--all", "--all"))
    return {exit_done, help_of_all(width), {}};
  std::string name;
  for (std::size_t at = found.at + 1; at < words.size(); ++at)
    if (!looks_like_flag(words[at]))
      name.append(name.empty() ? "" : " ").append(full_name(words[at]));
  if (name.empty())
    return {exit_done, help_in_short(width), {}};
  if (const Command* command = find_command(name))
    return {exit_done, help_of(*command, width), {}};
  if (is_family(name))
    return {exit_done, help_of_family(name, width), {}};
  return unknown_command(name);
}

// The words are no command's: help, the version, or a mistake.
Answer without_command(const WordList& words, const CommandWord& found, std::size_t width) {
  if (found.name == "help")
    return help_command(words, found, width);
  if (asks_for(words, "-V", "--version"))
    return {exit_done, version_line(), {}};
  if (found.name == "version")
    return {exit_done, version_line(), {}};
  const bool help = asks_for(words, "-h", "--help");
  if (found.name.empty() && help)
    return {exit_done,
            asks_for(words, "--all", "--all") ? help_of_all(width) : help_in_short(width),
            {}};
  if (found.name.empty())
    return {exit_usage, {}, help_in_short(width)};
  if (is_family(found.name))
    return help ? Answer{exit_done, help_of_family(found.name, width), {}}
                : Answer{exit_usage, {}, help_of_family(found.name, width)};
  return unknown_command(found.name);
}

// ---- its flags ----

struct Flag {
  const op::Param* param;
  CLI::Option* option;
};

constexpr std::string_view memory_tier = "tier";

// The grammar of one command: only the one that was asked for is ever built.
class Grammar {
 public:
  Grammar(const Command& command, std::size_t width) : command_(command), width_(width) {
    app_.set_help_flag();
    app_.allow_extras();
    database_ = option("--db");
    json_ = app_.add_flag("--json");
    no_colour_ = app_.add_flag("--no-color");
    help_ = app_.add_flag("-h,--help");
    strict_namespaces_ = app_.add_flag("--strict-namespaces");
    version_ = app_.add_flag("-V,--version");
    for (const op::Param* param : params_of(command)) {
      if (is_positional(command, *param)) {
        positionals_.push_back(param);
        continue;
      }
      std::string names = shown_name(command, *param);
      known_.push_back(names);
      for (const auto& [field, second] : command.second_names)
        if (!second.empty() && field == param->name)
          names.append(",").append(second);
      if (param->flag)
        names.insert(0, {'-', param->flag, ','});
      const bool is_switch = param->kind == op::Kind::boolean;
      if (param->rule.meaning == Meaning::feature_tier) {
        features_ = param;
        names.append(old_names_of_features());
      }
      flags_.push_back({param, is_switch ? app_.add_flag(names) : option(names)});
    }
    // "backup --to DIR": an argument may be given by its name, too (P4).
    for (const op::Param* param : positionals_)
      if (const std::string name = flag_of(param->name); !app_.get_option_no_throw(name))
        named_places_.push_back({param, option(name)});
    // In the order of the command line, not of the fields.
    std::stable_sort(positionals_.begin(), positionals_.end(),
                     [&](auto* a, auto* b) { return place_of(a->name) < place_of(b->name); });
  }

  std::variant<Invocation, Answer> read(WordList words) {
    split_empty_values(words);
    std::reverse(words.begin(), words.end());
    try {
      app_.parse(std::move(words));
    } catch (const CLI::ArgumentMismatch& mismatch) {
      const std::string what = mismatch.what();
      return usage_error(what.substr(0, what.find_first_of(": ")) + " needs a value",
                         command_.name);
    } catch (const CLI::ParseError& error) {
      return usage_error(error.what(), command_.name);
    }
    if (help_->count() > 0)
      return Answer{exit_done, help_of(command_, width_), {}};
    if (version_->count() > 0)
      return Answer{exit_done, version_line(), {}};
    return collect();
  }

 private:
  std::size_t place_of(std::string_view name) const {
    const auto& places = command_.positionals;
    return static_cast<std::size_t>(std::find(places.begin(), places.end(), name) - places.begin());
  }

  CLI::Option* option(const std::string& names) { return app_.add_option(names)->take_all(); }

  // CLI11 takes the next word as the value of "--flag=".
  void split_empty_values(WordList& words) const {
    for (std::size_t at = 0; at < words.size() && words[at] != "--"; ++at) {
      std::string name = words[at];
      const bool empty_value = name.starts_with("--") && name.ends_with('=');
      if (empty_value)
        name.pop_back();
      if (!takes_value(name))
        continue;
      if (empty_value) {
        words[at] = name;
        words.insert(words.begin() + static_cast<std::ptrdiff_t>(at) + 1, std::string());
      }
      ++at;
    }
  }
  bool takes_value(const std::string& name) const {
    if (!looks_like_flag(name))
      return false;
    const CLI::Option* found = app_.get_option_no_throw(name);
    return found != nullptr && found->get_items_expected_max() > 0;
  }

  std::variant<Invocation, Answer> collect() {
    Invocation invocation;
    invocation.command = &command_;
    invocation.json = json_->count() > 0;
    invocation.no_colour = no_colour_->count() > 0;
    invocation.strict_namespaces = strict_namespaces_->count() > 0;
    WordList places;
    if (auto wrong = sort_rest(places))
      return *wrong;
    if (auto wrong = take_places(places, invocation))
      return *wrong;
    if (auto wrong = take_flags(invocation))
      return *wrong;
    return invocation;
  }

  // The rest of the line: words for positional arguments, and unknown flags.
  std::optional<Answer> sort_rest(WordList& places) {
    bool only_places = false;
    for (std::string& word : app_.remaining()) {
      if (!only_places && word == "--") {
        only_places = true;
        continue;
      }
      if (!only_places && looks_like_flag(word)) {
        word.resize(std::min(word.find('='), word.size()));
        std::vector<std::string_view> known(known_.begin(), known_.end());
        known.insert(known.end(), {"--db", "--json", "--no-color", "--strict-namespaces", "--help",
                                   "--version"});
        return usage_error("unknown flag " + in_quotes(word) + did_you_mean(word, known),
                           command_.name);
      }
      places.push_back(std::move(word));
    }
    return std::nullopt;
  }

  std::optional<Answer> take_places(WordList& places, Invocation& invocation) {
    std::size_t next = 0;
    for (const op::Param* param : positionals_) {
      const auto named = std::ranges::find(named_places_, param, &Flag::param);
      if (named != named_places_.end() && named->option->count() > 0) {
        invocation.given.push_back({param, named->option->results()});
        continue;
      }
      if (next == places.size()) {
        if (must_be_given(command_, *param))
          return usage_error(shown_name(command_, *param) + " is missing", command_.name);
        break;
      }
      Given& given = invocation.given.emplace_back(Given{param, {std::move(places[next++])}});
      if (param == positionals_.back() && command_.words != ExtraWords::refused)
        for (; next < places.size(); ++next) given.texts.push_back(std::move(places[next]));
    }
    if (next == places.size())
      return std::nullopt;
    if (command_.loose.empty())
      return usage_error("unexpected argument " + in_quotes(places[next]), command_.name);
    for (const Flag& each : flags_)
      if (each.param->name == command_.loose) {
        if (each.option->count() > 0)
          return usage_error("unexpected argument " + in_quotes(places[next]) + " beside " +
                                 shown_name(command_, *each.param),
                             command_.name);
        invocation.given.push_back(
            {each.param,
             WordList(places.begin() + static_cast<std::ptrdiff_t>(next), places.end())});
      }
    return std::nullopt;
  }

  std::optional<Answer> take_flags(Invocation& invocation) {
    if (database_->count() > 0) {
      invocation.database = database_->results().back();
      if (invocation.database->empty())
        return usage_error("--db needs a path", command_.name);
    }
    for (const auto& [param, flag] : flags_) {
      if (flag->count() == 0) {
        if (must_be_given(command_, *param) && !invocation.text(param->name))
          return usage_error(shown_name(command_, *param) + " is missing", command_.name);
        continue;
      }
      const bool is_list = param->kind == op::Kind::text_list;
      if (flag->count() > 1 && !is_list && param->kind != op::Kind::boolean)
        return usage_error(shown_name(command_, *param) + " is given more than once",
                           command_.name);
      WordList texts = flag->results();
      if (!is_list)
        texts.erase(texts.begin(), texts.end() - 1);
      if (auto wrong = no_number(*param, texts.front()))
        return *wrong;
      invocation.given.push_back(
          {names_features(*param, texts.front()) ? features_ : param, std::move(texts)});
    }
    return std::nullopt;
  }

  // Commands of the program itself read their numbers out of texts, each where it uses it.
  std::optional<Answer> no_number(const op::Param& param, std::string_view text) const {
    if (param.kind != op::Kind::integer && param.kind != op::Kind::number)
      return std::nullopt;
    const auto value = op::value_from_text(param, text);
    if (value)
      return std::nullopt;
    std::string sentence = value.error().message;
    return usage_error(sentence.replace(0, param.name.size(), shown_name(command_, param)),
                       command_.name);
  }

  // --features was called --tier, or --feature-tier where --tier is the lifetime of memories (S62).
  std::string_view old_names_of_features() const {
    const auto& params = params_of(command_);
    const bool has_tier = std::ranges::any_of(
        params, [](const op::Param* each) { return each->name == memory_tier; });
    return has_tier ? ",--feature-tier,-T" : ",--tier";
  }

  // `recall --tier keyword` names a level of features, and always did (wire.md 4.2).
  bool names_features(const op::Param& param, std::string_view text) const {
    return features_ && param.name == memory_tier && value_of<FeatureTier>(text);
  }

  const Command& command_;
  std::size_t width_;
  CLI::App app_;
  CLI::Option *database_, *json_, *no_colour_, *strict_namespaces_, *help_, *version_;
  std::vector<const op::Param*> positionals_;
  std::vector<Flag> flags_, named_places_;
  const op::Param* features_ = nullptr;  // where the command has it
  WordList known_;
};

}  // namespace

std::span<const std::string> Invocation::texts(std::string_view field) const {
  for (const Given& each : given)
    if (each.param->name == field)
      return each.texts;
  return {};
}

const std::string* Invocation::text(std::string_view field) const {
  const auto all = texts(field);
  return all.empty() ? nullptr : &all.front();
}

bool Invocation::flag(std::string_view field) const {
  const std::string* value = text(field);
  return value && *value == "true";
}

Answer usage_error(std::string_view sentence, std::string_view command) {
  std::string error("error: ");
  error.append(sentence).append("\nsee: ai-memory ");
  if (!command.empty())
    error.append(command).append(" ");
  return {exit_usage, {}, error.append("--help\n")};
}

std::variant<Invocation, Answer> parse(std::span<const std::string> words, std::size_t width) {
  WordList rest(words.begin(), words.end());
  auto found = find_name(rest);
  if (const auto* wrong = std::get_if<Answer>(&found))
    return *wrong;
  auto& name = std::get<CommandWord>(found);
  if (name.name == "restore" || name.name == "restore-version")
    ask_for_version(rest, name);
  move_host_behind(rest, name);
  const Command* command = find_command(name.name);
  if (!command)
    return without_command(rest, name, width);
  const auto begin = rest.begin() + static_cast<std::ptrdiff_t>(name.at);
  rest.erase(begin, begin + static_cast<std::ptrdiff_t>(name.size));
  return Grammar(*command, width).read(std::move(rest));
}

}  // namespace aim::cli
