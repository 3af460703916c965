// Turns of a session that no hook has told of, from the transcript that its host keeps: an
// assistant that was interrupted, a hook that was killed or not installed yet. Knows: engine,
// formats of transcripts. Must not know: hooks' answers, processes.
#pragma once
#include <vector>

#include "engine/history/transcripts.h"
#include "op/hook_keep.h"

namespace aim::op {

// What was said between the last turn that is kept and the turn of `keep`, or its end of a session.
// Of a transcript of lines, those since then are read, and none where that is 8 MiB and more.
// Errors: those of the database; a transcript that cannot be read misses nothing.
Result<std::vector<engine::TurnDraft>> turns_missing_before(Engine& engine, const HookKeep& keep);

}  // namespace aim::op
