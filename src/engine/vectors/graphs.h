// Graphs over the vectors of the models in use, where there are so many that comparing a question
// with each costs too much (B7). Built, extended and saved in the background of servers; a question
// uses one when its scope is large, and compares by hand what a graph does not know: fresh rows,
// the memories that hold its words, and their neighbours. Smaller scopes are always compared
// exactly. The file beside the database (NAME.vectors-CHANNEL) is a copy that may vanish at any
// time (S6).
// Threads: any; one caller at a time for one database in a process.
#pragma once
#include <functional>

#include "engine/engine.h"

namespace aim::engine {

// Loads, builds or extends what is worth it. `share` of one processor, at most. Ends early when
// `ending` says so; what was done by then is done again later.
Result<void> tend_graphs(Engine& engine, double share, const std::function<bool()>& ending);

}  // namespace aim::engine
