// Two stores as one (J2): the user's own and the project's, which comes first. What the profile
// vector-memory is made of. A store that has no file yet is empty; only writing makes one. A
// project's memory hides a global one that says the same or bears its title.
// Knows: the engine of each store. Must not know: where stores lie, JSON, what a profile shows.
// Threads: any, as the engines.
#pragma once
#include "base/result.h"
#include "memory/memory.h"
#include "memory/names.h"

namespace aim {
struct Engine;
}
namespace aim::embed {
struct Identity;
}

namespace aim::engine::two_stores {

enum class StoreKind { project, global };
enum class StoreChoice { both, project, global };

struct Stores {
  Engine& global;
  Engine* project = nullptr;  // null: there is no project
  std::string folder_id;      // what a project is called whose store holds nothing yet
  bool untrusted = false;     // the project's store was made by somebody else
};

// Of global memories, and of those stored while no project is known.
inline constexpr std::string_view global_name_space = "global";
// What metadata says under names of their own.
inline constexpr std::string_view category_key = "category", project_key = "project_id",
                                  path_key = "path";

// Null: there is no such store.
Engine* engine_at(const Stores& stores, StoreKind place);
// The places that exist and are asked for, the project's first.
std::vector<StoreKind> places_of(const Stores& stores, StoreChoice where);
// The stores among these that have a file.
struct ExistingStore {
  StoreKind place;
  Engine& engine;
};
std::vector<ExistingStore> existing_stores(const Stores& stores,
                                           StoreChoice where = StoreChoice::both);
// Which namespaces of a store are looked at; empty: all.
std::string scope_at(StoreKind place);

// The namespace that the memories of the project's store are in, so that a folder may be renamed;
// empty without a project.
std::string project_id(const Stores& stores);
// The namespace of a memory that is stored there.
std::string name_space_at(const Stores& stores, StoreKind place);

// What tells a store from every other, however it is named or moved; 0: it has none yet. It is made
// when memories are first stored, and told to whoever keeps a list of the stores that were made
// here.
Result<std::int64_t> store_id(Engine& engine);
Result<std::int64_t> ensure_store_id(Engine& engine);

struct PlacedMemory {
  Memory memory;
  StoreKind place = StoreKind::global;
};
// By an id or the beginning of one (at least four characters), the project's before the global
// one's, else by a title that one memory alone has (S54). Errors: not_found, with a hint when it
// was united with another; conflict when several begin so.
Result<PlacedMemory> locate(const Stores& stores, const std::string& id,
                            std::optional<StoreKind> place);

// Does a project's memory take the place of a global one?
bool overrides(const Memory& project, const Memory& global);
// The one that does; nothing: none.
Result<std::optional<Memory>> overriding(const Stores& stores, const Memory& global);
// Of each of several.
Result<std::vector<std::optional<Memory>>> overriding_each(
    const Stores& stores, const std::vector<const Memory*>& global);

// A model by its name and what makes its vectors comparable with others:
// "all-MiniLM-L6-v2@1f3a09c2".
std::string as_shown(const embed::Identity& identity);
// As shown, the model that made the memory's vectors; nothing when there is no model, or no vector
// yet.
Result<std::optional<std::string>> embedded_by(Engine& engine, Key key);
// Ids of the live memories of that source whose metadata names the path.
Result<std::vector<std::string>> ids_from(Engine& engine, const std::string& source,
                                          const std::string& path);
// Vectors for what has none, a few milliseconds' worth; failures are for later. Then touches,
// unless others write.
void settle(Engine& engine);

}  // namespace aim::engine::two_stores

namespace aim {
template <>
struct EnumNames<engine::two_stores::StoreKind> {
  static constexpr auto names = named<engine::two_stores::StoreKind>("project", "global");
};
template <>
struct EnumNames<engine::two_stores::StoreChoice> {
  static constexpr auto names = named<engine::two_stores::StoreChoice>("both", "project", "global");
};
}  // namespace aim
