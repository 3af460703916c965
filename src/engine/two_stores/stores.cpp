#include "engine/two_stores/stores.h"

#include <chrono>

#include "base/append.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/sealed_stream.h"
#include "engine/engine.h"
#include "engine/lookup/by_title.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/backfill.h"
#include "engine/vectors/embeddings.h"
#include "memory/filter.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "memory/titles.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/search.h"

namespace aim::engine::two_stores {
namespace {

constexpr std::size_t max_listed = 10;     // ids that begin alike
constexpr std::size_t max_looked_at = 50;  // memories that may hide one
constexpr std::int64_t passages_at_once = 20;
constexpr std::string_view store_id_name = "store_id";

// In small letters, runs of white space as one blank. Letters of other alphabets stay.
std::string folded(std::string_view title) {
  std::string out;
  for (const char each : title) {
    if (each == ' ' || each == '\t' || each == '\n' || each == '\r') {
      if (!out.empty() && out.back() != ' ')
        out.push_back(' ');
    } else {
      out.push_back(ascii::lower(each));
    }
  }
  if (out.ends_with(' '))
    out.pop_back();
  return out;
}

bool is_titled(const Memory& memory) {
  return !is_untitled(memory.title, memory.content);
}

struct IdMatch {
  std::optional<Memory> exact;
  std::vector<std::string> beginning;
};
Result<IdMatch> named_in(Engine& engine, const std::string& id) {
  return engine.database.read([&](store::Reader& reader) -> Result<IdMatch> {
    IdMatch named;
    named.exact = TRY(reader.memories.find_by_id(id));
    if (!named.exact && id.size() >= min_prefix_bytes)
      named.beginning = TRY(reader.memories.ids_with_prefix(id, max_listed));
    return named;
  });
}

// What a memory that is not there was united with.
Result<std::string> successor_in(Engine& engine, const std::string& id) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::string> {
    std::string full = id;
    if (const auto ids = TRY(reader.memories.archived_ids_with_prefix(id, 2)); ids.size() == 1)
      full = ids.front();
    const auto archived = TRY(reader.memories.find_archived(full));
    if (!archived)
      return std::string();
    return text_member(archived->memory.metadata, "superseded_by");
  });
}

Error not_there(const Stores& stores, const std::vector<StoreKind>& places, const std::string& id) {
  Error error = missing("there is no memory with the id \"" + id + "\"");
  error.field = "memory_id";
  for (const StoreKind place : places)
    if (const auto next = successor_in(*engine_at(stores, place), id); next && !next->empty())
      error.hint = "it was merged into " + *next;
  return error;
}

Error ambiguous(const std::string& id, const std::set<std::string>& ids) {
  Error error = conflict("several memories have ids that begin with \"" + id +
                         "\": " + join_texts(ids, ", "));
  error.field = "memory_id";
  error.hint = "give more of the id";
  return error;
}

std::vector<StoreKind> places_with_files(const Stores& stores, std::optional<StoreKind> place) {
  std::vector<StoreKind> places =
      place ? std::vector<StoreKind>{*place} : places_of(stores, StoreChoice::both);
  std::erase_if(places, [&](StoreKind each) {
    const Engine* engine = engine_at(stores, each);
    return !engine || !engine->database.exists();
  });
  return places;
}

}  // namespace

Engine* engine_at(const Stores& stores, StoreKind place) {
  return place == StoreKind::project ? stores.project : &stores.global;
}

std::vector<StoreKind> places_of(const Stores& stores, StoreChoice where) {
  std::vector<StoreKind> places;
  if (stores.project && where != StoreChoice::global)
    places.push_back(StoreKind::project);
  if (where != StoreChoice::project)
    places.push_back(StoreKind::global);
  return places;
}

std::vector<ExistingStore> existing_stores(const Stores& stores, StoreChoice where) {
  std::vector<ExistingStore> existing;
  for (const StoreKind place : places_of(stores, where))
    if (Engine& engine = *engine_at(stores, place); engine.database.exists())
      existing.push_back({place, engine});
  return existing;
}

std::string scope_at(StoreKind place) {
  return place == StoreKind::global ? std::string(global_name_space) : std::string();
}

std::string project_id(const Stores& stores) {
  if (!stores.project || !stores.project->database.exists())
    return stores.folder_id;
  const auto found =
      stores.project->database.read([&](store::Reader& reader) -> Result<std::string> {
        std::string name = stores.folder_id;
        std::int64_t most = -1;
        for (const auto& row : TRY(reader.search.name_spaces("")))
          if (row.memories > most) {
            most = row.memories;
            name = row.name;
          }
        return name;
      });
  return found ? *found : stores.folder_id;
}

std::string name_space_at(const Stores& stores, StoreKind place) {
  return place == StoreKind::project ? project_id(stores) : std::string(global_name_space);
}

Result<std::int64_t> store_id(Engine& engine) {
  return engine.database.read([](store::Reader& reader) -> Result<std::int64_t> {
    return TRY(reader.records.fact(store_id_name)).value_or(0);
  });
}

