#include "engine/undo.h"

#include "engine/archive.h"
#include "engine/audit/events.h"
#include "engine/lookup/by_title.h"
#include "engine/move_name_space.h"
#include "engine/relate.h"
#include "engine/replace_memory.h"
#include "engine/vectors/vectorize.h"
#include "memory/merge.h"
#include "memory/rules.h"
#include "store/links.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

Failure changed_since(const std::string& id) {
  return Failure(conflict("the memory was changed since: " + id));
}

Result<void> keep(store::Writer& writer, store::UndoStep step, Time now) {
  step.at = now;
  return writer.memories.add_undo(step);
}

Result<void> refuse_taken_title(store::Writer& writer, const Engine& engine, const Memory& memory,
                                Time now) {
  const auto other = TRY(title_holder(writer, engine, memory.name_space, memory.title, now));
  if (other && other->id != memory.id)
    return Failure(title_taken(*other));
  return {};
}

Result<void> undo_delete(store::Writer& writer, Engine& engine, const store::UndoStep& step,
                         Time now) {
  if (TRY(writer.memories.find_by_id(step.id)))
    return changed_since(step.id);
  TRY_VOID(refuse_taken_title(writer, engine, *step.before, now));
  Archived archived{*step.before, at(step.at), step.action, step.sources, step.links};
  return bring_back(writer, engine, archived, now);
}

// The reinforcement that undo leaves: settling reset it to 0, so what uses have added since is
// added to the former one, up to the highest priority.
std::int64_t reinforced(const store::UndoStep& step, const Memory& current) {
  if (step.action != "settle")
    return current.reinforcement;
  constexpr auto highest_priority = static_cast<std::int64_t>(rule::priority.maximum);
  const std::int64_t before = step.before->reinforcement;
  const std::int64_t most =
      std::max<std::int64_t>(before, highest_priority - step.before->priority);
  return std::clamp<std::int64_t>(before + current.reinforcement, before, most);
}

Result<void> undo_update(store::Writer& writer, Engine& engine, const store::UndoStep& step,
                         Time now) {
  const auto current = TRY(writer.memories.find_by_id(step.id));
  // Every change since has left a version of what the step made; undone, it says the same again.
  if (!current || (step.after && is_new_version(*step.after, *current)))
    return changed_since(step.id);
  TRY_VOID(refuse_taken_title(writer, engine, *step.before, now));
  Memory memory = *step.before;
  memory.key = current->key;
  memory.access_count = current->access_count;
  memory.last_accessed_at = current->last_accessed_at;
  memory.reinforcement = reinforced(step, *current);
  memory.updated_at =
      at(time_of_change(*current, now));  // a change like any other, for others who sync
  TRY_VOID(replace_memory(writer, engine, *current, memory));
  return keep_by_table(writer, engine.embeddings, {&memory, 1});
}

Result<void> take_out_of_archive(store::Writer& writer, Engine& engine, const store::UndoStep& step,
                                 Time now) {
  for (const std::string& id : step.sources) {
    const auto archived = TRY(writer.memories.find_archived(id));
    if (!archived)
      return changed_since(step.id);
    TRY_VOID(refuse_taken_title(writer, engine, archived->memory, now));
    TRY_VOID(bring_back(writer, engine, *archived, now));
    TRY(writer.memories.remove_archived(id));
  }
  return {};
}

Result<void> undo_merge(store::Writer& writer, Engine& engine, const store::UndoStep& step,
                        Time now) {
  const auto merged = TRY(writer.memories.find_by_id(step.id));
  if (!merged || merged->updated_at.time != step.at)
    return changed_since(step.id);
  TRY_VOID(writer.memories.erase(*merged, now));
  return take_out_of_archive(writer, engine, step, now);
}

// All transactions of that call, the last first.
Result<std::int64_t> undo_forget(store::Writer& writer, Engine& engine, store::UndoStep step,
                                 Time now) {
  std::int64_t count = 0;
  for (const Time at = step.at;;) {
    TRY_VOID(take_out_of_archive(writer, engine, step, now));
    TRY_VOID(writer.memories.remove_undo(step.number));
    count += std::ssize(step.sources);
    auto before = TRY(writer.memories.last_undo({}, at, step.by));
    if (!before || before->action != step.action || before->at != at)
      return count;
    step = std::move(*before);
  }
}

