#include "engine/move_name_space.h"

#include <unordered_map>
#include <unordered_set>

#include "base/numbers.h"
#include "engine/lookup/by_title.h"
#include "engine/lookup/names_today.h"
#include "engine/vectors/vectorize.h"
#include "memory/rules.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/rows.h"
#include "store/search.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

constexpr std::int64_t at_once = 500;

// A moved memory is a little newer than before: a sync takes the move for the
// newer state, and no order changes.
Timestamp just_after(const Timestamp& time) {
  return at(time.time + std::chrono::nanoseconds(1));
}

// Kinds of moved items: an item of a step of undo is such a letter and a name.
constexpr char of_memory = 'm', of_archive = 'a', of_session = 's', of_question = 'q', of_key = 'k',
               of_standard = 'd';

class Mover {
 public:
  // `only`: items as moved() gives them; null: all.
  Mover(store::Writer& writer, Engine& engine, const std::string& from, const std::string& to,
        const std::unordered_set<std::string>* only = nullptr)
      : writer_(writer),
        engine_(engine),
        from_(from),
        to_(to),
        now_(engine.clock.now()),
        only_(only) {}

  const std::vector<std::string>& moved() const { return items_; }

  Result<MovedNameSpace> move() {
    TRY_VOID(move_memories());
    TRY_VOID(move_standards());
    TRY_VOID(move_archive());
    TRY_VOID(move_transcripts());
    TRY_VOID(move_questions());
    TRY_VOID(move_keys());
    TRY_VOID(swap_alias());
    TRY_VOID(look_at_tokens());
    return std::move(moved_);
  }

 private:
  Result<void> move_memories() {
    Filter filter;
    filter.name_space = from_;
    for (Key after = 0;;) {
      const auto batch = TRY(writer_.memories.matching(filter, at_once, after));
      std::vector<Memory> fresh;
      for (const Memory& old : batch) {
        after = std::max(after, old.key);
        if (!takes(of_memory, old.id))
          continue;
        Memory memory = old;
        TRY_VOID(give_back_title(memory));
        memory.name_space = to_;
        memory.updated_at = just_after(old.updated_at);
        TRY_VOID(give_free_title(memory));
        TRY_VOID(writer_.memories.replace(old, memory));
        fresh.push_back(std::move(memory));
      }
      TRY_VOID(keep_by_table(writer_, engine_.embeddings, fresh));
      moved_.memories += static_cast<std::int64_t>(fresh.size());
      if (static_cast<std::int64_t>(batch.size()) < at_once)
        return {};
      TRY_VOID(engine_.database.go_on());
    }
  }

  // Going back, a memory that was not changed since has the title that it had.
  Result<void> give_back_title(Memory& memory) {
    if (!only_)
      return {};
    const auto last = TRY(writer_.memories.versions_of(memory.id, 1));
    if (!last.empty() && last.front().memory.name_space == to_)
      memory.title = last.front().memory.title;
    return {};
  }

  Result<void> give_free_title(Memory& memory) {
    const std::string title = memory.title;
    for (int number = 1; TRY(title_holder(writer_, engine_, to_, memory.title, now_)); ++number) {
      memory.title = title_of_moved(title, from_, number);
      if (number == 1)
        moved_.retitled.push_back(memory.id);
    }
    return {};
  }

  Result<void> move_standards() {
    std::vector<StandardRow> rows;
    TRY_VOID(writer_.memories.each_standard([&](const StandardRow& row) -> Result<void> {
      const bool goes = row.name_space == from_ && takes(of_standard, row.id.value_or(""));
      if (goes || (row.parent == from_ && !only_))
        rows.push_back(row);
      return {};
    }));
    for (StandardRow& row : rows) {
      row.updated_at = std::max(now_, row.updated_at + std::chrono::nanoseconds(1));
      if (row.parent == from_)
        row.parent = to_;
      if (row.name_space == from_) {
        TRY(writer_.memories.clear_standard(from_, now_));
        if (TRY(writer_.memories.find_standard(to_)))
          continue;
        row.name_space = to_;
        if (row.parent == to_)
          row.parent.reset();
        if (!row.confirmed)
          TRY_VOID(writer_.memories.doubt_standard(to_));
      }
      TRY_VOID(writer_.memories.put_standard(row, row.key));
    }
    return {};
  }

