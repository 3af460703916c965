#include "store/postgres/search/text_scan.h"

#include <algorithm>

#include "store/phrase_counts.h"
#include "store/postgres/search/word_lists.h"

namespace aim::store::postgres {
namespace {

constexpr std::int64_t texts_at_once = 500;

}  // namespace

Result<void> scan_texts(Connection& connection, const TextQuery& query, Key after,
                        std::vector<std::vector<Posting>>& lists) {
  auto rows = TRY(connection.prepare(
      "SELECT namespace, key, length_code, title, content, tags, metadata FROM memories "
      "WHERE key > $1 AND (cardinality($2::bigint[]) = 0 OR namespace = ANY($2)) "
      "ORDER BY key LIMIT $3"));
  PhraseCounts phrases(query.words.phrases, query.words.terms);
  for (bool more = true; more;) {
    rows.bind(after, query.name_spaces, texts_at_once);
    more = false;
    while (TRY(rows.step())) {
      more = true;
      after = rows.integer(1);
      const auto& counts = phrases.of(indexed_memory(rows, 3));
      const auto held = static_cast<std::size_t>(
          std::ranges::count_if(counts, [](const auto& count) { return count.any(); }));
      if (held == 0 || (query.words.all && held < counts.size()))
        continue;
      const std::int64_t doc = Doc::pack(rows.integer(0), after, static_cast<int>(rows.integer(2)));
      for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i].any())
          lists[i].push_back({doc, counts[i].title, counts[i].body});
    }
    rows.rewind();
  }
  for (auto& list : lists) std::ranges::sort(list, {}, &Posting::doc);
  return {};
}

}  // namespace aim::store::postgres
