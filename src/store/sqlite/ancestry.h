// What reflections reflect on, a level at a time (I1, I3).
// Every function runs inside the caller's read().
#pragma once
#include <span>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "store/sqlite/connection.h"

namespace aim::store {

struct Source {
  Key reflection = 0;
  Key key = 0;
  std::string id, title;
};
// Of these reflections, in their order; those of one by id.
Result<std::vector<Source>> sources_of(Connection& connection, std::span<const Key> reflections);

}  // namespace aim::store
