#include "engine/undo.h"

#include "engine/archive.h"
#include "engine/audit/events.h"
#include "engine/forget.h"
#include "engine/lookup/by_id.h"
#include "engine/lookup/by_title.h"
#include "engine/lookup/names_today.h"
#include "engine/move_name_space.h"
#include "engine/projects.h"
#include "engine/relate.h"
#include "engine/standards.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "memory/merge.h"
#include "memory/rules.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/rows.h"

namespace aim::engine {
namespace {

using store::ChangedMemory, store::LinkChange;

Failure changed_since(const std::string& id) {
  return Failure(conflict("the memory was changed since: " + id));
}

// The reinforcement that undo leaves where the step has settled it with the priority: what uses
// have added since is added to the former one, up to the highest priority.
std::int64_t reinforced(const Memory& before, const Memory& current) {
  if (before.priority == current.priority)
    return current.reinforcement;
  constexpr auto highest_priority = static_cast<std::int64_t>(rule::priority.maximum);
  const std::int64_t most =
      std::max<std::int64_t>(before.reinforcement, highest_priority - before.priority);
  return std::clamp<std::int64_t>(before.reinforcement + current.reinforcement,
                                  before.reinforcement, most);
}

// Takes back one step, within a transaction.
class Undoing {
 public:
  Undoing(store::Writer& writer, Engine& engine, store::UndoStep& step)
      : writer_(writer), engine_(engine), step_(step), now_(engine.clock.now()) {}

  Result<Undone> run() {
    TRY_VOID(leave_changed());
    TRY_VOID(take_names_of_today());
    for (const ChangedMemory& each : step_.memories)
      if (!each.before && each.is_there)
        TRY_VOID(remove_again(each));
    for (const ChangedMemory& each : step_.memories)
      if (each.before && each.is_there)
        TRY_VOID(put_back(each));
    for (const ChangedMemory& each : step_.memories)
      if (each.before && !each.is_there)
        TRY_VOID(bring_back_one(each));
    TRY_VOID(put_standards_back());
    TRY_VOID(take_out_of_archive());
    std::ranges::reverse(step_.links);
    for (const LinkChange& each : step_.links)
      if (!is_standard(each))
        TRY_VOID(each.made ? unmake(each.link) : make_again(each.link));
    return std::move(undone_);
  }

 private:
  static bool is_standard(const LinkChange& each) {
    return each.link.relation == store::standard_relation;
  }
  bool is_import() const { return step_.action == "import"; }
  bool stays(const std::string& id) const { return stay_.contains(id); }

  // Every change since has left a version of what the step made; undone, it says the same again.
  Result<bool> is_as_left(const ChangedMemory& each) const {
    const auto current = TRY(writer_.memories.find_by_id(each.id));
    if (!each.is_there || !current)
      return !each.is_there && !current;
    return !each.after || !is_new_version(*each.after, *current);
  }

  // Whether it expired since, and was collected: there is nothing to undo of it.
  Result<bool> has_expired(const ChangedMemory& each) const {
    if (!each.is_there || TRY(writer_.memories.find_by_id(each.id)))
      return false;
    const auto last = TRY(writer_.memories.versions_of(each.id, 1));
    return !last.empty() && last.front().had_expired();
  }

  // An import leaves what was changed since; of other calls nothing is undone then, unless what was
  // changed has expired.
  Result<void> leave_changed() {
    for (const ChangedMemory& each : step_.memories) {
      if (TRY(is_as_left(each)))
        continue;
      if (!is_import() && !TRY(has_expired(each)))
        return changed_since(each.id);
      stay_.insert(each.id);
    }
    std::erase_if(step_.memories, [&](const ChangedMemory& each) { return stays(each.id); });
    std::erase_if(step_.links, [&](const LinkChange& each) {
      return stays(each.link.source_id) || stays(each.link.target_id);
    });
    undone_ = {step_.action, {}, std::ssize(step_.memories), std::ssize(stay_)};
    if (step_.memories.empty() || step_.action == "link" || step_.action == "unlink")
      undone_.id = step_.links.empty() ? std::string() : step_.links.front().link.source_id;
    else
      undone_.id = step_.items.empty() ? step_.memories.front().id : step_.items.front();
    return {};
  }

  // Memories come back to where a namespace that was renamed since is now.
  Result<void> take_names_of_today() {
    const NamesToday names = TRY(NamesToday::read(writer_));
    for (ChangedMemory& each : step_.memories)
      if (each.before)
        each.before->name_space = names.of(each.before->name_space);
    return {};
  }

  Result<void> refuse_taken_title(const Memory& memory) {
    const auto other = TRY(title_holder(writer_, engine_, memory.name_space, memory.title, now_));
    if (other && other->id != memory.id)
      return Failure(title_taken(*other));
    return {};
  }

