#include <boost/json.hpp>

#include "app/commands.h"
#include "app/profiles.h"
#include "base/environment.h"
#include "base/file.h"
#include "base/quoting.h"
#include "base/std.h"
#include "cli/fields.h"
#include "cli/render/colour.h"
#include "cli/run.h"
#include "config/config.h"
#include "config/vector_file.h"
#include "profile/mudpuppy_file.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

// Replies of `config …`, as TOML or lines for people, or as one JSON object.

struct SettingRow {
  std::string key;
  std::string value;        // TOML; empty: unset
  std::string environment;  // the variable that it comes from, if it does
  std::size_t line = 0;     // line in its file; 0: none
  std::string other;        // another file that it comes from
  bool secret = false;      // from the environment, and not to be shown
};

struct SettingList {
  std::string file;
  bool is_read = true;  // false: AI_MEMORY_NO_CONFIG
  std::vector<SettingRow> rows;

  // TOML again, the origin of each value in a comment.
  std::string text(bool colour) const;
  // {"file":…,"settings":[{"key":…,"line":…,"origin":…,"value":…}]}; origin: default, file,
  // environment, or other (of another program's file, which is named).
  std::string json() const;
};

// Texts, numbers and truths are written alike in TOML, as this program writes it, and in JSON.
json::value json_of(const std::string& toml) {
  boost::system::error_code error;
  json::value value = json::parse(toml, error);
  return error ? json::value(nullptr) : value;
}

std::string origin_of(const SettingRow& row) {
  if (!row.environment.empty())
    return "$" + row.environment;
  if (!row.other.empty())
    return row.other;
  return row.line > 0 ? "line " + std::to_string(row.line) : "default";
}

std::string line_of(const json::object& reply) {
  return text::compact(reply) + "\n";
}

std::string SettingList::text(bool colour) const {
  constexpr std::size_t widest = 48;
  const Ink ink{colour};
  std::vector<std::string> lines;
  std::size_t width = 0;
  for (const SettingRow& row : rows) {
    const std::string value = row.secret ? "\"…\"" : row.value;
    lines.push_back(value.empty() ? "# " + row.key : row.key + " = " + value);
    width = std::max(width, std::min(lines.back().size(), widest));
  }
  std::string out =
      ink(Paint::dim, "# " + file + (is_read ? "" : ", not read because of AI_MEMORY_NO_CONFIG=1"));
  out += '\n';
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out += lines[i];
    out.append(lines[i].size() < width ? width - lines[i].size() : 0, ' ');
    out.append(
        ink(Paint::dim,
            "  # " + (rows[i].value.empty() && !rows[i].secret ? "unset" : origin_of(rows[i]))));
    out += '\n';
  }
  return out;
}

std::string SettingList::json() const {
  json::array list;
  for (const SettingRow& row : rows) {
    json::object each{{"key", row.key}};
    if (row.line > 0 && row.environment.empty())
      each["line"] = row.line;
    each["origin"] = !row.environment.empty() ? "environment"
                     : !row.other.empty()     ? "other"
                     : row.line > 0           ? "file"
                                              : "default";
    if (!row.other.empty() && row.environment.empty())
      each["other"] = row.other;
    if (!row.environment.empty())
      each["variable"] = row.environment;
    each["value"] = row.value.empty() || row.secret ? json::value(nullptr) : json_of(row.value);
    list.push_back(std::move(each));
  }
  return line_of({{"file", file}, {"is_read", is_read}, {"settings", std::move(list)}});
}

// "path": where the file is, or would be.
std::string config_path_answer(const std::string& path, bool exists, bool as_json) {
  return as_json ? line_of({{"exists", exists}, {"path", path}}) : path + "\n";
}

// `others`: what is said of the files that profiles read.
std::string config_check_answer(const std::string& path, std::size_t keys, bool exists,
                                const std::vector<std::string>& others, bool as_json) {
  if (as_json) {
    json::object answer{{"exists", exists}, {"keys", keys}, {"ok", true}, {"path", path}};
    if (!others.empty())
      answer["others"] = json::array(others.begin(), others.end());
    return line_of(std::move(answer));
  }
  std::string said =
      exists ? path + " is valid: " + counted(static_cast<std::int64_t>(keys), "key", "keys") + "\n"
             : "there is no " + path + ": defaults apply\n";
  for (const std::string& each : others) said.append(each).append("\n");
  return said;
}

