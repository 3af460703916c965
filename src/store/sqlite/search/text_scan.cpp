#include "store/sqlite/search/text_scan.h"

#include <algorithm>
#include <vector>

#include "store/sqlite/search/waiting_texts.h"

namespace aim::store::sqlite {

Result<void> scan_texts(Connection& connection, const TextQuery& query, Key after,
                        std::vector<std::vector<Posting>>& lists) {
  std::vector<TextPlaces::Count> counts(query.words.phrases.size());
  TRY_VOID(each_waiting(connection, after, [&](std::int64_t doc, const TextPlaces& text) {
    if (!is_named(Doc::name_space(doc), query.name_spaces))
      return;
    std::size_t held = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      counts[i] = text.count(query.words.phrases[i], query.words.terms);
      held += counts[i].all() > 0 ? 1U : 0U;
    }
    if (held == 0 || (query.words.all && held < counts.size()))
      return;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto title = std::min<std::int64_t>(counts[i].title, max_counted);
      const auto body = std::min<std::int64_t>(counts[i].body, max_counted - title);
      if (title + body > 0)
        lists[i].push_back(
            {doc, static_cast<std::uint8_t>(title), static_cast<std::uint8_t>(body)});
    }
  }));
  for (auto& list : lists) std::ranges::sort(list, {}, &Posting::doc);
  return {};
}

}  // namespace aim::store::sqlite
