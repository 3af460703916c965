// Parts of a sync.
// What was refused is counted by its reason.
// Transcripts: turns that are there and not here come; one that says something else here stays as
// it is. A transcript that was pruned here comes back only when it was added to since. Standards:
// the one that was set last holds. From somebody else's database it waits for the owner to confirm
// it; from another device of the owner's it is as it was there (S61), also while its memory is
// deleted.
#include "base/utf8.h"
#include "engine/audit/events.h"
#include "engine/history/transcripts.h"
#include "engine/transfer/sync_flow.h"
#include "memory/row_rules.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

constexpr std::size_t max_reasons = 50;
constexpr std::size_t max_example_characters = 60;
constexpr std::string_view other_reasons = "other reasons";
constexpr std::size_t batch_bytes = 1024 * 1024;  // of turns

}  // namespace

void Refusals::add(std::string_view what, const Error& why, std::string_view id,
                   std::int64_t count) {
  if (count == 0)
    return;
  // What was given differs from row to row.
  const std::string_view all = why.message;
  std::string_view reason = all.substr(0, all.find("; got "));
  const auto same = [&](const Refusal& each) { return each.what == what && each.reason == reason; };
  auto found = std::ranges::find_if(list_, same);
  if (found == list_.end() && list_.size() >= max_reasons) {
    reason = other_reasons;
    found = std::ranges::find_if(list_, same);
  }
  if (found == list_.end())
    found = list_.insert(list_.end(), {std::string(what), std::string(reason),
                                       utf8::excerpt(id, max_example_characters), 0});
  found->count += count;
}

Result<void> SyncRun::take_transcripts(store::Reader& from) {
  std::vector<Transcript> wanted;
  TRY_VOID(to_.database.read([&](store::Reader& to) -> Result<void> {
    return from.transcripts.each([&](const Transcript& there) -> Result<void> {
      if (!may_come("transcripts", there.id, check_row(there, engine_.clock.now())))
        return {};
      const auto here = TRY(to.transcripts.find(there.id));
      const auto pruned = TRY(to.transcripts.pruned_at(there.id));
      const bool alike = here && here->turns == there.turns &&
                         here->original_bytes == there.original_bytes &&
                         here->updated_at == there.updated_at;
      if (!alike && !(pruned && there.updated_at <= *pruned))
        wanted.push_back(there);
      return {};
    });
  }));
  for (const Transcript& there : wanted) TRY_VOID(take_transcript(from, there));
  return take_transcript_links(from);
}

Result<void> SyncRun::take_transcript(store::Reader& from, const Transcript& there) {
  std::vector<store::TurnRow> missing;
  TRY_VOID(to_.database.read([&](store::Reader& to) -> Result<void> {
    const auto here = TRY(to.transcripts.find(there.id));
    for (store::TurnRow& row : TRY(from.transcripts.turns(there.number, 0, INT64_MAX)))
      if (!here || !TRY(to.transcripts.find_turn(here->number, row.turn.number)))
        missing.push_back(std::move(row));
    return {};
  }));
  if (options_.dry_run) {
    flow_.turns += static_cast<std::int64_t>(missing.size());
    return {};
  }
  for (std::size_t at = 0; at < missing.size();) {
    std::vector<TurnDraft> drafts;
    for (std::size_t bytes = 0; at < missing.size() && bytes < batch_bytes; ++at) {
      store::TurnRow& row = missing[at];
      if (!TRY(read_turn(from, there.id, row)))
        continue;
      ++flow_.turns;
      TurnDraft& draft = drafts.emplace_back();
      draft.name_space = there.name_space;
      draft.session_id = there.session_id;
      draft.number = row.turn.number;
      draft.role = row.turn.role;
      draft.said_at = row.turn.said_at;
      draft.text = std::move(row.turn.text);
      bytes += draft.text.size();
    }
    TRY_VOID(with_target([&](store::Writer& to) -> Result<void> {
      const bool fresh = !TRY(to.transcripts.find(there.id));
      // By the time of what was said last, so that nothing counts as having expired while it comes.
      TRY(capture_turns(to, drafts, there.updated_at));
      if (const auto here = TRY(to.transcripts.find(there.id)); fresh && here)
        return to.transcripts.set_expiry(here->number, there.expires_at);
      return {};
    }));
  }
  return {};
}

// False: its text cannot be read, or may not come.
Result<bool> SyncRun::read_turn(store::Reader& from, const std::string& transcript_id,
                                store::TurnRow& row) {
  auto text = from.transcripts.text(row.text);
  if (from_.ours || text)
    row.turn.text = TRY(std::move(text));
  else
    return may_come("turns", transcript_id, Failure(refuse("text", "cannot be read")));
  return may_come("turns", transcript_id, check_row(row.turn, engine_.clock.now()));
}

