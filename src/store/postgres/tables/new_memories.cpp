#include "store/postgres/tables/new_memories.h"

#include <algorithm>
#include <map>

#include "memory/indexed_text.h"
#include "memory/length_code.h"
#include "store/postgres/tables/namespaces.h"
#include "store/postgres/tables/titles.h"

namespace aim::store::postgres {

int length_code_of(const Memory& memory) {
  return encode_length(indexed_bytes(memory));
}

Result<void> add_tags(Connection& connection, std::span<const Numbered> memories) {
  // In the order of the table's index, so that each place in it is passed once.
  std::vector<std::pair<std::string_view, Key>> rows;
  for (const Numbered& each : memories)
    for (const std::string& tag : each.memory->tags) rows.emplace_back(tag, each.memory->key);
  if (rows.empty())
    return {};
  std::ranges::sort(rows);
  const auto same = std::ranges::unique(rows);
  rows.erase(same.begin(), same.end());
  std::vector<std::string> tags;
  std::vector<std::int64_t> keys;
  for (const auto& [tag, key] : rows) {
    tags.emplace_back(tag);
    keys.push_back(key);
  }
  return connection.run_later(
      "INSERT INTO tags(tag, key) SELECT * FROM unnest($1::text[], $2::bigint[])", tags, keys);
}

Result<void> add_words(Connection& connection, std::span<const Numbered> memories) {
  TRY_VOID(add_texts(connection, memories));
  TRY_VOID(add_titles(connection, memories));
  std::map<std::int64_t, TextCounts> counts;
  for (const auto& [name_space, memory] : memories) {
    TextCounts& counted = counts[name_space];
    ++counted.memories;
    counted.bytes += decode_length(length_code_of(*memory));
  }
  return count_texts(connection, counts);
}

Result<void> add_beside(Connection& connection, std::span<const Numbered> memories) {
  TRY_VOID(add_tags(connection, memories));
  TRY_VOID(add_passages(connection, memories));
  return add_titles(connection, memories);
}

}  // namespace aim::store::postgres
