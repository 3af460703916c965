#include "engine/lookup/names_today.h"

#include "base/utf8.h"
#include "memory/rules.h"

namespace aim::engine {

NamesToday::NamesToday(const std::vector<store::NameKey>& rows) {
  for (const store::NameKey& row : rows)
    if (row.key.starts_with(store::alias_prefix))
      today_.emplace(row.key.substr(store::alias_prefix.size()), row.name_space);
}

Result<NamesToday> NamesToday::read(store::Reader& reader) {
  return NamesToday(TRY(reader.records.name_keys()));
}

const std::string& NamesToday::of(const std::string& name) const {
  const auto found = today_.find(name);
  return found == today_.end() ? name : found->second;
}

std::vector<std::string> NamesToday::former(std::string_view name) const {
  std::vector<std::string> names;
  for (const auto& [other, today] : today_)
    if (today == name)
      names.push_back(other);
  std::ranges::sort(names);
  return names;
}

std::string title_of_moved(std::string_view title, std::string_view from, int number) {
  const std::string ending =
      " (" + std::string(from) + (number == 1 ? "" : " " + std::to_string(number)) + ")";
  return std::string(utf8::cut(title, rule::title.max_bytes - ending.size())) + ending;
}

}  // namespace aim::engine
