#include "engine/untitled/entries.h"

#include "engine/forget.h"
#include "engine/lookup/by_title.h"
#include "engine/remember.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "memory/titles.h"
#include "store/memories.h"
#include "store/search.h"

namespace aim::engine {
namespace {

constexpr std::size_t max_twins = 16;  // of one text: one, and those of files

// Nothing: there is no such entry in the namespace.
Result<std::optional<Memory>> find_entry(Engine& engine, std::string_view name_space, Key key) {
  const Time now = engine.clock.now();
  auto found = TRY(engine.database.read([&](store::Reader& reader) {
    return reader.memories.by_keys({&key, 1});
  }));
  if (found.empty() || found.front().name_space != name_space || has_expired(found.front(), now))
    return std::optional<Memory>();
  return std::optional(std::move(found.front()));
}

// The entry that has this very text.
Result<std::optional<Key>> twin(const store::Reader& reader, const EntryDraft& draft, Time now) {
  const auto keys =
      TRY(reader.search.keys_with_content(draft.name_space, draft.content, now, max_twins));
  for (const Memory& memory : TRY(reader.memories.by_keys(keys)))
    if (draft.apart.empty() || memory.source != draft.apart)
      return std::optional(memory.key);
  return std::optional<Key>();
}

// The first title of the content that is free; an expired memory that has it goes.
Result<std::string> free_title(store::Writer& writer, const Engine& engine, const EntryDraft& draft,
                               Time now) {
  std::optional<Memory> holder;
  for (std::string& title : derived_titles(draft.content)) {
    holder = TRY(title_holder(writer, engine, draft.name_space, title, now));
    if (!holder)
      return std::move(title);
  }
  return Failure(title_taken(*holder));
}

Draft draft_of(const EntryDraft& entry) {
  Draft draft;
  draft.title = derived_title(entry.content);
  draft.content = entry.content;
  draft.name_space = entry.name_space;
  draft.tier = Tier::long_term;
  draft.tags = entry.tags;
  draft.priority = entry.priority;
  draft.confidence = entry.confidence;
  draft.source = entry.source;
  draft.metadata = entry.metadata;
  if (entry.expires_at)
    draft.expires_at = format_rfc3339(*entry.expires_at);
  return draft;
}

}  // namespace

Result<KeptEntry> add_entry(Engine& engine, const EntryDraft& draft) {
  const Time now = engine.clock.now();
  // Before anything is embedded; and once more when nobody else can write.
  std::optional<Key> known =
      TRY(engine.database.read([&](store::Reader& reader) { return twin(reader, draft, now); }));
  if (known)
    return KeptEntry{*known, false};
  TransactionHooks together;
  together.prepare = [&](store::Writer& writer, Memory& memory) -> Result<void> {
    known = TRY(twin(writer, draft, now));
    if (known)
      return Failure(conflict("the same text is there already"));
    memory.title = TRY(free_title(writer, engine, draft, now));
    return {};
  };
  engine.embeddings.model();  // opened now, it makes the vector with the entry
  const auto kept = remember(engine, draft_of(draft), together);
  if (known)
    return KeptEntry{*known, false};
  if (!kept)
    return Failure(kept.error());
  return KeptEntry{kept->memory.key, true};
}

Result<std::optional<Memory>> get_entry(Engine& engine, std::string_view name_space, Key key) {
  auto found = TRY(find_entry(engine, name_space, key));
  if (found)
    engine.touches.add(key, engine.clock.now());
  return found;
}

Result<bool> remove_entry(Engine& engine, std::string_view name_space, Key key) {
  const auto found = TRY(find_entry(engine, name_space, key));
  if (!found)
    return false;
  const auto removed = remove(engine, found->id);
  if (!removed && removed.error().code == Code::not_found)
    return false;
  if (!removed)
    return Failure(removed.error());
  return true;
}

Result<void> each_entry(Engine& engine, const std::string& name_space,
                        const std::function<void(const Memory&)>& take) {
  const Time now = engine.clock.now();
  Filter filter;
  filter.name_space = name_space;
  return engine.database.read([&](store::Reader& reader) -> Result<void> {
    return store::each_matching(reader.memories, filter, [&](const Memory& memory) {
      if (memory.name_space == name_space && !has_expired(memory, now))
        take(memory);
    });
  });
}

}  // namespace aim::engine
