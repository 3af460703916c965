#include "engine/transfer/intake.h"

#include <algorithm>

#include "memory/merge.h"
#include "memory/metadata.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

// As far as an export can tell: it shows no priority above 10, and of the reinforcement what is
// seen of it.
bool same(const Memory& a, const Memory& b) {
  return a.id == b.id && a.tier == b.tier && a.name_space == b.name_space && a.title == b.title &&
         a.content == b.content && a.tags == b.tags && shown_priority(a) == shown_priority(b) &&
         std::min<std::int64_t>(10, a.priority) == std::min<std::int64_t>(10, b.priority) &&
         a.confidence == b.confidence && a.source == b.source && a.access_count == b.access_count &&
         a.kind == b.kind && a.reflection_depth == b.reflection_depth && a.deadline == b.deadline &&
         a.created_at == b.created_at && a.updated_at == b.updated_at &&
         a.last_accessed_at == b.last_accessed_at && a.expires_at == b.expires_at &&
         same_metadata(a.metadata, b.metadata);
}

std::string title_key(const Memory& memory) {
  return memory.name_space + '\n' + memory.title;
}

}  // namespace

Result<void> Intake::take_all(std::span<ImportItem> items) {
  std::vector<Memory> asked;
  asked.reserve(items.size());
  for (const ImportItem& item : items) {
    Memory& each = asked.emplace_back();
    each.id = item.memory.id;
    each.name_space = item.memory.name_space;
    each.title = item.memory.title;
  }
  for (Memory& holder : TRY(writer_.memories.holders(asked))) {
    ids_.insert(holder.id);
    titles_.insert(title_key(holder));
    untouched_.insert_or_assign(title_key(holder), std::move(holder));
  }
  for (ImportItem& item : items) TRY_VOID(take(item));
  return insert_waiting();
}

Result<void> Intake::take(ImportItem& item) {
  Memory& memory = item.memory;
  const std::string title = title_key(memory);
  const bool held = ids_.contains(memory.id) || titles_.contains(title);
  ids_.insert(memory.id);
  titles_.insert(title);
  if (!held) {
    waiting_.push_back({&memory, &*item.cut});
    items_.push_back(&item);
    return {};
  }
  if (const auto old = untouched_.find(title);
      old != untouched_.end() && same(old->second, memory)) {
    taken(item, old->second.id);
    return {};
  }
  TRY_VOID(insert_waiting());
  const auto id = settle(item);
  if (!id && id.error().code != Code::validation_failed)
    return Failure(id.error());
  if (id)
    taken(item, *id);
  else
    report_.errors.push_back({item.index, id.error().message});
  return {};
}

// The id under which the memory lives on: its own, or that of one of the same title.
Result<std::string> Intake::settle(const ImportItem& item) {
  Memory memory = item.memory;
  if (const auto old = TRY(writer_.memories.find_by_title(memory.name_space, memory.title))) {
    // A rule that now says something else is not the one that a person has set.
    if (old->content != memory.content)
      TRY_VOID(writer_.memories.doubt_standards_of(old->key));
    if (!same(*old, memory))
      TRY_VOID(replace(*old, imported_over(*old, memory, now_, lifetimes_)));
    return old->id;
  }
  if (const auto old = TRY(writer_.memories.find_by_id(memory.id))) {
    if (old->updated_at.time <= memory.updated_at.time) {
      memory.key = old->key;
      if (old->content != memory.content || old->title != memory.title)
        TRY_VOID(writer_.memories.doubt_standards_of(old->key));
      TRY_VOID(replace(*old, memory));
    }
    return memory.id;
  }
  TRY_VOID(writer_.memories.insert(memory));
  fresh_.push_back({memory.key, &item.of_table});
  return memory.id;
}

Result<void> Intake::replace(const Memory& old, const Memory& memory) {
  untouched_.erase(title_key(old));
  return writer_.memories.replace(old, memory);
}

Result<void> Intake::insert_waiting() {
  if (waiting_.empty())
    return {};
  const auto refused = TRY(writer_.memories.insert_all(waiting_));
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (refused[i]) {
      report_.errors.push_back({items_[i]->index, refused[i]->message});
      continue;
    }
    ++report_.imported;
    fresh_.push_back({waiting_[i].memory->key, &items_[i]->of_table});
  }
  waiting_.clear();
  items_.clear();
  return {};
}

void Intake::taken(const ImportItem& item, const std::string& id) {
  ++report_.imported;
  if (id != item.memory.id)
    report_.survivors.insert_or_assign(item.memory.id, id);
}

}  // namespace aim::engine
