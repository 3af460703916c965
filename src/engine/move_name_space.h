// A namespace under another name, with all that it holds: memories and their standard, the archive,
// transcripts, questions, the projects and other names that lead to it. One transaction; the old
// name goes on as another name of the new one.
// Knows: the store. Must not know: doors.
// Threads: any. Cost: every row of the namespace is written again.
#pragma once
#include "engine/engine.h"

namespace aim::engine {

struct MovedNameSpace {
  std::int64_t memories = 0, archived = 0, transcripts = 0;
  std::vector<std::string> retitled;  // ids of memories whose title the other namespace had too
  std::vector<std::string> tokens;    // names of tokens that reach the old name and not the new one
};

// Errors: not_found when there is no `from`; conflict when `to` holds memories.
Result<MovedNameSpace> rename_name_space(Engine& engine, const std::string& from,
                                         const std::string& to);
// The same where both hold some: of two with one title the one that comes gets "title (from)".
Result<MovedNameSpace> merge_name_spaces(Engine& engine, const std::string& from,
                                         const std::string& into);

// Undoes such a move (engine/undo.h), inside a write: what was moved, as the step says, and is
// still there goes back. Transcripts that became one with another stay. Returns how many memories
// went back.
Result<std::int64_t> move_back(store::Writer& writer, Engine& engine, std::string_view step);

}  // namespace aim::engine
