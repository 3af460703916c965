// The copy of the passages beside a large database (passage_copy.h), as servers keep it.
// Threads: as PassageIndex.
#pragma once
#include "base/result.h"

namespace aim {
struct Engine;
}

namespace aim::engine {

// For the idle time of a server with many passages: writes a copy where there is none, or where the
// one there is has become old, and lets this process use it. Errors: those of the database and the
// file system; conflict while another process writes one.
Result<void> tend_passage_copy(Engine& engine);

// After very many memories came in at once, so that the next process does not have to read them
// all. As tend_passage_copy(), whatever the age of the copy.
Result<void> copy_passages(Engine& engine);

}  // namespace aim::engine
