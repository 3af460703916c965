#include "engine/two_stores/duplicates.h"

#include "engine/engine.h"
#include "engine/two_stores/asking.h"
#include "engine/two_stores/find.h"
#include "engine/vectors/backfill.h"
#include "engine/vectors/embeddings.h"
#include "store/memories.h"

namespace aim::engine::two_stores {
namespace {

constexpr std::int64_t max_across =
    1'000;  // memories of the project that are looked for in the other store

DuplicateGroup placed(engine::DuplicateGroup group, StoreKind place) {
  DuplicateGroup out;
  out.similarity = group.similarity;
  out.to_kept = std::move(group.to_kept);
  out.differs = std::move(group.differs);
  out.united = engine::united_duplicates(group.memories);
  for (Memory& memory : group.memories) out.memories.push_back({std::move(memory), place});
  return out;
}

Result<void> add_across(const Stores& stores, double threshold, DuplicatesReply& reply) {
  if (!stores.project || !stores.project->database.exists() || !stores.global.database.exists() ||
      !stores.global.embeddings.model())
    return {};
  const auto memories = TRY(stores.project->database.read(
      [](store::Reader& reader) { return reader.memories.matching({}, max_across, 0); }));
  for (const Memory& memory : memories) {
    auto near = TRY(engine::near_duplicates(
        stores.global, memory, {scope_at(StoreKind::global), threshold, 1, memory.id}));
    if (near.empty())
      continue;
    ++reply.found;
    DuplicateGroup group;
    group.similarity = near.front().similarity;
    group.across_stores = true;
    group.memories = {{memory, StoreKind::project}, {near.front().memory, StoreKind::global}};
    group.to_kept = {1, group.similarity};
    group.differs = std::move(near.front().differs);
    group.united = memory;
    reply.groups.push_back(std::move(group));
  }
  return {};
}

}  // namespace

Result<DuplicatesReply> find_duplicates(const Stores& stores, const DuplicatesRequest& request) {
  DuplicatesReply reply;
  const auto add_from = [&](Engine& engine, StoreKind place) -> Result<void> {
    auto found =
        TRY(engine::find_duplicates(engine, {scope_at(place), request.threshold, request.limit}));
    reply.compared += found.compared;
    reply.found += static_cast<std::int64_t>(found.found);
    reply.without_vector += found.without_vector;
    reply.by_words = reply.by_words || !found.by_model;
    for (engine::DuplicateGroup& group : found.groups)
      reply.groups.push_back(placed(std::move(group), place));
    return {};
  };
  const auto failed = TRY(ask_each(stores, request.where, reply.warnings, add_from));
  if (request.where == StoreChoice::both && failed.empty())
    TRY_VOID(add_across(stores, request.threshold, reply));
  std::ranges::stable_sort(reply.groups, std::ranges::greater(), &DuplicateGroup::similarity);
  reply.groups.resize(std::min(reply.groups.size(), request.limit));
  return reply;
}

Result<engine::MergedDuplicates> merge(const Stores& stores, const std::vector<std::string>& ids) {
  std::vector<std::string> full;
  std::optional<StoreKind> place;
  for (const std::string& id : ids) {
    const PlacedMemory one = TRY(locate(stores, id, std::nullopt));
    if (place && *place != one.place)
      return Failure(refuse("merge", "must name memories of one store; " + one.memory.id +
                                         " is in the " + std::string(aim::name_of(one.place)) +
                                         " one"));
    place = one.place;
    full.push_back(one.memory.id);
  }
  if (!place)
    return Failure(refuse("merge", "must name at least two memories"));
  auto merged = TRY(engine::merge_duplicates(*engine_at(stores, *place), full));
  settle(*engine_at(stores, *place));
  return merged;
}

Result<MigrateReply> migrate(const Stores& stores, const MigrateRequest& request,
                             const std::function<void(std::int64_t done)>& notify) {
  MigrateReply reply;
  const embed::Embedder* model = stores.global.embeddings.model();
  if (!model)
    return Failure(unavailable("there is no embedding model on this machine", {}));
  reply.model = as_shown(model->identity());
  std::int64_t left = request.limit;
  for (const auto& [place, engine] : existing_stores(stores, request.where)) {
    engine.embeddings.model();
    const auto counts = TRY(engine::find_duplicates(engine, {scope_at(place), 1, 0}));
    reply.total += counts.compared + counts.without_vector;
    reply.already_current += counts.compared;
    std::int64_t missing = TRY(engine::count_without_vector(engine));
    if (!request.dry_run && left > 0) {
      engine::BackfillOptions options;
      options.most = left;
      options.notify = [&](std::int64_t done, std::int64_t, std::string_view) {
        if (notify)
          notify(reply.migrated + done);
      };
      const auto done = TRY(engine::backfill(engine, options));
      reply.migrated += done.embedded;
      reply.failed += done.failed;
      left -= done.embedded;
      missing = TRY(engine::count_without_vector(engine));
    }
    reply.remaining += missing;
  }
  return reply;
}

}  // namespace aim::engine::two_stores
