#include "engine/transfer/export_import.h"

#include <unordered_set>

#include "base/uuid.h"
#include "engine/transfer/intake.h"
#include "engine/untitled/file_entries.h"
#include "engine/vectors/embeddings.h"
#include "engine/vectors/vectorize.h"
#include "store/links.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/search.h"
#include "store/transcripts.h"
#include "store/write_order.h"
#include "text/embedding_texts.h"

namespace aim::engine {
namespace {

constexpr std::int64_t worth_settling = 500;  // memories

void complete(Memory& memory, Time now) {
  if (memory.id.empty())
    memory.id = new_uuid();
  if (memory.created_at.time == Time{})
    memory.created_at = at(now);
  if (memory.updated_at.time == Time{})
    memory.updated_at = memory.created_at;
}

Result<void> export_transcripts(store::Reader& reader, const ExportSink& sink) {
  if (!sink.transcript)
    return {};
  TRY_VOID(reader.transcripts.each_link(sink.transcript_link));
  TRY_VOID(reader.transcripts.each(sink.transcript));
  return reader.transcripts.each([&](const Transcript& transcript) -> Result<void> {
    for (store::TurnRow& row : TRY(reader.transcripts.turns(transcript.number, 0, INT64_MAX))) {
      row.turn.text = TRY(reader.transcripts.text(row.text));
      TRY_VOID(sink.turn(transcript, row.turn));
    }
    return {};
  });
}

}  // namespace

namespace {

// Ids of the entries of files.
Result<std::unordered_set<std::string>> file_ids(const store::Reader& reader) {
  Filter filter;
  filter.source = std::string(file_source);
  std::unordered_set<std::string> ids;
  TRY_VOID(store::each_matching(reader.memories, filter,
                                [&](const Memory& memory) { ids.insert(memory.id); }));
  return ids;
}

// The sink without what belongs to those ids.
ExportSink without(const std::unordered_set<std::string>& ids, const ExportSink& sink) {
  ExportSink rest = sink;
  rest.link = [&](const Link& each) {
    return ids.contains(each.source_id) || ids.contains(each.target_id) ? Result<void>()
                                                                        : sink.link(each);
  };
  if (sink.lost_source)
    rest.lost_source = [&](const std::string& reflection_id, const LostSource& each) {
      return ids.contains(reflection_id) ? Result<void>() : sink.lost_source(reflection_id, each);
    };
  rest.memory = [&](const Memory& each) {
    return ids.contains(each.id) ? Result<void>() : sink.memory(each);
  };
  if (sink.version)
    rest.version = [&](const store::Version& each) {
      return ids.contains(each.memory.id) ? Result<void>() : sink.version(each);
    };
  rest.transcript_link = [&](const TranscriptLink& each) {
    return ids.contains(each.memory_id) ? Result<void>() : sink.transcript_link(each);
  };
  return rest;
}

}  // namespace

Result<void> export_all(Engine& engine, const ExportSink& all, bool with_files) {
  return engine.database.read([&](store::Reader& reader) -> Result<void> {
    const auto files = with_files ? std::unordered_set<std::string>() : TRY(file_ids(reader));
    const ExportSink sink = files.empty() ? all : without(files, all);
    TRY_VOID(sink.begin(TRY(reader.records.counts(engine.clock.now())).memories -
                        static_cast<std::int64_t>(files.size())));
    TRY_VOID(reader.memories.each_archived(sink.archived));
    TRY_VOID(reader.links.each(sink.link));
    if (sink.lost_source)
      TRY_VOID(reader.links.each_lost_source(sink.lost_source));
    TRY_VOID(reader.memories.each(sink.memory));
    TRY_VOID(reader.memories.each_standard(sink.standard));
    TRY_VOID(export_transcripts(reader, sink));
    return sink.version ? reader.memories.each_version(sink.version) : Result<void>();
  });
}

namespace {

// Once in the log and once in the file, with its entries in the indexes; measured, and rounded up.
std::uintmax_t room_for(const std::vector<ImportItem>& batch) {
  constexpr std::uintmax_t times = 3, a_row = 1'000;
  std::uintmax_t bytes = 0;
  for (const ImportItem& item : batch)
    bytes += a_row + item.memory.content.size() + item.memory.metadata.size();
  return times * bytes;
}

}  // namespace

Result<void> prepare_import(const Engine& engine, ImportItem& item, Time now) {
  complete(item.memory, now);
  const auto texts = text::texts_to_embed(item.memory);
  item.cut = store::cut(item.memory, texts);
  if (const embed::Embedder* table = engine.embeddings.built_in())
    item.of_table = {table->identity(), TRY(rows_of(*table, texts))};
  return {};
}

Result<void> import_memories(Engine& engine, std::vector<ImportItem> batch, ImportReport& report) {
  TRY_VOID(engine.database.maintenance().check_room(room_for(batch)));
  store::put_in_write_order(
      batch, [](const ImportItem& item) -> const std::string& { return item.memory.name_space; });
  const Time now = engine.clock.now();
  for (ImportItem& item : batch)
    if (!item.cut)
      TRY_VOID(prepare_import(engine, item, now));
  ImportReport done = report;
  TRY_VOID(engine.database.write([&](store::Writer& writer) -> Result<void> {
    done = report;
    Intake intake(writer, now, engine.options.lifetimes, done);
    TRY_VOID(intake.take_all(batch));
    return keep_by_table(writer, engine.embeddings, intake.fresh());
  }));
  report = std::move(done);
  return {};
}

Result<void> settle_import(Engine& engine, const ImportReport& report) {
  if (report.imported < worth_settling)
    return {};
  return engine.database.write(
      [](store::Writer& writer) { return writer.search.merge_text_index(); });
}

}  // namespace aim::engine
