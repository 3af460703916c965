// The parts of an import that hang on memories: links, losses, transcripts, standards (transfer.h).
#include "engine/history/versions.h"
#include "engine/lookup/names_today.h"
#include "engine/relate.h"
#include "engine/transfer/export_import.h"
#include "engine/write_step.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/store.h"
#include "store/transcripts.h"

namespace aim::store {
namespace {

// A store that is one transaction of another: what is written through it is kept together, or
// not at all. For use cases that are made of several, each of which would be a transaction of
// its own.

class OneTransaction final : public Store {
 public:
  OneTransaction(Access& outer, Writer& writer) : outer_(outer), writer_(writer) {}

  Result<void> ensure_open(const Stop&) override { return {}; }
  Result<void> read(const Read& use, const Stop&) override { return use(writer_); }
  // A failure leaves what was written before it: the caller that gets it ends the transaction with
  // it.
  Result<void> write(const Write& use, const Stop&) override { return use(writer_); }
  Result<void> write_soon(std::chrono::milliseconds, const Write& use, const Stop&) override {
    return use(writer_);
  }
  Result<void> finish() override { return {}; }
  std::string name() const override { return outer_.name(); }
  Result<std::unique_ptr<Store>> other(std::string_view address,
                                       std::string_view field) const override {
    return outer_.other(address, field);
  }
  bool exists() const override { return true; }
  Maintenance& maintenance() override { return outer_.maintenance(); }

 private:
  Access& outer_;
  Writer& writer_;
};

}  // namespace
}  // namespace aim::store

namespace aim::engine {
namespace {

const std::string& survivor(const ImportReport& report, const std::string& id) {
  const auto found = report.survivors.find(id);
  return found == report.survivors.end() ? id : found->second;
}

Result<std::optional<Memory>> memory_of(store::Reader& reader, const ImportReport& report,
                                        const std::string& id) {
  return reader.memories.find_by_id(survivor(report, id));
}

// Why an item was not taken; empty: it was.
using Flaw = std::string;

// One transaction for the whole batch; items that cannot be taken are reported by `place` and leave
// the others whole. `finish` ends the transaction.
template <class Item, class Place, class Take, class Finish>
Result<void> take_all(Engine& engine, const std::vector<Item>& batch, ImportReport& report,
                      Place place, Take take, Finish finish) {
  if (batch.empty())
    return {};
  std::vector<ImportError> errors;
  TRY_VOID(write_step(engine, "import", [&](store::Writer& writer) -> Result<void> {
    errors.clear();
    for (std::size_t i = 0; i < batch.size(); ++i)
      if (Flaw flaw = TRY(take(writer, batch[i])); !flaw.empty())
        errors.push_back({place(i), std::move(flaw)});
    return finish(writer);
  }));
  report.errors.insert(report.errors.end(), errors.begin(), errors.end());
  return {};
}

Result<void> nothing_more(store::Reader&) {
  return {};
}

Result<Flaw> take_link(store::Writer& writer, const ImportReport& report, Link link, Time now) {
  const std::string name = "the link " + link.source_id + " → " + link.target_id;
  const auto source = TRY(memory_of(writer, report, link.source_id));
  const auto target = TRY(memory_of(writer, report, link.target_id));
  if (!source || !target)
    return name + " names a memory that is not there";
  if (source->key == target->key)
    return name + " leads to the memory itself";
  if (link.relation == name_of(Relation::reflects_on) &&
      TRY(writer.links.closes_cycle(source->key, target->key)))
    return name + " would close a cycle of reflections";
  if (link.created_at.time == Time{})
    link.created_at = at(now);
  if (link.valid_from.time == Time{})
    link.valid_from = link.created_at;
  TRY_VOID(writer.links.add(source->key, target->key, link));
  return Flaw();
}

Result<Flaw> take_loss(store::Writer& writer, const ImportReport& report, const ImportLoss& item) {
  const auto reflection = TRY(memory_of(writer, report, item.reflection_id));
  if (!reflection)
    return "the lost source " + item.source.id +
           " is of a reflection that is not there: " + item.reflection_id;
  TRY_VOID(writer.links.put_lost_source(reflection->key, item.source));
  return Flaw();
}

Result<Flaw> take_transcript_link(store::Writer& writer, const ImportReport& report,
                                  const TranscriptLink& link) {
  const auto memory = TRY(memory_of(writer, report, link.memory_id));
  if (!memory)
    return "the transcript " + link.transcript_id +
           " is linked with a memory that is not there: " + link.memory_id;
  TRY_VOID(writer.transcripts.link(memory->key, link.transcript_id, link.span));
  return Flaw();
}

Result<Flaw> take_standard(store::Writer& writer, const ImportReport& report, StandardRow row,
                           const NamesToday& names) {
  row.name_space = names.of(row.name_space);
  if (row.parent)
    row.parent = names.of(*row.parent);
  std::optional<Key> key;
  if (row.id) {
    const auto memory = TRY(memory_of(writer, report, *row.id));
    if (!memory)
      return "the standard of \"" + row.name_space +
             "\" names a memory that is not there: " + *row.id;
    key = memory->key;
  }
  // What was already so, here, needs nobody to confirm it.
  const auto before = TRY(writer.memories.find_standard(row.name_space));
  const bool known = before && before->confirmed && before->key == key &&
                     (!row.parent || before->parent == row.parent);
  TRY_VOID(writer.memories.set_standard(row.name_space, key, row.parent, row.updated_at));
  if (!known)
    TRY_VOID(writer.memories.doubt_standard(row.name_space));
  return Flaw();
}

}  // namespace

Result<void> in_one_transaction(Engine& engine, const std::function<Result<void>(Engine&)>& use) {
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    store::OneTransaction transaction(engine.database, writer);
    Engine inside = engine;
    inside.database = store::Access(transaction, engine.database.stop());
    return use(inside);
  });
}

