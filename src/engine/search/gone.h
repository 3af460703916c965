// Memories that would answer a question, had they not expired or been archived (S44): the reply
// says that such facts are gone.
// Knows: the archive, words of texts. Must not know: rankings.
// Threads: any; runs inside the caller's read(). Cost: nothing where nothing is gone; else 2 ms at
// most, for the newest 200 of each kind.
#pragma once
#include "engine/engine.h"
#include "engine/search/found.h"

namespace aim::engine {

// Those that pass the filter and hold at least two thirds of the question's significant words.
Result<Gone> find_gone(store::Reader& reader, const Query& query, Time now);

}  // namespace aim::engine
