#include "engine/remember.h"

#include <algorithm>
#include <array>

#include "base/uuid.h"
#include "engine/ids.h"
#include "engine/title.h"
#include "engine/vectorize.h"
#include "memory/merge.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/namespaces.h"
#include "store/sqlite/titles.h"
#include "store/sqlite/transcripts.h"

namespace aim::engine {
namespace {

constexpr std::size_t most_similar = 5;  // S17

Result<std::optional<Timestamp>> expiry_of(const Draft& draft, Time now) {
  if (draft.expires_at)
    return std::optional(TRY(future_time(*draft.expires_at, now)));
  if (draft.ttl_secs)
    return std::optional(at(later(now, std::chrono::seconds(*draft.ttl_secs))));
  return std::optional<Timestamp>();
}

Memory memory_of(const Draft& draft, Time now) {
  Memory memory;
  memory.id = new_uuid();
  memory.tier = draft.tier;
  memory.name_space = draft.name_space;
  memory.title = draft.title;
  memory.content = draft.content;
  memory.tags = draft.tags;
  memory.priority = draft.priority;
  memory.confidence = draft.confidence;
  memory.source = draft.source;
  memory.created_at = memory.updated_at = at(now);
  memory.metadata = draft.metadata;
  memory.kind = draft.kind;
  memory.reflection_depth = draft.reflection_depth;
  return memory;
}

// The memory as the changes want it. Errors: the expiry is no time, or past.
Result<Memory> changed(const Memory& old, const Changes& changes, Time now,
                       const Lifetimes& lifetimes) {
  Memory memory = old;
  if (changes.title)
    memory.title = *changes.title;
  if (changes.content)
    memory.content = *changes.content;
  if (changes.name_space)
    memory.name_space = *changes.name_space;
  if (changes.metadata)
    memory.metadata = *changes.metadata;
  if (changes.tags)
    memory.tags = *changes.tags;
  if (changes.confidence)
    memory.confidence = *changes.confidence;
  if (changes.priority) {
    // The caller speaks of the priority that is shown: what use has added is settled with it.
    memory.priority = *changes.priority;
    memory.reinforcement = 0;
  }
  if (changes.tier && *changes.tier > memory.tier) {
    memory.tier = *changes.tier;
    const auto expiry = expiry_at_birth(memory.tier, now, lifetimes);
    memory.expires_at = expiry ? std::optional(at(*expiry)) : std::nullopt;
  }
  if (changes.change_expiry) {
    memory.expires_at.reset();
    if (changes.expires_at)
      memory.expires_at = TRY(future_time(*changes.expires_at, now));
  }
  memory.updated_at = at(now);
  return memory;
}

// What needs the clock or the options, before anything is written.
Result<std::optional<Timestamp>> checked_expiry(const Engine& engine, const Draft& draft,
                                                Time now) {
  TRY_VOID(check_name_space(engine, draft.name_space));
  return expiry_of(draft, now);
}

// A memory that says which session it is of comes from what was said there (I2, S14).
Result<void> link_with_session(store::Connection& connection, const Memory& memory) {
  constexpr std::array<std::string_view, 1> session_key{"session_id"};
  const auto session = text_members(memory.metadata, session_key);
  return session.front().empty()
             ? Result<void>()
             : store::link_session(connection, memory.key, session.front());
}

// Inside a write. Does not look for similar titles.
Result<Kept> keep(store::Connection& connection, const Engine& engine, const Draft& draft,
                  const std::optional<Timestamp>& expiry, Time now) {
  Kept kept{memory_of(draft, now), false, {}, {}};
  kept.memory.expires_at = expiry;
  const auto old = TRY(title_holder(connection, engine, draft.name_space, draft.title, now));
  if (old) {
    kept.updated = true;
    kept.memory = merge(*old, kept.memory, expiry.has_value(), now, engine.options.lifetimes);
    TRY_VOID(store::replace(connection, *old, kept.memory));
  } else {
    if (const auto born = expiry_at_birth(draft.tier, now, engine.options.lifetimes);
        born && !expiry)
      kept.memory.expires_at = at(*born);
    TRY_VOID(store::insert(connection, kept.memory));
  }
  TRY_VOID(keep_by_table(connection, engine.meaning, {&kept.memory, 1}));
  TRY_VOID(link_with_session(connection, kept.memory));
  return kept;
}

// Before the write, in a snapshot of its own: what a write has not committed must not get into the passages in memory.
Result<std::vector<Alike>> alike(Engine& engine, const Memory& memory,
                                 const std::vector<store::VectorRow>& rows) {
  if (rows.empty())
    return std::vector<Alike>();
  return engine.database.read([&](store::Connection& connection) -> Result<std::vector<Alike>> {
    std::vector<Alike> out;
    const auto same = TRY(store::find_by_title(connection, memory.name_space, memory.title));
    const Key own = same ? same->key : 0;
    for (const auto& space : TRY(store::name_spaces_matching(connection, memory.name_space)))
      for (const Similar& each :
           TRY(similar_to(connection, engine.meaning, space.number, own, rows)))
        for (Memory& other : TRY(store::by_keys(connection, {&each.key, 1})))
          out.push_back({std::move(other.id), std::move(other.title), each.cosine});
    return out;
  });
}

}  // namespace

Result<Timestamp> future_time(std::string_view text, Time now) {
  Timestamp time = TRY(parse_rfc3339(text, "expires_at"));
  if (time.time <= now)
    return Failure(refuse("expires_at", "must not be in the past; got " + std::string(text)));
  return time;
}

Result<void> check_name_space(const Engine& engine, std::string_view name_space) {
  if (engine.options.flat_namespaces && name_space.find('/') != name_space.npos)
    return Failure(refuse("namespace",
                          "must not contain slashes: the configuration asks for flat "
                          "namespaces"));
  return {};
}

Result<Kept> remember(Engine& engine, const Draft& draft, const Together& together) {
  const Time now = engine.clock.now();
  const auto expiry = TRY(checked_expiry(engine, draft, now));
  const Memory asked = memory_of(draft, now);
  const auto rows = by_open_model(engine, asked);
  auto nearest = TRY(alike(engine, asked, rows));
  return engine.database.write([&](store::Connection& connection) -> Result<Kept> {
    Draft prepared = draft;
    if (together.prepare)
      TRY_VOID(together.prepare(connection, prepared));
    Kept kept = TRY(keep(connection, engine, prepared, expiry, now));
    if (together.finish)
      TRY_VOID(together.finish(connection, kept.memory));
    TRY_VOID(keep_by_model(connection, engine.meaning, kept.memory.key, rows));
    kept.alike = nearest;
    kept.similar_ids = TRY(store::similar_titles(connection, draft.name_space, draft.title,
                                                 kept.memory.key, now, most_similar));
    return kept;
  });
}

Result<std::vector<std::optional<Error>>> remember_all(Engine& engine,
                                                       const std::vector<Draft>& drafts) {
  const Time now = engine.clock.now();
  std::vector<std::optional<Error>> flaws(drafts.size());
  std::vector<std::optional<Timestamp>> expiries(drafts.size());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    auto expiry = checked_expiry(engine, drafts[i], now);
    if (!expiry) {
      flaws[i] = expiry.error();
      continue;
    }
    expiries[i] = *expiry;
    order.push_back(i);
  }
  if (order.empty())
    return flaws;
  // The text index is written in order of namespaces (store/sqlite/text_functions.h); within one, in the order given.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return drafts[a].name_space < drafts[b].name_space;
  });
  TRY_VOID(engine.database.write([&](store::Connection& connection) -> Result<void> {
    for (const std::size_t i : order)
      TRY_VOID(keep(connection, engine, drafts[i], expiries[i], now));
    return {};
  }));
  return flaws;
}

