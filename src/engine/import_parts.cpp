// The parts of an import that hang on memories: links, losses, transcripts, standards (transfer.h).
#include "engine/reflect.h"
#include "engine/transfer.h"
#include "store/sqlite/archive.h"
#include "store/sqlite/links.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/reflections.h"
#include "store/sqlite/standards.h"
#include "store/sqlite/transcripts.h"

namespace aim::engine {
namespace {

const std::string& survivor(const ImportReport& report, const std::string& id) {
  const auto found = report.survivors.find(id);
  return found == report.survivors.end() ? id : found->second;
}

Result<std::optional<Memory>> memory_of(store::Connection& connection, const ImportReport& report,
                                        const std::string& id) {
  return store::find_by_id(connection, survivor(report, id));
}

// Why an item was not taken; empty: it was.
using Flaw = std::string;

// One transaction for the whole batch; items that cannot be taken are reported by `place` and leave the others whole.
// `finish` ends the transaction.
template <class Item, class Place, class Take, class Finish>
Result<void> take_all(Engine& engine, const std::vector<Item>& batch, ImportReport& report,
                      Place place, Take take, Finish finish) {
  if (batch.empty())
    return {};
  std::vector<ImportError> errors;
  TRY_VOID(engine.database.write([&](store::Connection& connection) -> Result<void> {
    errors.clear();
    for (std::size_t i = 0; i < batch.size(); ++i)
      if (Flaw flaw = TRY(take(connection, batch[i])); !flaw.empty())
        errors.push_back({place(i), std::move(flaw)});
    return finish(connection);
  }));
  report.errors.insert(report.errors.end(), errors.begin(), errors.end());
  return {};
}

Result<void> nothing_more(store::Connection&) {
  return {};
}

Result<Flaw> take_link(store::Connection& connection, const ImportReport& report, Link link,
                       Time now) {
  const std::string name = "the link " + link.source_id + " → " + link.target_id;
  const auto source = TRY(memory_of(connection, report, link.source_id));
  const auto target = TRY(memory_of(connection, report, link.target_id));
  if (!source || !target || source->key == target->key)
    return name + " names a memory that is not there";
  if (link.relation == name_of(Relation::reflects_on) &&
      TRY(store::closes_cycle(connection, source->key, target->key)))
    return name + " would close a cycle of reflections";
  if (link.created_at.time == Time{})
    link.created_at = at(now);
  if (link.valid_from.time == Time{})
    link.valid_from = link.created_at;
  TRY_VOID(store::add_link(connection, source->key, target->key, link));
  return Flaw();
}

Result<Flaw> take_loss(store::Connection& connection, const ImportReport& report,
                       const ImportLoss& item) {
  const auto reflection = TRY(memory_of(connection, report, item.reflection_id));
  if (!reflection)
    return "the lost source " + item.source.id +
           " is of a reflection that is not there: " + item.reflection_id;
  TRY_VOID(store::put_lost_source(connection, reflection->key, item.source));
  return Flaw();
}

Result<Flaw> take_transcript_link(store::Connection& connection, const ImportReport& report,
                                  const TranscriptLink& link) {
  const auto memory = TRY(memory_of(connection, report, link.memory_id));
  if (!memory)
    return "the transcript " + link.transcript_id +
           " is linked with a memory that is not there: " + link.memory_id;
  TRY_VOID(store::link_transcript(connection, memory->key, link.transcript_id, link.span));
  return Flaw();
}

Result<Flaw> take_standard(store::Connection& connection, const ImportReport& report,
                           const StandardRow& row) {
  std::optional<Key> key;
  if (row.id) {
    const auto memory = TRY(memory_of(connection, report, *row.id));
    if (!memory)
      return "the standard of \"" + row.name_space +
             "\" names a memory that is not there: " + *row.id;
    key = memory->key;
  }
  TRY_VOID(store::set_standard(connection, row.name_space, key, row.parent, row.updated_at));
  return Flaw();
}

}  // namespace

Result<void> import_links(Engine& engine, const std::vector<ImportLink>& batch,
                          ImportReport& report) {
  const Time now = engine.clock.now();
  return take_all(
      engine, batch, report, [&](std::size_t i) { return batch[i].index; },
      [&](store::Connection& connection, const ImportLink& item) {
        return take_link(connection, report, item.link, now);
      },
      settle_reflections);
}

Result<void> import_lost_sources(Engine& engine, const std::vector<ImportLoss>& batch,
                                 ImportReport& report) {
  return take_all(
      engine, batch, report, [&](std::size_t i) { return batch[i].index; },
      [&](store::Connection& connection, const ImportLoss& item) {
        return take_loss(connection, report, item);
      },
      settle_reflections);
}

Result<void> import_archived(Engine& engine, const std::vector<Archived>& batch) {
  if (batch.empty())
    return {};
  return engine.database.write([&](store::Connection& connection) -> Result<void> {
    for (const Archived& each : batch) TRY_VOID(store::add_archived(connection, each));
    return {};
  });
}

Result<void> import_transcript_links(Engine& engine, const std::vector<ImportTranscriptLink>& batch,
                                     ImportReport& report) {
  return take_all(
      engine, batch, report, [&](std::size_t i) { return batch[i].index; },
      [&](store::Connection& connection, const ImportTranscriptLink& item) {
        return take_transcript_link(connection, report, item.link);
      },
      nothing_more);
}

Result<void> import_transcript_end(Engine& engine, const std::string& transcript_id,
                                   Time expires_at) {
  return engine.database.write([&](store::Connection& connection) -> Result<void> {
    if (const auto transcript = TRY(store::find_transcript(connection, transcript_id)))
      return store::set_transcript_expiry(connection, transcript->number, expires_at);
    return {};
  });
}

Result<void> import_standards(Engine& engine, const std::vector<StandardRow>& batch,
                              ImportReport& report) {
  return take_all(
      engine, batch, report, [](std::size_t i) { return i; },
      [&](store::Connection& connection, const StandardRow& row) {
        return take_standard(connection, report, row);
      },
      nothing_more);
}

}  // namespace aim::engine
