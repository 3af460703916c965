#include "engine/consolidate.h"

#include "base/uuid.h"
#include "engine/audit/events.h"
#include "engine/lookup/by_id.h"
#include "engine/lookup/by_title.h"
#include "engine/remember.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "memory/merge.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

Result<std::vector<Memory>> find_originals(store::Reader& reader,
                                           const std::vector<std::string>& ids) {
  std::vector<Memory> originals;
  for (const std::string& id : ids) {
    Memory memory = TRY(find_memory(reader, id));
    if (std::any_of(originals.begin(), originals.end(),
                    [&](const Memory& each) { return each.key == memory.key; }))
      return Failure(
          refuse("ids", "must name different memories; " + memory.id + " is named twice"));
    originals.push_back(std::move(memory));
  }
  return originals;
}

// The namespace that all share, where none was asked for (S47).
std::string name_space_of(const std::vector<Memory>& originals, const ConsolidateRequest& request) {
  if (request.name_space)
    return *request.name_space;
  const std::string& first = originals.front().name_space;
  const bool shared =
      std::ranges::all_of(originals, [&](const Memory& each) { return each.name_space == first; });
  return shared ? first : request.otherwise;
}

Memory united(const std::vector<Memory>& originals, const ConsolidateRequest& request,
              std::string name_space, Time now, const Lifetimes& lifetimes) {
  Memory memory;
  memory.id = new_uuid();
  memory.tier = request.tier;
  memory.name_space = std::move(name_space);
  memory.title = request.title;
  memory.content = request.write ? request.write(originals) : request.summary;
  memory.source = request.source;
  memory.created_at = memory.updated_at = at(now);
  if (const auto expiry = expiry_at_birth(memory.tier, now, lifetimes))
    memory.expires_at = at(*expiry);
  return consolidated(originals, std::move(memory));
}

// The new memory, with the originals' links to others and the conversations they came from; the
// originals go.
Result<void> take_place(store::Writer& writer, const std::vector<Memory>& originals, Memory& memory,
                        Time now) {
  // All of them first: a link between two is then in the archive of both.
  for (const Memory& each : originals)
    TRY_VOID(writer.memories.add_archived({each, at(now), "consolidate"}));
  // Its title may be that of an original; until that is gone, it goes by its id.
  Memory first = memory;
  first.title = first.id;
  TRY_VOID(writer.memories.insert(first));
  memory.key = first.key;
  for (const Memory& each : originals) {
    TRY_VOID(writer.links.move(each.key, memory.key, now));
    TRY_VOID(writer.transcripts.move_links(each.key, memory.key));
    TRY_VOID(writer.memories.erase(each, now));
  }
  TRY_VOID(writer.memories.replace(first, memory));
  TRY_VOID(writer.memories.erase_versions(memory.id));  // they are from before it had its title
  TRY(writer.links.break_cycles(memory.key));
  return {};
}

}  // namespace

Result<Memory> consolidate(Engine& engine, const ConsolidateRequest& request) {
  if (request.name_space)
    TRY_VOID(check_name_space(engine, *request.name_space));
  const Time now = engine.clock.now();
  return write_step(engine, "merge", [&](store::Writer& writer) -> Result<Memory> {
    const auto originals = TRY(find_originals(writer, request.ids));
    for (const Memory& each : originals)
      if (request.read_at && each.updated_at.time > *request.read_at)
        return Failure(
            conflict("a memory changed while its summary was being written: " + each.id));
    const std::string name_space = name_space_of(originals, request);
    const auto other = TRY(title_holder(writer, engine, name_space, request.title, now));
    if (other && std::none_of(originals.begin(), originals.end(),
                              [&](const Memory& each) { return each.key == other->key; }))
      return Failure(title_taken(*other));
    Memory memory = united(originals, request, name_space, now, engine.options.lifetimes);
    TRY_VOID(take_place(writer, originals, memory, now));
    TRY_VOID(keep_by_table(writer, engine.embeddings, {&memory, 1}));
    std::vector<std::string> from;
    for (const Memory& each : originals) from.push_back(each.id);
    Payload payload;
    payload.add("from", from).add("into", memory.id).add("namespace", memory.name_space);
    TRY_VOID(record(writer, engine, event::memories_consolidated, payload));
    return memory;
  });
}

}  // namespace aim::engine
