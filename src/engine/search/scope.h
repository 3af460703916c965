// Which part of a database a question is about: namespaces, and how long and how many their
// memories are.
#pragma once
#include <cstdint>
#include <vector>

#include "memory/filter.h"
#include "memory/score.h"
#include "store/store.h"

namespace aim::engine {

struct Scope {
  std::vector<std::int64_t> name_spaces;  // numbers; empty: all
  bool nothing = false;                   // a namespace that holds no memory
  bool most = false;                      // a good part of the database
  Corpus corpus;
};
Result<Scope> scope_of(store::Reader& reader, const Filter& filter);

}  // namespace aim::engine
