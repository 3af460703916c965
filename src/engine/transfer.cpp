#include "engine/transfer.h"

#include <algorithm>

#include "base/uuid.h"
#include "engine/vectorize.h"
#include "memory/merge.h"
#include "memory/metadata.h"
#include "store/sqlite/archive.h"
#include "store/sqlite/counts.h"
#include "store/sqlite/links.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/reflections.h"
#include "store/sqlite/standards.h"
#include "store/sqlite/text_index.h"
#include "store/sqlite/transcripts.h"

namespace aim::engine {
namespace {

constexpr std::int64_t worth_settling = 500;  // memories

// As far as an export can tell: it shows no priority above 10, and of the reinforcement what is seen of it.
bool same(const Memory& a, const Memory& b) {
  return a.id == b.id && a.tier == b.tier && a.name_space == b.name_space && a.title == b.title &&
         a.content == b.content && a.tags == b.tags && shown_priority(a) == shown_priority(b) &&
         std::min<std::int64_t>(10, a.priority) == std::min<std::int64_t>(10, b.priority) &&
         a.confidence == b.confidence && a.source == b.source && a.access_count == b.access_count &&
         a.kind == b.kind && a.reflection_depth == b.reflection_depth &&
         a.created_at == b.created_at && a.updated_at == b.updated_at &&
         a.last_accessed_at == b.last_accessed_at && a.expires_at == b.expires_at &&
         same_metadata(a.metadata, b.metadata);
}

void complete(Memory& memory, Time now) {
  if (memory.id.empty())
    memory.id = new_uuid();
  if (memory.created_at.time == Time{})
    memory.created_at = at(now);
  if (memory.updated_at.time == Time{})
    memory.updated_at = memory.created_at;
}

// Two states of one memory: the one changed last holds; uses are counted as the one that knows more of them.
Memory united(const Memory& old, const Memory& fresh, Time now, const Lifetimes& lifetimes) {
  Memory both = old;
  if (old.updated_at.time <= fresh.updated_at.time) {
    both = merge(old, fresh, fresh.expires_at.has_value(), now, lifetimes);
    both.updated_at = fresh.updated_at;
    // The expiry of a tier that it has left behind is not its own.
    if (both.tier != fresh.tier)
      both.expires_at = old.expires_at;
  }
  if (both.kind < fresh.kind) {
    both.kind = fresh.kind;
    both.reflection_depth = fresh.reflection_depth;
  }
  both.access_count = std::max(old.access_count, fresh.access_count);
  if (fresh.last_accessed_at &&
      (!old.last_accessed_at || old.last_accessed_at->time < fresh.last_accessed_at->time))
    both.last_accessed_at = fresh.last_accessed_at;
  return both;
}

// The id under which the memory lives on: its own, or that of one of the same title.
// What is new is added to `fresh`.
Result<std::string> take_in(store::Connection& connection, Memory memory, Time now,
                            const Lifetimes& lifetimes, std::vector<Memory>& fresh) {
  complete(memory, now);
  if (const auto old = TRY(store::find_by_title(connection, memory.name_space, memory.title))) {
    if (!same(*old, memory))
      TRY_VOID(store::replace(connection, *old, united(*old, memory, now, lifetimes)));
    return old->id;
  }
  if (const auto old = TRY(store::find_by_id(connection, memory.id))) {
    if (old->updated_at.time <= memory.updated_at.time) {
      memory.key = old->key;
      TRY_VOID(store::replace(connection, *old, memory));
    }
    return memory.id;
  }
  TRY_VOID(store::insert(connection, memory));
  fresh.push_back(std::move(memory));
  return fresh.back().id;
}

Result<void> export_transcripts(store::Connection& connection, const ExportSink& sink) {
  if (!sink.transcript)
    return {};
  TRY_VOID(store::each_transcript_link(connection, sink.transcript_link));
  TRY_VOID(store::each_transcript(connection, sink.transcript));
  store::TextReader reader(connection);
  return store::each_transcript(connection, [&](const Transcript& transcript) -> Result<void> {
    for (store::TurnRow& row : TRY(store::turns_of(connection, transcript.number, 0, INT64_MAX))) {
      row.turn.text = TRY(reader.read(row.text));
      TRY_VOID(sink.turn(transcript, row.turn));
    }
    return {};
  });
}

}  // namespace

Result<void> export_all(Engine& engine, const ExportSink& sink) {
  return engine.database.read([&](store::Connection& connection) -> Result<void> {
    TRY_VOID(sink.begin(TRY(store::count_all(connection, engine.clock.now())).memories));
    TRY_VOID(store::each_archived(connection, sink.archived));
    TRY_VOID(store::each_link(connection, sink.link));
    if (sink.lost_source)
      TRY_VOID(store::each_lost_source(connection, sink.lost_source));
    TRY_VOID(store::each_memory(connection, sink.memory));
    TRY_VOID(store::each_standard(connection, sink.standard));
    return export_transcripts(connection, sink);
  });
}

Result<void> import_memories(Engine& engine, std::vector<ImportItem> batch, ImportReport& report) {
  // The text index is written in order of namespaces (store/sqlite/text_functions.h); within one, in the order given.
  std::stable_sort(batch.begin(), batch.end(), [](const ImportItem& a, const ImportItem& b) {
    return a.memory.name_space < b.memory.name_space;
  });
  const Time now = engine.clock.now();
  ImportReport done = report;
  TRY_VOID(engine.database.write([&](store::Connection& connection) -> Result<void> {
    done = report;
    std::vector<Memory> fresh;
    for (const ImportItem& item : batch) {
      auto taken = take_in(connection, item.memory, now, engine.options.lifetimes, fresh);
      if (!taken && taken.error().code != Code::validation_failed)
        return Failure(taken.error());
      if (!taken) {
        done.errors.push_back({item.index, taken.error().message});
        continue;
      }
      ++done.imported;
      if (!item.memory.id.empty() && *taken != item.memory.id)
        done.survivors.insert_or_assign(item.memory.id, std::move(*taken));
    }
    return keep_by_table(connection, engine.meaning, fresh);
  }));
  report = std::move(done);
  return {};
}

Result<void> settle_import(Engine& engine, const ImportReport& report) {
  if (report.imported < worth_settling)
    return {};
  return engine.database.write(
      [](store::Connection& connection) { return store::settle_text(connection); });
}

}  // namespace aim::engine
