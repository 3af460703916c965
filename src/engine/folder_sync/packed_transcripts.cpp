#include "base/hash.h"
#include "engine/folder_sync/packed_rows.h"
#include "engine/history/transcripts.h"
#include "store/memories.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

using sync::Packer;
using sync::Unpacker;

// In the place of a table's name (packed_rows.h).
constexpr std::string_view turns_name = "turns of a transcript", links_name = "transcript links";
constexpr std::size_t piece_bytes = std::size_t{4} << 20U;

std::uint64_t as_packed(std::int64_t number) {
  return static_cast<std::uint64_t>(number);
}

Packer begun(const Transcript& transcript) {
  Packer out;
  out.text(turns_name).text(transcript.name_space).text(transcript.session_id);
  out.number(transcript.expires_at ? 1 : 0);
  out.number(transcript.expires_at ? as_packed(transcript.expires_at->time_since_epoch().count())
                                   : 0);
  return out;
}

// A text that is damaged stays where it is, and keeps nothing else back.
Result<void> pack_turns(store::Reader& reader, const Transcript& transcript, std::int64_t from,
                        StreamSealer& out) {
  Packer piece = begun(transcript);
  for (const store::TurnRow& row :
       TRY(reader.transcripts.turns(transcript.number, from, INT64_MAX))) {
    const auto text = reader.transcripts.text(row.text);
    if (!text)
      continue;
    piece.number(1)
        .number(as_packed(row.turn.number))
        .number(as_packed(static_cast<int>(row.turn.role)));
    piece.number(as_packed(row.turn.said_at.time_since_epoch().count())).text(*text);
    if (piece.bytes().size() < piece_bytes)
      continue;
    out.add(piece.bytes());
    piece = begun(transcript);
  }
  out.add(piece.bytes());
  return {};
}

Result<void> unpack_turns(Unpacker& in, store::Store& into) {
  TurnDraft draft;
  draft.name_space = in.text();
  draft.session_id = in.text();
  const bool expires = in.number() != 0;
  const auto expires_at = time_from_nanoseconds(static_cast<std::int64_t>(in.number()));
  std::vector<TurnDraft> drafts;
  while (in.is_good() && !in.at_end() && in.number() == 1) {
    draft.number = static_cast<std::int64_t>(in.number());
    draft.role = static_cast<Role>(std::min<std::uint64_t>(in.number(), 3));
    draft.said_at = time_from_nanoseconds(static_cast<std::int64_t>(in.number()));
    draft.text = in.text();
    drafts.push_back(draft);
  }
  if (!in.is_good() || drafts.empty())
    return {};
  return store::Access(into).write([&](store::Writer& writer) -> Result<void> {
    TRY(capture_turns(writer, drafts, *draft.said_at));
    const auto made =
        TRY(writer.transcripts.find(transcript_id(draft.name_space, draft.session_id)));
    return made && expires ? writer.transcripts.set_expiry(made->number, expires_at)
                           : Result<void>();
  });
}

Result<void> unpack_links(Unpacker& in, store::Store& into) {
  return store::Access(into).write([&](store::Writer& writer) -> Result<void> {
    while (in.is_good() && !in.at_end()) {
      const std::string memory = in.text(), transcript = in.text();
      std::optional<Span> span;
      if (in.number() != 0) {
        span.emplace().start = static_cast<std::int64_t>(in.number());
        span->end = static_cast<std::int64_t>(in.number());
      }
      if (const auto found = TRY(writer.memories.find_by_id(memory)); found && in.is_good())
        TRY_VOID(writer.transcripts.link(found->key, transcript, span));
    }
    return {};
  });
}

}  // namespace

Result<TranscriptMarks> marks_of_transcripts(store::Reader& reader, const TranscriptMarks& known) {
  TranscriptMarks marks;
  TRY_VOID(reader.transcripts.each([&](const Transcript& each) -> Result<void> {
    SentTurns& mark = marks[each.id];
    const auto before = known.find(each.id);
    mark.turns = as_packed(each.turns);
    mark.next = before != known.end() && before->second.turns == mark.turns
                    ? before->second.next
                    : as_packed(TRY(reader.transcripts.last_turn(each.number)) + 1);
    return {};
  }));
  TRY_VOID(reader.transcripts.each_link([&](const TranscriptLink& link) -> Result<void> {
    const Span span = link.span.value_or(Span{-1, -1});
    if (const auto mark = marks.find(link.transcript_id); mark != marks.end())
      mark->second.links += stable_hash(link.memory_id + ' ' + std::to_string(span.start) + ' ' +
                                        std::to_string(span.end));
    return {};
  }));
  return marks;
}

// A turn that came between others makes all of them go again.
Result<ChangedTranscripts> changed_transcripts(store::Reader& reader, const TranscriptMarks& sent) {
  ChangedTranscripts changes;
  changes.are_shared = true;
  changes.marks = TRY(marks_of_transcripts(reader, sent));
  for (const auto& [id, mark] : changes.marks) {
    const auto found = sent.find(id);
    const SentTurns before = found == sent.end() ? SentTurns() : found->second;
    if (mark.turns != before.turns) {
      const bool only_later =
          mark.turns > before.turns && mark.next - before.next == mark.turns - before.turns;
      changes.turns[id] = only_later ? static_cast<std::int64_t>(before.next) : 0;
    }
    if (mark.links != before.links)
      changes.linked.insert(id);
  }
  return changes;
}

Result<void> pack_transcripts(store::Reader& reader, const ChangedTranscripts& changes,
                              const std::set<std::string, std::less<>>& memories,
                              StreamSealer& out) {
  if (!changes.are_shared)
    return {};
  for (const auto& [id, from] : changes.turns)
    if (const auto transcript = TRY(reader.transcripts.find(id)))
      TRY_VOID(pack_turns(reader, *transcript, from, out));
  Packer links;
  links.text(links_name);
  const std::size_t none = links.bytes().size();
  TRY_VOID(reader.transcripts.each_link([&](const TranscriptLink& link) -> Result<void> {
    if (!memories.contains(link.memory_id))
      return {};
    links.text(link.memory_id).text(link.transcript_id).number(link.span ? 1 : 0);
    if (link.span)
      links.number(as_packed(link.span->start)).number(as_packed(link.span->end));
    if (links.bytes().size() >= piece_bytes) {
      out.add(links.bytes());
      links = Packer();
      links.text(links_name);
    }
    return {};
  }));
  if (links.bytes().size() > none)
    out.add(links.bytes());
  return {};
}

Result<bool> unpack_transcripts(std::string_view name, Unpacker& in, store::Store& into) {
  if (name == turns_name)
    TRY_VOID(unpack_turns(in, into));
  else if (name == links_name)
    TRY_VOID(unpack_links(in, into));
  else
    return false;
  return true;
}

}  // namespace aim::engine
