#include "op/kit/projection.h"

#include <boost/json.hpp>

namespace aim::op {
namespace {

using std::string_view;

bool is_in(std::span<const string_view> names, string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_shown(const Projection& projection, string_view name) {
  return (projection.keep.empty() || is_in(projection.keep, name)) && !is_in(projection.drop, name);
}

void flatten(json::object& reply, string_view member) {
  json::value* inner = member.empty() ? nullptr : reply.if_contains(member);
  if (!inner)
    return;
  json::object members = std::move(inner->as_object());
  reply.erase(member);
  for (auto& [name, value] : members) reply[name] = std::move(value);
}

void flatten(std::vector<Param>& results, string_view member) {
  const auto inner = std::ranges::find(results, member, &Param::name);
  if (member.empty() || inner == results.end())
    return;
  const std::vector<Param> members = std::move(inner->fields);
  results.insert(results.erase(inner), members.begin(), members.end());
}

void collected_reply(json::object& reply) {
  const json::value count = reply.at("collected");
  const bool dry_run = reply.at("dry_run").as_bool();
  reply.erase("collected");
  reply.erase("dry_run");
  if (dry_run)
    reply["dry_run"] = true;
  reply[dry_run ? "would_delete" : "expired_deleted"] = count;
}

void collected_results(std::vector<Param>& results) {
  const Param collected = results.at(0);
  results = {collected, collected, results.at(1), results.at(2), results.at(3), results.at(4)};
  results[0].name = "expired_deleted";
  results[0].doc = "Number of expired memories archived and removed";
  results[1].name = "would_delete";
  results[1].doc = "Number that would be deleted; dry run only";
  results[2].doc = "True for a dry run";
  for (Param& each : results) each.optional = true;
}

}  // namespace

void apply(json::object& reply, const Projection& projection) {
  if (projection.reply)
    projection.reply(reply);
  flatten(reply, projection.flatten);
  std::vector<std::string> hidden;
  for (const auto& [name, value] : reply)
    if (name != "warnings" && !is_shown(projection, name))
      hidden.emplace_back(name);
  for (const std::string& name : hidden) reply.erase(name);
}

std::vector<Param> projected(std::vector<Param> results, const Projection& projection) {
  if (projection.results)
    projection.results(results);
  flatten(results, projection.flatten);
  std::erase_if(results, [&](const Param& each) { return !is_shown(projection, each.name); });
  if (!projection.keep.empty())
    std::ranges::stable_sort(results, {}, [&](const Param& each) {
      return std::ranges::find(projection.keep, each.name) - projection.keep.begin();
    });
  return results;
}

const Projection collected{.reply = collected_reply, .results = collected_results};

}  // namespace aim::op
