#include "op/import_parts.h"

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
  for (const TranscriptEnd& end : ends)
    TRY_VOID(engine::import_transcript_end(engine, end.transcript_id, *end.expires_at));
  TRY_VOID(engine::import_transcript_links(engine, transcript_links, parts));
  outcome.take_errors_of("transcript_links", parts);
  return {};
}

}  // namespace aim::op
