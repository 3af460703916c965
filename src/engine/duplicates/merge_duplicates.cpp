// Uniting memories that say the same: what duplicates.h promises of merge_duplicates().
#include "engine/audit/events.h"
#include "engine/duplicates/duplicates.h"
#include "engine/lookup/by_id.h"
#include "engine/lookup/by_title.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "memory/merge.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "memory/titles.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/transcripts.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::string_view superseded_by = "superseded_by", supersedes = "supersedes";

std::set<std::string> words_of(const std::string& content) {
  const auto words = text::exact_words(content);
  return {words.begin(), words.end()};
}

// Does it hold all the words of the other, and more?
bool says_more(const std::string& content, const std::string& than) {
  const auto own = words_of(content), other = words_of(than);
  return own.size() > other.size() && std::ranges::includes(own, other);
}

// The survivor's values hold; what only others say is added as long as there is room.
std::string united_metadata(const std::vector<Memory>& newest_first) {
  std::vector<std::string> objects;
  for (auto each = newest_first.rbegin(); each != newest_first.rend(); ++each)
    objects.push_back(each->metadata);
  std::string all = unite_metadata(objects);
  return all.size() <= rule::metadata.max_bytes ? all : newest_first.front().metadata;
}

void take_longer_life(Memory& memory, const Memory& other) {
  memory.tier = std::max(memory.tier, other.tier);
  if (memory.expires_at &&
      (!other.expires_at || memory.expires_at->time < other.expires_at->time)) {
    memory.expires_at = other.expires_at;
    memory.deadline = other.deadline;
  }
}

Result<std::vector<Memory>> find_all(store::Reader& reader, const std::vector<std::string>& ids) {
  std::vector<Memory> memories;
  for (const std::string& id : ids) {
    Memory memory = TRY(find_memory(reader, id));
    for (const Memory& each : memories) {
      if (each.key == memory.key)
        return Failure(
            refuse("ids", "must name different memories; " + memory.id + " is named twice"));
      if (each.name_space != memory.name_space)
        return Failure(refuse("ids", "must name memories of one namespace; " + memory.id +
                                         " is in \"" + memory.name_space + "\""));
    }
    memories.push_back(std::move(memory));
  }
  if (memories.size() < 2)
    return Failure(refuse("ids", "must name at least two memories"));
  std::ranges::sort(memories, is_kept_before);
  return memories;
}

Result<void> archive_superseded(store::Writer& writer, const Memory& memory,
                                const std::string& survivor, Time now) {
  Memory gone = memory;
  gone.metadata = with_text(gone.metadata, superseded_by, survivor);
  return writer.memories.add_archived({std::move(gone), at(now), "merge"});
}

// A derived title follows the content; one that somebody else has is left for the next form of it.
Result<void> retitle(store::Writer& writer, const Engine& engine, const Memory& old, Memory& memory,
                     Time now) {
  if (old.content == memory.content || !is_untitled(old.title, old.content))
    return {};
  for (const std::string& title : derived_titles(memory.content)) {
    const auto other = TRY(title_holder(writer, engine, memory.name_space, title, now));
    if (other && other->key != old.key)
      continue;
    memory.title = title;
    return {};
  }
  return {};
}

}  // namespace

Memory united_duplicates(const std::vector<Memory>& memories) {
  Memory memory = memories.front();
  memory.tags.clear();
  for (const Memory& each : memories) unite_tags(memory.tags, each.tags);
  memory.metadata = united_metadata(memories);
  for (std::size_t at = 1; at < memories.size(); ++at) {
    const Memory& each = memories[at];
    if (each.priority > memory.priority) {
      memory.priority = each.priority;
      memory.reinforcement = each.reinforcement;
    }
    memory.created_at = std::min(memory.created_at, each.created_at,
                                 [](const auto& a, const auto& b) { return a.time < b.time; });
    memory.access_count += each.access_count;
    if (each.last_accessed_at &&
        (!memory.last_accessed_at || memory.last_accessed_at->time < each.last_accessed_at->time))
      memory.last_accessed_at = each.last_accessed_at;
    take_longer_life(memory, each);
    if (says_more(each.content, memory.content))
      memory.content = each.content;
  }
  return memory;
}

Result<MergedDuplicates> merge_duplicates(Engine& engine, const std::vector<std::string>& ids) {
  const Time now = engine.clock.now();
  return write_step(engine, "merge", [&](store::Writer& writer) -> Result<MergedDuplicates> {
    const auto memories = TRY(find_all(writer, ids));
    const Memory& old = memories.front();
    Memory memory = united_duplicates(memories);
    memory.updated_at = at(time_of_change(old, now));
    std::vector<std::string> gone;
    for (std::size_t at = 1; at < memories.size(); ++at) {
      const Memory& each = memories[at];
      TRY_VOID(archive_superseded(writer, each, old.id, now));
      TRY_VOID(writer.links.move(each.key, old.key, now));
      TRY_VOID(writer.transcripts.move_links(each.key, old.key));
      TRY_VOID(writer.memories.erase(each, now));
      gone.push_back(each.id);
    }
    memory.metadata = with_text_list(memory.metadata, supersedes, gone);
    TRY_VOID(retitle(writer, engine, old, memory, now));
    TRY_VOID(replace_memory(writer, engine, old, memory));
    TRY(writer.links.break_cycles(memory.key));
    TRY_VOID(keep_by_table(writer, engine.embeddings, {&memory, 1}));
    Payload payload;
    payload.add("from", gone).add("into", memory.id).add("namespace", memory.name_space);
    TRY_VOID(record(writer, engine, event::memories_consolidated, payload));
    return MergedDuplicates{memory, gone};
  });
}

}  // namespace aim::engine
