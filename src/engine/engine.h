// What the use cases run on: the parts, joined in one struct that has no behaviour of its own. The functions over it are
// in the headers beside this one, a subject each (remember, recall, touch, forget, …).
// Knows: the store. Must not know: SQL, JSON, doors, who is asking.
// Threads: an Engine may be used from several threads at once; each function says where that is not so.
#pragma once
#include <string>

#include "base/clock.h"
#include "engine/touch_queue.h"
#include "memory/lifetime.h"
#include "memory/score.h"
#include "memory/tier.h"
#include "store/sqlite/database.h"

namespace aim {

struct EngineOptions {
  Lifetimes lifetimes;
  Ranking ranking = Ranking::relevance;
  bool archive_on_gc = true;
  bool flat_namespaces = false;  // no hierarchy in names (A5)
};

struct Engine {
  store::Database& database;
  const Clock& clock;
  EngineOptions options;
  engine::TouchQueue touches = {};
};

}  // namespace aim
