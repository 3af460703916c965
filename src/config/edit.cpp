// Changing one value in the text of a configuration. Every way to write it is tried on the text and
// read again by the
// reader of toml.cpp: the first that gives the wanted settings, and no others, is taken.

#include "base/ascii.h"
#include "base/numbers.h"
#include "base/quoting.h"
#include "base/utf8.h"
#include "config/config.h"

namespace aim {
namespace {

const ConfigKey* find_setting(std::string_view path) {
  for (const ConfigKey& setting : config_keys())
    if (setting.path == path || (!path.empty() && setting.old_path == path))
      return &setting;
  return nullptr;
}

// Other values than numbers and booleans become strings, which the reader refuses where necessary.
std::string as_toml(const ConfigKey* setting, std::string_view value) {
  const bool is_text = setting && (std::holds_alternative<std::string Config::*>(setting->member) ||
                                   std::holds_alternative<FeatureTier Config::*>(setting->member));
  const bool may_be_real =
      setting && std::holds_alternative<std::optional<double> Config::*>(setting->member);
  const bool number =
      value.find_first_not_of(may_be_real ? "0123456789_+-.e" : "0123456789_+-") == value.npos &&
      value.find_first_of("0123456789") != value.npos;
  return !is_text && (number || value == "true" || value == "false") ? std::string(value)
                                                                     : in_quotes(value);
}

// An unknown key may be any text.
std::string as_key(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, ascii::is_of_name) ? std::string(name)
                                                                       : in_quotes(name);
}

// ---- places in the text ----

std::size_t after_line(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == text.npos ? text.size() : end + 1;
}

std::size_t before_line(std::string_view text, std::size_t at) {
  const std::size_t end = at < 2 ? text.npos : text.rfind('\n', at - 2);
  return end == text.npos ? 0 : end + 1;
}

// Lines and characters count from 1.
std::size_t offset_of(std::string_view text, std::size_t line, std::size_t column) {
  std::size_t at = 0;
  for (; line > 1; --line) at = after_line(text, at);
  for (; column > 1 && at < text.size(); --column) utf8::next(text, at);
  return at;
}

std::string_view line_at(std::string_view text, std::size_t at) {
  return ascii::trimmed(text.substr(at, text.find('\n', at) - at));
}

// The next line that begins a section, from a line's beginning on; the end, if there is no further
// section.
std::size_t next_header(std::string_view text, std::size_t at) {
  while (at < text.size() && !line_at(text, at).starts_with('[')) at = after_line(text, at);
  return at;
}

// Where a line is added before `end`: comments right above a header are the header's, and blank
// lines stay below.
std::size_t last_place(std::string_view text, std::size_t start, std::size_t end) {
  std::size_t at = end;
  if (end < text.size())
    while (at > start && line_at(text, before_line(text, at)).starts_with('#'))
      at = before_line(text, at);
  while (at > start && line_at(text, before_line(text, at)).empty()) at = before_line(text, at);
  return at;
}

std::string with_line(std::string_view text, std::size_t at, std::string_view line) {
  std::string out(text.substr(0, at));
  if (!out.empty() && out.back() != '\n')
    out += '\n';
  out.append(line).append("\n");
  const bool before_more = at < text.size() && !line_at(text, at).empty();
  return out.append(before_more ? "\n" : "").append(text.substr(at));
}

std::vector<std::string> ways_to_add(std::string_view text, std::string_view section,
                                     std::string_view name, std::string_view value) {
  const std::string line = std::string(name).append(" = ").append(value);
  const std::size_t first = next_header(text, 0);
  if (section.empty())
    return {with_line(text, last_place(text, 0, first), line)};
  std::vector<std::string> ways;
  const std::string header = std::string("[").append(section).append("]");
  for (std::size_t at = first; at < text.size(); at = next_header(text, after_line(text, at))) {
    if (!line_at(text, at).starts_with(header))
      continue;
    const std::size_t body = after_line(text, at);
    ways.push_back(with_line(text, last_place(text, body, next_header(text, body)), line));
  }
  const std::size_t end = last_place(text, 0, text.size());
  std::string whole = header + "\n" + line;
  ways.push_back(with_line(text, end, end == 0 ? whole : "\n" + whole));
  ways.push_back(with_line(text, last_place(text, 0, first), std::string(section) + "." + line));
  return ways;
}

// ---- values ----

std::string text_of(const std::string& value) {
  return value.empty() ? value : in_quotes(value);
}
std::string text_of(FeatureTier value) {
  return in_quotes(name_of(value));
}
std::string text_of(bool value) {
  return value ? "true" : "false";
}
std::string text_of(std::int64_t value) {
  return std::to_string(value);
}
std::string text_of(const std::optional<bool>& value) {
  return value ? text_of(*value) : std::string();
}
std::string text_of(const std::optional<double>& value) {
  return value ? shortest_real(*value) : std::string();
}
std::string text_of(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : std::string();
}

}  // namespace

std::string config_value(const Config& config, std::string_view path) {
  const ConfigKey* setting = find_setting(path);
  if (!setting)
    return {};
  return std::visit([&](auto member) { return text_of(config.*member); }, setting->member);
}

Result<std::string> with_config_value(std::string_view toml, std::string_view file,
                                      std::string_view path, std::string_view value) {
  const ConfigKey* setting = find_setting(path);
  if (setting)
    path = setting->path;
  const std::size_t dot = path.find('.');
  const std::string_view section = dot == path.npos ? std::string_view() : path.substr(0, dot);
  const std::string name = as_key(dot == path.npos ? path : path.substr(dot + 1));
  const std::string written = as_toml(setting, value);
  const std::string alone = dot == path.npos ? "" : "[" + as_key(section) + "]\n";
  TRY_VOID(parse_config(alone + name + " = " + written, ""));
  if (!setting)
    return Failure(refuse(path, "is not a key"));
  const ConfigText before = TRY(read_config_text(toml, file));

  std::vector<std::string> ways;
  if (const auto& place = before.places[static_cast<std::size_t>(setting - config_keys().data())]) {
    const std::size_t begin = offset_of(toml, place->line, place->column);
    const std::size_t end = offset_of(toml, place->end_line, place->end_column);
    ways.push_back(std::string(toml.substr(0, begin)).append(written).append(toml.substr(end)));
  } else {
    ways = ways_to_add(toml, section, name, written);
  }
  const std::string wanted =
      config_value(TRY(parse_config(alone + name + " = " + written, "")), path);
  for (std::string& way : ways) {
    auto read = parse_config(way, file);
    if (!read || config_value(*read, path) != wanted)
      continue;
    std::visit([&](auto member) { (*read).*member = before.config.*member; }, setting->member);
    if (*read == before.config)  // nothing else has changed
      return std::move(way);
  }
  return Failure(unavailable(
      std::string(path) + " cannot be added to " + std::string(file) + " as it is written",
      "change the file by hand"));
}

}  // namespace aim