Result<Memory> amend(Engine& engine, const std::string& id, const Changes& changes) {
  if (changes.name_space)
    TRY_VOID(check_name_space(engine, *changes.name_space));
  const Time now = engine.clock.now();
  return engine.database.write([&](store::Connection& connection) -> Result<Memory> {
    const Memory old = TRY(find_memory(connection, id));
    if (old.expires_at && old.expires_at->time <= now)
      return Failure(
          missing("memory not found: it has expired and waits for collection: " + old.id));
    Memory memory = TRY(changed(old, changes, now, engine.options.lifetimes));
    if (memory.title != old.title || memory.name_space != old.name_space) {
      const auto other =
          TRY(title_holder(connection, engine, memory.name_space, memory.title, now));
      if (other && other->key != old.key)
        return Failure(title_taken(*other));
    }
    TRY_VOID(store::replace(connection, old, memory));
    TRY_VOID(keep_by_table(connection, engine.meaning, {&memory, 1}));
    return memory;
  });
}

Result<Memory> promote(Engine& engine, const std::string& id) {
  const Time now = engine.clock.now();
  return engine.database.write([&](store::Connection& connection) -> Result<Memory> {
    Memory memory = TRY(find_memory(connection, id));
    memory.tier = Tier::long_term;
    memory.expires_at.reset();
    memory.updated_at = at(now);
    TRY_VOID(store::replace_life(connection, memory));
    return memory;
  });
}

}  // namespace aim::engine
