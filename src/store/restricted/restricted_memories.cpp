#include "store/restricted/restricted_memories.h"

#include "memory/metadata.h"
#include "store/search.h"
#include "text/scripts.h"

namespace aim::store {
namespace {

Result<bool> writes_to(const RightsFilter& access, std::string_view id) {
  const auto memory = TRY(access.inner().memories.find_by_id(id));
  return memory && access.writes(memory->name_space);
}

std::string author_of(const Memory& memory) {
  return text_member(memory.metadata, "agent_id");
}

constexpr std::string_view derived_from = "derived_from";

}  // namespace

Result<std::vector<std::string>> RestrictedMemories::seen_sources(
    const std::vector<std::string>& ids) const {
  std::vector<std::string> seen;
  for (const std::string& id : ids) {
    const auto archived = TRY(in_.find_archived(id));
    if (archived ? reads(*archived) : TRY(access_.sees(std::string_view(id))))
      seen.push_back(id);
  }
  return seen;
}

Result<Memory> RestrictedMemories::without_strangers(Memory memory) const {
  if (access_.rights().sees_all() || memory.metadata.find(derived_from) == std::string::npos)
    return memory;
  if (const auto ids = text_list(memory.metadata, derived_from)) {
    const auto seen = TRY(seen_sources(*ids));
    if (seen.size() < ids->size())
      memory.metadata = with_text_list(memory.metadata, derived_from, seen);
  }
  return memory;
}

// The ids that the caller was not shown stay.
Result<Memory> RestrictedMemories::with_strangers(Memory memory) const {
  const auto given = text_list(memory.metadata, derived_from);
  const auto there = given ? TRY(in_.find_by_id(memory.id)) : std::optional<Memory>();
  const auto all = there ? text_list(there->metadata, derived_from) : std::nullopt;
  if (all && *given != *all && *given == TRY(seen_sources(*all)))
    memory.metadata = with_text_list(memory.metadata, derived_from, *all);
  return memory;
}

Result<std::vector<Memory>> RestrictedMemories::without_strangers(
    std::vector<Memory> memories) const {
  for (Memory& each : memories) each = TRY(without_strangers(std::move(each)));
  return memories;
}

bool RestrictedMemories::same_author(const Memory& one, const Memory& other) {
  return author_of(one) == author_of(other);
}

Result<void> RestrictedMemories::sign(Memory& memory) const {
  const std::string& name = access_.rights().name;
  if (author_of(memory) == name)
    return {};
  const auto is_again = [&](const Memory& before) {
    return before.content == memory.content && before.title == memory.title &&
           same_author(before, memory);
  };
  if (const auto archived = TRY(in_.find_archived(memory.id));
      archived && is_again(archived->memory))
    return {};
  for (const Version& last : TRY(in_.versions_of(memory.id, 1)))
    if (is_again(last.memory))
      return {};
  memory.metadata = with_text(memory.metadata, "agent_id", name);
  return {};
}

Result<std::vector<std::optional<Error>>> RestrictedMemories::insert_all(
    std::span<const NewMemory> memories) {
  std::vector<std::optional<Error>> refused(memories.size());
  std::vector<NewMemory> allowed;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < memories.size(); ++i)
    if (auto may = access_.check(memories[i].memory->name_space); !may) {
      refused[i] = std::move(may.error());
    } else {
      TRY_VOID(sign(*memories[i].memory));
      allowed.push_back(memories[i]);
      places.push_back(i);
    }
  auto done = TRY(out_->insert_all(allowed));
  for (std::size_t i = 0; i < places.size(); ++i) {
    access_.forget(allowed[i].memory->key);
    refused[places[i]] = std::move(done[i]);
  }
  return refused;
}

Result<std::vector<PageRow>> RestrictedMemories::page_after(Key after, Time now,
                                                            std::int64_t limit) const {
  return seen_after<PageRow>(
      after, limit, [&](Key from) { return in_.page_after(from, now, limit); },
      [](const PageRow& row) { return row.key; },
      [&](const PageRow& row) { return access_.reads(row.name_space); });
}

