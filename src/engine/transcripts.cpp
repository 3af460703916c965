#include "engine/transcripts.h"

#include <algorithm>
#include <span>

#include "engine/events.h"
#include "engine/ids.h"
#include "engine/remember.h"
#include "memory/rules.h"
#include "store/sqlite/transcripts.h"

namespace aim::engine {
namespace {

constexpr auto idle = std::chrono::hours(1);
constexpr std::int64_t at_once = 100;  // transcripts a transaction

// One that has expired is gone, as far as anybody can see: what is said now begins a new one.
Result<Transcript> transcript_for(store::Connection& connection, const TurnDraft& draft,
                                  Time said_at, Time now) {
  const std::string id = transcript_id(draft.name_space, draft.session_id);
  if (auto found = TRY(store::find_transcript(connection, id))) {
    if (!found->expires_at || *found->expires_at > now)
      return std::move(*found);
    TRY_VOID(store::erase_transcript(connection, *found, now));
  }
  Transcript fresh;
  fresh.id = id;
  fresh.name_space = draft.name_space;
  fresh.session_id = draft.session_id;
  fresh.created_at = fresh.updated_at = said_at;
  TRY_VOID(store::insert_transcript(connection, fresh));
  return fresh;
}

enum class Fate { added, unchanged, different };

Result<Fate> keep_turn(store::Connection& connection, store::TextWriter& texts,
                       Transcript& transcript, const Turn& turn, Time now) {
  const auto old = TRY(store::find_turn(connection, transcript.number, turn.number));
  if (!old) {
    TRY_VOID(store::add_turn(connection, texts, transcript, turn, now));
    return Fate::added;
  }
  const bool same =
      old->turn.role == turn.role && TRY(store::is_text(connection, old->text, turn.text));
  return same ? Fate::unchanged : Fate::different;
}

Error other_text(const TurnDraft& draft) {
  Error error = conflict("turn " + std::to_string(*draft.number) + " of session \"" +
                         draft.session_id + "\" says something else already");
  error.field = "turn";
  error.hint = "leave out the number, or give the next";
  return error;
}

void add(Pruned& pruned, const Transcript& transcript) {
  pruned.transcripts += 1;
  pruned.turns += transcript.turns;
  pruned.original_bytes += transcript.original_bytes;
  pruned.stored_bytes += transcript.stored_bytes;
}

Result<std::vector<Transcript>> measured(store::Connection& connection,
                                         const store::TranscriptFilter& filter, std::int64_t limit,
                                         std::int64_t offset) {
  auto transcripts = TRY(store::list_transcripts(connection, filter, limit, offset));
  for (Transcript& each : transcripts) TRY_VOID(store::measure(connection, each));
  return transcripts;
}

// What is to go: all that is old enough, and then the oldest until the rest fits.
Result<std::vector<Transcript>> to_prune(store::Connection& connection, const Pruning& pruning,
                                         Time now) {
  store::TranscriptFilter filter;
  filter.name_space = pruning.name_space;
  if (!pruning.max_bytes) {
    if (pruning.older_than_days)
      filter.updated_before = now - std::chrono::hours(24) * *pruning.older_than_days;
    return measured(connection, filter, INT64_MAX, 0);
  }
  auto all = TRY(measured(connection, filter, INT64_MAX, 0));  // newest first
  std::int64_t kept = 0;
  const auto first_gone = std::find_if(all.begin(), all.end(), [&](const Transcript& each) {
    kept += each.stored_bytes;
    return kept > *pruning.max_bytes ||
           (pruning.older_than_days &&
            each.updated_at < now - std::chrono::hours(24) * *pruning.older_than_days);
  });
  all.erase(all.begin(), first_gone);
  return all;
}

Result<std::vector<Transcript>> expired_transcripts(Engine& engine) {
  store::TranscriptFilter filter;
  filter.expired_by = engine.clock.now();
  return engine.database.read([&](store::Connection& connection) {
    return store::list_transcripts(connection, filter, INT64_MAX, 0);
  });
}

Result<void> record_removed(store::Connection& connection, const Engine& engine,
                            std::span<const Transcript> transcripts, std::string_view reason) {
  std::vector<std::string> ids;
  for (const Transcript& each : transcripts) ids.push_back(each.id);
  return record_ids(connection, engine, event::transcripts_removed, ids, [&](const auto& named) {
    Payload payload;
    payload.add("ids", named).add("reason", reason);
    return payload;
  });
}

Result<std::int64_t> erase_all(Engine& engine, const std::vector<Transcript>& transcripts,
                               std::string_view reason, const std::function<bool()>& stop) {
  const Time now = engine.clock.now();
  std::int64_t gone = 0;
  for (std::size_t i = 0; i < transcripts.size() && !(stop && stop()); i += at_once) {
    const std::size_t end = std::min(transcripts.size(), i + at_once);
    TRY_VOID(engine.database.write([&](store::Connection& connection) -> Result<void> {
      for (std::size_t each = i; each < end; ++each)
        TRY_VOID(store::erase_transcript(connection, transcripts[each], now));
      return record_removed(connection, engine, std::span(transcripts).subspan(i, end - i), reason);
    }));
    gone += static_cast<std::int64_t>(end - i);
    TRY_VOID(engine.database.go_on());
  }
  return gone;
}

}  // namespace

Result<Captured> capture_turn(Engine& engine, const TurnDraft& draft,
                              const CaptureOptions& options) {
  TRY_VOID(check_name_space(engine, draft.name_space));
  const Time now = engine.clock.now();
  const Time said_at = draft.said_at.value_or(now);
  return engine.database.write([&](store::Connection& connection) -> Result<Captured> {
    Captured captured;
    Transcript& transcript = captured.transcript;
    transcript = TRY(transcript_for(connection, draft, said_at, now));
    captured.turn =
        draft.number ? *draft.number : TRY(store::last_turn(connection, transcript.number)) + 1;
    store::TextWriter texts(connection);
    const Fate fate = TRY(keep_turn(connection, texts, transcript,
                                    {captured.turn, draft.role, said_at, draft.text}, now));
    if (fate == Fate::different)
      return Failure(other_text(draft));
    captured.added = fate == Fate::added;
    if (options.ttl_secs) {
      transcript.expires_at = later(now, std::chrono::seconds(*options.ttl_secs));
      TRY_VOID(store::set_transcript_expiry(connection, transcript.number, transcript.expires_at));
    }
    for (const std::string& id : options.memory_ids) {
      const Memory memory = TRY(find_memory(connection, id));
      TRY_VOID(store::link_transcript(connection, memory.key, transcript.id, std::nullopt));
      captured.linked.push_back(memory.id);
    }
    return captured;
  });
}

Result<CaptureCounts> capture_turns(Engine& engine, const std::vector<TurnDraft>& drafts) {
  const Time now = engine.clock.now();
  return engine.database.write(
      [&](store::Connection& connection) { return capture_turns(connection, drafts, now); });
}

Result<CaptureCounts> capture_turns(store::Connection& connection,
                                    const std::vector<TurnDraft>& drafts, Time now) {
  CaptureCounts counts;
  store::TextWriter texts(connection);
  std::optional<Transcript> transcript;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    const TurnDraft& draft = drafts[i];
    const Time said_at = draft.said_at.value_or(now);
    if (!transcript || transcript->session_id != draft.session_id ||
        transcript->name_space != draft.name_space)
      transcript = TRY(transcript_for(connection, draft, said_at, now));
    const Fate fate =
        TRY(keep_turn(connection, texts, *transcript,
                      {draft.number.value_or(0), draft.role, said_at, draft.text}, now));
    counts.added += fate == Fate::added ? 1 : 0;
    counts.unchanged += fate == Fate::unchanged ? 1 : 0;
    if (fate == Fate::different)
      counts.different.push_back(i);
  }
  return counts;
}

