// Is the database sound? A quick look, and a whole examination: for health (D4).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace aim::engine {

// A quick look: is the database readable, does the text index answer? Errors: what is wrong.
Result<void> probe(Engine& engine);

struct Check {
  std::string check;
  bool good = false;
  std::string detail;
};
// Reads the whole file (minutes on a gigabyte), on a connection of its own, until `stop` says so.
// Errors: unavailable when stopped.
Result<std::vector<Check>> examine(Engine& engine, const std::function<bool()>& stop);

}  // namespace aim::engine
