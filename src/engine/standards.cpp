#include "engine/standards.h"

#include <algorithm>

#include "engine/events.h"
#include "engine/ids.h"
#include "engine/remember.h"
#include "memory/rules.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/standards.h"

namespace aim::engine {
namespace {

constexpr std::size_t most_levels = 16;  // named parents may form long chains, or circles

Result<std::optional<Memory>> standard_memory(store::Connection& connection,
                                              const std::string& name_space) {
  const auto row = TRY(store::find_standard(connection, name_space));
  if (!row || !row->id)
    return std::optional<Memory>();
  return store::find_by_id(connection, *row->id);
}

std::string parent_by_name(const std::string& name_space) {
  const std::size_t slash = name_space.rfind('/');
  return slash == std::string::npos ? std::string() : name_space.substr(0, slash);
}

}  // namespace

Result<std::vector<std::string>> chain_of(store::Connection& connection,
                                          const std::string& name_space) {
  std::string level =
      name_space.ends_with("/*") ? name_space.substr(0, name_space.size() - 2) : name_space;
  std::vector<std::string> chain;
  while (!level.empty() && level != "*" && chain.size() < most_levels &&
         std::find(chain.begin(), chain.end(), level) == chain.end()) {
    chain.push_back(level);
    const auto row = TRY(store::find_standard(connection, level));
    level = row && row->parent ? *row->parent : parent_by_name(level);
  }
  chain.push_back("*");
  std::reverse(chain.begin(), chain.end());
  return chain;
}

Result<std::vector<Memory>> standards_for(store::Connection& connection,
                                          const std::string& name_space, Time now) {
  std::vector<Memory> standards;
  // Most databases have none: one look at the table saves the walk.
  if (!TRY(store::has_standards(connection)))
    return standards;
  for (const std::string& level : TRY(chain_of(connection, name_space))) {
    auto memory = TRY(standard_memory(connection, level));
    if (!memory || !store::passes(*memory, {}, now))
      continue;
    if (std::none_of(standards.begin(), standards.end(),
                     [&](const Memory& each) { return each.key == memory->key; }))
      standards.push_back(std::move(*memory));
  }
  return standards;
}

Result<Memory> set_standard(Engine& engine, const std::string& name_space, const std::string& id,
                            const std::optional<std::string>& parent) {
  if (name_space != "*")
    TRY_VOID(check(rule::name_space, "namespace", name_space));
  if (parent && (*parent == name_space || name_space == "*"))
    return Failure(refuse("parent", "must be another namespace, and \"*\" has none"));
  TRY_VOID(check_name_space(engine, name_space));
  return engine.database.write([&](store::Connection& connection) -> Result<Memory> {
    Memory memory = TRY(find_memory(connection, id));
    TRY_VOID(store::set_standard(connection, name_space, memory.key, parent, engine.clock.now()));
    return memory;
  });
}

Result<Standard> get_standard(Engine& engine, const std::string& name_space) {
  return engine.database.read([&](store::Connection& connection) -> Result<Standard> {
    auto memory = TRY(standard_memory(connection, name_space));
    return Standard{name_space, std::move(memory)};
  });
}

Result<std::vector<Standard>> get_standard_chain(Engine& engine, const std::string& name_space) {
  return engine.database.read([&](store::Connection& connection) -> Result<std::vector<Standard>> {
    std::vector<Standard> standards;
    for (const std::string& level : TRY(chain_of(connection, name_space))) {
      auto memory = TRY(standard_memory(connection, level));
      standards.push_back({level, std::move(memory)});
    }
    return standards;
  });
}

Result<bool> clear_standard(Engine& engine, const std::string& name_space) {
  return engine.database.write([&](store::Connection& connection) -> Result<bool> {
    const bool was_set = TRY(store::clear_standard(connection, name_space, engine.clock.now()));
    if (was_set)
      TRY_VOID(record_standard_cleared(connection, engine, name_space));
    return was_set;
  });
}

}  // namespace aim::engine