Result<void> SyncRun::take_transcript_links(store::Reader& from) {
  std::vector<TranscriptLink> links;
  TRY_VOID(from.transcripts.each_link([&](const TranscriptLink& link) -> Result<void> {
    if (may_come("links of transcripts", link.memory_id, check_row(link)))
      links.push_back(link);
    return {};
  }));
  if (options_.dry_run || links.empty())
    return {};
  std::vector<TranscriptLink> missing;
  TRY_VOID(to_.database.read([&](store::Reader& to) -> Result<void> {
    for (TranscriptLink& link : links)
      if (!TRY(to.transcripts.is_linked(survivor(link.memory_id), link.transcript_id)))
        missing.push_back(std::move(link));
    return {};
  }));
  if (missing.empty())
    return {};
  return with_target([&](store::Writer& to) -> Result<void> {
    for (const TranscriptLink& link : missing)
      if (const auto memory = TRY(to.memories.find_by_id(survivor(link.memory_id))))
        TRY_VOID(to.transcripts.link(memory->key, link.transcript_id, link.span));
    return {};
  });
}

Result<void> SyncRun::take_standards(store::Reader& from) {
  std::vector<StandardRow> standards;
  TRY_VOID(from.memories.each_standard([&](const StandardRow& row) -> Result<void> {
    if (may_come("standards", row.name_space, check_row(row, engine_.clock.now())))
      standards.push_back(row);
    return {};
  }));
  auto cleared = TRY(from.memories.cleared_standards());
  std::erase_if(cleared, [&](const store::ClearedStandard& each) {
    return !may_come(
        "standards", each.name_space,
        check_row(StandardRow{each.name_space, {}, {}, {}, each.cleared_at}, engine_.clock.now()));
  });
  if (options_.dry_run)
    return {};
  const bool by_owner = options_.kind != SyncKind::databases;
  const auto id_of = [&](const StandardRow& row) {
    const auto& id = row.id ? row.id : row.former;
    return id ? std::optional(survivor(*id)) : std::nullopt;
  };
  // The same one of two that were set at one time wins everywhere. Between databases of several
  // people each has its own doubts.
  const auto rank = [&](const StandardRow& row) {
    return std::tuple(row.updated_at, id_of(row), by_owner && !row.confirmed, row.parent);
  };
  return with_target([&](store::Writer& to) -> Result<void> {
    std::map<std::string, Time, std::less<>> gone;
    for (auto& each : TRY(to.memories.cleared_standards())) gone[each.name_space] = each.cleared_at;
    const auto put = [&](const StandardRow& row,
                         const std::optional<StandardRow>& here) -> Result<void> {
      const auto id = id_of(row);
      const auto memory = id ? TRY(to.memories.find_by_id(*id)) : std::optional<Memory>();
      const auto key = memory ? std::optional(memory->key) : std::nullopt;
      if (by_owner)
        TRY_VOID(to.memories.trust_standard(row.name_space));
      TRY_VOID(to.memories.put_standard(row, key));
      // A standard that was already so here needs nobody to confirm it.
      const bool is_news = !here || here->key != key || here->parent != row.parent;
      return (by_owner ? !row.confirmed : is_news) ? to.memories.doubt_standard(row.name_space)
                                                   : Result<void>();
    };
    for (const StandardRow& there : standards) {
      const auto here = TRY(to.memories.find_standard(there.name_space));
      const auto dead = gone.find(there.name_space);
      if ((!here || rank(*here) < rank(there)) &&
          (dead == gone.end() || dead->second < there.updated_at))
        TRY_VOID(put(there, here));
    }
    for (const store::ClearedStandard& each : cleared) {
      const auto here = TRY(to.memories.find_standard(each.name_space));
      if (here && here->updated_at > each.cleared_at)
        continue;
      if (TRY(to.memories.clear_standard(each.name_space, each.cleared_at)))
        TRY_VOID(record_standard_cleared(to, engine_, each.name_space));
    }
    // Their memories may have come back.
    std::vector<StandardRow> former;
    TRY_VOID(to.memories.each_standard([&](const StandardRow& row) -> Result<void> {
      if (row.former && TRY(to.memories.find_by_id(*id_of(row))))
        former.push_back(row);
      return {};
    }));
    for (const StandardRow& row : former) TRY_VOID(put(row, row));
    return {};
  });
}

}  // namespace aim::engine
