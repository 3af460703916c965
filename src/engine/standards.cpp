#include "engine/standards.h"

#include <algorithm>

#include "engine/audit/events.h"
#include "engine/lookup/by_id.h"
#include "engine/remember.h"
#include "memory/filter.h"
#include "memory/rules.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

constexpr std::size_t max_levels = 16;  // named parents may form long chains, or circles

Result<Standard> standard_of(store::Reader& reader, const std::string& name_space) {
  const auto row = TRY(reader.memories.find_standard(name_space));
  Standard standard{name_space, {}, !row || row->confirmed};
  if (row && row->id)
    standard.memory = TRY(reader.memories.find_by_id(*row->id));
  return standard;
}

std::string parent_by_name(const std::string& name_space) {
  const std::size_t slash = name_space.rfind('/');
  return slash == std::string::npos ? std::string() : name_space.substr(0, slash);
}

// Projects are often named alike without a hierarchy: "shop-api" belongs to "shop", where that has
// a standard (S36).
Result<std::string> parent_by_dash(store::Reader& reader, const std::string& name_space) {
  for (std::size_t dash = name_space.rfind('-'); dash != std::string::npos && dash > 0;
       dash = name_space.rfind('-', dash - 1)) {
    std::string shorter = name_space.substr(0, dash);
    const auto row = TRY(reader.memories.find_standard(shorter));
    if (row && row->id)
      return shorter;
  }
  return std::string();
}

Result<std::string> parent_of(store::Reader& reader, const std::string& name_space) {
  const auto row = TRY(reader.memories.find_standard(name_space));
  if (row && row->parent && row->confirmed)
    return *row->parent;
  std::string parent = parent_by_name(name_space);
  if (!parent.empty())
    return parent;
  return parent_by_dash(reader, name_space);
}

}  // namespace

Result<std::vector<std::string>> chain_of(store::Reader& reader, const std::string& name_space) {
  std::string level =
      name_space.ends_with("/*") ? name_space.substr(0, name_space.size() - 2) : name_space;
  std::vector<std::string> chain;
  while (!level.empty() && level != "*" && chain.size() < max_levels &&
         std::find(chain.begin(), chain.end(), level) == chain.end()) {
    chain.push_back(level);
    level = TRY(parent_of(reader, level));
  }
  chain.push_back("*");
  std::reverse(chain.begin(), chain.end());
  return chain;
}

Result<std::vector<Memory>> standards_for(store::Reader& reader, const std::string& name_space,
                                          Time now) {
  std::vector<Memory> standards;
  // Most databases have none: one look at the table saves the walk.
  if (!TRY(reader.memories.has_standards()))
    return standards;
  for (const std::string& level : TRY(chain_of(reader, name_space))) {
    auto [name, memory, confirmed] = TRY(standard_of(reader, level));
    if (!memory || !confirmed || !passes(*memory, {}, now))
      continue;
    if (std::none_of(standards.begin(), standards.end(),
                     [&](const Memory& each) { return each.key == memory->key; }))
      standards.push_back(std::move(*memory));
  }
  return standards;
}

Result<Memory> set_standard(Engine& engine, const std::string& name_space, const std::string& id,
                            const std::optional<std::string>& parent, SetBy by) {
  if (name_space != "*")
    TRY_VOID(check(rule::name_space, "namespace", name_space));
  if (parent && (*parent == name_space || name_space == "*"))
    return Failure(refuse("parent", "must be another namespace; \"*\" has no parent"));
  TRY_VOID(check_name_space(engine, name_space));
  return engine.database.write([&](store::Writer& writer) -> Result<Memory> {
    Memory memory = TRY(find_memory(writer, id));
    const auto before = TRY(writer.memories.find_standard(name_space));
    if (before && !before->confirmed && before->key == memory.key && by != SetBy::person)
      return Failure(
          refuse("id", "is a standard that came from elsewhere, which only a person confirms"));
    TRY_VOID(writer.memories.set_standard(name_space, memory.key, parent, engine.clock.now()));
    return memory;
  });
}

Result<std::vector<Standard>> unconfirmed_standards(Engine& engine, const std::string& name_space) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Standard>> {
    std::vector<Standard> waiting;
    if (!TRY(reader.memories.has_standards()))
      return waiting;
    for (const std::string& level : TRY(chain_of(reader, name_space))) {
      auto standard = TRY(standard_of(reader, level));
      if (standard.memory && !standard.confirmed)
        waiting.push_back(std::move(standard));
    }
    return waiting;
  });
}

Result<Standard> get_standard(Engine& engine, const std::string& name_space) {
  return engine.database.read(
      [&](store::Reader& reader) { return standard_of(reader, name_space); });
}

Result<std::vector<Standard>> get_standard_chain(Engine& engine, const std::string& name_space) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Standard>> {
    std::vector<Standard> standards;
    for (const std::string& level : TRY(chain_of(reader, name_space)))
      standards.push_back(TRY(standard_of(reader, level)));
    return standards;
  });
}

Result<bool> clear_standard(Engine& engine, const std::string& name_space) {
  return engine.database.write([&](store::Writer& writer) -> Result<bool> {
    const bool was_set = TRY(writer.memories.clear_standard(name_space, engine.clock.now()));
    if (was_set)
      TRY_VOID(record_standard_cleared(writer, engine, name_space));
    return was_set;
  });
}

}  // namespace aim::engine
