#include <iterator>

#include "engine/history/versions.h"
#include "memory/merge.h"
#include "memory/titles.h"
#include "store/records.h"

namespace aim::engine {
namespace {

using store::Version;

bool same_version(const Version& a, const Version& b) {
  return a.until == b.until && a.change == b.change && !is_new_version(a.memory, b.memory);
}

auto place_of(const Version& version) {
  const Memory& memory = version.memory;
  return std::tie(version.until, version.change, memory.title, memory.content, memory.metadata,
                  memory.tags, memory.name_space, memory.tier, memory.priority);
}

// Without what was before the last cut.
void cut(std::vector<Version>& versions) {
  Time last = Time::min();
  for (const Version& each : versions)
    if (each.change == "cut")
      last = std::max(last, each.until);
  std::erase_if(versions, [&](const Version& each) {
    return each.until < last || (each.until == last && each.change != "cut");
  });
}

// A sync that takes several changes at once leaves the state before the first of them as one that
// the last has ended: of several that one change has ended, those count that nothing ended before.
std::vector<Version> without_copies(std::vector<Version> versions) {
  const auto ended_before = [&](const Version& one) {
    return std::ranges::any_of(versions, [&](const Version& each) {
      return each.until < one.until && !is_new_version(one.memory, each.memory);
    });
  };
  std::vector<Version> kept;
  for (auto from = versions.begin(); from != versions.end();) {
    const auto to = std::find_if(from, versions.end(), [&](const Version& each) {
      return each.until != from->until || each.change != from->change;
    });
    const bool all = std::all_of(from, to, ended_before);
    std::copy_if(from, to, std::back_inserter(kept),
                 [&](const Version& each) { return all || !ended_before(each); });
    from = to;
  }
  return kept;
}

}  // namespace

std::vector<Version> merged_versions(std::vector<Version> here, std::vector<Version> there) {
  std::ranges::move(there, std::back_inserter(here));
  cut(here);
  std::ranges::stable_sort(here, {}, place_of);
  std::vector<Version> both;
  for (Version& each : here)
    if (both.empty() || !same_version(both.back(), each))
      both.push_back(std::move(each));
    else
      both.back().version = std::max(both.back().version, each.version);
  both = without_copies(std::move(both));
  std::int64_t last = 0;
  for (Version& each : both) last = each.version = std::max(each.version, last + 1);
  return both;
}

Result<bool> take_versions(store::Writer& writer, const std::string& id,
                           std::vector<Version> there) {
  auto here = TRY(writer.memories.all_versions_of(id));
  for (Version& each : there) each.step.reset();
  const auto both = merged_versions(here, std::move(there));
  const auto unchanged = [](const Version& a, const Version& b) {
    return a.version == b.version && same_version(a, b);
  };
  if (std::ranges::equal(both, here, unchanged))
    return false;
  TRY_VOID(writer.memories.set_versions(id, both));
  return true;
}

// ---- conflicts ----

namespace {

bool same_texts(const Memory& a, const Memory& b) {
  return a.content == b.content && claimed_title(a) == claimed_title(b);
}

Result<bool> was_once(store::Reader& reader, const Memory& state) {
  const auto versions = TRY(reader.memories.all_versions_of(state.id));
  return std::ranges::any_of(versions, [&](const store::Version& each) {
    return !each.was_absent() && same_texts(each.memory, state);
  });
}

}  // namespace

Result<bool> is_conflict(store::Reader& from, store::Reader& to, const Memory& here,
                         const Memory& there) {
  return !same_texts(here, there) && !TRY(was_once(from, here)) && !TRY(was_once(to, there));
}

Result<void> keep_conflict(store::Writer& writer, const Memory& here, const Memory& there) {
  const auto winner = TRY(writer.memories.find_by_id(here.id));
  if (!winner)
    return {};
  // The state that was here has become a version when it was replaced; on the other device the one
  // that came does.
  if (same_texts(*winner, here))
    TRY(take_versions(writer, here.id, {{0, winner->updated_at.time, "update", there}}));
  return writer.records.set_fact(std::string(store::conflict_of_devices) + here.id,
                                 winner->updated_at.nanoseconds());
}

}  // namespace aim::engine
