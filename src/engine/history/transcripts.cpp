#include "engine/history/transcripts.h"

#include "engine/audit/events.h"
#include "engine/lookup/by_id.h"
#include "engine/remember.h"
#include "memory/rules.h"
#include "store/maintenance.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

constexpr auto idle = std::chrono::hours(1);
constexpr std::size_t at_once = 100;               // transcripts a transaction
constexpr std::chrono::seconds unsynced_wait{30};  // for other writers, as others wait (S18)

// One that has expired is gone, as far as anybody can see: what is said now begins a new one.
Result<Transcript> transcript_for(store::Writer& writer, const TurnDraft& draft, Time said_at,
                                  Time now) {
  const std::string id = transcript_id(draft.name_space, draft.session_id);
  if (auto found = TRY(writer.transcripts.find(id))) {
    if (!found->expires_at || *found->expires_at > now)
      return std::move(*found);
    TRY_VOID(writer.transcripts.erase(*found, now));
  }
  Transcript fresh;
  fresh.id = id;
  fresh.name_space = draft.name_space;
  fresh.session_id = draft.session_id;
  fresh.created_at = fresh.updated_at = said_at;
  TRY_VOID(writer.transcripts.insert(fresh));
  return fresh;
}

enum class Fate { added, unchanged, different };

Result<Fate> keep_turn(store::Writer& writer, Transcript& transcript, const Turn& turn, Time now) {
  const auto old = TRY(writer.transcripts.find_turn(transcript.number, turn.number));
  if (!old) {
    TRY_VOID(writer.transcripts.add_turn(transcript, turn, now));
    return Fate::added;
  }
  const bool same =
      old->turn.role == turn.role && TRY(writer.transcripts.is_text(old->text, turn.text));
  return same ? Fate::unchanged : Fate::different;
}

