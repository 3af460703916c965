#include "store/sqlite/schema/schema_check.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "store/sqlite/schema/migrate.h"

namespace aim::store::sqlite {
namespace {

struct Object {
  std::string type, name, table, sql;
};

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// Without comments and blanks: those are no part of what it does.
std::string bare(std::string_view sql) {
  std::string out;
  for (std::size_t at = 0; at < sql.size(); ++at) {
    if (sql.substr(at, 2) == "--")
      at = std::min(sql.find('\n', at), sql.size());
    else if (std::isspace(static_cast<unsigned char>(sql[at])) == 0)
      out += sql[at];
  }
  return lower(std::move(out));
}

// Those that SQLite makes by itself have no SQL.
Result<std::vector<Object>> objects_of(Connection& connection) {
  constexpr std::size_t max_objects = 10'000;
  auto statement = TRY(connection.prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL"));
  std::vector<Object> objects;
  while (objects.size() < max_objects && TRY(statement.step()))
    objects.push_back({statement.string(0), lower(statement.string(1)), lower(statement.string(2)),
                       bare(statement.text(3))});
  return objects;
}

Failure not_ours(const Object& object) {
  return Failure(Error{Code::validation_failed,
                       "the other database was tampered with, or not made by ai-memory: its " +
                           utf8::excerpt(object.type, 20) + " " + utf8::excerpt(object.name, 60) +
                           " is not ours; nothing was taken from it",
                       "remote_db",
                       {},
                       {},
                       {{"save what it holds", Means::repair_other}}});
}

}  // namespace

Result<void> check_schema(Connection& connection, std::int64_t layout) {
  // Texts in another encoding would be taken for other texts.
  auto encoding = TRY(connection.prepare("PRAGMA encoding"));
  if (!TRY(encoding.step()) || encoding.text(0) != "UTF-8")
    return not_ours({"encoding", encoding.string(0), {}, {}});
  const auto scratch = TRY(Connection::open(":memory:", {}));
  const auto steps = migrations();
  for (std::size_t i = 0; i < std::min(steps.size(), static_cast<std::size_t>(layout)); ++i)
    TRY_VOID(scratch->script(std::string(steps[i])));
  std::map<std::string, Object> ours;
  for (Object& object : TRY(objects_of(*scratch))) ours.emplace(object.name, object);
  std::size_t found = 0;
  for (const Object& object : TRY(objects_of(connection))) {
    const auto known = ours.find(object.name);
    if (known != ours.end()) {
      if (known->second.type != object.type || known->second.sql != object.sql)
        return not_ours(object);
      ++found;
    } else if (ours.contains(object.table)) {
      return not_ours(object);
    }
  }
  if (found != ours.size())
    return not_ours({"schema", "of layout " + std::to_string(layout), {}, {}});
  return {};
}

}  // namespace aim::store::sqlite