Result<void> import_links(Engine& engine, const std::vector<ImportLink>& batch,
                          ImportReport& report) {
  const Time now = engine.clock.now();
  return take_all(
      engine, batch, report, [&](std::size_t i) { return batch[i].index; },
      [&](store::Writer& writer, const ImportLink& item) {
        return take_link(writer, report, item.link, now);
      },
      settle_reflections);
}

Result<void> import_lost_sources(Engine& engine, const std::vector<ImportLoss>& batch,
                                 ImportReport& report) {
  return take_all(
      engine, batch, report, [&](std::size_t i) { return batch[i].index; },
      [&](store::Writer& writer, const ImportLoss& item) {
        return take_loss(writer, report, item);
      },
      settle_reflections);
}

Result<void> import_versions(Engine& engine, std::vector<store::Version> batch) {
  if (batch.empty())
    return {};
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    for (auto from = batch.begin(); from != batch.end();) {
      const std::string id = from->memory.id;
      const auto to = std::find_if(
          from, batch.end(), [&](const store::Version& each) { return each.memory.id != id; });
      TRY(take_versions(writer, id, {from, to}));
      from = to;
    }
    return {};
  });
}

Result<void> import_link_changes(Engine& engine, const std::vector<store::LinkChange>& batch,
                                 const ImportReport& report) {
  if (batch.empty())
    return {};
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    for (store::LinkChange each : batch) {
      each.link.source_id = survivor(report, each.link.source_id);
      each.link.target_id = survivor(report, each.link.target_id);
      TRY_VOID(writer.links.put_change(each));
    }
    return {};
  });
}

Result<void> import_archived(Engine& engine, const std::vector<Archived>& batch) {
  if (batch.empty())
    return {};
  return write_step(engine, "import", [&](store::Writer& writer) -> Result<void> {
    const NamesToday names = TRY(NamesToday::read(writer));
    for (Archived each : batch) {
      each.memory.name_space = names.of(each.memory.name_space);
      TRY_VOID(writer.memories.add_archived(each));
    }
    return {};
  });
}

Result<void> import_transcript_links(Engine& engine, const std::vector<ImportTranscriptLink>& batch,
                                     ImportReport& report) {
  return take_all(
      engine, batch, report, [&](std::size_t i) { return batch[i].index; },
      [&](store::Writer& writer, const ImportTranscriptLink& item) {
        return take_transcript_link(writer, report, item.link);
      },
      nothing_more);
}

Result<void> import_transcript_end(Engine& engine, const std::string& transcript_id,
                                   Time expires_at) {
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    if (const auto transcript = TRY(writer.transcripts.find(transcript_id)))
      return writer.transcripts.set_expiry(transcript->number, expires_at);
    return {};
  });
}

Result<void> import_standards(Engine& engine, const std::vector<StandardRow>& batch,
                              ImportReport& report) {
  const NamesToday names = TRY(engine.database.read(NamesToday::read));
  return take_all(
      engine, batch, report, [](std::size_t i) { return i; },
      [&](store::Writer& writer, const StandardRow& row) {
        return take_standard(writer, report, row, names);
      },
      nothing_more);
}

}  // namespace aim::engine
