#include "engine/standards.h"

#include "engine/audit/events.h"
#include "engine/lookup/by_id.h"
#include "engine/remember.h"
#include "engine/write_step.h"
#include "memory/filter.h"
#include "memory/rules.h"
#include "store/memories.h"
#include "store/rows.h"

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

// Said by somebody else than the owner; a confirmed standard stays as it is.
Result<Standard> propose(store::Writer& writer, Engine& engine, Standard standard,
                         const std::optional<std::string>& parent) {
  const Memory& memory = *standard.memory;
  const auto before = TRY(writer.memories.find_standard(standard.name_space));
  const auto end = [&]() -> Result<void> {
    const StandardRow none, &former = before ? *before : none;
    const std::string step = store::tags_to_json(
        {standard.name_space, memory.id, (former.id ? former.id : former.former).value_or(""),
         former.parent.value_or(""), former.proposed.value_or("")});
    return writer.memories.end_step("propose", engine.clock.now(), {&step, 1});
  };
  if (!before || !before->confirmed) {
    TRY_VOID(writer.memories.begin_step());
    TRY_VOID(
        writer.memories.set_standard(standard.name_space, memory.key, parent, engine.clock.now()));
    TRY_VOID(writer.memories.doubt_standard(standard.name_space));
    TRY_VOID(end());
    return standard;
  }
  if (parent && parent != before->parent)
    return Failure(
        refuse("parent", "of a standard that the owner confirmed is the owner's to change"));
  standard.confirmed = before->key == memory.key;
  if (standard.confirmed)
    return standard;
  TRY_VOID(writer.memories.begin_step());
  TRY_VOID(writer.memories.propose_standard(standard.name_space, memory.key));
  TRY_VOID(end());
  return standard;
}

}  // namespace

Result<Standard> withdraw_proposal(store::Writer& writer, Engine& engine, std::string_view step) {
  const auto items = store::tags_from_json(step);
  const std::string &name_space = items.at(0), &id = items.at(1), &former = items.at(2),
                    &parent = items.at(3), &proposed = items.at(4);
  Standard standard{name_space, TRY(writer.memories.find_by_id(id)), false};
  auto row = TRY(writer.memories.find_standard(name_space));
  if (!row || (row->confirmed ? row->proposed : row->id) != id)
    return standard;
  const auto before = TRY(writer.memories.find_by_id(row->confirmed ? proposed : former));
  const auto key = before ? std::optional(before->key) : std::nullopt;
  if (row->confirmed)
    TRY_VOID(writer.memories.propose_standard(name_space, key));
  else if (!key)
    TRY(writer.memories.clear_standard(name_space, engine.clock.now()));
  else {
    row->id = former;
    row->parent = parent.empty() ? std::nullopt : std::optional(parent);
    row->updated_at = std::max(row->updated_at + std::chrono::nanoseconds(1), engine.clock.now());
    TRY_VOID(writer.memories.put_standard(*row, key));
  }
  return standard;
}

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

Result<Standard> set_standard(Engine& engine, const std::string& name_space, const std::string& id,
                              const std::optional<std::string>& parent) {
  if (name_space != "*")
    TRY_VOID(check(rule::name_space, "namespace", name_space));
  if (parent && (*parent == name_space || name_space == "*"))
    return Failure(refuse("parent", "must be another namespace; \"*\" has no parent"));
  TRY_VOID(check_name_space(engine, name_space));
  if (!engine.by_owner)
    return engine.database.write([&](store::Writer& writer) -> Result<Standard> {
      return propose(writer, engine, {name_space, TRY(find_memory(writer, id)), false}, parent);
    });
  return write_step(engine, "standard", [&](store::Writer& writer) -> Result<Standard> {
    Memory memory = TRY(find_memory(writer, id));
    const auto before = TRY(writer.memories.find_standard(name_space));
    const bool is_again = before && before->confirmed && before->key == memory.key &&
                          !before->proposed && (!parent || parent == before->parent);
    if (!is_again)  // or undo would take back what changed nothing
      TRY_VOID(writer.memories.set_standard(name_space, memory.key, parent, engine.clock.now()));
    return Standard{name_space, std::move(memory), true};
  });
}

Result<std::map<Key, std::vector<std::string>>> proposed_standards(store::Reader& reader) {
  std::map<Key, std::vector<std::string>> waiting;
  TRY_VOID(reader.memories.each_standard([&](const StandardRow& row) -> Result<void> {
    if (row.key && !row.confirmed)
      waiting[*row.key].push_back(row.name_space);
    if (row.proposed)
      if (const auto memory = TRY(reader.memories.find_by_id(*row.proposed)))
        waiting[memory->key].push_back(row.name_space);
    return {};
  }));
  return waiting;
}

Result<Confirmed> confirm_standard(Engine& engine, const std::string& id) {
  if (!engine.by_owner)
    return Failure(refuse("id", "is a proposal, which only the owner confirms"));
  return write_step(engine, "confirm", [&](store::Writer& writer) -> Result<Confirmed> {
    Confirmed confirmed{TRY(find_memory(writer, id)), {}};
    auto waiting = TRY(proposed_standards(writer));
    confirmed.name_spaces = std::move(waiting[confirmed.memory.key]);
    if (confirmed.name_spaces.empty())
      return Failure(missing("no standard waits to be confirmed of the memory " + id));
    for (const std::string& each : confirmed.name_spaces)
      TRY_VOID(writer.memories.set_standard(each, confirmed.memory.key, {}, engine.clock.now()));
    return confirmed;
  });
}

Result<std::vector<Standard>> unconfirmed_standards(Engine& engine, const std::string& name_space) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Standard>> {
    std::vector<Standard> waiting;
    if (!TRY(reader.memories.has_standards()))
      return waiting;
    for (const std::string& level : TRY(chain_of(reader, name_space))) {
      const auto row = TRY(reader.memories.find_standard(level));
      if (!row)
        continue;
      for (const auto& id :
           {row->confirmed ? std::optional<std::string>() : row->id, row->proposed})
        if (auto memory = id ? TRY(reader.memories.find_by_id(*id)) : std::optional<Memory>())
          waiting.push_back({level, std::move(memory), false});
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
  return write_step(engine, "standard", [&](store::Writer& writer) -> Result<bool> {
    const bool was_set = TRY(writer.memories.clear_standard(name_space, engine.clock.now()));
    if (was_set)
      TRY_VOID(record_standard_cleared(writer, engine, name_space));
    return was_set;
  });
}

}  // namespace aim::engine