Result<std::int64_t> ensure_store_id(Engine& engine) {
  if (const std::int64_t there = TRY(store_id(engine)); there != 0)
    return there;
  return engine.database.write([](store::Writer& writer) -> Result<std::int64_t> {
    if (const auto there = TRY(writer.records.fact(store_id_name)))
      return *there;
    constexpr std::size_t digits = 15;  // 60 random bits
    std::int64_t id = 0;
    for (const char digit : random_token().substr(0, digits))
      id = id * 16 + (digit >= 'a' ? digit - 'a' + 10 : digit - '0');
    TRY_VOID(writer.records.set_fact(store_id_name, id));
    return id;
  });
}

Result<PlacedMemory> locate(const Stores& stores, const std::string& id,
                            std::optional<StoreKind> place) {
  const auto places = places_with_files(stores, place);
  std::set<std::string> beginning;
  for (const StoreKind each : places) {
    auto named = TRY(named_in(*engine_at(stores, each), id));
    if (named.exact)
      return PlacedMemory{std::move(*named.exact), each};
    beginning.insert(named.beginning.begin(), named.beginning.end());
  }
  if (beginning.size() > 1)
    return Failure(ambiguous(id, beginning));
  if (beginning.empty()) {  // a title is as good (S54)
    for (const StoreKind each : places)
      if (auto titled = TRY(engine::id_of_title(*engine_at(stores, each), id,
                                                {name_space_at(stores, each)}, "memory_id")))
        beginning.insert(std::move(*titled));
    if (beginning.size() > 1)
      return Failure(ambiguous(id, beginning));
    if (beginning.empty())
      return Failure(not_there(stores, places, id));
  }
  return locate(stores, *beginning.begin(), place);
}

bool overrides(const Memory& project, const Memory& global) {
  return project.id == global.id || project.content == global.content ||
         (is_titled(project) && is_titled(global) && folded(project.title) == folded(global.title));
}

namespace {

Result<std::optional<Memory>> overriding_in(store::Reader& reader, const Memory& global, Time now) {
  std::vector<Key> keys;
  if (const auto same = TRY(reader.memories.find_by_id(global.id)))
    keys.push_back(same->key);
  for (const auto& space : TRY(reader.search.name_spaces(""))) {
    for (const Key key :
         TRY(reader.search.keys_with_content(space.name, global.content, now, max_looked_at)))
      keys.push_back(key);
    if (!is_titled(global))
      continue;
    if (const auto same = TRY(reader.memories.find_by_title(space.name, global.title)))
      keys.push_back(same->key);
    for (const auto& each :
         TRY(reader.memories.similar_titles(space.name, global.title, 0, now, max_looked_at)))
      keys.push_back(each.key);
  }
  for (Memory& memory : TRY(reader.memories.by_keys(keys)))
    if (passes(memory, {}, now) && overrides(memory, global))
      return std::optional(std::move(memory));
  return std::optional<Memory>();
}

}  // namespace

Result<std::vector<std::optional<Memory>>> overriding_each(
    const Stores& stores, const std::vector<const Memory*>& global) {
  using Each = std::vector<std::optional<Memory>>;
  if (global.empty() || !stores.project || !stores.project->database.exists())
    return Each(global.size());
  const Time now = stores.project->clock.now();
  return stores.project->database.read([&](store::Reader& reader) -> Result<Each> {
    Each each;
    for (const Memory* memory : global) each.push_back(TRY(overriding_in(reader, *memory, now)));
    return each;
  });
}

Result<std::optional<Memory>> overriding(const Stores& stores, const Memory& global) {
  return std::move(TRY(overriding_each(stores, {&global})).front());
}

std::string as_shown(const embed::Identity& identity) {
  constexpr std::size_t digits = 8;
  const std::string all =
      identity.model + "\n" + identity.engine + "\n" + std::to_string(identity.dimension);
  return identity.model + "@" + sha256_hex(all).substr(0, digits);
}

Result<std::optional<std::string>> embedded_by(Engine& engine, Key key) {
  const embed::Embedder* model = engine.embeddings.model();
  if (!model)
    return std::optional<std::string>();
  const embed::Identity& identity = model->identity();
  return engine.database.read([&](store::Reader& reader) -> Result<std::optional<std::string>> {
    for (const store::Channel& channel : TRY(reader.search.channels())) {
      if (!channel.is_of(identity.model, identity.engine, identity.dimension))
        continue;
      const auto found = TRY(reader.search.vectors_of(channel, {&key, 1}));
      if (!found.empty() && !found.front().rows.empty() &&
          found.front().rows.front().head.text != 0)
        return std::optional(as_shown(identity));
    }
    return std::optional<std::string>();
  });
}

void settle(Engine& engine) {
  if (!engine.database.exists())
    return;
  if (const auto* model = engine.embeddings.model(); model && !engine::remote(model)) {
    engine::BackfillOptions options;
    options.most = passages_at_once;
    options.reindex = false;
    options.repair = false;
    if (const auto done = engine::backfill(engine, options); !done)
      log::warn("vectors are made later: " + done.error().message);
  }
  // What is queued waits for the next call when somebody else writes.
  (void)engine::apply_touches(engine, std::chrono::milliseconds(0));
}

}  // namespace aim::engine::two_stores