Error other_text(const TurnDraft& draft) {
  Error error = conflict("turn " + std::to_string(*draft.number) + " of session \"" +
                         draft.session_id + "\" already has another text");
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

Result<std::vector<Transcript>> measured(store::Reader& reader,
                                         const store::TranscriptFilter& filter, std::int64_t limit,
                                         std::int64_t offset) {
  auto transcripts = TRY(reader.transcripts.list(filter, limit, offset));
  for (Transcript& each : transcripts) TRY_VOID(reader.transcripts.measure(each));
  return transcripts;
}

// What is to go: all that is old enough, and then the oldest until the rest fits.
Result<std::vector<Transcript>> to_prune(store::Reader& reader, const Pruning& pruning, Time now) {
  store::TranscriptFilter filter;
  filter.name_space = pruning.name_space;
  if (!pruning.max_bytes) {
    if (pruning.older_than_days)
      filter.updated_before = now - std::chrono::hours(24) * *pruning.older_than_days;
    return measured(reader, filter, INT64_MAX, 0);
  }
  auto all = TRY(measured(reader, filter, INT64_MAX, 0));  // newest first
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
  return engine.database.read(
      [&](store::Reader& reader) { return reader.transcripts.list(filter, INT64_MAX, 0); });
}

Result<void> record_removed(store::Writer& writer, const Engine& engine,
                            std::span<const Transcript> transcripts, std::string_view reason) {
  std::vector<std::string> ids;
  for (const Transcript& each : transcripts) ids.push_back(each.id);
  return record_ids(writer, engine, event::transcripts_removed, ids, [&](const auto& named) {
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
    TRY_VOID(engine.database.write([&](store::Writer& writer) -> Result<void> {
      for (std::size_t each = i; each < end; ++each)
        TRY_VOID(writer.transcripts.erase(transcripts[each], now));
      return record_removed(writer, engine, std::span(transcripts).subspan(i, end - i), reason);
    }));
    gone += static_cast<std::int64_t>(end - i);
    TRY_VOID(engine.database.go_on());
  }
  return gone;
}

// The number of the turn that is this one, among the last of the session; none: it is new.
Result<std::optional<std::int64_t>> same_turn(store::Writer& writer, std::int64_t transcript,
                                              const Turn& turn) {
  constexpr std::int64_t looked_at = 64;
  const std::int64_t from = std::max<std::int64_t>(1, turn.number - looked_at);
  for (const store::TurnRow& row : TRY(writer.transcripts.turns(transcript, from, looked_at)))
    if (row.turn.role == turn.role && row.turn.said_at == turn.said_at &&
        TRY(writer.transcripts.is_text(row.text, turn.text)))
      return row.turn.number;
  return std::nullopt;
}

Result<Captured> capture_in(store::Writer& writer, const TurnDraft& draft,
                            const CaptureOptions& options, Time now) {
  const Time said_at = draft.said_at.value_or(now);
  Captured captured;
  Transcript& transcript = captured.transcript;
  transcript = TRY(transcript_for(writer, draft, said_at, now));
  Turn turn{draft.number ? *draft.number : TRY(writer.transcripts.last_turn(transcript.number)) + 1,
            draft.role, said_at, draft.text};
  if (options.once)
    turn.number = TRY(same_turn(writer, transcript.number, turn)).value_or(turn.number);
  captured.turn = turn.number;
  const Fate fate = TRY(keep_turn(writer, transcript, turn, now));
  if (fate == Fate::different)
    return Failure(other_text(draft));
  captured.added = fate == Fate::added;
  if (options.ttl_secs) {
    transcript.expires_at = later(now, std::chrono::seconds(*options.ttl_secs));
    TRY_VOID(writer.transcripts.set_expiry(transcript.number, transcript.expires_at));
  }
  for (const std::string& id : options.memory_ids) {
    const Memory memory = TRY(find_memory(writer, id));
    TRY_VOID(writer.transcripts.link(memory.key, transcript.id, std::nullopt));
    captured.linked.push_back(memory.id);
  }
  return captured;
}

}  // namespace

Result<Captured> capture_turn(Engine& engine, const TurnDraft& draft,
                              const CaptureOptions& options) {
  TRY_VOID(check_name_space(engine, draft.name_space));
  const Time now = engine.clock.now();
  if (options.synced)
    return engine.database.write(
        [&](store::Writer& writer) { return capture_in(writer, draft, options, now); });
  Captured captured;
  TRY_VOID(engine.database.write_soon(unsynced_wait, [&](store::Writer& writer) -> Result<void> {
    captured = TRY(capture_in(writer, draft, options, now));
    return {};
  }));
  return captured;
}

Result<std::size_t> turns_of_other_session(Engine& engine, const std::vector<TurnDraft>& drafts,
                                           bool forked) {
  if (!engine.database.exists())
    return std::size_t{0};
  return engine.database.read([&](store::Reader& reader) -> Result<std::size_t> {
    std::size_t known = 0;
    for (const TurnDraft& each : drafts) {
      if ((!forked && !each.said_at) ||
          !TRY(reader.transcripts.is_in_other_session(
              each.text, forked ? std::nullopt : each.said_at, each.session_id)))
        break;
      ++known;
    }
    return known;
  });
}

Result<bool> says_otherwise(Engine& engine, std::span<const TurnDraft> drafts) {
  if (drafts.empty() || !engine.database.exists())
    return false;
  return engine.database.read([&](store::Reader& reader) -> Result<bool> {
    const auto transcript = TRY(reader.transcripts.find(
        transcript_id(drafts.front().name_space, drafts.front().session_id)));
    if (!transcript || (transcript->expires_at && *transcript->expires_at <= engine.clock.now()))
      return false;
    for (const TurnDraft& each : drafts) {
      const auto old =
          TRY(reader.transcripts.find_turn(transcript->number, each.number.value_or(0)));
      if (old &&
          (old->turn.role != each.role || !TRY(reader.transcripts.is_text(old->text, each.text))))
        return true;
    }
    return false;
  });
}

Result<CaptureCounts> capture_turns(Engine& engine, const std::vector<TurnDraft>& drafts) {
  TRY_VOID(engine.database.maintenance().check_room(0));
  const Time now = engine.clock.now();
  return engine.database.write(
      [&](store::Writer& writer) { return capture_turns(writer, drafts, now); });
}

Result<CaptureCounts> capture_turns(store::Writer& writer, const std::vector<TurnDraft>& drafts,
                                    Time now) {
  CaptureCounts counts;
  std::optional<Transcript> transcript;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    const TurnDraft& draft = drafts[i];
    const Time said_at = draft.said_at.value_or(now);
    if (!transcript || transcript->session_id != draft.session_id ||
        transcript->name_space != draft.name_space)
      transcript = TRY(transcript_for(writer, draft, said_at, now));
    const Fate fate = TRY(keep_turn(
        writer, *transcript, {draft.number.value_or(0), draft.role, said_at, draft.text}, now));
    counts.added += fate == Fate::added ? 1 : 0;
    counts.unchanged += fate == Fate::unchanged ? 1 : 0;
    if (fate == Fate::different)
      counts.different.push_back(i);
  }
  return counts;
}

