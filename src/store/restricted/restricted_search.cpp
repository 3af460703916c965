#include "store/restricted/restricted_search.h"

namespace aim::store {

Result<std::vector<std::string>> RestrictedSearch::name_spaces_of(std::span<const Key> keys) const {
  auto names = TRY(in_.name_spaces_of(keys));
  for (std::string& name : names)
    if (!access_.reads(name))
      name.clear();
  return names;
}

Result<std::vector<std::optional<Memory>>> RestrictedSearch::signals_of(
    std::span<const Key> keys) const {
  auto signals = TRY(in_.signals_of(keys));
  const auto names = TRY(in_.name_spaces_of(keys));
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (names[i].empty() || !access_.reads(names[i]))
      signals[i].reset();
  return signals;
}

Result<std::vector<std::int64_t>> RestrictedSearch::numbers(
    std::span<const std::int64_t> wanted) const {
  std::vector<std::int64_t> numbers;
  for (const NamespaceRow& row : TRY(access_.inner().search.name_spaces("")))
    if (access_.reads(row.name) &&
        (wanted.empty() || std::find(wanted.begin(), wanted.end(), row.number) != wanted.end()))
      numbers.push_back(row.number);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

Result<std::vector<std::vector<Posting>>> RestrictedSearch::postings(const TextQuery& query) const {
  if (access_.rights().sees_all())
    return in_.postings(query);
  const auto seen = TRY(numbers(query.name_spaces));
  if (seen.empty())
    return std::vector<std::vector<Posting>>(query.words.phrases.size());
  TextQuery narrowed = query;
  narrowed.name_spaces = seen;
  // Whole lists are as long as a word is common anywhere: the time would tell that.
  narrowed.whole_lists = false;
  return in_.postings(narrowed);
}

Result<std::vector<Scored>> RestrictedSearch::bm25(const WordQuery& query,
                                                   std::span<const std::int64_t> wanted,
                                                   std::size_t most) const {
  if (access_.rights().sees_all())
    return in_.bm25(query, wanted, most);
  const auto seen = TRY(numbers(wanted));
  return seen.empty() ? std::vector<Scored>() : in_.bm25(query, seen, most);
}

}  // namespace aim::store
