#include "engine/consolidate.h"

#include "base/append.h"
#include "base/uuid.h"
#include "engine/audit/events.h"
#include "engine/lookup/by_id.h"
#include "engine/lookup/by_title.h"
#include "engine/remember.h"
#include "engine/untitled/file_entries.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "memory/filter.h"
#include "memory/merge.h"
#include "memory/rules.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

// The namespace that all share, where none was asked for (S47).
std::string name_space_of(const std::vector<Memory>& originals, const ConsolidateRequest& request) {
  if (request.name_space)
    return *request.name_space;
  const std::string& first = originals.front().name_space;
  const bool shared =
      std::ranges::all_of(originals, [&](const Memory& each) { return each.name_space == first; });
  return shared ? first : request.otherwise;
}

Memory united(const std::vector<Memory>& originals, const ConsolidateRequest& request,
              std::string name_space, Time now, const Lifetimes& lifetimes) {
  Memory memory;
  memory.id = new_uuid();
  memory.tier = request.tier;
  memory.name_space = std::move(name_space);
  memory.title = request.title;
  memory.content = request.write ? request.write(originals) : request.summary;
  memory.source = request.source;
  memory.created_at = memory.updated_at = at(now);
  if (const auto expiry = expiry_at_birth(memory.tier, now, lifetimes))
    memory.expires_at = at(*expiry);
  return consolidated(originals, std::move(memory));
}

// The new memory, with the originals' links to others and the conversations they came from; the
// originals go.
Result<void> take_place(store::Writer& writer, const std::vector<Memory>& originals, Memory& memory,
                        Time now) {
  // All of them first: a link between two is then in the archive of both.
  for (const Memory& each : originals)
    TRY_VOID(writer.memories.add_archived({each, at(now), "consolidate"}));
  // Its title may be that of an original; until that is gone, it goes by its id.
  Memory first = memory;
  first.title = first.id;
  TRY_VOID(writer.memories.insert(first));
  memory.key = first.key;
  for (const Memory& each : originals) {
    TRY_VOID(writer.links.move(each.key, memory.key, now));
    TRY_VOID(writer.transcripts.move_links(each.key, memory.key));
    TRY_VOID(writer.memories.erase(each, now));
  }
  TRY_VOID(writer.memories.replace(first, memory));
  TRY_VOID(writer.memories.erase_versions(memory.id));  // they are from before it had its title
  TRY(writer.links.break_cycles(memory.key));
  return {};
}

}  // namespace

Result<Memory> consolidate(Engine& engine, const ConsolidateRequest& request) {
  if (request.name_space)
    TRY_VOID(check_name_space(engine, *request.name_space));
  const Time now = engine.clock.now();
  return write_step(engine, "merge", [&](store::Writer& writer) -> Result<Memory> {
    const auto originals = TRY(find_different(
        request.ids, "ids", [&](const std::string& id) { return find_memory(writer, id); }));
    for (const Memory& each : originals)
      if (request.read_at && each.updated_at.time > *request.read_at)
        return Failure(
            conflict("a memory changed while its summary was being written: " + each.id));
    const std::string name_space = name_space_of(originals, request);
    const auto other = TRY(title_holder(writer, engine, name_space, request.title, now));
    if (other && std::none_of(originals.begin(), originals.end(),
                              [&](const Memory& each) { return each.key == other->key; }))
      return Failure(title_taken(*other));
    Memory memory = united(originals, request, name_space, now, engine.options.lifetimes);
    TRY_VOID(take_place(writer, originals, memory, now));
    TRY_VOID(keep_by_table(writer, engine.embeddings, {&memory, 1}));
    std::vector<std::string> from;
    for (const Memory& each : originals) from.push_back(each.id);
    Payload payload;
    payload.add("from", from).add("into", memory.id).add("namespace", memory.name_space);
    TRY_VOID(record(writer, engine, event::memories_consolidated, payload));
    return memory;
  });
}

// ---- by tag ----

namespace {

constexpr std::int64_t at_once = 500;  // memories
constexpr std::size_t max_members = rule::ids.max_items;
constexpr int max_titles = 1'000;  // tried, before a name is given up

// "- title: content", on one line.
std::string line_of(const Memory& memory) {
  std::string line = "- " + memory.title + ": " + memory.content;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\n' && line[at] != '\r')
      continue;
    const std::size_t end = std::min(line.find_first_not_of("\r\n", at), line.size());
    line.replace(at, end - at, end == line.size() ? "" : " ");
  }
  return line;
}