Result<std::vector<std::string>> RestrictedMemories::name_spaces_beginning(
    std::string_view beginning, std::size_t limit) const {
  std::vector<std::string> names;
  for (NamespaceRow& row : TRY(access_.inner().search.name_spaces("")))
    if (row.memories > 0 && access_.reads(row.name) &&
        text::begins_in_any_case(row.name, beginning))
      names.push_back(std::move(row.name));
  std::sort(names.begin(), names.end());
  names.resize(std::min(names.size(), limit));
  return names;
}

Result<std::vector<std::string>> RestrictedMemories::tags_beginning(std::string_view beginning,
                                                                    std::size_t limit) const {
  std::vector<std::string> tags;
  for (auto& [tag, count] : TRY(in_.facets(access_.scoped({}), std::nullopt, Time::min())).tags)
    if (text::begins_in_any_case(tag, beginning))
      tags.push_back(std::move(tag));
  std::sort(tags.begin(), tags.end());
  tags.resize(std::min(tags.size(), limit));
  return tags;
}

Result<std::vector<Key>> RestrictedMemories::newest_keys(Time now, Key before,
                                                         std::int64_t limit) const {
  constexpr std::int64_t at_once = 500, max_looked_at = 10'000;
  std::vector<Key> keys;
  for (std::int64_t looked_at = 0; looked_at < max_looked_at; looked_at += at_once) {
    const auto some = TRY(in_.newest_keys(now, before, at_once));
    for (const Key key : some) {
      if (std::ssize(keys) == limit)
        return keys;
      before = key;
      if (TRY(access_.sees(key)))
        keys.push_back(key);
    }
    if (std::ssize(some) < at_once)
      break;
  }
  return keys;
}

Result<Archived> RestrictedMemories::shown(Archived archived) const {
  if (access_.rights().sees_all())
    return archived;
  archived.memory = TRY(without_strangers(std::move(archived.memory)));
  archived.source_ids = TRY(access_.ids_seen(std::move(archived.source_ids)));
  std::vector<Link> links;
  for (Link& link : archived.links) {
    const std::string_view other =
        link.source_id == archived.memory.id ? link.target_id : link.source_id;
    if (TRY(access_.sees(other)))
      links.push_back(std::move(link));
  }
  archived.links = std::move(links);
  return archived;
}

Result<std::optional<Archived>> RestrictedMemories::find_archived(std::string_view id) const {
  auto found = TRY(in_.find_archived(id));
  if (!found || !reads(*found))
    return std::optional<Archived>();
  return std::optional(TRY(shown(std::move(*found))));
}

Result<std::vector<std::string>> RestrictedMemories::archived_ids_with_prefix(
    std::string_view prefix, std::size_t limit) const {
  return seen_ids(
      limit, [&](std::size_t most) { return in_.archived_ids_with_prefix(prefix, most); },
      [&](const std::string& id) -> Result<bool> {
        const auto found = TRY(in_.find_archived(id));
        return found && reads(*found);
      });
}

Result<std::vector<Archived>> RestrictedMemories::list_archived(std::string_view name_space,
                                                                std::int64_t limit,
                                                                std::int64_t offset) const {
  auto rows = TRY(seen_page<Archived>(
      limit, offset,
      [&](std::int64_t most, std::int64_t from) {
        return in_.list_archived(name_space, most, from);
      },
      [&](const Archived& row) -> Result<bool> { return reads(row); }));
  for (Archived& row : rows) row = TRY(shown(std::move(row)));
  return rows;
}

Result<std::vector<Archived>> RestrictedMemories::newest_archived(std::string_view name_space,
                                                                  std::int64_t limit) const {
  auto rows = TRY(seen_first<Archived>(
      limit, [&](std::int64_t most) { return in_.newest_archived(name_space, most); },
      [&](const Archived& row) { return reads(row); }));
  for (Archived& row : rows) row = TRY(shown(std::move(row)));
  return rows;
}

Result<std::vector<GoneMemory>> RestrictedMemories::gone(const GoneFilter& filter,
                                                         std::int64_t limit,
                                                         std::int64_t offset) const {
  return seen_page<GoneMemory>(
      limit, offset,
      [&](std::int64_t most, std::int64_t from) { return in_.gone(filter, most, from); },
      [&](const GoneMemory& each) -> Result<bool> { return access_.reads(each.name_space); });
}

