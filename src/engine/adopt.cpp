#include "engine/adopt.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/utf8.h"
#include "engine/remember.h"
#include "engine/title.h"
#include "engine/vectorize.h"
#include "memory/merge.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "store/sqlite/memories.h"

namespace aim::engine {
namespace {

// What the content was when it came, so that a change here is told from a change there.
constexpr std::string_view mark = "origin_hash";

std::string hash_of(std::string_view content) {
  return std::to_string(stable_hash(content));
}

enum class Fate { add, update, unchanged, edited };

Fate fate_of(const Memory& old, const Memory& fresh) {
  const std::string marked = text_members(old.metadata, std::array{mark}).front();
  if (old.content == fresh.content || marked == hash_of(fresh.content))
    return Fate::unchanged;
  return marked == hash_of(old.content) ? Fate::update : Fate::edited;
}

void count(Fate fate, AdoptReport& report) {
  switch (fate) {
    case Fate::add:
      ++report.added;
      break;
    case Fate::update:
      ++report.updated;
      break;
    case Fate::unchanged:
      ++report.unchanged;
      break;
    case Fate::edited:
      ++report.edited;
      break;
  }
}

bool has_expired(const Memory& memory, Time now) {
  return memory.expires_at && memory.expires_at->time <= now;
}

// A title of its own: another memory's is not overwritten by what only happens to be called the same.
Result<std::string> free_title(store::Connection& connection, const Engine& engine,
                               const Memory& memory, Time now) {
  constexpr std::size_t short_id = 8;
  for (const std::size_t id_bytes : {std::size_t{0}, short_id, memory.id.size()}) {
    const std::string suffix = id_bytes == 0 ? "" : " [" + memory.id.substr(0, id_bytes) + "]";
    std::string title(utf8::cut(memory.title, rule::title.max_bytes - suffix.size()));
    title += suffix;
    if (!TRY(title_holder(connection, engine, memory.name_space, title, now)))
      return title;
  }
  return memory.id;
}

Result<void> add(store::Connection& connection, const Engine& engine, Memory& memory, Time now) {
  if (memory.created_at.time == Time{})
    memory.created_at = at(now);
  if (memory.updated_at.time == Time{})
    memory.updated_at = memory.created_at;
  if (!memory.expires_at)
    if (const auto expiry = expiry_at_birth(memory.tier, now, engine.options.lifetimes))
      memory.expires_at = at(*expiry);
  memory.title = TRY(free_title(connection, engine, memory, now));
  return store::insert(connection, memory);
}

Result<void> update(store::Connection& connection, const Engine& engine, const Memory& old,
                    Memory& memory, Time now) {
  memory.title = old.title;
  memory.name_space = old.name_space;
  const Time changed = std::max(old.updated_at.time, memory.updated_at.time);
  memory = merge(old, memory, false, now, engine.options.lifetimes);
  memory.updated_at = at(changed);
  return store::replace(connection, old, memory);
}

Result<void> adopt_one(store::Connection& connection, const Engine& engine, Memory memory, Time now,
                       AdoptReport& report, std::vector<Memory>& written) {
  auto old = TRY(store::find_by_id(connection, memory.id));
  if (old && has_expired(*old, now)) {
    TRY_VOID(collect(connection, engine, {*old}, now));
    old.reset();
  }
  const Fate fate = old ? fate_of(*old, memory) : Fate::add;
  count(fate, report);
  if (fate != Fate::add && fate != Fate::update)
    return {};
  memory.metadata = with_text(memory.metadata, mark, hash_of(memory.content));
  TRY_VOID(old ? update(connection, engine, *old, memory, now)
               : add(connection, engine, memory, now));
  written.push_back(std::move(memory));
  return {};
}

Result<void> look(Engine& engine, const std::vector<Memory>& batch, AdoptReport& report) {
  const Time now = engine.clock.now();
  return engine.database.read([&](store::Connection& connection) -> Result<void> {
    for (const Memory& memory : batch) {
      const auto old = TRY(store::find_by_id(connection, memory.id));
      count(old && !has_expired(*old, now) ? fate_of(*old, memory) : Fate::add, report);
    }
    return {};
  });
}

}  // namespace

Result<void> adopt(Engine& engine, std::vector<Memory> batch, AdoptReport& report, bool dry) {
  for (const Memory& memory : batch) TRY_VOID(check_name_space(engine, memory.name_space));
  if (batch.empty())
    return {};
  if (dry)
    return look(engine, batch, report);
  // The text index is written in order of namespaces (store/sqlite/text_functions.h); within one, in the order given.
  std::stable_sort(batch.begin(), batch.end(),
                   [](const Memory& a, const Memory& b) { return a.name_space < b.name_space; });
  const Time now = engine.clock.now();
  AdoptReport done;
  TRY_VOID(engine.database.write([&](store::Connection& connection) -> Result<void> {
    done = report;
    std::vector<Memory> written;
    for (const Memory& memory : batch)
      TRY_VOID(adopt_one(connection, engine, memory, now, done, written));
    return keep_by_table(connection, engine.meaning, written);
  }));
  report = done;
  return {};
}

}  // namespace aim::engine
