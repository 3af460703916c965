// What was said, in a sync: turns that are there and not here come; one that says something else
// here stays as it is. A transcript that was pruned here comes back only when it was added to
// since.
#include "engine/history/transcripts.h"
#include "engine/transfer/sync_flow.h"
#include "memory/row_rules.h"
#include "store/memories.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

constexpr std::size_t batch_bytes = 1024 * 1024;

}  // namespace

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

}  // namespace aim::engine
