#include "engine/duplicates/duplicates.h"
#include "engine/engine.h"
#include "engine/lookup/by_title.h"
#include "engine/remember.h"
#include "engine/two_stores/change.h"
#include "engine/vectors/embeddings.h"
#include "memory/merge.h"
#include "memory/metadata.h"
#include "memory/titles.h"
#include "store/memories.h"
#include "store/search.h"

namespace aim::engine::two_stores {
namespace {

constexpr std::size_t max_similar = 5;
constexpr std::size_t max_same = 20;  // memories of one content

Result<StoreKind> place_for(const Stores& stores, std::optional<StoreKind> asked) {
  const StoreKind place = asked.value_or(stores.project ? StoreKind::project : StoreKind::global);
  if (engine_at(stores, place))
    return place;
  return Failure(refuse("location", "must be global: there is no project here"));
}

engine::Draft draft_of(const Stores& stores, const KeepRequest& request, StoreKind place) {
  engine::Draft draft;
  draft.title = request.title.value_or(derived_title(request.content));
  draft.content = request.content;
  draft.name_space = name_space_at(stores, place);
  draft.tier = Tier::long_term;
  draft.tags = request.tags.value_or(std::vector<std::string>());
  draft.priority = priority_of(request.band.value_or(Band::normal));
  draft.source = request.source.value_or("manual");
  draft.confidence = request.confidence;
  draft.metadata = request.metadata.value_or("{}");
  if (request.category)
    draft.metadata = with_text(draft.metadata, category_key, *request.category);
  if (place == StoreKind::global && stores.project)
    draft.metadata = with_text(draft.metadata, project_key, project_id(stores));
  draft.given.tags = request.tags.has_value();
  draft.given.priority = request.band.has_value();
  draft.given.source = request.source.has_value();
  draft.given.metadata = request.metadata || request.category;
  draft.given.confidence = false;
  return draft;
}

// The untitled memory of this very content.
Result<std::optional<Memory>> same_content(const store::Reader& reader, const std::string& space,
                                           const std::string& content, Time now) {
  const auto keys = TRY(reader.search.keys_with_content(space, content, now, max_same));
  for (Memory& memory : TRY(reader.memories.by_keys(keys)))
    if (is_untitled(memory.title, memory.content))
      return std::optional(std::move(memory));
  return std::optional<Memory>();
}

// The same text again: tags are united, the higher priority holds.
Result<KeepReply> add_to(Engine& engine, const Memory& old, const KeepRequest& request,
                         StoreKind place) {
  engine::Changes changes;
  std::vector<std::string> tags = old.tags;
  unite_tags(tags, request.tags.value_or(std::vector<std::string>()));
  if (tags != old.tags)
    changes.tags = std::move(tags);
  if (request.band && priority_of(*request.band) > old.priority &&
      *request.band > band_of(old.priority))
    changes.priority = priority_of(*request.band);
  if (!changes.tags && !changes.priority)
    return KeepReply{{old, place}, StoreOutcome::unchanged, false, {}};
  return KeepReply{
      {TRY(engine::update(engine, old.id, changes)), place}, StoreOutcome::merged, false, {}};
}

// What the text is compared by is left with the draft, to be kept with it.
Result<std::vector<SimilarPlaced>> similar_to(const Stores& stores, engine::Draft& draft,
                                              StoreKind target, double above) {
  Memory memory;
  memory.title = draft.title;
  memory.content = draft.content;
  memory.name_space = draft.name_space;
  std::vector<SimilarPlaced> all;
  for (const auto& [place, engine] : existing_stores(stores)) {
    auto near = engine::near_duplicates(engine, memory,
                                        {place == target ? draft.name_space : scope_at(place),
                                         above,
                                         max_similar,
                                         {},
                                         &draft.made});
    if (!near && place == target)
      return Failure(near.error());
    if (near)  // what the other store cannot say is left out
      for (engine::NearDuplicate& each : *near)
        all.push_back({{std::move(each.memory), place}, each.similarity, std::move(each.differs)});
  }
  std::ranges::stable_sort(all, std::ranges::greater(), &SimilarPlaced::similarity);
  all.resize(std::min(all.size(), max_similar));
  return all;
}

// Titles are tried in turn, inside the transaction that keeps the memory: one that another text has
// is passed over.
engine::TransactionHooks free_title(const Engine& engine, const KeepRequest& request,
                                    std::optional<Memory>& twin) {
  engine::TransactionHooks together;
  if (request.title)
    return together;
  together.prepare = [&](store::Writer& writer, Memory& memory) -> Result<void> {
    const Time now = engine.clock.now();
    twin = TRY(same_content(writer, memory.name_space, memory.content, now));
    if (twin)
      return Failure(conflict("the same text is there already"));
    for (const std::string& title : derived_titles(memory.content))
      if (!TRY(engine::title_holder(writer, engine, memory.name_space, title, now))) {
        memory.title = title;
        return {};
      }
    return Failure(conflict("all titles of this text are taken"));
  };
  return together;
}

Result<KeepReply> write_anew(Engine& engine, const KeepRequest& request, const engine::Draft& draft,
                             StoreKind place) {
  std::optional<Memory> twin;
  auto kept = engine::remember(engine, draft, free_title(engine, request, twin));
  if (twin)
    return add_to(engine, *twin, request, place);
  if (!kept)
    return Failure(kept.error());
  return KeepReply{{std::move(kept->memory), place},
                   kept->updated ? StoreOutcome::updated : StoreOutcome::created,
                   false,
                   {},
                   std::move(kept->replaced)};
}

// In the place of a memory that says nearly the same: it keeps its id.
Result<KeepReply> write_over(const Stores& stores, const KeepRequest& request,
                             const engine::Draft& draft, const Memory& old, StoreKind place) {
  ChangeRequest changes;
  changes.id = old.id;
  changes.place = place;
  changes.content = request.content;
  changes.title = request.title;
  changes.tags = request.tags;
  changes.band = request.band;
  changes.source = request.source;
  if (draft.given.metadata)
    changes.metadata = unite_metadata(std::vector{old.metadata, draft.metadata});
  auto changed = TRY(change(stores, changes));
  return KeepReply{std::move(changed.placed),
                   StoreOutcome::updated,
                   changed.re_embedded,
                   {},
                   beginning_of(old.content)};
}

Result<KeepReply> settled(const Stores& stores, Engine& engine, const KeepRequest& request,
                          const engine::Draft& draft, StoreKind place,
                          const std::vector<SimilarPlaced>& similar) {
  const auto nearest = std::ranges::find(
      similar, place, [](const SimilarPlaced& each) { return each.placed.place; });
  if (nearest == similar.end())
    return write_anew(engine, request, draft, place);
  const Memory& old = nearest->placed.memory;
  switch (request.on_duplicate) {
    case OnDuplicate::skip:
      return KeepReply{{old, place}, StoreOutcome::skipped, false, {}};
    case OnDuplicate::update:
      return write_over(stores, request, draft, old, place);
    case OnDuplicate::merge: {
      auto kept = TRY(write_anew(engine, request, draft, place));
      if (!nearest->differs.empty() || kept.placed.memory.id == old.id)
        return kept;
      auto merged = TRY(engine::merge_duplicates(engine, {kept.placed.memory.id, old.id}));
      kept.placed.memory = std::move(merged.survivor);
      kept.action = StoreOutcome::merged;
      return kept;
    }
    case OnDuplicate::warn:
    case OnDuplicate::ask:
      break;
  }
  return write_anew(engine, request, draft, place);
}

}  // namespace

Result<std::vector<SimilarPlaced>> similar_memories(const Stores& stores,
                                                    const KeepRequest& request) {
  const StoreKind place = TRY(place_for(stores, request.place));
  engine_at(stores, place)->embeddings.model();
  engine::Draft draft = draft_of(stores, request, place);
  auto similar = TRY(similar_to(stores, draft, place, request.similar_above));
  // The very same text is added to, whatever is wanted.
  std::erase_if(similar, [&](const SimilarPlaced& each) {
    return each.placed.place != place || each.placed.memory.content == request.content;
  });
  return similar;
}

Result<KeepReply> keep(const Stores& stores, const KeepRequest& request) {
  const StoreKind place = TRY(place_for(stores, request.place));
  Engine& engine = *engine_at(stores, place);
  engine.embeddings.model();  // opened now, it makes the vector before the reply
  engine::Draft draft = draft_of(stores, request, place);
  const Time now = engine.clock.now();
  if (!request.title && engine.database.exists()) {
    const auto twin =
        TRY(engine.database.read([&](store::Reader& reader) -> Result<std::optional<Memory>> {
          return same_content(reader, draft.name_space, draft.content, now);
        }));
    if (twin)
      return add_to(engine, *twin, request, place);
  }
  std::vector<SimilarPlaced> similar;
  if (request.check_duplicates)
    similar = TRY(similar_to(stores, draft, place, request.similar_above));
  KeepReply reply = TRY(settled(stores, engine, request, draft, place, similar));
  std::erase_if(similar, [&](const SimilarPlaced& each) {
    return each.placed.place == place && each.placed.memory.id == reply.placed.memory.id;
  });
  reply.similar = std::move(similar);
  settle(engine);
  reply.embedded = TRY(embedded_by(engine, reply.placed.memory.key)).has_value();
  return reply;
}

}  // namespace aim::engine::two_stores