std::string config_set_answer(const std::string& path, const std::string& key,
                              const std::string& value, bool as_json) {
  if (as_json)
    return line_of({{"key", key}, {"path", path}, {"value", json_of(value)}});
  return key + " = " + value + " in " + path + "\n";
}

}  // namespace
}  // namespace aim::cli

namespace aim::app {
namespace {

// Users paste shown settings into questions to others.
std::string shareable(const std::string& value) {
  return value.find("://") == std::string::npos ? value : without_user(value);
}

Result<std::string> show(bool as_json, bool colour) {
  cli::SettingList list;
  list.file = config_path().string();
  list.is_read = environment("AI_MEMORY_NO_CONFIG") != "1";
  const std::string toml = list.is_read ? TRY(config_file_text()) : std::string();
  std::vector<std::string> other;
  const ConfigText text = TRY(with_vector_file(
      toml, list.file, list.is_read ? TRY(read_vector_file()) : VectorFile{}, &other));
  for (std::size_t i = 0; i < config_keys().size(); ++i) {
    const ConfigKey& key = config_keys()[i];
    cli::SettingRow& row = list.rows.emplace_back();
    row.key = key.path;
    row.value = config_value(text.config, key.path);
    row.line = text.places[i] ? text.places[i]->line : 0;
    row.other = other[i];
    const std::string variable(key.variable);
    const std::string_view value = variable.empty() ? "" : environment(variable.c_str());
    if (value.empty())
      continue;
    row.environment = variable;
    row.secret = variable.ends_with("TOKEN") || variable.ends_with("KEY");
    // As the variable gives it: these texts are not checked as those of the file are.
    if (!row.secret)
      row.value = std::string("\"").append(value).append("\"");
  }
  for (cli::SettingRow& row : list.rows) row.value = shareable(row.value);
  return as_json ? list.json() : list.text(colour);
}

Result<std::string> check(bool as_json) {
  const std::string path = config_path().string();
  const ConfigText text = TRY(read_config_text(TRY(config_file_text()), path));
  const auto keys = std::count_if(text.places.begin(), text.places.end(),
                                  [](const auto& place) { return place.has_value(); });
  // The files that profiles read behind it (J9).
  std::vector<std::string> others;
  const VectorFile of_vectors = TRY(read_vector_file());
  if (!of_vectors.values.empty() || !of_vectors.warnings.empty()) {
    TRY(with_vector_file(TRY(config_file_text()), path, of_vectors));
    others.push_back(of_vectors.file + " is valid");
    for (const std::string& each : of_vectors.warnings) others.push_back(each);
  }
  if (const auto home = mudpuppy_home(text.config); !home.empty()) {
    const auto file = home / "config.json";
    TRY(profile::read_mudpuppy_file(file));
    if (path_exists(file))
      others.push_back(file.string() + " is valid");
  }
  return cli::config_check_answer(path, static_cast<std::size_t>(keys), path_exists(path), others,
                                  as_json);
}

Result<std::string> set(const cli::Invocation& invocation) {
  const std::string &key = *invocation.text("key"), &value = *invocation.text("value");
  const std::string toml = TRY(config_file_text());
  const auto path = config_path();
  const std::string changed = TRY(with_config_value(toml, path.string(), key, value));
  if (changed != toml) {
    TRY_VOID(make_private_folder(path.parent_path()));
    TRY_VOID(replace_file(path, changed));
  }
  const Config config = TRY(parse_config(changed, path.string()));
  return cli::config_set_answer(path.string(), key, shareable(config_value(config, key)),
                                invocation.json);
}

Result<std::string> answer(const cli::Invocation& invocation, bool colour) {
  const std::string_view verb = invocation.command->name;
  if (verb == "config show")
    return show(invocation.json, colour);
  if (verb == "config check")
    return check(invocation.json);
  if (verb == "config set")
    return set(invocation);
  const auto path = config_path();
  if (path.empty())
    return Failure(unavailable("no folder is known for config.toml", "set HOME"));
  return cli::config_path_answer(path.string(), path_exists(path), invocation.json);
}

}  // namespace

Result<int> settings(const Start& start) {
  return start.print(TRY(answer(start.invocation, start.colour)));
}

}  // namespace aim::app