std::string lines_of(const std::vector<Memory>& memories) {
  return join_texts(memories, "\n", line_of);
}

using Groups = std::map<std::pair<std::string, std::string>, TagGroup>;

// The key to go on after; nothing at the end.
Result<std::optional<Key>> add_some(Engine& engine, const AutoConsolidateRequest& request,
                                    Key after, Groups& groups) {
  Filter filter;
  filter.name_space = request.name_space;
  if (request.short_only)
    filter.tiers = {Tier::short_term};
  const Time now = engine.clock.now();
  const auto memories = TRY(engine.database.read(
      [&](store::Reader& reader) { return reader.memories.matching(filter, at_once, after); }));
  for (const Memory& memory : memories) {
    if (memory.tags.empty() || follows_file(memory) || !passes(memory, filter, now))
      continue;
    TagGroup& group = groups[{memory.name_space, memory.tags.front()}];
    group.ids.push_back(memory.id);
    group.titles.push_back(memory.title);
  }
  return memories.empty() ? std::optional<Key>() : std::optional(memories.back().key);
}

// The members of the next product, from `next` on.
Result<std::vector<std::string>> next_part(Engine& engine, const TagGroup& group,
                                           std::size_t& next) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<std::string>> {
    std::vector<std::string> part;
    std::size_t bytes = 0;
    for (; next < group.ids.size() && part.size() < max_members; ++next) {
      const auto memory = TRY(reader.memories.find_by_id(group.ids[next]));
      if (!memory || memory->tags.empty() || memory->tags.front() != group.tag ||
          memory->name_space != group.name_space)
        continue;
      const std::size_t size = line_of(*memory).size() + 1;
      if (size > rule::content.max_bytes / 2)
        continue;
      if (bytes + size > rule::content.max_bytes)
        break;
      bytes += size;
      part.push_back(group.ids[next]);
    }
    return part;
  });
}

Result<void> unite(Engine& engine, const TagGroup& group, const std::vector<std::string>& part) {
  const std::string title =
      "Consolidated: " + group.tag + " (" + std::to_string(part.size()) + " memories)";
  for (int number = 1; number <= max_titles; ++number) {
    ConsolidateRequest request;
    request.ids = part;
    request.title = number == 1 ? title : title + " " + std::to_string(number);
    request.write = lines_of;
    request.name_space = group.name_space;
    const auto united = consolidate(engine, request);
    if (united)
      return {};
    if (united.error().code != Code::conflict)
      return Failure(united.error());
  }
  return Failure(conflict("every title for the memories tagged \"" + group.tag + "\" is taken"));
}

}  // namespace

Result<std::vector<TagGroup>> groups_by_tag(Engine& engine, const AutoConsolidateRequest& request) {
  Groups groups;
  for (std::optional<Key> after = 0; after;) {
    TRY_VOID(engine.database.go_on());
    after = TRY(add_some(engine, request, *after, groups));
  }
  std::vector<TagGroup> found;
  for (auto& [name, group] : groups) {
    if (group.ids.size() < request.min_count)
      continue;
    std::tie(group.name_space, group.tag) = name;
    found.push_back(std::move(group));
  }
  return found;
}

Result<std::int64_t> auto_consolidate(Engine& engine, const AutoConsolidateRequest& request,
                                      const std::function<void(std::int64_t done)>& notify) {
  std::int64_t done = 0;
  for (const TagGroup& group : TRY(groups_by_tag(engine, request))) {
    for (std::size_t next = 0; next < group.ids.size();) {
      TRY_VOID(engine.database.go_on());
      const auto part = TRY(next_part(engine, group, next));
      if (part.size() < rule::ids.min_items)
        continue;
      // Gone between the reading and the writing: what is left of the group is for the next run.
      if (const auto united = unite(engine, group, part); !united) {
        if (united.error().code == Code::not_found)
          continue;
        return Failure(united.error());
      }
      done += static_cast<std::int64_t>(part.size());
      notify(done);
    }
  }
  return done;
}

}  // namespace aim::engine
