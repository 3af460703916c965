#include "store/rights/restricted_memories.h"

#include "store/search.h"

namespace aim::store {
namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool begins(std::string_view text, std::string_view beginning) {
  return text.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), text.begin(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace

Result<std::vector<PageRow>> RestrictedListings::page_after(Key after, Time now,
                                                            std::int64_t limit) const {
  std::vector<PageRow> page;
  for (;;) {
    std::vector<PageRow> rows = TRY(in_.page_after(after, now, limit));
    const bool last = static_cast<std::int64_t>(rows.size()) < limit;
    for (PageRow& row : rows) {
      after = row.key;
      if (!sight_.reads(row.name_space))
        continue;
      page.push_back(std::move(row));
      if (static_cast<std::int64_t>(page.size()) == limit)
        return page;
    }
    if (last)
      return page;
  }
}

Result<std::vector<std::string>> RestrictedListings::name_spaces_beginning(
    std::string_view beginning, std::size_t limit) const {
  std::vector<std::string> names;
  for (NamespaceRow& row : TRY(sight_.inner().search.name_spaces("")))
    if (row.memories > 0 && sight_.reads(row.name) && begins(row.name, beginning))
      names.push_back(std::move(row.name));
  std::sort(names.begin(), names.end());
  names.resize(std::min(names.size(), limit));
  return names;
}

Result<std::vector<std::string>> RestrictedListings::tags_beginning(std::string_view beginning,
                                                                    std::size_t limit) const {
  std::vector<std::string> tags;
  for (auto& [tag, count] : TRY(in_.facets(sight_.scoped({}), std::nullopt, Time::min())).tags)
    if (begins(tag, beginning))
      tags.push_back(std::move(tag));
  std::sort(tags.begin(), tags.end());
  tags.resize(std::min(tags.size(), limit));
  return tags;
}

}  // namespace aim::store