  Result<void> move_archive() {
    for (std::int64_t stay = 0;;) {
      const auto batch = TRY(writer_.memories.list_archived(from_, at_once, stay));
      for (Archived archived : batch) {
        if (!takes(of_archive, archived.memory.id)) {
          ++stay;
          continue;
        }
        archived.memory.name_space = to_;
        TRY_VOID(writer_.memories.add_archived(archived));
        ++moved_.archived;
      }
      if (static_cast<std::int64_t>(batch.size()) < at_once)
        return {};
      TRY_VOID(engine_.database.go_on());
    }
  }

  // A transcript's id is made of its namespace: it is written again, and links
  // follow.
  Result<void> move_transcripts() {
    auto going = TRY(writer_.transcripts.list(
        {.name_space = from_, .alive_at = {}, .updated_before = {}, .expired_by = {}}, INT64_MAX,
        0));
    std::erase_if(going,
                  [&](const Transcript& each) { return !takes(of_session, each.session_id); });
    std::unordered_set<std::string> ids;
    for (const Transcript& each : going) ids.insert(each.id);
    std::unordered_map<std::string, std::vector<TranscriptLink>> links;
    if (!going.empty())
      TRY_VOID(writer_.transcripts.each_link([&](const TranscriptLink& link) -> Result<void> {
        if (ids.contains(link.transcript_id))
          links[link.transcript_id].push_back(link);
        return {};
      }));
    for (const Transcript& old : going) {
      TRY_VOID(move_transcript(old, links[old.id]));
      TRY_VOID(engine_.database.go_on());
    }
    moved_.transcripts = static_cast<std::int64_t>(going.size());
    return {};
  }

  Result<void> move_transcript(const Transcript& old, const std::vector<TranscriptLink>& links) {
    const std::string id = transcript_id(to_, old.session_id);
    auto there = TRY(writer_.transcripts.find(id));
    // Two that became one stay one.
    if (there && !only_)
      std::erase(items_, std::string(1, of_session) + old.session_id);
    Transcript fresh = there.value_or(old);
    if (!there) {
      fresh.id = id;
      fresh.name_space = to_;
      fresh.turns = fresh.original_bytes = fresh.stored_bytes = 0;
      TRY_VOID(writer_.transcripts.insert(fresh));
    }
    for (const store::TurnRow& row : TRY(writer_.transcripts.turns(old.number, 0, INT64_MAX)))
      TRY_VOID(move_turn(fresh, row));
    // The longer of two lives holds.
    if (there && there->expires_at && (!old.expires_at || *old.expires_at > *there->expires_at))
      TRY_VOID(writer_.transcripts.set_expiry(fresh.number, old.expires_at));
    else if (!there && old.expires_at)
      TRY_VOID(writer_.transcripts.set_expiry(fresh.number, old.expires_at));
    TRY_VOID(writer_.transcripts.erase(old, now_));
    for (const TranscriptLink& link : links)
      if (const auto memory = TRY(writer_.memories.find_by_id(link.memory_id)))
        TRY_VOID(writer_.transcripts.link(memory->key, id, there ? std::nullopt : link.span));
    return {};
  }

  // Where the other has another turn of that number, this one comes after the
  // last.
  Result<void> move_turn(Transcript& fresh, const store::TurnRow& row) {
    Turn turn = row.turn;
    turn.text = TRY(writer_.transcripts.text(row.text));
    if (const auto other = TRY(writer_.transcripts.find_turn(fresh.number, turn.number))) {
      if (other->turn.role == turn.role && TRY(writer_.transcripts.is_text(other->text, turn.text)))
        return {};
      turn.number = TRY(writer_.transcripts.last_turn(fresh.number)) + 1;
    }
    return writer_.transcripts.add_turn(fresh, turn, now_);
  }

