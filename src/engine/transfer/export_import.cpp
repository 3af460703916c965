#include "engine/transfer/export_import.h"

#include <unordered_map>
#include <unordered_set>

#include "base/uuid.h"
#include "engine/lookup/names_today.h"
#include "engine/new_memories.h"
#include "engine/transfer/sync_flow.h"
#include "engine/untitled/file_entries.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "memory/merge.h"
#include "memory/metadata.h"
#include "store/links.h"
#include "store/maintenance.h"
#include "store/records.h"
#include "store/transcripts.h"
#include "store/types.h"
#include "text/passages.h"

namespace aim::engine {
namespace {

// Memories of an import on their way into the database, in one transaction: those that nobody holds
// the id or the title of go in together, the others are settled one by one.
class Intake {
 public:
  // All of them outlive it. `report` is told of what was taken and what could not be.
  Intake(store::Writer& writer, Time now, const Lifetimes& lifetimes, ImportReport& report)
      : writer_(writer), now_(now), lifetimes_(lifetimes), report_(report) {}

  // They are prepared, and stay as long as this; gives keys to those that were not there before.
  Result<void> take_all(std::span<ImportItem> items);
  // Those, with their vectors.
  const std::vector<MadeVectors>& fresh() const { return fresh_; }

 private:
  Result<void> take(ImportItem& item);
  Result<std::string> settle(const ImportItem& item);
  Result<void> replace(const Memory& old, const Memory& memory);
  Result<void> insert_waiting();
  void taken(const ImportItem& item, const std::string& id);

