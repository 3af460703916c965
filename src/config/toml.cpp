// TOML to Config, by the table in settings.h. The only file that sees toml++.
//
// Some of toml++'s assertions are about the text ("[" and a control character fails one): as assertions they would end
// the program, and with NDEBUG they become promises to the compiler. Without them the parser reports the fault itself;
// tests/fuzz/config_fuzzer.cpp watches over that.
#undef NDEBUG
#define TOML_ASSERT(expression) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <vector>

#include "base/utf8.h"
#include "config/config.h"
#include "config/settings.h"
#include "text/edit_distance.h"

namespace aim {
namespace {

using config::Setting;

// toml++ destroys tables by recursion, and "a.a.a.a = 1" makes one for every dot: 100,000 of them
// overflow the stack. No line of ours needs more than a few.
constexpr std::ptrdiff_t max_dots = 64;

// A value as the refusal repeats it.
std::string shown(const toml::node& node) {
  if (const auto* text = node.as_string())
    return '"' + text->get() + '"';
  if (const auto* number = node.as_integer())
    return std::to_string(number->get());
  if (const auto* truth = node.as_boolean())
    return truth->get() ? "true" : "false";
  if (node.is_floating_point())
    return "a number with a decimal point";
  if (node.is_array())
    return "a list";
  return node.is_table() ? "a section" : "a date or time";
}

std::string_view section_of(std::string_view path) {
  const auto dot = path.find('.');
  return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

std::string_view name_of_key(std::string_view path) {
  const auto dot = path.find('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

std::string place(std::string_view section) {
  return section.empty() ? "the top level" : std::string("[").append(section) + ']';
}

Error fault_at(std::string_view file, std::size_t line, std::string_view path,
               std::string_view what) {
  auto sentence = std::string(file).append(" line ").append(std::to_string(line));
  // What stands in the file may hold line breaks and control characters, and be of any length.
  sentence.append(": ").append(utf8::excerpt(what, 1'000));
  return {Code::validation_failed, std::move(sentence), std::string(path), {}, {}};
}

class Reader {
 public:
  explicit Reader(std::string_view file) : file_(file) {}

  Result<Config> read(std::string_view text) {
    const toml::parse_result parsed = toml::parse(text, file_);
    if (!parsed)
      return Failure(fault_at(file_, parsed.error().source().begin.line, "",
                              std::string("not TOML: ").append(parsed.error().description())));
    read_section({}, parsed.table());
    if (fault_line_ != 0)
      return Failure(std::move(fault_));
    return std::move(config_);
  }

 private:
  // Keeps the fault that stands first in the file: toml++ gives keys by name, people read by line.
  void fault(std::size_t line, std::string_view path, std::string_view what) {
    if (fault_line_ != 0 && fault_line_ <= line)
      return;
    fault_line_ = line;
    fault_ = fault_at(file_, line, path, what);
  }

  void read_section(std::string_view section, const toml::table& members) {
    for (const auto& [key, node] : members) {
      const auto path = section.empty() ? std::string(key.str())
                                        : std::string(section).append(".").append(key.str());
      const auto line = key.source().begin.line;
      if (const auto* setting = find(section, key.str()))
        read_value(*setting, node, line);
      else if (!section.empty() || !is_section(key.str()))
        fault(line, path, unknown(section, key.str()));
      else if (const auto* inner = node.as_table())
        read_section(key.str(), *inner);
      else
        fault(line, path,
              std::string(path).append(" must be a section, ").append(place(path)) + "; got " +
                  shown(node));
    }
  }

  void read_value(const Setting& setting, const toml::node& node, std::size_t line) {
    const auto& key = setting.key;
    const auto problem =
        std::visit([&](auto member) { return assign(setting, member, node); }, setting.member);
    if (!problem)
      return;
    const auto what = problem->empty()
                          ? std::string("must be ").append(key.type) + "; got " + shown(node)
                          : *problem;
    fault(line, key.path, std::string(key.path).append(" ").append(what));
  }

  // What is wrong with the value: nothing, that it is not of the key's type (empty), or a
  // sentence's end.
  using Problem = std::optional<std::string>;

  Problem assign(const Setting&, FeatureTier Config::*member, const toml::node& node) {
    const auto text = node.value_exact<std::string_view>();
    const auto tier = text ? value_of<FeatureTier>(*text) : std::nullopt;
    if (!tier)
      return "";
    config_.*member = *tier;
    return {};
  }

  Problem assign(const Setting& setting, std::string Config::*member, const toml::node& node) {
    const auto text = node.value_exact<std::string_view>();
    if (!text)
      return "";
    if (setting.is_path()) {
      auto path = config::expand_path(*text);
      if (!path)
        return std::move(path).error().message;
      config_.*member = std::move(*path);
      return {};
    }
    if (!config::is_choice(setting.key.type, *text))
      return "";
    config_.*member = std::string(*text);
    return {};
  }

  Problem assign(const Setting&, bool Config::*member, const toml::node& node) {
    const auto truth = node.value_exact<bool>();
    if (!truth)
      return "";
    config_.*member = *truth;
    return {};
  }

  static std::optional<std::int64_t> number_within(const Setting& setting, const toml::node& node) {
    const auto number = node.value_exact<std::int64_t>();
    return number && *number >= setting.minimum && *number <= setting.maximum ? number
                                                                              : std::nullopt;
  }

  Problem assign(const Setting& setting, std::int64_t Config::*member, const toml::node& node) {
    const auto number = number_within(setting, node);
    if (!number)
      return "";
    config_.*member = *number;
    return {};
  }

  Problem assign(const Setting& setting, std::optional<std::int64_t> TtlConfig::*member,
                 const toml::node& node) {
    const auto number = number_within(setting, node);
    if (!number)
      return "";
    config_.ttl.*member = *number;
    return {};
  }

  static const Setting* find(std::string_view section, std::string_view name) {
    for (const auto& setting : config::settings())
      if (section_of(setting.key.path) == section && name_of_key(setting.key.path) == name)
        return &setting;
    return nullptr;
  }

  static bool is_section(std::string_view name) {
    return std::ranges::any_of(config::settings(), [&](const Setting& setting) {
      return !name.empty() && section_of(setting.key.path) == name;
    });
  }

  // What may stand in a section; at the top level the sections too.
  static std::vector<std::string_view> known_names(std::string_view section) {
    std::vector<std::string_view> names;
    for (const auto& setting : config::settings()) {
      const auto& path = setting.key.path;
      if (section_of(path) == section)
        names.push_back(name_of_key(path));
      else if (section.empty() && (names.empty() || names.back() != section_of(path)))
        names.push_back(section_of(path));
    }
    return names;
  }

  static std::string unknown(std::string_view section, std::string_view name) {
    auto sentence = std::string("unknown key \"").append(name) + "\" in " + place(section);
    for (const auto& setting : config::settings())
      if (name_of_key(setting.key.path) == name)
        return sentence + "; it belongs in " + place(section_of(setting.key.path));
    const auto names = known_names(section);
    if (const auto near = text::nearest(name, names))
      return sentence.append("; did you mean \"").append(*near) + "\"?";
    sentence += "; known are";
    for (const auto& each : names) sentence.append(each == names.front() ? " " : ", ").append(each);
    return sentence;
  }

  std::string file_;
  Config config_;
  Error fault_;
  std::size_t fault_line_ = 0;  // 0: no fault
};

// The first line that is no comment and has more dots than any setting could need, or 0.
std::size_t line_of_many_dots(std::string_view text) {
  for (std::size_t line = 1; !text.empty(); ++line) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto content = text.substr(0, end);
    const auto first = content.find_first_not_of(" \t");
    const bool comment = first != std::string_view::npos && content[first] == '#';
    if (!comment && std::ranges::count(content, '.') > max_dots)
      return line;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return 0;
}

}  // namespace

Result<Config> parse_config(std::string_view toml, std::string_view file) {
  if (const auto line = line_of_many_dots(toml); line != 0)
    return Failure(fault_at(file, line, "", "more than 64 dots in one line"));
  return Reader(file).read(toml);
}

}  // namespace aim
