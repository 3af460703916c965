#include "engine/forget.h"

#include <algorithm>
#include <unordered_set>

#include "engine/events.h"
#include "engine/ids.h"
#include "store/sqlite/archive.h"
#include "store/sqlite/memories.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::int64_t at_once = 500;  // memories a transaction
constexpr std::size_t most_listed = 1'000;

bool holds_all(const Memory& memory, const std::vector<std::string>& words) {
  if (words.empty())
    return true;
  std::unordered_set<std::string> there;
  const auto add = [&](std::string_view text) {
    for (std::string& word : text::exact_words(text)) there.insert(std::move(word));
  };
  add(memory.title);
  add(memory.content);
  for (const std::string& tag : memory.tags) add(tag);
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return there.contains(word); });
}

Payload payload_of(const ForgetRequest& request, const std::vector<std::string>& ids) {
  Payload payload;
  payload.add("ids", ids);
  if (!request.name_space.empty())
    payload.add("namespace", request.name_space);
  // Not the pattern itself: what a person wants forgotten does not stay in what is kept for ever.
  payload.add("pattern", !request.pattern.empty());
  if (request.tier)
    payload.add("tier", name_of(*request.tier));
  return payload;
}

// One transaction: looks at the next memories after `after`, and takes those that match.
// Returns the last key looked at; nothing when there are no more.
Result<std::optional<Key>> forget_some(store::Connection& connection, const Engine& engine,
                                       const ForgetRequest& request,
                                       const std::vector<std::string>& words, Key after, Time now,
                                       Forgotten& forgotten) {
  Filter filter;
  filter.name_space = request.name_space;
  filter.tier = request.tier;
  const auto memories = TRY(store::matching(connection, filter, at_once, after));
  if (memories.empty())
    return std::optional<Key>();
  std::vector<std::string> gone;
  for (const Memory& memory : memories) {
    if (!holds_all(memory, words))
      continue;
    ++forgotten.count;
    if (forgotten.listed.size() < most_listed)
      forgotten.listed.emplace_back(memory.id, memory.title);
    if (request.dry_run)
      continue;
    TRY_VOID(store::add_archived(connection, {memory, at(now), "forget"}));
    TRY_VOID(store::erase(connection, memory, now));
    gone.push_back(memory.id);
  }
  TRY_VOID(record_ids(connection, engine, event::memories_forgotten, gone,
                      [&](const auto& ids) { return payload_of(request, ids); }));
  return std::optional(memories.back().key);
}

}  // namespace

Result<Memory> remove(Engine& engine, const std::string& id) {
  return engine.database.write([&](store::Connection& connection) -> Result<Memory> {
    Memory memory = TRY(find_memory(connection, id));
    TRY_VOID(store::erase(connection, memory, engine.clock.now()));
    Payload payload;
    payload.add("ids", std::vector{memory.id}).add("namespace", memory.name_space);
    TRY_VOID(record(connection, engine, event::memory_deleted, payload));
    return memory;
  });
}

Result<Forgotten> forget(Engine& engine, const ForgetRequest& request,
                         const std::function<void(std::int64_t done)>& tell) {
  const auto words = text::exact_words(request.pattern);
  // Without this a pattern of punctuation would fit everything in the namespace.
  if (words.empty() && !request.pattern.empty())
    return Failure(
        refuse("pattern", "must hold at least one word; it has neither letters nor digits"));
  if (request.name_space.empty() && !request.tier && words.empty())
    return Failure(Error{Code::validation_failed,
                         "nothing to forget by: name at least one of namespace, pattern, tier",
                         "pattern",
                         {},
                         {}});
  const Time now = engine.clock.now();
  Forgotten forgotten;
  for (std::optional<Key> after = 0; after;) {
    Forgotten so_far = forgotten;
    const auto step = [&](store::Connection& connection) {
      return forget_some(connection, engine, request, words, *after, now, so_far);
    };
    after = TRY(request.dry_run ? engine.database.read(step) : engine.database.write(step));
    forgotten = std::move(so_far);
    if (tell)
      tell(forgotten.count);
    if (after)
      TRY_VOID(engine.database.go_on());
  }
  return forgotten;
}

}  // namespace aim::engine
