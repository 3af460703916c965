#include "engine/history/replay.h"

#include <unordered_map>
#include <unordered_set>

#include "engine/lookup/by_id.h"
#include "memory/metadata.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

struct Ancestor {
  std::string id, title;
  std::int64_t hops = 0;
};

// Nearest first; those of one distance in the order in which the walk meets them. A cycle, which
// links do not allow, ends where it meets itself.
struct Ancestry {
  std::vector<Key> keys;
  std::vector<Ancestor> ancestors;
};

Result<Ancestry> walk(store::Reader& reader, const Memory& root,
                      const std::optional<std::int64_t>& depth) {
  Ancestry found{{root.key}, {{root.id, root.title, 0}}};
  if (root.kind != MemoryKind::reflection)
    return found;
  std::unordered_set<Key> visited{root.key};
  std::vector<Key> level{root.key};
  for (std::int64_t hops = 1; !level.empty() && (!depth || hops <= *depth); ++hops) {
    std::vector<Key> next;
    for (store::Source& each : TRY(reader.links.sources_of(level))) {
      if (!visited.insert(each.key).second)
        continue;
      next.push_back(each.key);
      found.keys.push_back(each.key);
      found.ancestors.push_back({std::move(each.id), std::move(each.title), hops});
    }
    level = std::move(next);
  }
  return found;
}

// One a transcript: the link of the nearest ancestor.
Result<std::vector<Replayed>> collect(store::Reader& reader, Ancestry& ancestry) {
  std::unordered_map<Key, std::size_t> order;
  for (const Key key : ancestry.keys) order.emplace(key, order.size());
  std::vector<Replayed> entries;
  std::vector<std::size_t> nearest;
  for (store::LinkedTranscript& each : TRY(reader.transcripts.linked(ancestry.keys))) {
    const std::size_t at = order.at(each.memory);
    // The links of one transcript come one after the other.
    if (!entries.empty() && entries.back().transcript.number == each.transcript.number) {
      if (at >= nearest.back())
        continue;
      entries.pop_back();
      nearest.pop_back();
    }
    const Ancestor& ancestor = ancestry.ancestors[at];
    Replayed& entry = entries.emplace_back();
    entry.memory_id = ancestor.id;
    entry.memory_title = ancestor.title;
    entry.hops = ancestor.hops;
    entry.span = each.span;
    entry.transcript = std::move(each.transcript);
    nearest.push_back(at);
  }
  for (Replayed& each : entries) TRY_VOID(reader.transcripts.measure(each.transcript));
  return entries;
}

// Transcripts of the session that a memory names: a mined one meets its session's transcript,
// whichever of the two came first.
Result<std::vector<Replayed>> of_its_session(store::Reader& reader, const Memory& memory) {
  std::vector<Replayed> entries;
  const std::string session = text_member(memory.metadata, "session_id");
  if (session.empty())
    return entries;
  for (Transcript& each : TRY(reader.transcripts.of_session(session))) {
    if (each.name_space != memory.name_space)
      continue;
    Replayed& entry = entries.emplace_back();
    entry.memory_id = memory.id;
    entry.memory_title = memory.title;
    TRY_VOID(reader.transcripts.measure(each));
    entry.transcript = std::move(each);
  }
  return entries;
}

using TurnRows = std::vector<store::TurnRow>;

// Sizes are enough: no text is read.
void find_turns(const TurnRows& rows, Replayed& entry) {
  std::int64_t offset = 0;
  for (const store::TurnRow& row : rows) {
    const std::int64_t end = offset + turn_text_bytes(row.turn.role, row.bytes);
    if (end > entry.span->start && offset < entry.span->end) {
      entry.first_turn = entry.first_turn.value_or(row.turn.number);
      entry.last_turn = row.turn.number;
    }
    offset = end;
  }
}