// Links of contradicts are what settling removed, others what it added. Links
// of now, for others who sync: what was removed would be removed again there.
Result<void> undo_settle(store::Writer& writer, Engine& engine, const store::UndoStep& step,
                         Time now) {
  const auto one = TRY(writer.memories.find_by_id(step.id));
  const auto other = TRY(writer.memories.find_by_id(step.sources.front()));
  if (!one || !other)
    return changed_since(one ? step.sources.front() : step.id);
  if (step.before)
    TRY_VOID(undo_update(writer, engine, step, now));
  const auto key_of = [&](const std::string& id) { return id == one->id ? one->key : other->key; };
  for (Link each : step.links) {
    const Key source = key_of(each.source_id), target = key_of(each.target_id);
    const auto found = TRY(writer.links.find(each.source_id, each.target_id, each.relation));
    if (each.relation == name_of(Relation::contradicts)) {
      if (found)
        return changed_since(step.id);
      each.created_at = at(now);
      TRY(writer.links.add(source, target, each));
      continue;
    }
    if (!found || found->created_at.time != step.at)
      return changed_since(step.id);
    TRY(writer.links.remove(source, target, each.relation, now));
    TRY_VOID(record_link_removed(writer, engine, each.source_id, each.target_id, each.relation));
  }
  return {};
}

Result<void> undo_link(store::Writer& writer, Engine& engine, const store::UndoStep& step,
                       Time now) {
  const Link& link = step.links.front();
  const auto relation = value_of<Relation>(link.relation);
  Ends ends;
  for (const auto& [id, memory] :
       {std::pair(&link.source_id, &ends.source), std::pair(&link.target_id, &ends.target)}) {
    auto found = TRY(writer.memories.find_by_id(*id));
    if (!found || !relation)
      return changed_since(*id);
    *memory = std::move(*found);
  }
  if (step.action == "unlink") {
    if (relation == Relation::reflects_on)
      TRY_VOID(admit_source(writer, engine, ends.source, ends.target));
    if (!TRY(engine::link(writer, ends, *relation, now)))
      return changed_since(step.id);
    return relation == Relation::supersedes ? end_validity(writer, ends.target, ends.source, now)
                                            : Result<void>();
  }
  if (!TRY(unlink(writer, engine, ends, *relation, now)))
    return changed_since(step.id);
  return {};
}

}  // namespace

Result<void> keep_deleted(store::Writer& writer, const Memory& memory, Time now) {
  store::UndoStep step{.action = "delete", .id = memory.id, .before = memory};
  step.sources = TRY(writer.links.source_ids_of(memory.key));
  step.links = TRY(writer.links.of(memory.key));
  std::erase_if(step.links,
                [](const Link& link) { return link.relation == name_of(Relation::reflects_on); });
  return keep(writer, std::move(step), now);
}

Result<void> keep_updated(store::Writer& writer, const Memory& before, Time now) {
  return keep(writer, {.action = "update", .id = before.id, .before = before}, now);
}

Result<void> keep_forgotten(store::Writer& writer, const std::vector<std::string>& ids, Time now) {
  if (ids.empty())
    return {};
  return keep(writer, {.action = "forget", .id = ids.front(), .sources = ids}, now);
}

Result<void> keep_merged(store::Writer& writer, const Memory& into,
                         const std::vector<Memory>& originals, Time now) {
  store::UndoStep step{.action = "merge", .id = into.id};
  for (const Memory& each : originals) step.sources.push_back(each.id);
  return keep(writer, std::move(step), now);
}

Result<void> keep_settled(store::Writer& writer, const Parted& parted, Time now) {
  return keep(writer,
              {.action = "settle",
               .id = parted.id,
               .sources = {parted.other_id},
               .links = parted.links,
               .before = parted.before},
              now);
}

Result<Undone> undo(Engine& engine, const std::string& id) {
  const Time now = engine.clock.now();
  return engine.database.write([&](store::Writer& writer) -> Result<Undone> {
    const Time since = now - engine.options.keep_versions;
    auto step = TRY(writer.memories.last_undo(id, since));
    if (!step && !id.empty())
      if (const auto deleted = TRY(deleted_id_of_title(writer, id, since, "id")))
        step = TRY(writer.memories.last_undo(*deleted, since));
    if (!step)
      return Failure(
          missing("no delete, forget, update, merge, link or settled pair can be undone" +
                  (id.empty() ? std::string() : " of the memory " + id)));
    std::int64_t count = 1;
    if (step->action == "forget")
      count = TRY(undo_forget(writer, engine, *step, now));
    else if (step->action == "delete")
      TRY_VOID(undo_delete(writer, engine, *step, now));
    else if (step->action == "update")
      TRY_VOID(undo_update(writer, engine, *step, now));
    else if (step->action == "move")
      count = TRY(move_back(writer, engine, step->sources.front(), step->id,
                            {step->sources.begin() + 1, step->sources.end()}));
    else if (step->action == "link" || step->action == "unlink")
      TRY_VOID(undo_link(writer, engine, *step, now));
    else if (step->action == "settle")
      TRY_VOID(undo_settle(writer, engine, *step, now));
    else
      TRY_VOID(undo_merge(writer, engine, *step, now));
    TRY_VOID(writer.memories.remove_undo(step->number));
    return Undone{step->action, step->id, count};
  });
}

}  // namespace aim::engine
