#include "store/rights/restricted_memories.h"

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
  for (NamespaceRow& row : TRY(sight_.inner().candidates.name_spaces("")))
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

Result<std::vector<std::string>> RestrictedCandidates::name_spaces_of(
    std::span<const Key> keys) const {
  auto names = TRY(in_.name_spaces_of(keys));
  for (std::string& name : names)
    if (!sight_.reads(name))
      name.clear();
  return names;
}

Result<std::vector<std::int64_t>> RestrictedWords::numbers(
    std::span<const std::int64_t> wanted) const {
  std::vector<std::int64_t> numbers;
  for (const NamespaceRow& row : TRY(sight_.inner().candidates.name_spaces("")))
    if (sight_.reads(row.name) &&
        (wanted.empty() || std::find(wanted.begin(), wanted.end(), row.number) != wanted.end()))
      numbers.push_back(row.number);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

Result<std::vector<std::vector<Posting>>> RestrictedWords::postings(const TextQuery& query) const {
  if (sight_.rights().sees_all())
    return in_.postings(query);
  const auto seen = TRY(numbers(query.name_spaces));
  if (seen.empty())
    return std::vector<std::vector<Posting>>(query.words.phrases.size());
  TextQuery narrowed = query;
  narrowed.name_spaces = seen;
  auto lists = TRY(in_.postings(narrowed));
  // Whole lists hold more than was asked for.
  if (query.whole_lists)
    for (auto& list : lists)
      std::erase_if(list, [&](const Posting& posting) {
        return !std::binary_search(seen.begin(), seen.end(), Doc::name_space(posting.doc));
      });
  return lists;
}

Result<std::vector<Ranked>> RestrictedWords::bm25(const WordQuery& query,
                                                  std::span<const std::int64_t> wanted,
                                                  std::size_t most) const {
  if (sight_.rights().sees_all())
    return in_.bm25(query, wanted, most);
  const auto seen = TRY(numbers(wanted));
  return seen.empty() ? std::vector<Ranked>() : in_.bm25(query, seen, most);
}

}  // namespace aim::store
