#include "engine/history/versions.h"

#include <iterator>

#include "engine/archive.h"
#include "engine/lookup/by_id.h"
#include "engine/lookup/by_title.h"
#include "engine/lookup/names_today.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "memory/merge.h"
#include "memory/rules.h"
#include "memory/titles.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

constexpr std::int64_t every_state = 1'000'000;

Failure no_version(const std::string& id, std::int64_t version) {
  return Failure(missing("the memory " + id + " has no version " + std::to_string(version)));
}

}  // namespace

Result<std::vector<MemoryState>> history(Engine& engine, std::string_view id, std::int64_t limit) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<MemoryState>> {
    const std::string full = TRY(find_versioned_id(reader, id));
    std::vector<MemoryState> states;
    if (auto present = TRY(reader.memories.find_by_id(full)))
      states.push_back({0, present->created_at, {}, {}, {}, std::move(*present)});
    for (store::Version& each : TRY(reader.memories.versions_of(full, limit + 1))) {
      if (!states.empty())
        states.back().from = at(each.until);
      const Timestamp created = each.memory.created_at;
      states.push_back({each.version, created, at(each.until), std::move(each.change),
                        std::move(each.by), std::move(each.memory)});
    }
    if (states.empty())
      return Failure(missing("no version of the memory " + full + " is kept"));
    if (static_cast<std::int64_t>(states.size()) > limit)
      states.resize(static_cast<std::size_t>(limit));
    return states;
  });
}

Result<std::vector<store::LinkChange>> link_changes(Engine& engine, std::string_view id,
                                                    std::int64_t limit) {
  return engine.database.read(
      [&](store::Reader& reader) { return reader.links.changes_of(id, limit); });
}

Result<Memory> restore_version(Engine& engine, std::string_view id, std::int64_t version) {
  const Time now = engine.clock.now();
  return write_step(engine, "update", [&](store::Writer& writer) -> Result<Memory> {
    const std::string full = TRY(find_versioned_id(writer, id));
    auto versions = TRY(writer.memories.versions_of(full, every_state));
    const auto chosen = std::ranges::find(versions, version, &store::Version::version);
    if (chosen == versions.end())
      return no_version(full, version);
    Memory memory = std::move(chosen->memory);
    memory.name_space = TRY(NamesToday::read(writer)).of(memory.name_space);
    const auto other = TRY(title_holder(writer, engine, memory.name_space, memory.title, now));
    if (other && other->id != memory.id)
      return Failure(title_taken(*other));
    const auto present = TRY(writer.memories.find_by_id(full));
    if (!present) {
      TRY_VOID(bring_back(writer, engine, {memory, at(now), "version", {}, {}}, now));
      TRY(writer.memories.remove_archived(full));
      return find_memory(writer, full);
    }
    memory.key = present->key;
    memory.access_count = present->access_count;
    memory.last_accessed_at = present->last_accessed_at;
    memory.reinforcement = present->reinforcement;
    memory.updated_at = at(time_of_change(*present, now));
    TRY_VOID(replace_memory(writer, engine, *present, memory));
    TRY_VOID(keep_by_table(writer, engine.embeddings, {&memory, 1}));
    return memory;
  });
}

Result<void> erase_versions(Engine& engine, const std::string& id) {
  return engine.database.write([&](store::Writer& writer) {
    return writer.memories.erase_versions(id, engine.clock.now());
  });
}

Result<std::int64_t> prune_versions(Engine& engine, bool dry_run) {
  const auto& options = engine.options;
  const Time now = engine.clock.now(), before = now - options.keep_versions;
  std::vector<store::VersionLimits> limits{{before, options.max_version_bytes}};
  for (const auto& [name_space, kept] : options.versions_of)
    limits.push_back({now - kept.keep.value_or(options.keep_versions),
                      kept.max_bytes.value_or(options.max_version_bytes), name_space});
  std::int64_t count = 0;
  // A database that nothing has to leave is not written to.
  const bool any = TRY(engine.database.read([&](store::Reader& reader) -> Result<bool> {
    for (const auto& each : limits) count += TRY(reader.memories.count_versions_beyond(each));
    return count > 0 || TRY(reader.memories.any_undo_before(before));
  }));
  if (any && !dry_run)
    TRY_VOID(engine.database.write([&](store::Writer& writer) -> Result<void> {
      for (const auto& each : limits) TRY_VOID(writer.memories.prune_versions(each));
      return writer.memories.prune_undo(before);
    }));
  return count;
}

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
