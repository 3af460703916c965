#include "store/restricted/restricted_records.h"

#include "store/links.h"
#include "store/memories.h"
#include "store/restricted/restricted_memories.h"
#include "store/search.h"

namespace aim::store {

Result<std::vector<ChangeRow>> RestrictedRecords::changes_after(std::int64_t after,
                                                                std::int64_t limit) const {
  return seen_after<ChangeRow>(
      after, limit, [&](std::int64_t from) { return in_.changes_after(from, limit); },
      [](const ChangeRow& row) { return row.seq; },
      [&](const ChangeRow& row) { return access_.reads(row.name_space); });
}

Result<std::vector<NameKey>> RestrictedRecords::name_keys() const {
  auto rows = TRY(in_.name_keys());
  std::erase_if(rows, [&](const NameKey& row) { return !access_.reads(row.name_space); });
  return rows;
}

Result<Counts> RestrictedRecords::counts(Time now) const {
  const Reader& inner = access_.inner();
  Counts counts;
  for (const auto& row : TRY(inner.search.name_spaces("")))
    if (access_.reads(row.name)) {
      counts.memories += row.memories;
      counts.size_bytes += row.bytes;
    }
  const Facets facets = TRY(inner.memories.facets(access_.scoped({}), std::nullopt, Time::min()));
  counts.by_tier = facets.tiers;
  for (const auto& [kind, count] : facets.kinds)
    if (kind == name_of(MemoryKind::reflection))
      counts.reflections = count;
  TRY_VOID(inner.links.each([&](const Link& link) -> Result<void> {
    counts.links += TRY(access_.sees(std::string_view(link.source_id))) &&
                    TRY(access_.sees(std::string_view(link.target_id)));
    return {};
  }));
  counts.archived = TRY(RestrictedMemories(access_, nullptr).archive_stats()).count;
  constexpr std::int64_t most = 100'000;
  const auto soon =
      TRY(inner.memories.expiring(now, now + std::chrono::hours(1), Page{most, 0, {}}));
  counts.expiring_soon = static_cast<std::int64_t>(TRY(access_.seen(soon)).size());
  return counts;
}

Result<NamedCounts> RestrictedRecords::count_name_spaces() const {
  auto counts = TRY(in_.count_name_spaces());
  std::erase_if(counts, [&](const auto& each) { return !access_.reads(each.first); });
  return counts;
}

}  // namespace aim::store
