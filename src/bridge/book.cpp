#include "bridge/book.h"

#include <boost/json.hpp>

#include "base/file.h"
#include "base/hash.h"
#include "text/json_text.h"

namespace aim::bridge {
namespace {

constexpr std::size_t max_bytes = std::size_t{64} * 1'024 * 1'024;

std::string text_at(const json::object& object, std::string_view key) {
  return std::string(text::text_at(object, key));
}

LastEqual row_of(const json::object& object) {
  return {text_at(object, "name"), text_at(object, "id"),    text_at(object, "item"),
          text_at(object, "fact"), text_at(object, "first"), text::flag_at(object, "left_out")};
}

Bridge bridge_of(const json::object& object) {
  Bridge bridge{text_at(object, "kind"),       text_at(object, "path"),
                text_at(object, "project"),    text_at(object, "namespace"),
                text_at(object, "synced_at"),  {},
                text_at(object, "first_sign"), text::flag_at(object, "wrote")};
  bridge.seen = text_at(object, "seen");
  bridge.seen_change = text::integer_at(object, "seen_change");
  for (const json::value& row : text::items_at(object, "rows"))
    if (row.is_object())
      bridge.rows.push_back(row_of(row.get_object()));
  if (const json::object* lines = text::object_at(object, "dropped"))
    for (const auto& [file, line] : *lines)
      if (line.is_string())
        bridge.dropped.emplace(file, line.get_string());
  return bridge;
}

json::object object_of(const Bridge& bridge) {
  json::array rows;
  for (const LastEqual& row : bridge.rows) {
    json::object object{
        {"name", row.name}, {"id", row.id}, {"item", row.item_sign}, {"fact", row.fact_sign}};
    if (!row.first_sign.empty())
      object["first"] = row.first_sign;
    if (row.left_out)
      object["left_out"] = true;
    rows.push_back(std::move(object));
  }
  json::object dropped;
  for (const auto& [file, line] : bridge.dropped) dropped[file] = line;
  return {{"kind", bridge.kind},
          {"path", bridge.path},
          {"project", bridge.project},
          {"namespace", bridge.name_space},
          {"synced_at", bridge.synced_at},
          {"rows", std::move(rows)},
          {"first_sign", bridge.first_sign},
          {"wrote", bridge.wrote},
          {"dropped", std::move(dropped)},
          {"seen", bridge.seen},
          {"seen_change", bridge.seen_change}};
}

}  // namespace

Book::Book(const std::filesystem::path& folder, std::string_view database) {
  constexpr std::size_t digits = 16;
  if (!folder.empty())
    file_ = folder / "bridges" / (sha256_hex(database).substr(0, digits) + ".json");
}

bool Book::exists() const {
  return !file_.empty() && path_exists(file_);
}

Result<void> Book::load() {
  bridges.clear();
  if (!exists())
    return {};
  const std::string text = TRY(read_regular_file(file_, max_bytes));
  const json::value value = TRY(text::parse_json(text));
  if (const json::object* book = value.if_object())
    for (const json::value& each : text::items_at(*book, "bridges"))
      if (each.is_object())
        bridges.push_back(bridge_of(each.get_object()));
  return {};
}

Result<void> Book::save() const {
  if (file_.empty())
    return {};
  TRY_VOID(make_private_folder(file_.parent_path()));
  json::array all;
  for (const Bridge& bridge : bridges) all.push_back(object_of(bridge));
  return replace_file(file_, text::compact(json::object{{"bridges", std::move(all)}}), Durable::no);
}

}  // namespace aim::bridge