  Result<void> move_questions() {
    for (store::GoldenQuestion each : TRY(writer_.records.golden_questions())) {
      if (each.name_space != from_ || !takes(of_question, each.question))
        continue;
      TRY(writer_.records.remove_golden_question(each.number));
      each.name_space = to_;
      const auto number = TRY(writer_.records.put_golden_question(each));
      if (each.last)
        TRY_VOID(writer_.records.record_golden_run(number, *each.last));
    }
    return {};
  }

  Result<void> move_keys() {
    for (store::NameKey row : TRY(writer_.records.name_keys())) {
      if (row.name_space != from_ || !takes(of_key, row.key))
        continue;
      row.name_space = to_;
      row.moved = !only_;
      TRY_VOID(writer_.records.put_name_key(row));
    }
    return {};
  }

  // The old name stands for the new one; no longer where all goes back.
  Result<void> swap_alias() {
    const std::string prefix(store::alias_prefix);
    TRY(writer_.records.remove_name_key(prefix + to_));
    if (only_)
      return {};
    return writer_.records.put_name_key({prefix + from_, to_});
  }

  Result<void> look_at_tokens() {
    for (const store::TokenRow& row : TRY(writer_.records.tokens()))
      if (!row.revoked_at && row.rights.may_read(from_) && !row.rights.may_read(to_))
        moved_.tokens.push_back(row.rights.name);
    return {};
  }

  bool takes(char kind, const std::string& name) {
    std::string item = std::string(1, kind) + name;
    if (only_ && !only_->contains(item))
      return false;
    items_.push_back(std::move(item));
    return true;
  }

  store::Writer& writer_;
  Engine& engine_;
  const std::string &from_, &to_;
  const Time now_;
  const std::unordered_set<std::string>* const only_;
  std::vector<std::string> items_;
  MovedNameSpace moved_;
};

Result<const store::NamespaceRow> row_of(store::Writer& writer, const std::string& name) {
  for (const auto& row : TRY(writer.search.name_spaces(name)))
    if (row.name == name)
      return row;
  return Failure(missing("there is no namespace \"" + name + "\""));
}

Result<MovedNameSpace> move(Engine& engine, const std::string& from, const std::string& to,
                            bool may_hold_memories) {
  if (from == to)
    return Failure(refuse("namespace", "must not be moved into itself"));
  if (from == "global")
    return Failure(refuse("namespace", "must not be \"global\", which is for all projects"));
  TRY_VOID(engine.database.maintenance().check_room(0));
  return engine.database.write([&](store::Writer& writer) -> Result<MovedNameSpace> {
    TRY(row_of(writer, from));
    const auto other = row_of(writer, to);
    if (!may_hold_memories && other && other->memories > 0) {
      Error error = conflict("the namespace \"" + to + "\" holds " +
                             counted(other->memories, "memory", "memories"));
      error.hint = "merge the two, or choose another name";
      return Failure(std::move(error));
    }
    Mover mover(writer, engine, from, to);
    TRY_VOID(writer.memories.begin_step());
    auto moved = TRY(mover.move());
    std::vector<std::string> items{to, from};
    items.insert(items.end(), mover.moved().begin(), mover.moved().end());
    const std::string step = store::tags_to_json(items);
    TRY_VOID(writer.memories.end_step("move", engine.clock.now(), {&step, 1}));
    return moved;
  });
}

}  // namespace

Result<MovedNameSpace> rename_name_space(Engine& engine, const std::string& from,
                                         const std::string& to) {
  return move(engine, from, to, false);
}

Result<std::int64_t> move_back(store::Writer& writer, Engine& engine, std::string_view step) {
  const auto items = store::tags_from_json(step);
  const std::unordered_set<std::string> only(items.begin() + 2, items.end());
  return TRY(Mover(writer, engine, items.at(0), items.at(1), &only).move()).memories;
}

Result<MovedNameSpace> merge_name_spaces(Engine& engine, const std::string& from,
                                         const std::string& into) {
  return move(engine, from, into, true);
}

}  // namespace aim::engine