// Only the turns are read that hold something of what is shown.
Result<void> add_content(store::Reader& reader, const TurnRows& rows, std::size_t max_bytes,
                         Replayed& entry) {
  std::int64_t total = 0;
  for (const store::TurnRow& row : rows) total += turn_text_bytes(row.turn.role, row.bytes);
  const Span wanted{entry.span ? std::clamp<std::int64_t>(entry.span->start, 0, total) : 0,
                    entry.span ? std::clamp<std::int64_t>(entry.span->end, 0, total) : total};
  entry.content_bytes = std::max<std::int64_t>(0, wanted.end - wanted.start);
  const auto most =
      static_cast<std::int64_t>(std::min(max_bytes, static_cast<std::size_t>(entry.content_bytes)));
  std::string text;
  std::int64_t offset = 0, begin = 0;
  for (const store::TurnRow& row : rows) {
    const std::int64_t bytes = turn_text_bytes(row.turn.role, row.bytes);
    if (offset + bytes <= wanted.start)
      begin = offset + bytes;
    else if (offset < wanted.start + most)
      text += turn_text(row.turn.role, TRY(reader.transcripts.text(row.text)));
    offset += bytes;
  }
  entry.content =
      part_of(text, Span{wanted.start - begin, wanted.end - begin}, static_cast<std::size_t>(most));
  entry.truncated = most < entry.content_bytes;
  return {};
}

// Drops turns that were said later than `until`. False: there was no turn yet.
bool cut_at(Time until, TurnRows& rows, Transcript& transcript) {
  std::erase_if(rows, [&](const store::TurnRow& row) { return row.turn.said_at > until; });
  if (rows.empty())
    return false;
  const std::int64_t all_bytes = std::max<std::int64_t>(transcript.original_bytes, 1);
  transcript.turns = std::ssize(rows);
  transcript.original_bytes = 0;
  transcript.updated_at = rows.front().turn.said_at;
  for (const store::TurnRow& row : rows) {
    transcript.original_bytes += row.bytes;
    transcript.updated_at = std::max(transcript.updated_at, row.turn.said_at);
  }
  transcript.stored_bytes = transcript.stored_bytes * transcript.original_bytes / all_bytes;
  return true;
}

// Adds the turns that were said until then.
Result<void> add_transcripts(store::Reader& reader, const Memory& root, Ancestry& ancestry,
                             const ReplayRequest& request, Time until, Replay& replay) {
  auto entries = TRY(collect(reader, ancestry));
  if (entries.empty())
    entries = TRY(of_its_session(reader, root));
  for (Replayed& entry : entries) {
    const bool is_past = entry.transcript.updated_at > until;
    TurnRows rows;
    if (is_past || entry.span || request.with_content)
      rows = TRY(reader.transcripts.turns(entry.transcript.number, 0, INT64_MAX));
    if (is_past && !cut_at(until, rows, entry.transcript))
      continue;
    if (entry.span)
      find_turns(rows, entry);
    if (request.with_content)
      TRY_VOID(add_content(reader, rows, request.max_bytes, entry));
    replay.transcripts.push_back(std::move(entry));
  }
  return {};
}

// The memories under the keys that they have in another database; those that it does not have are
// left out.
Result<void> use_keys_of(store::Reader& reader, Ancestry& ancestry) {
  Ancestry found;
  for (Ancestor& each : ancestry.ancestors)
    if (const auto memory = TRY(reader.memories.find_by_id(each.id))) {
      found.keys.push_back(memory->key);
      found.ancestors.push_back(std::move(each));
    }
  ancestry = std::move(found);
  return {};
}

}  // namespace

Result<Replay> replay(Engine& engine, const ReplayRequest& request) {
  return engine.database.read([&](store::Reader& reader) -> Result<Replay> {
    const Memory root = TRY(find_memory(reader, request.memory_id));
    Ancestry ancestry = TRY(walk(reader, root, request.depth));
    Replay replay;
    replay.memory_id = root.id;
    replay.memories = static_cast<std::int64_t>(ancestry.keys.size());
    if (!engine.present) {
      TRY_VOID(add_transcripts(reader, root, ancestry, request, Time::max(), replay));
      return replay;
    }
    TRY_VOID(engine.present->database.read([&](store::Reader& present) -> Result<void> {
      TRY_VOID(use_keys_of(present, ancestry));
      return add_transcripts(present, root, ancestry, request, engine.clock.now(), replay);
    }));
    return replay;
  });
}

}  // namespace aim::engine
