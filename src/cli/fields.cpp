#include "cli/fields.h"

#include <boost/json.hpp>

#include "base/timestamp.h"
#include "base/utf8.h"
#include "text/stretch.h"

namespace aim::cli {

std::string shown_at(const json::object& object, std::string_view name) {
  constexpr std::size_t max_characters = 512;
  return utf8::excerpt(text_at(object, name), max_characters);
}

std::string moment_at(const json::object& object, std::string_view name) {
  const auto time = parse_rfc3339(text_at(object, name), name);
  return time ? text::local_second(time->time) : shown_at(object, name);
}

std::string brief(std::string_view id) {
  constexpr std::size_t characters = 8;
  return utf8::excerpt(utf8::first_characters(id, characters), characters);
}

std::vector<std::reference_wrapper<const json::object>> rows_at(const json::object& object,
                                                                std::string_view name) {
  std::vector<std::reference_wrapper<const json::object>> rows;
  for (const json::value& row : items_at(object, name)) rows.emplace_back(row.as_object());
  return rows;
}

std::string joined(const json::array* texts, std::string_view between) {
  constexpr std::size_t max_characters = 130;  // a namespace with all below it
  std::string all;
  if (texts)
    for (const json::value& each : *texts)
      all.append(all.empty() ? "" : between)
          .append(utf8::excerpt(each.as_string(), max_characters));
  return all;
}

std::string size_text(std::int64_t bytes) {
  constexpr std::array<std::string_view, 5> units{"bytes", "KiB", "MiB", "GiB", "TiB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1024 && unit + 1 < units.size(); ++unit) size /= 1024;
  return fixed(size, unit == 0 ? 0 : 1).append(" ").append(units[unit]);
}

}  // namespace aim::cli
