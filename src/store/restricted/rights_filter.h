// What a caller with rights sees of one Reader, and may change: asked by every subject of a
// restricted store.
// Knows: namespaces of rows. Must not know: who the caller is, doors.
// Threads: those of the reader.
#pragma once
#include <unordered_map>

#include "memory/filter.h"
#include "memory/memory.h"
#include "memory/rights.h"
#include "store/store.h"

namespace aim::store {

class RightsFilter {
 public:
  // Both outlive it.
  RightsFilter(const Rights& rights, const Reader& inner) : rights_(rights), inner_(inner) {}

  const Reader& inner() const { return inner_; }
  const Rights& rights() const { return rights_; }

  bool reads(std::string_view name_space) const { return rights_.may_read(name_space); }
  bool writes(std::string_view name_space) const { return rights_.may_write(name_space); }
  // Of a memory by its number or its id; what is not there is not seen.
  Result<bool> sees(Key key) const;
  Result<bool> sees(std::string_view id) const;
  Result<bool> changes(Key key) const;
  // Those of them that are seen, in their order.
  Result<std::vector<Key>> seen(std::vector<Key> keys) const;
  Result<std::vector<std::string>> ids_seen(std::vector<std::string> ids) const;
  // Namespaces of these are asked for next, one by one.
  Result<void> expect(std::span<const Key> keys) const;
  // A memory has gone elsewhere.
  void forget(Key key) const { known_.erase(key); }

  // Errors: forbidden, in the same words whether there is such a namespace or not.
  Result<void> check(std::string_view name_space) const;
  Result<void> check(Key key) const;

  // Hides the names of another token's change.
  void hide(Author& by) const {
    if (!rights_.sees_all() && by.token != rights_.name)
      by.token = by.agent = {};
  }

  // The filter, and nothing beyond what is seen.
  Filter scoped(const Filter& filter) const;

 private:
  Result<std::string> name_space_of(Key key) const;

  const Rights& rights_;
  const Reader& inner_;
  mutable std::unordered_map<Key, std::string> known_;  // namespaces by number
};

// What only the owner of a database, or an administrator, may ask.
Error only_administrators();

// Rows `offset` to `offset + limit` of those that are seen, where the inner store counts all of
// them: `fetch(limit, offset)` gives rows of it, `seen(row)` says which count. Cost: all rows up to
// there.
template <class Row, class Fetch, class Seen>
Result<std::vector<Row>> seen_page(std::int64_t limit, std::int64_t offset, Fetch&& fetch,
                                   Seen&& seen) {
  constexpr std::int64_t at_once = 500;
  std::vector<Row> page;
  for (std::int64_t from = 0, skipped = 0;; from += at_once) {
    std::vector<Row> rows = TRY(fetch(at_once, from));
    for (Row& row : rows) {
      if (!TRY(seen(row)) || skipped++ < offset)
        continue;
      if (static_cast<std::int64_t>(page.size()) >= limit)
        return page;
      page.push_back(std::move(row));
    }
    if (static_cast<std::int64_t>(rows.size()) < at_once)
      return page;
  }
}

// The first `limit` that are seen of those after a place, where the inner store answers by places:
// `fetch(after)` gives the next rows, at most `limit`, `place(row)` says where one stands.
template <class Row, class Fetch, class PlaceOf, class Seen>
Result<std::vector<Row>> seen_after(std::int64_t after, std::int64_t limit, Fetch&& fetch,
                                    PlaceOf&& place, Seen&& seen) {
  std::vector<Row> page;
  for (;;) {
    std::vector<Row> rows = TRY(fetch(after));
    const bool last = static_cast<std::int64_t>(rows.size()) < limit;
    for (Row& row : rows) {
      after = place(row);
      if (!seen(row))
        continue;
      page.push_back(std::move(row));
      if (static_cast<std::int64_t>(page.size()) == limit)
        return page;
    }
    if (last)
      return page;
  }
}

// The first `limit` that are seen, where the inner store knows no offset: asked for twice as many
// until there are enough.
template <class Row, class Fetch, class Seen>
Result<std::vector<Row>> seen_first(std::int64_t limit, Fetch&& fetch, Seen&& seen) {
  for (std::int64_t most = std::max<std::int64_t>(limit, 1);; most *= 2) {
    std::vector<Row> rows = TRY(fetch(most));
    const bool all = static_cast<std::int64_t>(rows.size()) < most;
    std::erase_if(rows, [&](const Row& row) { return !seen(row); });
    if (!all && static_cast<std::int64_t>(rows.size()) < limit)
      continue;
    if (static_cast<std::int64_t>(rows.size()) > limit)
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(limit), rows.end());
    return rows;
  }
}

// At most `limit` of the ids that begin so and are seen. Cost: all that begin so.
template <class Fetch, class Seen>
Result<std::vector<std::string>> seen_ids(std::size_t limit, Fetch&& fetch, Seen&& seen) {
  constexpr std::size_t most = 100'000;
  std::vector<std::string> ids;
  for (std::string& id : TRY(fetch(most))) {
    if (ids.size() >= limit)
      break;
    if (TRY(seen(id)))
      ids.push_back(std::move(id));
  }
  return ids;
}

}  // namespace aim::store
