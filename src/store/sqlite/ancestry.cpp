#include "store/sqlite/ancestry.h"

#include "store/sqlite/rows.h"

namespace aim::store {

Result<std::vector<Source>> sources_of(Connection& connection, std::span<const Key> reflections) {
  auto statement = TRY(connection.prepare(
      "SELECT l.source, m.key, m.id, m.title FROM json_each(?1) k CROSS JOIN links l ON l.source = "
      "k.value AND l.relation = 'reflects_on' CROSS JOIN memories m ON m.key = l.target ORDER BY "
      "k.key, m.id"));
  const std::string keys = keys_to_json(reflections);
  statement.bind(keys);
  std::vector<Source> sources;
  while (TRY(statement.step()))
    sources.push_back(
        {statement.integer(0), statement.integer(1), statement.string(2), statement.string(3)});
  return sources;
}

}  // namespace aim::store
