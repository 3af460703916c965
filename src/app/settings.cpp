#include "cli/settings.h"

#include <ostream>

#include "app/commands.h"
#include "app/profiles.h"
#include "base/environment.h"
#include "base/file.h"
#include "base/quoting.h"
#include "cli/run.h"
#include "config/config.h"
#include "config/vector_file.h"
#include "profile/mudpuppy_file.h"

namespace aim::app {
namespace {

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
  // What is shown here is pasted into questions to others.
  for (cli::SettingRow& row : list.rows)
    if (row.value.find("://") != std::string::npos)
      row.value = without_user(row.value);
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
  return cli::config_set_answer(path.string(), key, config_value(config, key), invocation.json);
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

int settings(const cli::Invocation& invocation, cli::Output& out, bool colour) {
  const auto text = answer(invocation, colour);
  if (!text)
    return cli::report(text.error());
  std::ostream(&out) << *text << std::flush;
  return out.failed() == 0 ? cli::exit_done : cli::exit_failed;
}

}  // namespace aim::app
