#include "engine/two_stores/change.h"

#include "engine/engine.h"
#include "engine/forget.h"
#include "engine/lookup/by_title.h"
#include "engine/remember.h"
#include "engine/vectors/embeddings.h"
#include "engine/vectors/vectorize.h"
#include "memory/metadata.h"
#include "memory/titles.h"
#include "store/memories.h"

namespace aim::engine::two_stores {
namespace {

// The title that a text without one gets beside what is there. Errors: conflict, when that very
// text is there.
Result<std::string> free_title(Engine& engine, const Memory& memory, const std::string& content) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::string> {
    for (const std::string& title : derived_titles(content)) {
      const auto holder = TRY(reader.memories.find_by_title(memory.name_space, title));
      if (!holder || holder->key == memory.key)
        return title;
      if (holder->content == content) {
        Error error = conflict("the memory " + holder->id + " says this already");
        error.field = "updated_content";
        error.hint = "delete one of the two, or merge them";
        return Failure(std::move(error));
      }
    }
    return Failure(conflict("all titles of this text are taken"));
  });
}

Result<engine::Changes> changes_of(Engine& engine, const Memory& old,
                                   const ChangeRequest& request) {
  engine::Changes changes;
  changes.content = request.content;
  changes.tags = request.tags;
  changes.source = request.source;
  changes.metadata = request.metadata;
  if (request.band)
    changes.priority = priority_of(*request.band);
  const std::string& content = request.content ? *request.content : old.content;
  const bool was_untitled = is_untitled(old.title, old.content);
  if (request.title && !request.title->empty())
    changes.title = request.title;
  else if (request.title || (was_untitled && request.content))
    changes.title = TRY(free_title(engine, old, content));
  return changes;
}

bool changes_anything(const engine::Changes& changes) {
  return changes.content || changes.tags || changes.source || changes.metadata ||
         changes.priority || changes.title;
}

// Into the other store under the same id, and then out of this one: a crash between leaves both, of
// which one is shown.
Result<PlacedMemory> move(const Stores& stores, const PlacedMemory& placed, StoreKind to) {
  Engine* target = engine_at(stores, to);
  if (!target) {
    return Failure(refuse("move_to", "must be global: there is no project here"));
  }
  if (to == placed.place)
    return placed;
  Memory memory = placed.memory;
  const std::string project = project_id(stores);
  memory.name_space = to == StoreKind::project ? project : std::string(global_name_space);
  if (to == StoreKind::global && !project.empty())
    memory.metadata = with_text(memory.metadata, project_key, project);
  TRY_VOID(target->database.write([&](store::Writer& writer) -> Result<void> {
    const Time now = target->clock.now();
    if (TRY(writer.memories.find_by_id(memory.id)))
      return {};  // half of an earlier move
    if (const auto other =
            TRY(engine::title_holder(writer, *target, memory.name_space, memory.title, now)))
      return Failure(engine::title_taken(*other));
    memory.key = 0;
    TRY_VOID(writer.memories.insert(memory));
    return engine::keep_by_table(writer, target->embeddings, {&memory, 1});
  }));
  TRY(engine::remove(*engine_at(stores, placed.place), placed.memory.id));
  settle(*target);
  return locate(stores, memory.id, to);
}

}  // namespace

Result<ChangeReply> change(const Stores& stores, const ChangeRequest& request) {
  ChangeReply reply{TRY(locate(stores, request.id, request.place)), false};
  Engine& engine = *engine_at(stores, reply.placed.place);
  engine.embeddings.model();
  const engine::Changes changes = TRY(changes_of(engine, reply.placed.memory, request));
  if (changes_anything(changes)) {
    const std::string before = reply.placed.memory.content;
    reply.placed.memory = TRY(engine::update(engine, reply.placed.memory.id, changes));
    settle(engine);
    reply.re_embedded = reply.placed.memory.content != before &&
                        TRY(embedded_by(engine, reply.placed.memory.key)).has_value();
  }
  if (request.move_to)
    reply.placed = TRY(move(stores, reply.placed, *request.move_to));
  return reply;
}

Result<PlacedMemory> remove(const Stores& stores, const std::string& id,
                            std::optional<StoreKind> place) {
  PlacedMemory placed = TRY(locate(stores, id, place));
  TRY(engine::remove(*engine_at(stores, placed.place), placed.memory.id));
  return placed;
}

}  // namespace aim::engine::two_stores