Result<std::vector<Transcript>> list_transcripts(Engine& engine, const std::string& name_space,
                                                 std::int64_t limit, std::int64_t offset) {
  store::TranscriptFilter filter;
  filter.name_space = name_space;
  filter.alive_at = engine.clock.now();
  return engine.database.read([&](store::Connection& connection) {
    return measured(connection, filter, limit, offset);
  });
}

Result<TranscriptText> show_transcript(Engine& engine, const std::string& id, std::int64_t from,
                                       std::int64_t limit) {
  return engine.database.read([&](store::Connection& connection) -> Result<TranscriptText> {
    TranscriptText shown;
    shown.transcript = TRY(find_transcript(connection, id, "id"));
    TRY_VOID(store::measure(connection, shown.transcript));
    auto rows = TRY(store::turns_of(connection, shown.transcript.number, from, limit + 1));
    shown.more = static_cast<std::int64_t>(rows.size()) > limit;
    if (shown.more)
      rows.pop_back();
    store::TextReader reader(connection);
    for (store::TurnRow& row : rows) {
      row.turn.text = TRY(reader.read(row.text));
      shown.turns.push_back(std::move(row.turn));
    }
    return shown;
  });
}

Result<TranscriptLink> link_transcript(Engine& engine, const std::string& memory_id,
                                       const std::string& transcript_id,
                                       const std::optional<Span>& span) {
  return engine.database.write([&](store::Connection& connection) -> Result<TranscriptLink> {
    const Memory memory = TRY(find_memory(connection, memory_id));
    const Transcript transcript = TRY(find_transcript(connection, transcript_id, "transcript_id"));
    if (span) {
      std::int64_t bytes = 0;
      for (const store::TurnRow& row :
           TRY(store::turns_of(connection, transcript.number, 0, INT64_MAX)))
        bytes += turn_text_bytes(row.turn.role, row.bytes);
      if (span->start < 0 || span->start >= span->end || span->end > bytes)
        return Failure(refuse("span_end", "must be above span_start and at most " +
                                              std::to_string(bytes) + ", the bytes of the text"));
    }
    TRY_VOID(store::link_transcript(connection, memory.key, transcript.id, span));
    return TranscriptLink{memory.id, transcript.id, span};
  });
}