Result<bool> replace_turn(Engine& engine, const std::string& transcript_id, const Turn& former,
                          std::string_view text) {
  const Time now = engine.clock.now();
  return engine.database.write([&](store::Writer& writer) -> Result<bool> {
    const auto transcript = TRY(writer.transcripts.find(transcript_id));
    const auto turn = transcript
                          ? TRY(writer.transcripts.find_turn(transcript->number, former.number))
                          : std::nullopt;
    if (!turn || !TRY(writer.transcripts.is_text(turn->text, former.text)))
      return false;
    TRY_VOID(writer.transcripts.replace_text(*transcript, *turn, text, now));
    return true;
  });
}

Result<std::vector<Transcript>> list_transcripts(Engine& engine, const std::string& name_space,
                                                 std::int64_t limit, std::int64_t offset,
                                                 const std::string& session_id) {
  store::TranscriptFilter filter;
  filter.name_space = name_space;
  filter.session_id = session_id;
  filter.alive_at = engine.clock.now();
  return engine.database.read(
      [&](store::Reader& reader) { return measured(reader, filter, limit, offset); });
}

Result<std::vector<Turn>> last_turns(Engine& engine, const std::string& name_space,
                                     const std::string& session_id, std::int64_t most) {
  if (!engine.database.exists())
    return std::vector<Turn>();
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Turn>> {
    std::vector<Turn> turns;
    const auto transcript = TRY(reader.transcripts.find(transcript_id(name_space, session_id)));
    if (!transcript)
      return turns;
    const std::int64_t last = TRY(reader.transcripts.last_turn(transcript->number));
    const std::int64_t from = std::max<std::int64_t>(1, last - most + 1);
    for (store::TurnRow& row : TRY(reader.transcripts.turns(transcript->number, from, most))) {
      row.turn.text = TRY(reader.transcripts.text(row.text));
      turns.push_back(std::move(row.turn));
    }
    return turns;
  });
}

Result<TranscriptText> show_transcript(Engine& engine, const std::string& id, std::int64_t from,
                                       std::int64_t limit) {
  return engine.database.read([&](store::Reader& reader) -> Result<TranscriptText> {
    TranscriptText shown;
    shown.transcript = TRY(find_transcript(reader, id, "id"));
    TRY_VOID(reader.transcripts.measure(shown.transcript));
    auto rows = TRY(reader.transcripts.turns(shown.transcript.number, from, limit + 1));
    shown.more = static_cast<std::int64_t>(rows.size()) > limit;
    if (shown.more)
      rows.pop_back();
    for (store::TurnRow& row : rows) {
      row.turn.text = TRY(reader.transcripts.text(row.text));
      shown.turns.push_back(std::move(row.turn));
    }
    return shown;
  });
}

