#include "engine/folder_sync/changes.h"

#include "base/hash.h"
#include "engine/folder_sync/packed_rows.h"
#include "engine/scratch_store.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

// Rows of `list` that are in `known` too, by `same`; both sorted by `name`.
template <class T, class Name, class Same>
void erase_known(std::vector<T>& list, const std::vector<T>& known, Name name, Same same) {
  std::erase_if(list, [&](const T& each) {
    const auto found = std::ranges::lower_bound(known, name(each), {}, name);
    return found != known.end() && name(*found) == name(each) && same(*found, each);
  });
}

// One of two lists of the same order, with what is in both from the second.
template <class T, class Name>
void unite(std::vector<T>& all, std::vector<T> more, Name name) {
  std::erase_if(all, [&](const T& each) {
    const auto found = std::ranges::lower_bound(more, name(each), {}, name);
    return found != more.end() && name(*found) == name(each);
  });
  std::ranges::move(more, std::back_inserter(all));
  std::ranges::sort(all, {}, name);
}

using Ids = std::set<std::string, std::less<>>;

// Both ends of each link, the memories of standards and those that came from a transcript have to
// be in the piece: one that arrives before the piece with the memory would lose them. Gives the
// ids of all memories of the piece.
Result<Ids> add_referred(store::Reader& reader, ChangeSet& changes) {
  Ids there, wanted;
  for (const auto& each : changes.contents.memories) there.insert(each.id);
  if (!changes.transcripts.linked.empty())
    TRY_VOID(reader.transcripts.each_link([&](const TranscriptLink& link) -> Result<void> {
      if (changes.transcripts.linked.contains(link.transcript_id))
        wanted.insert(link.memory_id);
      return {};
    }));
  for (const auto& link : changes.contents.links) wanted.insert({link.source, link.target});
  if (changes.standards)
    TRY_VOID(reader.memories.each_standard([&](const StandardRow& row) -> Result<void> {
      if (row.id)
        wanted.insert(*row.id);
      return {};
    }));
  for (const std::string& id : wanted)
    if (!there.contains(id))
      if (const auto memory = TRY(reader.memories.find_by_id(id)))
        changes.contents.memories.push_back(
            {memory->id, memory->key, memory->updated_at.nanoseconds(), 0});
  std::ranges::sort(changes.contents.memories, {}, &store::SyncMemory::id);
  there.merge(wanted);
  return there;
}

// A title that a person brought back, of a state from before: settle_titles() looks at it next
// time.
Result<void> note_beside(store::Access& database, const std::vector<std::string>& ids) {
  if (ids.empty())
    return {};
  return database.write([&](store::Writer& writer) -> Result<void> {
    for (const std::string& id : ids) {
      const std::string fact = std::string(store::beside_a_title) + id;
      if (!TRY(writer.records.fact(fact)))
        TRY_VOID(writer.records.set_fact(fact, 0));
    }
    return {};
  });
}

Engine unsigned_engine(const Engine& engine) {
  Engine other = engine;
  other.signer = nullptr;
  return other;
}

}  // namespace

bool ChangeSet::empty() const {
  return !standards && transcripts.empty() && contents.memories.empty() &&
         contents.tombstones.empty() && contents.archive.empty() && contents.versions.empty() &&
         contents.links.empty() && contents.link_tombstones.empty();
}

Result<ChangeSet> changes_since(store::Reader& reader, const store::SyncMark& mark) {
  ChangeSet changes;
  changes.until = TRY(reader.sync.mark());
  changes.contents = TRY(contents_of(reader, mark));
  return changes;
}

void leave_out(ChangeSet& changes, const SyncContents& known) {
  const auto id = [](const auto& each) -> const std::string& { return each.id; };
  const auto name = [](const store::SyncLink& each) { return each.name(); };
  const auto same_time = [](const store::SyncLink& a, const store::SyncLink& b) {
    return a.at == b.at;
  };
  SyncContents& own = changes.contents;
  erase_known(own.memories, known.memories, id, [](const auto& a, const auto& b) {
    return a.updated_at == b.updated_at && a.state == b.state;
  });
  erase_known(own.tombstones, known.tombstones, id,
              [](const auto& a, const auto& b) { return a.deleted_at == b.deleted_at; });
  erase_known(own.archive, known.archive, id,
              [](const auto& a, const auto& b) { return a.archived_at == b.archived_at; });
  erase_known(own.versions, known.versions, id,
              [](const auto& a, const auto& b) { return a == b; });
  erase_known(own.links, known.links, name, same_time);
  erase_known(own.link_tombstones, known.link_tombstones, name, same_time);
}

