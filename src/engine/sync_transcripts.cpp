// What was said, in a sync: turns that are there and not here come; one that says something else here stays as it is. A
// transcript that was pruned here comes back only when it was added to since.
#include "engine/sync_flow.h"
#include "engine/transcripts.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/transcripts.h"

namespace aim::engine {
namespace {

constexpr std::size_t batch_bytes = 1024 * 1024;

}  // namespace

Result<void> SyncRun::take_transcripts(store::Connection& from) {
  std::vector<Transcript> wanted;
  TRY_VOID(to_.database.read([&](store::Connection& to) -> Result<void> {
    return store::each_transcript(from, [&](const Transcript& there) -> Result<void> {
      const auto here = TRY(store::find_transcript(to, there.id));
      const auto pruned = TRY(store::pruned_at(to, there.id));
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

Result<void> SyncRun::take_transcript(store::Connection& from, const Transcript& there) {
  std::vector<store::TurnRow> missing;
  TRY_VOID(to_.database.read([&](store::Connection& to) -> Result<void> {
    const auto here = TRY(store::find_transcript(to, there.id));
    for (store::TurnRow& row : TRY(store::turns_of(from, there.number, 0, INT64_MAX)))
      if (!here || !TRY(store::find_turn(to, here->number, row.turn.number)))
        missing.push_back(std::move(row));
    return {};
  }));
  flow_.turns += static_cast<std::int64_t>(missing.size());
  if (dry_run_)
    return {};
  store::TextReader reader(from);
  for (std::size_t at = 0; at < missing.size();) {
    std::vector<TurnDraft> drafts;
    for (std::size_t bytes = 0; at < missing.size() && bytes < batch_bytes; ++at) {
      const store::TurnRow& row = missing[at];
      TurnDraft& draft = drafts.emplace_back();
      draft.name_space = there.name_space;
      draft.session_id = there.session_id;
      draft.number = row.turn.number;
      draft.role = row.turn.role;
      draft.said_at = row.turn.said_at;
      draft.text = TRY(reader.read(row.text));
      bytes += draft.text.size();
    }
    TRY_VOID(with_target([&](store::Connection& to) -> Result<void> {
      const bool fresh = !TRY(store::find_transcript(to, there.id));
      // By the time of what was said last, so that nothing counts as having expired while it comes.
      TRY(capture_turns(to, drafts, there.updated_at));
      if (const auto here = TRY(store::find_transcript(to, there.id)); fresh && here)
        return store::set_transcript_expiry(to, here->number, there.expires_at);
      return {};
    }));
  }
  return {};
}

Result<void> SyncRun::take_transcript_links(store::Connection& from) {
  std::vector<TranscriptLink> links;
  TRY_VOID(store::each_transcript_link(from, [&](const TranscriptLink& link) -> Result<void> {
    links.push_back(link);
    return {};
  }));
  if (dry_run_ || links.empty())
    return {};
  std::vector<TranscriptLink> missing;
  TRY_VOID(to_.database.read([&](store::Connection& to) -> Result<void> {
    for (TranscriptLink& link : links)
      if (!TRY(store::is_linked(to, survivor(link.memory_id), link.transcript_id)))
        missing.push_back(std::move(link));
    return {};
  }));
  if (missing.empty())
    return {};
  return with_target([&](store::Connection& to) -> Result<void> {
    for (const TranscriptLink& link : missing)
      if (const auto memory = TRY(store::find_by_id(to, survivor(link.memory_id))))
        TRY_VOID(store::link_transcript(to, memory->key, link.transcript_id, link.span));
    return {};
  });
}

}  // namespace aim::engine
