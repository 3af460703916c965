#include "cli/settings.h"

#include <boost/json.hpp>

#include "cli/fields.h"
#include "cli/render/colour.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

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

}  // namespace

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

std::string config_path_answer(const std::string& path, bool exists, bool as_json) {
  return as_json ? line_of({{"exists", exists}, {"path", path}}) : path + "\n";
}

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

}  // namespace aim::cli
