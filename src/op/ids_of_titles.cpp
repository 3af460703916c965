#include "op/ids_of_titles.h"

#include <boost/json.hpp>

#include "base/uuid.h"
#include "engine/database.h"
#include "engine/lookup/by_id.h"
#include "engine/lookup/by_title.h"

namespace aim::op {

namespace {

using Id = std::optional<std::string>;

bool names_memory(const Param& param) {
  const Meaning meaning = param.rule.meaning;
  return meaning == Meaning::memory_id || meaning == Meaning::known_id ||
         meaning == Meaning::archived_id;
}

class Titles {
 public:
  Titles(Engine& engine, const Caller& caller) : engine_(engine) {
    if (caller.name_space.empty())
      return;
    near_.emplace_back(caller.name_space);
    if (caller.name_space != "global")
      near_.emplace_back("global");
  }

  // Nothing: it is an id, or names nothing.
  Result<Id> id_for(const Param& param, const json::value& given) const {
    if (!given.is_string())
      return Id();
    const std::string_view text = given.get_string();
    if (text.empty() || text.size() > rule::title.max_bytes || is_uuid(text))
      return Id();
    if (param.rule.meaning == Meaning::archived_id)
      return engine::gone_id_of_title(engine_, text, param.name);
    auto id = TRY(engine::id_of_title(engine_, text, near_, param.name));
    if (!id && param.rule.meaning == Meaning::known_id)
      id = TRY(engine::gone_id_of_title(engine_, text, param.name));
    return id;
  }

 private:
  Engine& engine_;
  std::vector<std::string> near_;  // where the caller's own memories are
};

Result<bool> replace_titles(const Titles& titles, const Param& param, json::value& given) {
  if (auto* list = given.if_array()) {
    bool any = false;
    for (json::value& each : *list) any = TRY(replace_titles(titles, param, each)) || any;
    return any;
  }
  auto id = TRY(titles.id_for(param, given));
  if (id)
    given = *id;
  return id.has_value();
}

}  // namespace

bool names_memories(const Operation& operation) {
  return std::ranges::any_of(operation.params, names_memory);
}

Result<std::optional<json::object>> with_ids_of_titles(const Operation& operation, Engine& engine,
                                                       const json::object& arguments,
                                                       const Caller& caller) {
  using Changed = std::optional<json::object>;
  if (!engine.database.exists())
    return Changed();
  const Titles titles(engine, caller);
  Changed changed;
  for (const Param& param : operation.params) {
    const json::value* given = names_memory(param) ? arguments.if_contains(param.name) : nullptr;
    if (!given)
      continue;
    json::value value = *given;
    if (!TRY(replace_titles(titles, param, value)))
      continue;
    if (!changed)
      changed.emplace(arguments);
    (*changed)[param.name] = std::move(value);
  }
  return changed;
}

namespace {

constexpr std::array<std::string_view, 3> members{"id", "superseded_by", "contradicted_by"};

void collect(json::object& memory, std::vector<json::string*>& ids) {
  for (const std::string_view name : members)
    if (json::value* value = memory.if_contains(name); value && value->is_string())
      ids.push_back(&value->get_string());
}

std::vector<json::string*> ids_in(json::object& reply) {
  std::vector<json::string*> ids;
  for (const std::string_view name : {"memories", "results", "standards"})
    if (json::value* list = reply.if_contains(name); list && list->is_array())
      for (json::value& each : list->get_array())
        if (each.is_object())
          collect(each.get_object(), ids);
  if (json::value* standard = reply.if_contains("standard"); standard && standard->is_object())
    collect(standard->get_object(), ids);
  return ids;
}

}  // namespace

void shorten_ids(Engine& engine, json::object& reply) {
  const auto ids = ids_in(reply);
  std::vector<std::string> whole;
  for (const json::string* id : ids) whole.emplace_back(*id);
  const auto brief = engine::short_ids(engine, whole);
  if (!brief)
    return;
  for (std::size_t i = 0; i < ids.size(); ++i) *ids[i] = (*brief)[i];
}

}  // namespace aim::op
