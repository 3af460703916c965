#include "store/sqlite/search/text_scan.h"

#include <algorithm>
#include <vector>

#include "store/phrase_counts.h"
#include "store/rows.h"

namespace aim::store::sqlite {
Result<void> scan_texts(Connection& connection, const TextQuery& query, Key after,
                        std::vector<std::vector<Posting>>& lists) {
  auto statement = TRY(
      connection.prepare("SELECT namespace, key, length_code, title, content, tags, metadata FROM "
                         "memories WHERE key > ?1"));
  statement.bind(after);
  PhraseCounts phrases(query.phrases, query.beginnings);
  Memory memory;  // what of it is indexed
  while (TRY(statement.step())) {
    const std::int64_t name_space = statement.integer(0);
    if (!query.name_spaces.empty() &&
        std::ranges::find(query.name_spaces, name_space) == query.name_spaces.end())
      continue;
    memory.title = statement.text(3);
    memory.content = statement.text(4);
    memory.tags = tags_from_json(statement.text(5));
    memory.metadata = statement.text(6);
    const auto& counts = phrases.of(memory);
    const auto held = static_cast<std::size_t>(
        std::ranges::count_if(counts, [](const auto& count) { return count.any(); }));
    if (held == 0 || (query.all && held < counts.size()))
      continue;
    const std::int64_t doc =
        Doc::pack(name_space, statement.integer(1), static_cast<int>(statement.integer(2)));
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i].any())
        lists[i].push_back({doc, counts[i].title, counts[i].body});
  }
  for (auto& list : lists) std::ranges::sort(list, {}, &Posting::doc);
  return {};
}

}  // namespace aim::store::sqlite