  Result<void> remove_again(const ChangedMemory& each) {
    const auto current = TRY(writer_.memories.find_by_id(each.id));
    if (step_.action == "restore")
      TRY_VOID(writer_.memories.add_archived({*current, at(now_), "undo"}));
    return remove_within(writer_, engine_, *current, now_);
  }

  Result<void> put_back(const ChangedMemory& each) {
    const auto current = TRY(writer_.memories.find_by_id(each.id));
    TRY_VOID(refuse_taken_title(*each.before));
    Memory memory = *each.before;
    memory.key = current->key;
    memory.access_count = current->access_count;
    memory.last_accessed_at = current->last_accessed_at;
    memory.reinforcement = reinforced(memory, *current);
    // A change like any other, for others who sync.
    memory.updated_at = at(time_of_change(*current, now_));
    TRY_VOID(replace_memory(writer_, engine_, *current, memory));
    return keep_by_table(writer_, engine_.embeddings, {&memory, 1});
  }

  Result<void> bring_back_one(const ChangedMemory& each) {
    TRY_VOID(refuse_taken_title(*each.before));
    const Archived archived{
        *each.before, at(step_.at), step_.action, sources_removed(step_.links, each.id), {}};
    TRY_VOID(bring_back(writer_, engine_, archived, now_));
    // A deletion leaves nothing in the archive: a copy there is older, of before an import.
    if (step_.action != "delete")
      TRY(writer_.memories.remove_archived(each.id));
    returned_.insert(each.id);
    const auto noted = std::ranges::find(step_.archived, each.id, &store::ArchivedInStep::id);
    return noted == step_.archived.end() ? Result<void>() : put_older_copy_back(*noted);
  }

  // Its history says what the memory was when the older copy was archived, if it was archived
  // here.
  Result<void> put_older_copy_back(const store::ArchivedInStep& archived) {
    auto versions = TRY(writer_.memories.all_versions_of(archived.id));
    const auto older = std::ranges::find_if(versions, [&](const store::Version& each) {
      return each.change == "delete" && each.until == archived.older_at;
    });
    if (older == versions.end())
      return {};
    return writer_.memories.add_archived(
        {std::move(older->memory), at(older->until), archived.older_reason});
  }

  // A memory that came back since, or went again, is not as the step left it.
  Result<void> take_out_of_archive() {
    for (const store::ArchivedInStep& each : step_.archived) {
      if (each.older_at)
        continue;
      const auto versions = TRY(writer_.memories.all_versions_of(each.id));
      if (versions.empty() || versions.back().until <= step_.at)
        undone_.count += TRY(writer_.memories.remove_archived(each.id)) ? 1 : 0;
    }
    return {};
  }

  Result<void> unmake(const Link& link) {
    const auto source = TRY(writer_.memories.find_by_id(link.source_id));
    const auto target = TRY(writer_.memories.find_by_id(link.target_id));
    if (!source || !target)  // the link went with what the step has stored
      return {};
    const auto found = TRY(writer_.links.find(link.source_id, link.target_id, link.relation));
    // A pair that was settled, and linked again since, is not as settling left it.
    if (!found || (step_.action == "settle" && found->created_at.time != link.created_at.time))
      return is_import() ? Result<void>() : changed_since(link.source_id);
    TRY(writer_.links.remove(source->key, target->key, link.relation, now_));
    return record_link_removed(writer_, engine_, link.source_id, link.target_id, link.relation);
  }

  // A link that was removed alone is one of now, for others who sync: it would be removed again
  // there.
  Result<void> make_again(Link link) {
    for (const auto& [id, other] :
         {std::pair(link.source_id, link.target_id), std::pair(link.target_id, link.source_id)}) {
      if (!returned_.contains(id))
        continue;
      // The sources of a reflection came back with it.
      return link.relation == name_of(Relation::reflects_on)
                 ? Result<void>()
                 : restore_links(writer_, *TRY(writer_.memories.find_by_id(id)), {link});
    }
    const auto source = TRY(writer_.memories.find_by_id(link.source_id));
    const auto target = TRY(writer_.memories.find_by_id(link.target_id));
    if (!source || !target ||
        TRY(writer_.links.find(link.source_id, link.target_id, link.relation)))
      return changed_since(link.source_id);
    if (link.relation == name_of(Relation::reflects_on))
      TRY_VOID(admit_source(writer_, engine_, *source, *target));
    link.created_at = at(now_);
    TRY(writer_.links.add(source->key, target->key, link));
    return {};
  }

