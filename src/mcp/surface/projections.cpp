#include "mcp/surface/projections.h"

#include <algorithm>
#include <boost/json.hpp>

namespace aim::mcp {
namespace {

constexpr std::string_view shown_of_stored[] = {"id", "tier", "title", "namespace"};

const op::Param& find(const std::vector<op::Param>& params, std::string_view name) {
  return *std::find_if(params.begin(), params.end(),
                       [&](const op::Param& param) { return param.name == name; });
}

std::vector<op::Param> without(const op::Operation& operation, std::string_view name) {
  auto results = operation.results;
  std::erase_if(results, [&](const op::Param& param) { return param.name == name; });
  return results;
}

void stored_reply(json::object& reply) {
  const json::object memory = std::move(reply["memory"].as_object());
  const bool updated = reply["updated"].as_bool();
  reply.erase("memory");
  reply.erase("updated");
  for (const std::string_view key : shown_of_stored) reply[key] = memory.at(key);
  if (const json::value* expiry = memory.if_contains("expires_at"))
    reply["expires_at"] = *expiry;
  if (updated) {
    reply["duplicate"] = true;
    reply["action"] = "updated the memory that had this title";
  }
}

std::vector<op::Param> stored_results(const op::Operation& operation) {
  const auto& memory = find(operation.results, "memory").fields;
  std::vector<op::Param> results;
  for (const std::string_view key : shown_of_stored) results.push_back(find(memory, key));
  results.push_back(find(operation.results, "potential_contradictions"));
  results.push_back(find(operation.results, "similar"));
  results.push_back(find(memory, "expires_at"));
  results.push_back(find(operation.results, "supersedes"));
  op::Param duplicate;
  duplicate.name = "duplicate";
  duplicate.doc = "True when one of the same title was updated";
  duplicate.kind = op::Kind::boolean;
  duplicate.optional = true;
  results.push_back(duplicate);
  op::Param action;
  action.name = "action";
  action.doc = "What was done then";
  action.optional = true;
  results.push_back(action);
  return results;
}

void flat_reply(json::object& reply) {
  json::object memory = std::move(reply["memory"].as_object());
  reply.erase("memory");
  for (auto& [key, value] : memory) reply[key] = std::move(value);
}

std::vector<op::Param> flat_results(const op::Operation& operation) {
  auto results = find(operation.results, "memory").fields;
  results.push_back(find(operation.results, "links"));
  results.push_back(find(operation.results, "lost_sources"));
  return results;
}

}  // namespace

const Projection stored{stored_reply, stored_results};
const Projection flat_memory{flat_reply, flat_results};
const Projection without_query{
    [](json::object& reply) { reply.erase("query"); },
    [](const op::Operation& operation) { return without(operation, "query"); }};
const Projection without_id{
    [](json::object& reply) { reply.erase("id"); },
    [](const op::Operation& operation) { return without(operation, "id"); }};

}  // namespace aim::mcp