Result<Pruned> prune_transcripts(Engine& engine, const Pruning& pruning, bool dry_run) {
  const Time now = engine.clock.now();
  const auto going = TRY(engine.database.read(
      [&](store::Connection& connection) { return to_prune(connection, pruning, now); }));
  Pruned pruned;
  for (const Transcript& each : going) add(pruned, each);
  if (!dry_run)
    TRY(erase_all(engine, going, "pruned", {}));
  return pruned;
}

Result<std::int64_t> count_expired_transcripts(Engine& engine) {
  return static_cast<std::int64_t>(TRY(expired_transcripts(engine)).size());
}

Result<std::int64_t> collect_transcripts(Engine& engine, const std::function<bool()>& stop) {
  return erase_all(engine, TRY(expired_transcripts(engine)), "expired", stop);
}

Result<std::int64_t> pack_transcripts(Engine& engine, const std::function<bool()>& stop) {
  std::int64_t packs = 0;
  while (!stop || !stop()) {
    const Time now = engine.clock.now();
    const auto plan = TRY(engine.database.read(
        [&](store::Connection& connection) { return store::plan_pack(connection, now - idle); }));
    if (plan.blocks.empty())
      break;
    const std::string data = store::packed(plan);
    const bool done = TRY(engine.database.write([&](store::Connection& connection) {
      return store::put_pack(connection, plan, data, now);
    }));
    if (!done)  // somebody else is at it
      break;
    ++packs;
  }
  return packs;
}

}  // namespace aim::engine
