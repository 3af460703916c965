#include "engine/consolidate.h"

#include <algorithm>

#include "base/uuid.h"
#include "engine/events.h"
#include "engine/ids.h"
#include "engine/remember.h"
#include "engine/title.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "store/sqlite/archive.h"
#include "store/sqlite/links.h"
#include "store/sqlite/memories.h"

namespace aim::engine {
namespace {

Result<std::vector<Memory>> find_originals(store::Connection& connection,
                                           const std::vector<std::string>& ids) {
  std::vector<Memory> originals;
  for (const std::string& id : ids) {
    Memory memory = TRY(find_memory(connection, id));
    if (std::any_of(originals.begin(), originals.end(),
                    [&](const Memory& each) { return each.key == memory.key; }))
      return Failure(
          refuse("ids", "must name different memories; " + memory.id + " is named twice"));
    originals.push_back(std::move(memory));
  }
  return originals;
}

Result<Memory> united(const std::vector<Memory>& originals, const ConsolidateRequest& request,
                      Time now, const Lifetimes& lifetimes) {
  Memory memory;
  memory.id = new_uuid();
  memory.tier = request.tier;
  memory.name_space = request.name_space;
  memory.title = request.title;
  memory.content = request.write ? request.write(originals) : request.summary;
  memory.source = request.source;
  memory.created_at = memory.updated_at = at(now);
  memory.priority = 1;
  std::vector<std::string> metadata, ids;
  for (const Memory& each : originals) {
    for (const std::string& tag : each.tags)
      if (std::find(memory.tags.begin(), memory.tags.end(), tag) == memory.tags.end())
        memory.tags.push_back(tag);
    if (shown_priority(each) > shown_priority(memory)) {
      memory.priority = each.priority;
      memory.reinforcement = each.reinforcement;
    }
    memory.access_count += each.access_count;
    metadata.push_back(each.metadata);
    ids.push_back(each.id);
  }
  // A memory may have fifty tags; those of the first originals are kept.
  if (memory.tags.size() > rule::tags.max_items)
    memory.tags.resize(rule::tags.max_items);
  memory.metadata = with_text_list(unite_metadata(metadata), "derived_from", ids);
  // Of many large ones only the origin is kept: the originals are whole in the archive.
  if (memory.metadata.size() > rule::metadata.max_bytes)
    memory.metadata = with_text_list("{}", "derived_from", ids);
  const auto expiry = expiry_at_birth(memory.tier, now, lifetimes);
  if (expiry)
    memory.expires_at = at(*expiry);
  return memory;
}

}  // namespace

Result<Memory> consolidate(Engine& engine, const ConsolidateRequest& request) {
  TRY_VOID(check_name_space(engine, request.name_space));
  const Time now = engine.clock.now();
  return engine.database.write([&](store::Connection& connection) -> Result<Memory> {
    const auto originals = TRY(find_originals(connection, request.ids));
    for (const Memory& each : originals)
      if (request.read_at && each.updated_at.time > *request.read_at)
        return Failure(conflict("a memory was changed while its summary was written: " + each.id));
    const auto other =
        TRY(title_holder(connection, engine, request.name_space, request.title, now));
    if (other && std::none_of(originals.begin(), originals.end(),
                              [&](const Memory& each) { return each.key == other->key; }))
      return Failure(title_taken(*other));
    Memory memory = TRY(united(originals, request, now, engine.options.lifetimes));
    for (const Memory& each : originals) {
      TRY_VOID(store::add_archived(connection, {each, at(now), "consolidate"}));
      TRY_VOID(store::erase(connection, each, now));
    }
    TRY_VOID(store::insert(connection, memory));
    std::vector<std::string> from;
    for (const Memory& each : originals) from.push_back(each.id);
    Payload payload;
    payload.add("from", from).add("into", memory.id).add("namespace", memory.name_space);
    TRY_VOID(record(connection, engine, event::memories_consolidated, payload));
    return memory;
  });
}

}  // namespace aim::engine
