#include "op/import_parts.h"

#include <boost/json/value.hpp>

#include "op/stored_secrets.h"
#include "text/json_text.h"

namespace aim::op {

Result<void> ImportParts::write_first(Engine& engine, ImportOutcome& outcome) const {
  if (!memories.empty())
    TRY_VOID(engine::import_memories(engine, memories, outcome.report));
  outcome.take_errors_of("memories", outcome.report);
  TRY_VOID(engine::import_archived(engine, archived));
  outcome.archived += archived.size();
  TRY_VOID(engine::import_versions(engine, versions));
  return write_turns(engine, outcome);
}

Result<void> ImportParts::write_turns(Engine& engine, ImportOutcome& outcome) const {
  if (turns.empty())
    return {};
  const auto counts = TRY(engine::capture_turns(engine, turns));
  for (const std::size_t each : counts.different)
    outcome.add("turns", turn_indexes[each],
                "turn " + std::to_string(*turns[each].number) + " of session " +
                    turns[each].session_id + " already has another text");
  outcome.turns += turns.size();
  return {};
}

Result<void> ImportParts::write_rest(Engine& engine, ImportOutcome& outcome) const {
  TRY_VOID(engine::settle_import(engine, outcome.report));
  engine::ImportReport parts;
  parts.survivors = outcome.report.survivors;
  TRY_VOID(engine::import_links(engine, links, parts));
  outcome.take_errors_of("links", parts);
  TRY_VOID(engine::import_lost_sources(engine, losses, parts));
  outcome.take_errors_of("lost_sources", parts);
  TRY_VOID(engine::import_standards(engine, standards, parts));
  outcome.take_errors_of("standards", parts);
  TRY_VOID(engine::import_link_changes(engine, link_changes, outcome.report));
  for (const TranscriptEnd& end : ends)
    TRY_VOID(engine::import_transcript_end(engine, end.transcript_id, *end.expires_at));
  TRY_VOID(engine::import_transcript_links(engine, transcript_links, parts));
  outcome.take_errors_of("transcript_links", parts);
  return {};
}

namespace {

constexpr std::size_t piece_bytes = 64 * 1'024;
constexpr std::size_t pieces_ahead = 96;  // most of a batch

std::string id_in(const json::value& item) {
  const json::value* id = item.is_object() ? item.get_object().if_contains("id") : nullptr;
  return id && id->is_string() ? std::string(id->get_string()) + ": " : std::string();
}

Result<void> read_one(const Engine& engine, ReadMemory& one) {
  const auto json = text::parse_json(std::exchange(one.text, {}));
  if (!json) {
    one.flaw = json.error().message;
    return {};
  }
  auto memory = imported_memory(*json, one.trust, one.now);
  if (!memory) {
    one.flaw = id_in(*json) + memory.error().message;
    return {};
  }
  Cleaner cleaner = cleaner_of(engine);
  cleaner.memory(*memory);
  one.secrets = cleaner.removed();
  if (one.trust == Trust::own)
    if (const auto fits = within_limits(*memory, one.now); !fits)
      one.beyond = fits.error().message;
  if (one.trust == Trust::stranger && !memory->expires_at)
    if (const auto expiry = expiry_at_birth(memory->tier, one.now, engine.options.lifetimes))
      memory->expires_at = at(*expiry);
  one.item = {one.index, std::move(*memory)};
  return engine::prepare_import(engine, *one.item, one.now);
}

}  // namespace

ImportReading::ImportReading(const Engine& engine)
    : engine_(engine),
      ahead_(threads_ahead(), pieces_ahead, [&engine](Piece& piece) { read(engine, piece); }) {}

void ImportReading::read(const Engine& engine, Piece& piece) {
  for (ReadMemory& one : piece.memories) {
    piece.done = read_one(engine, one);
    if (!piece.done)
      return;
  }
}

void ImportReading::add(std::size_t index, Trust trust, std::string_view text) {
  next_.push_back({index, trust, engine_.clock.now(), std::string(text), text.size()});
  next_bytes_ += text.size();
  if (next_bytes_ >= piece_bytes)
    hand_on();
}

void ImportReading::hand_on() {
  ahead_.add({std::exchange(next_, {})});
  next_bytes_ = 0;
}

Result<std::vector<ReadMemory>> ImportReading::take(More more) {
  if (more == More::to_come && !ahead_.full())
    return std::vector<ReadMemory>();
  auto piece = ahead_.take();
  // Less than a piece is not worth a thread.
  if (!piece) {
    piece.emplace(Piece{std::exchange(next_, {})});
    next_bytes_ = 0;
    read(engine_, *piece);
  }
  if (!piece->done)
    return Failure(piece->done.error());
  return std::move(piece->memories);
}

}  // namespace aim::op
