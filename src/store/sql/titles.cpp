#include "store/sql/titles.h"

#include <algorithm>

#include "base/hash.h"
#include "text/words.h"

namespace aim::store::sql {

std::int64_t title_word(std::string_view stem) {
  return static_cast<std::int64_t>(stable_hash(stem) & 0xffff'ffff);
}

std::optional<double> shared_by_title(const std::vector<std::string>& stems,
                                      std::string_view other) {
  const auto others = text::significant_stems(other);
  const auto shared =
      static_cast<std::size_t>(std::ranges::count_if(stems, [&](const std::string& stem) {
        return std::ranges::find(others, stem) != others.end();
      }));
  const std::size_t longer = std::max(stems.size(), others.size());
  if (shared * 2 < longer)
    return std::nullopt;
  return static_cast<double>(shared) / static_cast<double>(longer);
}

}  // namespace aim::store::sql
