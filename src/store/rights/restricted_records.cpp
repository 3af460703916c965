#include "store/rights/restricted_records.h"

#include <map>

#include "store/links.h"
#include "store/listings.h"
#include "store/memories.h"
#include "store/review.h"
#include "store/search.h"

namespace aim::store {
namespace {

Result<bool> writes_to(const Sight& sight, std::string_view id) {
  const auto memory = TRY(sight.inner().memories.find_by_id(id));
  return memory && sight.writes(memory->name_space);
}

// Whether all that taking back a settled pair changes may be changed; otherwise the step is as not
// there: neither of the two is named to who does not see both.
Result<bool> may_part(const Sight& sight, const UndoStep& step) {
  if (step.sources.empty() || !TRY(writes_to(sight, step.id)) ||
      !TRY(sight.sees(std::string_view(step.sources.front()))))
    return false;
  if (step.before && !sight.writes(step.before->name_space))
    return false;
  for (const Link& each : step.links)
    if (!TRY(writes_to(sight, each.source_id)))
      return false;
  return true;
}

}  // namespace

Result<Archived> RestrictedArchive::shown(Archived archived) const {
  if (sight_.rights().sees_all())
    return archived;
  std::vector<std::string> sources;
  for (std::string& id : archived.source_ids)
    if (TRY(sight_.sees(std::string_view(id))))
      sources.push_back(std::move(id));
  archived.source_ids = std::move(sources);
  std::vector<Link> links;
  for (Link& link : archived.links) {
    const std::string_view other =
        link.source_id == archived.memory.id ? link.target_id : link.source_id;
    if (TRY(sight_.sees(other)))
      links.push_back(std::move(link));
  }
  archived.links = std::move(links);
  return archived;
}

Result<std::optional<Archived>> RestrictedArchive::find(std::string_view id) const {
  auto found = TRY(in_.find(id));
  if (!found || !reads(*found))
    return std::optional<Archived>();
  return std::optional(TRY(shown(std::move(*found))));
}

Result<std::vector<std::string>> RestrictedArchive::ids_with_prefix(std::string_view prefix,
                                                                    std::size_t limit) const {
  return seen_ids(
      limit, [&](std::size_t most) { return in_.ids_with_prefix(prefix, most); },
      [&](const std::string& id) -> Result<bool> {
        const auto found = TRY(in_.find(id));
        return found && reads(*found);
      });
}

Result<std::vector<Archived>> RestrictedArchive::list(std::string_view name_space,
                                                      std::int64_t limit,
                                                      std::int64_t offset) const {
  auto rows = TRY(seen_page<Archived>(
      limit, offset,
      [&](std::int64_t most, std::int64_t from) { return in_.list(name_space, most, from); },
      [&](const Archived& row) -> Result<bool> { return reads(row); }));
  for (Archived& row : rows) row = TRY(shown(std::move(row)));
  return rows;
}

Result<std::vector<Archived>> RestrictedArchive::newest(std::string_view name_space,
                                                        std::int64_t limit) const {
  auto rows = TRY(seen_first<Archived>(
      limit, [&](std::int64_t most) { return in_.newest(name_space, most); },
      [&](const Archived& row) { return reads(row); }));
  for (Archived& row : rows) row = TRY(shown(std::move(row)));
  return rows;
}

Result<ArchiveStats> RestrictedArchive::stats() const {
  ArchiveStats stats;
  std::map<std::string, std::int64_t> counts;
  TRY_VOID(in_.each([&](const Archived& archived) -> Result<void> {
    if (!reads(archived))
      return {};
    ++stats.count;
    stats.bytes +=
        static_cast<std::int64_t>(archived.memory.title.size() + archived.memory.content.size());
    const Time at = archived.archived_at.time;
    stats.oldest = std::min(stats.oldest.value_or(at), at);
    stats.newest = std::max(stats.newest.value_or(at), at);
    ++counts[archived.memory.name_space];
    return {};
  }));
  stats.by_name_space.assign(counts.begin(), counts.end());
  std::stable_sort(stats.by_name_space.begin(), stats.by_name_space.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return stats;
}

Result<void> RestrictedArchive::each(
    const std::function<Result<void>(const Archived&)>& take) const {
  return in_.each([&](const Archived& archived) -> Result<void> {
    return reads(archived) ? take(TRY(shown(archived))) : Result<void>();
  });
}

Result<bool> RestrictedArchive::remove(std::string_view id) {
  const auto found = TRY(in_.find(id));
  if (!found || !reads(*found))
    return false;
  TRY_VOID(sight_.check(found->memory.name_space));
  return out_->remove(id);
}

Result<std::vector<ChangeRow>> RestrictedChanges::after(std::int64_t after,
                                                        std::int64_t limit) const {
  std::vector<ChangeRow> seen;
  for (;;) {
    auto rows = TRY(in_.after(after, limit));
    const bool last = static_cast<std::int64_t>(rows.size()) < limit;
    for (ChangeRow& row : rows) {
      after = row.seq;
      if (!sight_.reads(row.name_space))
        continue;
      seen.push_back(std::move(row));
      if (static_cast<std::int64_t>(seen.size()) == limit)
        return seen;
    }
    if (last)
      return seen;
  }
}

Result<std::optional<UndoStep>> RestrictedUndo::last(std::string_view id, Time since) const {
  auto step = TRY(in_.last(id, since));
  if (!step)
    return step;
  if (step->action == "settle")
    return TRY(may_part(sight_, *step)) ? std::move(step) : std::nullopt;
  if (step->before)
    return sight_.writes(step->before->name_space) ? std::move(step) : std::nullopt;
  // Of a merge: what was made of it says where it was.
  if (!TRY(sight_.sees(std::string_view(step->id))))
    return std::optional<UndoStep>();
  return step;
}

Result<Counts> RestrictedStats::all(Time now) const {
  const Reader& inner = sight_.inner();
  Counts counts;
  for (const auto& row : TRY(inner.search.name_spaces("")))
    if (sight_.reads(row.name)) {
      counts.memories += row.memories;
      counts.size_bytes += row.bytes;
    }
  const Facets facets = TRY(inner.listings.facets(sight_.scoped({}), std::nullopt, Time::min()));
  counts.by_tier = facets.tiers;
  for (const auto& [kind, count] : facets.kinds)
    if (kind == name_of(MemoryKind::reflection))
      counts.reflections = count;
  TRY_VOID(inner.links.each([&](const Link& link) -> Result<void> {
    counts.links += TRY(sight_.sees(std::string_view(link.source_id))) &&
                    TRY(sight_.sees(std::string_view(link.target_id)));
    return {};
  }));
  counts.archived = TRY(RestrictedArchive(sight_, nullptr).stats()).count;
  constexpr std::int64_t most = 100'000;
  const auto soon = TRY(inner.review.expiring(now, now + std::chrono::hours(1), Page{most, 0, {}}));
  counts.expiring_soon = static_cast<std::int64_t>(TRY(sight_.seen(soon)).size());
  return counts;
}

Result<NamedCounts> RestrictedStats::name_spaces() const {
  auto counts = TRY(in_.name_spaces());
  std::erase_if(counts, [&](const auto& each) { return !sight_.reads(each.first); });
  return counts;
}

}  // namespace aim::store
