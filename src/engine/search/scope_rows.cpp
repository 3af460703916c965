#include "engine/search/scope_rows.h"

namespace aim::engine {
namespace {

// A scope that is at most this part of all rows is listed: to look up a place costs more than to
// pass over some rows.
constexpr std::size_t small_part = 4;

}  // namespace

ScopeRows::ScopeRows(const Passages& passages, std::span<const std::int64_t> name_spaces)
    : passages_(passages), name_spaces_(name_spaces) {
  const auto& metas = passages_.metas;
  if (name_spaces_.empty()) {
    take_all();
    return;
  }
  std::vector<std::int64_t> wanted(name_spaces_.begin(), name_spaces_.end());
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  std::size_t all = 0;
  for (const std::int64_t each : wanted) all += passages_.of_name_space(each).size();
  if (all == 0 || all > metas.size() / small_part) {
    take_all();
    return;
  }
  rows_.reserve(all);
  for (const std::int64_t each : wanted) {
    const auto rows = passages_.of_name_space(each);
    rows_.insert(rows_.end(), rows.begin(), rows.end());
  }
  if (wanted.size() > 1)
    std::sort(rows_.begin(), rows_.end());
  list_own(wanted);
}

bool ScopeRows::is_wanted(std::uint32_t name_space) const {
  return name_spaces_.empty() || std::find(name_spaces_.begin(), name_spaces_.end(),
                                           std::int64_t{name_space}) != name_spaces_.end();
}

void ScopeRows::take_all() {
  const auto& metas = passages_.metas;
  const bool any = name_spaces_.empty();
  parts_.resize(metas.size());
  for (std::size_t row = 0; row < metas.size(); ++row)
    if (metas[row].key != 0 && (any || is_wanted(metas[row].name_space)))
      parts_[row] = part_of(metas[row]);
}

void ScopeRows::list_own(std::span<const std::int64_t> wanted) {
  parts_.reserve(rows_.size());
  for (Place place = 0; place < rows_.size(); ++place) {
    const store::PassageMeta& meta = passages_.metas[rows_[place]];
    parts_.push_back(part_of(meta));
    if (meta.part == 0)
      continue;
    const Row first = passages_.first_of(meta.key);
    const Place begin = first == no_row ? no_place : place_of(first);
    if (begin != no_place)
      more_.emplace_back(begin, place);
  }
  std::sort(more_.begin(), more_.end());
  // Lines are sorted by namespace before all else.
  const auto& lines = passages_.lines;
  const auto name_space = [&](Row row) { return std::int64_t{passages_.metas[row].name_space}; };
  for (const std::int64_t each : wanted)
    for (const Row row : std::ranges::equal_range(lines, each, {}, name_space))
      if (const Place place = place_of(row); place != no_place)
        lines_.push_back(place);
}

Place ScopeRows::place_of(Row row) const {
  if (is_all())
    return row;
  const auto at = std::lower_bound(rows_.begin(), rows_.end(), row);
  return at == rows_.end() || *at != row ? no_place : static_cast<Place>(at - rows_.begin());
}

}  // namespace aim::engine
