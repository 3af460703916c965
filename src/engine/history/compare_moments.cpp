#include <unordered_map>

#include "engine/history/moment.h"
#include "engine/lookup/names_today.h"
#include "memory/filter.h"
#include "memory/rules.h"
#include "store/memories.h"
#include "store/search.h"

namespace aim::engine {
namespace {

constexpr std::int64_t most_expired = 10'000;

class Comparison {
 public:
  Comparison(store::Reader& reader, Time from, Time to, const std::string& name_space)
      : reader_(reader), from_(from), to_(to), name_space_(name_space) {}

  Result<std::vector<MemoryChange>> run() {
    names_ = TRY(NamesToday::read(reader_));
    States before = TRY(versions_at(from_)), after = TRY(versions_at(to_));
    for (const auto& [id, state] : before)
      if (!after.contains(id))
        after[id] = there(TRY(reader_.memories.find_by_id(id)), to_);
    // Expired memories that wait for collection have no version that ended then.
    for (const Memory& memory : TRY(reader_.memories.expired(to_, most_expired)))
      if (before.try_emplace(memory.id, there(memory, from_)).second)
        after[memory.id] = std::nullopt;
    // Whatever else is new since the earlier moment has no version from before it.
    const auto keys = TRY(reader_.search.keys_created_between(from_, std::nullopt, INT64_MAX));
    for (const Memory& memory : TRY(reader_.memories.by_keys(keys)))
      if (!after.contains(memory.id))
        after.emplace(memory.id, there(memory, to_));
    std::vector<MemoryChange> changes;
    for (auto& [id, state] : after) {
      const auto earlier = before.find(id);
      MemoryChange change{earlier == before.end() ? std::nullopt : std::move(earlier->second),
                          std::move(state)};
      if (!is_same(change))
        changes.push_back(std::move(change));
    }
    std::ranges::sort(changes, {}, [](const MemoryChange& change) {
      const Memory& shown = change.after ? *change.after : *change.before;
      return std::tie(shown.name_space, shown.title, shown.id);
    });
    return changes;
  }

 private:
  using States = std::unordered_map<std::string, std::optional<Memory>>;

  std::optional<Memory> there(std::optional<Memory> memory, Time time) const {
    return memory && memory->created_at.time <= time && !has_expired(*memory, time) &&
                   matches_filter(memory->name_space, name_space_)
               ? std::move(memory)
               : std::nullopt;
  }

  Result<States> versions_at(Time time) const {
    States states;
    TRY_VOID(reader_.memories.each_version_at(time, [&](store::Version&& version) {
      version.memory.name_space = names_.of(version.memory.name_space);
      states[version.memory.id] = version.was_absent() ? std::nullopt : there(version.memory, time);
      return Result<void>();
    }));
    return states;
  }

  static bool is_same(const MemoryChange& change) {
    if (!change.before || !change.after)
      return !change.before && !change.after;
    const Memory &a = *change.before, &b = *change.after;
    return std::tie(a.title, a.content, a.name_space, a.tags, a.tier, a.priority, a.confidence,
                    a.source, a.metadata, a.kind, a.deadline) ==
               std::tie(b.title, b.content, b.name_space, b.tags, b.tier, b.priority, b.confidence,
                        b.source, b.metadata, b.kind, b.deadline) &&
           (!b.deadline || a.expires_at == b.expires_at);
  }

  store::Reader& reader_;
  const Time from_, to_;
  const std::string& name_space_;
  NamesToday names_;
};

}  // namespace

Result<std::vector<MemoryChange>> compare_moments(Engine& engine, Time from, Time to,
                                                  const std::string& name_space) {
  if (from > to)
    return Failure(refuse("from", "must not be later than to"));
  return engine.database.read(
      [&](store::Reader& reader) { return Comparison(reader, from, to, name_space).run(); });
}

}  // namespace aim::engine
