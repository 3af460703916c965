#include "op/short_ids.h"

#include <array>
#include <boost/json.hpp>

#include "engine/lookup/by_id.h"

namespace aim::op {
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