Result<std::vector<GoneMemory>> RestrictedMemories::gone_titled(std::string_view title) const {
  auto gone = TRY(in_.gone_titled(title));
  std::erase_if(gone, [&](const GoneMemory& each) { return !access_.reads(each.name_space); });
  return gone;
}

Result<ArchiveStats> RestrictedMemories::archive_stats() const {
  ArchiveStats stats;
  std::map<std::string, std::int64_t> counts;
  TRY_VOID(in_.each_archived([&](const Archived& archived) -> Result<void> {
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

Result<void> RestrictedMemories::each_archived(
    const std::function<Result<void>(const Archived&)>& take) const {
  return in_.each_archived([&](const Archived& archived) -> Result<void> {
    return reads(archived) ? take(TRY(shown(archived))) : Result<void>();
  });
}

Result<bool> RestrictedMemories::remove_archived(std::string_view id) {
  const auto found = TRY(in_.find_archived(id));
  if (!found || !reads(*found))
    return false;
  TRY_VOID(access_.check(found->memory.name_space));
  return out_->remove_archived(id);
}

Result<void> RestrictedMemories::each_version(
    const std::function<Result<void>(const Version&)>& take) const {
  return in_.each_version([&](const Version& version) -> Result<void> {
    if (!access_.reads(version.memory.name_space))
      return {};
    Version shown = version;
    access_.hide(shown.by);
    return take(shown);
  });
}

Result<std::vector<Version>> RestrictedMemories::all_versions_of(std::string_view id) const {
  auto versions = TRY(in_.all_versions_of(id));
  std::erase_if(versions,
                [&](const Version& each) { return !access_.reads(each.memory.name_space); });
  for (Version& each : versions) access_.hide(each.by);
  return versions;
}

// Versions made by other tokens would lose their names.
Result<void> RestrictedMemories::set_versions(std::string_view, std::span<const Version>) {
  return Failure(only_administrators());
}

Result<std::vector<Version>> RestrictedMemories::versions_of(std::string_view id,
                                                             std::int64_t limit) const {
  auto versions = TRY(in_.versions_of(id, INT64_MAX));
  std::erase_if(versions,
                [&](const Version& each) { return !access_.reads(each.memory.name_space); });
  versions.resize(std::min(versions.size(), static_cast<std::size_t>(limit)));
  for (Version& each : versions) access_.hide(each.by);
  return versions;
}

Result<std::vector<std::string>> RestrictedMemories::versioned_ids_with_prefix(
    std::string_view prefix, std::size_t limit) const {
  return seen_ids(
      limit, [&](std::size_t most) { return in_.versioned_ids_with_prefix(prefix, most); },
      [&](const std::string& id) -> Result<bool> {
        const auto versions = TRY(in_.versions_of(id, INT64_MAX));
        return std::ranges::any_of(
            versions, [&](const Version& each) { return access_.reads(each.memory.name_space); });
      });
}

Result<std::optional<Version>> RestrictedMemories::version_at(std::string_view id,
                                                              Time time) const {
  auto version = TRY(in_.version_at(id, time));
  if (!version)
    return version;
  const bool is_hidden = !access_.reads(version->memory.name_space);
  version = seen(std::move(*version));
  if (is_hidden)
    version->memory.id.clear();
  return version;
}

Result<void> RestrictedMemories::each_version_at(
    Time time, const std::function<Result<void>(Version&&)>& take) const {
  return in_.each_version_at(time,
                             [&](Version&& version) { return take(seen(std::move(version))); });
}

// A memory that was in a namespace of others was not there.
Version RestrictedMemories::seen(Version version) const {
  access_.hide(version.by);
  if (version.change != "cut" && !access_.reads(version.memory.name_space)) {
    version.change = "restore";
    std::string id = std::move(version.memory.id);
    version.memory = {};
    version.memory.id = std::move(id);
  }
  return version;
}

Result<void> RestrictedMemories::check(std::string_view id) const {
  for (const Version& each : TRY(in_.all_versions_of(id)))
    if (each.change != "cut")
      TRY_VOID(access_.check(each.memory.name_space));
  const auto archived = TRY(in_.find_archived(id));
  return archived ? access_.check(archived->memory.name_space) : Result<void>();
}

Result<void> RestrictedMemories::erase_versions(std::string_view id, std::optional<Time> cut) {
  TRY_VOID(check(id));
  return out_->erase_versions(id, cut);
}

Result<Purged> RestrictedMemories::purge(std::string_view id, Time now) {
  TRY_VOID(check(id));
  return out_->purge(id, now);
}

Result<bool> RestrictedMemories::may_take_back(UndoStep& step) const {
  for (const ChangedMemory& each : step.memories) {
    const auto now = TRY(in_.find_by_id(each.id));
    if ((each.before && !access_.writes(each.before->name_space)) ||
        (now && !access_.writes(now->name_space)))
      return false;
  }
  const auto sees = [&](const std::string& id) -> Result<bool> {
    const bool is_of_step =
        std::ranges::find(step.memories, id, &ChangedMemory::id) != step.memories.end();
    return is_of_step || TRY(access_.sees(std::string_view(id)));
  };
  std::vector<LinkChange> seen;
  for (LinkChange& each : step.links) {
    const bool is_standard = each.link.relation == standard_relation;
    if (is_standard ? access_.writes(each.link.target_id)
                    : TRY(sees(each.link.source_id)) && TRY(sees(each.link.target_id)))
      seen.push_back(std::move(each));
  }
  // A link alone is the caller's where it may write to its source.
  if (step.memories.empty())
    for (const LinkChange& each : seen)
      if (each.link.relation != standard_relation && !TRY(writes_to(access_, each.link.source_id)))
        return false;
  const bool all = seen.size() == step.links.size();
  step.links = std::move(seen);
  return step.action != "move" && step.action != alias_step && (all || !step.memories.empty());
}

// Without an id: its own last step. A step that would change what the caller may not change, or
// that would name it, is as not there.
Result<std::optional<UndoStep>> RestrictedMemories::last_undo(std::string_view id, Time since,
                                                              std::string_view,
                                                              std::string_view of_call) const {
  auto step = TRY(in_.last_undo(id, since, access_.rights().id, of_call));
  if (!step || !TRY(may_take_back(*step)))
    return std::optional<UndoStep>();
  return step;
}

Result<std::vector<ClearedStandard>> RestrictedMemories::cleared_standards() const {
  auto rows = TRY(in_.cleared_standards());
  std::erase_if(rows, [&](const ClearedStandard& row) { return !access_.reads(row.name_space); });
  return rows;
}

Result<void> RestrictedMemories::each_standard(
    const std::function<Result<void>(const StandardRow&)>& take) const {
  return in_.each_standard([&](const StandardRow& row) -> Result<void> {
    if (!access_.reads(row.name_space))
      return {};
    const auto shown = TRY(seen(row));
    return shown ? take(*shown) : Result<void>();
  });
}

Result<void> RestrictedMemories::set_standard(std::string_view name_space, std::optional<Key> key,
                                              const std::optional<std::string>& parent, Time now) {
  TRY_VOID(access_.check(name_space));
  // A parent that is not seen would lend what it has to whoever asks.
  if (parent && !access_.reads(*parent))
    return Failure(forbidden("may not inherit from the namespace \"" + *parent + "\""));
  if (key && !TRY(access_.sees(*key)))
    return Failure(forbidden("may not use that memory"));
  return out_->set_standard(name_space, key, parent, now);
}

Result<std::optional<StandardRow>> RestrictedMemories::seen(std::optional<StandardRow> row) const {
  if (!row)
    return row;
  if (row->key && !TRY(access_.sees(*row->key))) {
    row->key.reset();
    row->id.reset();
  }
  if (row->parent && !access_.reads(*row->parent))
    row->parent.reset();
  if (row->proposed && !TRY(access_.sees(std::string_view(*row->proposed))))
    row->proposed.reset();
  return row;
}

}  // namespace aim::store