Result<TranscriptLink> link_transcript(Engine& engine, const std::string& memory_id,
                                       const std::string& transcript_id,
                                       const std::optional<Span>& span) {
  return engine.database.write([&](store::Writer& writer) -> Result<TranscriptLink> {
    const Memory memory = TRY(find_memory(writer, memory_id));
    const Transcript transcript = TRY(find_transcript(writer, transcript_id, "transcript_id"));
    if (span) {
      std::int64_t bytes = 0;
      for (const store::TurnRow& row :
           TRY(writer.transcripts.turns(transcript.number, 0, INT64_MAX)))
        bytes += turn_text_bytes(row.turn.role, row.bytes);
      if (span->start < 0 || span->start >= span->end || span->end > bytes)
        return Failure(refuse("span_end", "must be above span_start and at most " +
                                              std::to_string(bytes) + ", the bytes of the text"));
    }
    TRY_VOID(writer.transcripts.link(memory.key, transcript.id, span));
    return TranscriptLink{memory.id, transcript.id, span};
  });
}

Result<Pruned> prune_transcripts(Engine& engine, const Pruning& pruning, bool dry_run) {
  const Time now = engine.clock.now();
  const auto going = TRY(
      engine.database.read([&](store::Reader& reader) { return to_prune(reader, pruning, now); }));
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
  for (; !stop || !stop(); ++packs) {
    const Time now = engine.clock.now();
    if (!TRY(engine.database.maintenance().pack_texts(now - idle, now, engine.database.stop())))
      break;
  }
  return packs;
}

namespace {

constexpr auto recent = std::chrono::days(7);
constexpr std::int64_t trivial_bytes = 8;  // a turn: a greeting, thanks; nothing to replay (V6)

// Nothing: all of it was remembered, or nothing that matters was not.
Result<std::optional<Unremembered>> unremembered_of(const store::Reader& reader,
                                                    const Transcript& transcript) {
  const auto last = TRY(reader.transcripts.last_remembered(transcript.id));
  const auto later = TRY(reader.transcripts.turns_after(
      transcript.number, last.value_or(transcript.created_at - std::chrono::nanoseconds(1))));
  if (later.count == 0 || later.bytes < trivial_bytes * later.count)
    return std::optional<Unremembered>();
  return std::optional(Unremembered{transcript.session_id, transcript.id, later.count, later.first,
                                    last.value_or(transcript.created_at)});
}

}  // namespace

Result<std::optional<Unremembered>> find_unremembered(Engine& engine, const std::string& name_space,
                                                      const std::string& but_not) {
  const Time now = engine.clock.now();
  store::TranscriptFilter filter;
  filter.name_space = name_space;
  filter.alive_at = now;
  return engine.database.read([&](store::Reader& reader) -> Result<std::optional<Unremembered>> {
    // The newest may be the session that asks: the one before it is read as well.
    for (const Transcript& each : TRY(reader.transcripts.list(filter, 2, 0))) {
      if (each.session_id == but_not)
        continue;
      if (each.updated_at < now - recent)
        break;
      return unremembered_of(reader, each);
    }
    return std::optional<Unremembered>();
  });
}

Result<std::int64_t> unremembered_turns(Engine& engine, const std::string& name_space,
                                        const std::string& session_id) {
  store::TranscriptFilter filter;
  filter.name_space = name_space;
  filter.alive_at = engine.clock.now();
  filter.session_id = session_id;
  return engine.database.read([&](store::Reader& reader) -> Result<std::int64_t> {
    std::int64_t turns = 0;
    for (const Transcript& each : TRY(reader.transcripts.list(filter, 1, 0)))
      if (const auto found = TRY(unremembered_of(reader, each)))
        turns += found->turns;
    return turns;
  });
}

}  // namespace aim::engine
