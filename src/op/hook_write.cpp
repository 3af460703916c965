#include "op/hook_write.h"

#include "engine/history/transcripts.h"
#include "engine/lookup/by_title.h"
#include "engine/remember.h"
#include "memory/metadata.h"
#include "op/hook_recovery.h"
#include "op/hook_solution.h"
#include "op/store_request.h"

namespace aim::op {
namespace {

constexpr double of_solution = 0.7, of_decision = 0.6;

Result<void> keep_turn(Engine& engine, const HookKeep& keep, Attempt attempt) {
  for (const engine::TurnDraft& missing : TRY(turns_missing_before(engine, keep)))
    TRY_VOID(engine::capture_turn(engine, missing, {.once = true, .synced = false}));
  if (keep.turn.empty())
    return {};
  engine::TurnDraft turn;
  turn.name_space = keep.name_space;
  turn.session_id = keep.session_id;
  turn.role = keep.role;
  turn.text = keep.turn;
  turn.said_at = keep.at;
  // Nobody is told that a turn is kept, and its host has it, too: no hook waits for the disk.
  engine::CaptureOptions options;
  options.synced = options.once = attempt == Attempt::again;
  TRY_VOID(engine::capture_turn(engine, turn, options));
  return {};
}

engine::Draft draft_of(const HookKeep& keep, std::string title, std::string content) {
  engine::Draft draft;
  draft.title = std::move(title);
  draft.content = std::move(content);
  draft.name_space = keep.name_space;
  draft.tier = Tier::long_term;
  return draft;
}

Result<void> keep_solution(Engine& engine, const HookKeep& keep) {
  const OpenError& error = *keep.solved;
  const std::string title = solution_title(error);
  std::optional<Memory> before;
  if (engine.database.exists())
    before = TRY(engine::find_titled(engine, {keep.name_space}, title));
  engine::Draft draft = draft_of(keep, title,
                                 solution_text(error, {keep.name_space, keep.branch, keep.host},
                                               before ? before->content : std::string()));
  draft.tags = solution_tags(error);
  draft.confidence = of_solution;
  draft.source = keep.two_stores ? "error_resolution" : "hook";
  draft.metadata = with_text("{}", "category", "error_resolution");
  if (!keep.session_id.empty())
    draft.metadata = with_text(draft.metadata, "session_id", keep.session_id);
  TRY_VOID(engine::remember(engine, draft));
  return {};
}

Result<void> keep_decision(Engine& engine, const HookKeep& keep) {
  engine::Draft draft = draft_of(keep, title_from(keep.decision), keep.decision);
  draft.title_is_derived = true;
  draft.tags = {"decision"};
  draft.confidence = of_decision;
  draft.source = keep.two_stores ? "decision" : "hook";
  draft.metadata = with_text("{}", "category", "decision");
  draft.metadata = with_text(draft.metadata, "session_id", keep.session_id);
  TRY_VOID(engine::remember(engine, draft));
  return {};
}

}  // namespace

Result<void> keep_of_hook(Engine& engine, const HookKeep& keep, Attempt attempt) {
  if (!keep.turn.empty() || keep.ends)
    TRY_VOID(keep_turn(engine, keep, attempt));
  if (keep.solved)
    TRY_VOID(keep_solution(engine, keep));
  if (!keep.decision.empty())
    TRY_VOID(keep_decision(engine, keep));
  if (!keep.remember.empty())
    TRY_VOID(remember_of_hook(engine, keep));
  return {};
}

Result<std::string> remember_of_hook(Engine& engine, const HookKeep& keep) {
  engine::Draft draft = draft_of(keep, title_from(keep.remember), keep.remember);
  draft.title_is_derived = true;
  draft.source = keep.two_stores ? "manual" : "user";
  return TRY(engine::remember(engine, draft)).memory.id;
}

}  // namespace aim::op