  Result<void> put_standards_back() {
    std::map<std::string, std::pair<const LinkChange*, const LinkChange*>> ends;
    for (const LinkChange& each : step_.links)
      if (is_standard(each)) {
        auto& [first, last] = ends.try_emplace(each.link.target_id, &each, &each).first->second;
        last = &each;
      }
    for (const auto& [name_space, changes] : ends)
      TRY_VOID(put_standard_back(name_space, *changes.first, *changes.second));
    return {};
  }

  Result<void> put_standard_back(const std::string& name_space, const LinkChange& first,
                                 const LinkChange& last) {
    const std::string& before = first.link.source_id;
    const auto row = TRY(writer_.memories.find_standard(name_space));
    // It is the standard again where none was set or cleared.
    if (!first.made && returned_.contains(before) && row && row->id)
      return {};
    const auto holds = row && row->confirmed ? row->id : std::nullopt;
    if (holds && (!last.made || holds != last.link.source_id))
      return changed_since(*holds);
    if (first.made && step_.action == "confirm")
      return writer_.memories.doubt_standard(name_space);
    if (first.made)
      return TRY(writer_.memories.clear_standard(name_space, now_))
                 ? record_standard_cleared(writer_, engine_, name_space)
                 : Result<void>();
    const auto memory = TRY(writer_.memories.find_by_id(before));
    if (!memory)
      return changed_since(before);
    TRY_VOID(writer_.memories.set_standard(name_space, memory->key, first.parent, now_));
    if (auto fresh = TRY(writer_.memories.find_standard(name_space));
        fresh && fresh->parent != first.parent) {
      fresh->parent = first.parent;
      TRY_VOID(writer_.memories.put_standard(*fresh, memory->key));
    }
    return engine_.by_owner ? Result<void>() : writer_.memories.doubt_standard(name_space);
  }

  store::Writer& writer_;
  Engine& engine_;
  store::UndoStep& step_;
  const Time now_;
  std::set<std::string> stay_, returned_;  // ids
  Undone undone_;
};

Result<Undone> take_back(store::Writer& writer, Engine& engine, store::UndoStep step) {
  Undone undone;
  if (step.action == "move")
    undone = {step.action, store::tags_from_json(step.items.front()).front(),
              TRY(move_back(writer, engine, step.items.front()))};
  else if (step.action == "propose")
    undone = {
        step.action,
        TRY(withdraw_proposal(writer, engine, step.items.front())).memory.value_or(Memory()).id};
  else if (step.action == store::alias_step)
    undone = {step.action, TRY(lead_as_before(writer, step.items.front()))};
  else
    undone = TRY(Undoing(writer, engine, step).run());
  TRY_VOID(writer.memories.remove_undo(step.number));
  return undone;
}

Result<store::UndoStep> find_step(store::Writer& writer, const std::string& given, Time since) {
  std::string id = given;
  if (!id.empty()) {
    auto full = find_versioned_id(writer, id);
    if (!full && full.error().code != Code::not_found)
      return Failure(full.error());
    if (full)
      id = *full;
    else if (auto deleted = TRY(deleted_id_of_title(writer, id, since, "id")))
      id = *deleted;
  }
  auto step = TRY(writer.memories.last_undo(id, since));
  if (!step)
    return Failure(
        missing("no change can be undone" + (id.empty() ? std::string() : " of the memory " + id)));
  return std::move(*step);
}

}  // namespace

Result<Undone> undo(Engine& engine, const std::string& id) {
  const Time since = engine.clock.now() - engine.options.keep_versions;
  store::UndoStep one;
  auto undone = TRY(engine.database.write([&](store::Writer& writer) -> Result<Undone> {
    for (;;) {
      one = TRY(find_step(writer, id, since));
      const std::string changed = one.memories.empty() ? std::string() : one.memories.front().id;
      const Undone done = TRY(take_back(writer, engine, one));
      const bool all_expired = done.count == 0 && done.kept > 0 && one.action != "import";
      if (!all_expired)
        return done;
      // The change before it is the last of which something is left.
      if (!id.empty())
        return Failure(conflict("the memory has expired since: " + changed));
    }
  }));
  // Calls of several transactions.
  for (bool more = one.action == "forget" || one.action == "import"; more;) {
    const auto next = TRY(engine.database.write([&](store::Writer& writer) -> Result<Undone> {
      auto step = TRY(writer.memories.last_undo({}, one.at, one.by, one.action));
      return step ? take_back(writer, engine, std::move(*step)) : Undone{{}, {}, 0, 0};
    }));
    undone.count += next.count;
    undone.kept += next.kept;
    more = !next.action.empty();
    TRY_VOID(engine.database.go_on());
  }
  return undone;
}

}  // namespace aim::engine