  store::Writer& writer_;
  const Time now_;
  const Lifetimes& lifetimes_;
  ImportReport& report_;
  std::unordered_map<std::string, Memory> untouched_;  // as they were before the import, by title
  std::unordered_set<std::string> ids_, titles_;       // that somebody holds
  std::vector<store::NewMemory> waiting_;
  std::vector<const ImportItem*> items_;  // that they are of
  std::vector<MadeVectors> fresh_;
};

// As far as an export can tell: it shows no priority above 10, and of the reinforcement what is
// seen of it.
bool same(const Memory& a, const Memory& b) {
  return a.id == b.id && a.tier == b.tier && a.name_space == b.name_space && a.title == b.title &&
         a.content == b.content && a.tags == b.tags && shown_priority(a) == shown_priority(b) &&
         std::min<std::int64_t>(10, a.priority) == std::min<std::int64_t>(10, b.priority) &&
         a.confidence == b.confidence && a.source == b.source && a.access_count == b.access_count &&
         a.kind == b.kind && a.reflection_depth == b.reflection_depth && a.deadline == b.deadline &&
         a.created_at == b.created_at && a.updated_at == b.updated_at &&
         a.last_accessed_at == b.last_accessed_at && a.expires_at == b.expires_at &&
         same_metadata(a.metadata, b.metadata);
}

std::string title_key(const Memory& memory) {
  return memory.name_space + '\n' + memory.title;
}

Result<void> Intake::take_all(std::span<ImportItem> items) {
  std::vector<Memory> asked;
  asked.reserve(items.size());
  for (const ImportItem& item : items) {
    Memory& each = asked.emplace_back();
    each.id = item.memory.id;
    each.name_space = item.memory.name_space;
    each.title = item.memory.title;
  }
  for (Memory& holder : TRY(writer_.memories.holders(asked))) {
    ids_.insert(holder.id);
    titles_.insert(title_key(holder));
    untouched_.insert_or_assign(title_key(holder), std::move(holder));
  }
  for (ImportItem& item : items) TRY_VOID(take(item));
  return insert_waiting();
}

Result<void> Intake::take(ImportItem& item) {
  Memory& memory = item.memory;
  const std::string title = title_key(memory);
  const bool held = ids_.contains(memory.id) || titles_.contains(title);
  ids_.insert(memory.id);
  titles_.insert(title);
  if (!held) {
    waiting_.push_back({&memory, &*item.cut});
    items_.push_back(&item);
    return {};
  }
  if (const auto old = untouched_.find(title);
      old != untouched_.end() && same(old->second, memory)) {
    taken(item, old->second.id);
    return {};
  }
  TRY_VOID(insert_waiting());
  const auto id = settle(item);
  if (!id && id.error().code != Code::validation_failed)
    return Failure(id.error());
  if (id)
    taken(item, *id);
  else
    report_.errors.push_back({item.index, id.error().message});
  return {};
}

// The id under which the memory lives on: its own, or that of one of the same title.
Result<std::string> Intake::settle(const ImportItem& item) {
  Memory memory = item.memory;
  if (const auto old = TRY(writer_.memories.find_by_title(memory.name_space, memory.title))) {
    // A rule that now says something else is not the one that a person has set.
    if (old->content != memory.content)
      TRY_VOID(writer_.memories.doubt_standards_of(old->key));
    if (!same(*old, memory))
      TRY_VOID(replace(*old, imported_over(*old, memory, now_, lifetimes_)));
    return old->id;
  }
  if (const auto old = TRY(writer_.memories.find_by_id(memory.id))) {
    if (old->updated_at.time <= memory.updated_at.time) {
      memory.key = old->key;
      if (old->content != memory.content || old->title != memory.title)
        TRY_VOID(writer_.memories.doubt_standards_of(old->key));
      TRY_VOID(replace(*old, memory));
    }
    return memory.id;
  }
  TRY_VOID(writer_.memories.insert(memory));
  fresh_.push_back({memory.key, &item.of_table});
  return memory.id;
}

Result<void> Intake::replace(const Memory& old, const Memory& memory) {
  untouched_.erase(title_key(old));
  return writer_.memories.replace(old, memory);
}

Result<void> Intake::insert_waiting() {
  if (waiting_.empty())
    return {};
  const auto refused = TRY(writer_.memories.insert_all(waiting_));
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (refused[i]) {
      report_.errors.push_back({items_[i]->index, refused[i]->message});
      continue;
    }
    ++report_.imported;
    fresh_.push_back({waiting_[i].memory->key, &items_[i]->of_table});
  }
  waiting_.clear();
  items_.clear();
  return {};
}

void Intake::taken(const ImportItem& item, const std::string& id) {
  ++report_.imported;
  if (id != item.memory.id)
    report_.survivors.insert_or_assign(item.memory.id, id);
}

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
  filter.sources = {std::string(file_source)};
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
  if (sink.link_change)
    rest.link_change = [&](const store::LinkChange& each) {
      return ids.contains(each.link.source_id) || ids.contains(each.link.target_id)
                 ? Result<void>()
                 : sink.link_change(each);
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
    if (sink.version)
      TRY_VOID(reader.memories.each_version(sink.version));
    if (sink.link_change && !engine.rights)
      for (const auto& each : TRY(reader.links.changes_since(Time::min(), {})))
        TRY_VOID(sink.link_change(each));
    return {};
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
  auto made = TRY(make_of_texts(engine.embeddings.built_in(), item.memory));
  item.cut = std::move(made.cut);
  item.of_table = std::move(made.of_table);
  return {};
}

Result<void> import_memories(Engine& engine, std::vector<ImportItem> batch, ImportReport& report) {
  TRY_VOID(engine.database.maintenance().check_room(room_for(batch)));
  const NamesToday names = TRY(engine.database.read(NamesToday::read));
  for (ImportItem& item : batch) item.memory.name_space = names.of(item.memory.name_space);
  store::put_in_write_order(
      batch, [](const ImportItem& item) -> const std::string& { return item.memory.name_space; });
  const Time now = engine.clock.now();
  for (ImportItem& item : batch)
    if (!item.cut)
      TRY_VOID(prepare_import(engine, item, now));
  ImportReport done = report;
  TRY_VOID(write_step(engine, "import", [&](store::Writer& writer) -> Result<void> {
    done = report;
    Intake intake(writer, now, engine.options.lifetimes, done);
    TRY_VOID(intake.take_all(batch));
    return keep_by_table(writer, engine.embeddings, intake.fresh());
  }));
  report = std::move(done);
  return {};
}

Result<void> settle_import(Engine& engine, const ImportReport& report) {
  return settle_arrivals(engine.database, report.imported);
}

}  // namespace aim::engine
