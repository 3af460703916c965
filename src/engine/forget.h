// Removing memories: one by id, many by filter (A7, S16).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "memory/filter.h"

namespace aim::engine {

// The memory as it was. Errors: not_found.
Result<Memory> remove(Engine& engine, const std::string& id);

struct ForgetRequest {
  std::string name_space;  // empty: any
  std::string pattern;  // all its words, whole and unstemmed, in title, content or tags; empty: any
  std::optional<Tier> tier;
  bool dry_run = false;
  Filter also = {};  // kind, tags and times; those above come in its place
};
struct Forgotten {
  std::int64_t count = 0;
  std::vector<std::pair<std::string, std::string>> listed;  // id and title, the first thousand
};
// Archives (reason `forget`), then removes, in transactions of at most 500; `tell` is given what
// has been done after each.
// Errors: validation_failed when nothing narrows the request.
Result<Forgotten> forget(Engine& engine, const ForgetRequest& request,
                         const std::function<void(std::int64_t done)>& notify = {});

}  // namespace aim::engine
