// Removing memories: one by id, many by filter (A7, S16).
#pragma once
#include "engine/engine.h"
#include "memory/filter.h"
#include "store/memories.h"

namespace aim::engine {

// The memory as it was. Errors: not_found.
Result<Memory> remove(Engine& engine, const std::string& id);
// The same within a transaction; recorded as an event. `lives_on`: in another memory, and so it
// does not count as deleted (archive.h).
Result<void> remove_within(store::Writer& writer, const Engine& engine, const Memory& memory,
                           Time now, bool lives_on = false);

// For good, with all that was kept of it: of a memory that is there, is archived, or only has a
// history. Errors: not_found.
struct RemovedForGood {
  std::string id, name_space;
  store::Purged traces;
};
Result<RemovedForGood> remove_for_good(Engine& engine, const std::string& id);

struct ForgetRequest {
  std::string name_space;  // empty: any
  std::string pattern;  // all its words, whole and unstemmed, in title, content or tags; empty: any
  std::optional<Tier> tier;
  bool dry_run = false;
  bool permanently = false;  // as remove_for_good(): not archived, and nothing is left of them
  Filter also = {};          // tiers, kind, tags and times; those above come in its place
  std::vector<std::string> ids = {};  // only these, in one transaction; empty: any
};
struct Forgotten {
  std::int64_t count = 0;
  std::int64_t histories = 0;  // memories that stay, as only a former state matched
  std::int64_t versions = 0;   // former states of the memories that are gone for good
  std::vector<std::pair<std::string, std::string>> listed;  // id and title, the first thousand
};
// Archives (reason `forget`) unless it is for good, then removes, in transactions of at most 500;
// `tell` is given what has been done after each. Errors: validation_failed when nothing narrows the
// request; not_found for an id, and then nothing was removed.
Result<Forgotten> forget(Engine& engine, const ForgetRequest& request,
                         const std::function<void(std::int64_t done)>& notify = {});

}  // namespace aim::engine