void unite(SyncContents& all, SyncContents more) {
  const auto id = [](const auto& each) -> const std::string& { return each.id; };
  const auto link = [](const store::SyncLink& each) { return each.name(); };
  unite(all.memories, std::move(more.memories), id);
  unite(all.tombstones, std::move(more.tombstones), id);
  unite(all.archive, std::move(more.archive), id);
  unite(all.versions, std::move(more.versions), id);
  unite(all.links, std::move(more.links), link);
  unite(all.link_tombstones, std::move(more.link_tombstones), link);
}

Result<ChangeSet> everything(store::Reader& reader, bool transcripts) {
  ChangeSet all = TRY(changes_since(reader, {}));
  all.standards = true;
  if (transcripts)
    all.transcripts = TRY(changed_transcripts(reader, {}));
  return all;
}

Result<std::uint64_t> mark_of_standards(store::Reader& reader) {
  std::string all;
  TRY_VOID(reader.memories.each_standard([&](const StandardRow& row) -> Result<void> {
    all += row.name_space + '\n' + (row.id ? row.id : row.former).value_or("") + '\n' +
           row.parent.value_or("") + '\n' +
           std::to_string(row.updated_at.time_since_epoch().count()) + (row.confirmed ? "" : "?") +
           '\n';
    return {};
  }));
  for (const auto& each : TRY(reader.memories.cleared_standards()))
    all +=
        each.name_space + '\n' + std::to_string(each.cleared_at.time_since_epoch().count()) + '\n';
  return all.empty() ? 0 : stable_hash(all);
}

Result<void> write_changes(const Engine& engine, ChangeSet changes, StreamSealer& out) {
  Ids memories;
  store::Access database(engine.database);
  TRY_VOID(database.read([&](store::Reader& reader) -> Result<void> {
    memories = TRY(add_referred(reader, changes));
    return {};
  }));
  const ChangedTranscripts transcripts = std::move(changes.transcripts);
  const auto scratch = TRY(ScratchStore::make(engine, engine.clock));
  const Engine quiet = unsigned_engine(engine);
  SyncSide from{engine.database, std::move(changes.contents)},
      to{store::Access(*scratch, engine.database.stop()), {}};
  SyncRun run(quiet, from, to, {.kind = SyncKind::copy, .with_standards = changes.standards});
  TRY(run.run());
  TRY_VOID(note_beside(from.database, run.beside()));
  TRY_VOID(pack_rows(*scratch, out));
  return database.read(
      [&](store::Reader& reader) { return pack_transcripts(reader, transcripts, memories, out); });
}

Result<TakenChanges> take_changes(const Engine& engine, StreamOpener& in) {
  const auto scratch = TRY(ScratchStore::make(engine, engine.clock));
  TRY_VOID(unpack_rows(in, *scratch));
  TakenChanges taken;
  SyncSide from{store::Access(*scratch, engine.database.stop()), {}}, to{engine.database, {}};
  from.contents = TRY(from.database.read(
      [](store::Reader& reader) { return contents_of(reader, store::SyncMark()); }));
  taken.contents = from.contents;
  TRY_VOID(from.database.read([&](store::Reader& reader) -> Result<void> {
    TRY_VOID(reader.transcripts.each([&](const Transcript& each) -> Result<void> {
      taken.transcripts.insert(each.id);
      return {};
    }));
    return reader.transcripts.each_link([&](const TranscriptLink& each) -> Result<void> {
      taken.transcripts.insert(each.transcript_id);
      return {};
    });
  }));
  to.contents = TRY(to.database.read(
      [](store::Reader& reader) { return contents_of(reader, store::SyncMark()); }));
  SyncRun run(engine, from, to, {.kind = SyncKind::devices});
  taken.flow = TRY(run.run());
  // The other devices may not know these states yet.
  std::erase_if(taken.contents.memories,
                [&](const store::SyncMemory& each) { return run.kept().contains(each.id); });
  TRY_VOID(settle_arrivals(to.database, taken.flow.added, taken.flow.purged));
  return taken;
}

}  // namespace aim::engine
