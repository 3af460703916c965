// Turns of a session that no hook has told of, from the transcript that its host keeps: an
// assistant that was interrupted, a hook that was killed or not installed yet. Knows: engine,
// formats of transcripts. Must not know: hooks' answers, processes.
#pragma once
#include "engine/history/transcripts.h"
#include "op/hook_keep.h"

namespace aim::op {

// The turns between the last kept one and that of `keep`, or the end of its session. A transcript
// of lines is read from there on, and not at all where that is 8 MiB and more. Errors: those of the
// database; a transcript that cannot be read misses nothing.
Result<std::vector<engine::TurnDraft>> turns_missing_before(Engine& engine, const HookKeep& keep);

}  // namespace aim::op
