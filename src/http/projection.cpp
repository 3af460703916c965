#include "http/projection.h"

#include <algorithm>
#include <boost/json.hpp>

namespace aim::http {
namespace {

using std::string_view;

bool is_shown(const Projection& projection, string_view name) {
  const auto in = [&](std::span<const string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return (projection.keep.empty() || in(projection.keep)) && !in(projection.drop);
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

void collected_results(std::vector<op::Param>& results) {
  const op::Param collected = results.at(0);
  results = {collected, collected, results.at(1), results.at(2)};
  results[0].name = "expired_deleted";
  results[0].doc = "How many expired memories were archived and removed";
  results[1].name = "would_delete";
  results[1].doc = "How many would go, by a dry run";
  results[2].doc = "True for a dry run";
  for (op::Param& each : results) each.optional = true;
}

constexpr string_view of_stored[] = {
    "id",      "tier",       "namespace", "title", "potential_contradictions",
    "similar", "expires_at", "supersedes"};
constexpr string_view of_updated[] = {"updated"};
constexpr string_view of_recalled[] = {"mode"};
constexpr string_view of_removed[] = {"id"};
constexpr string_view of_forgotten[] = {"archived"};
constexpr string_view of_linked[] = {"linked", "unlinked"};
constexpr string_view of_links[] = {"links"};

}  // namespace

void project(json::object& reply, const Projection& projection) {
  if (json::value* inner =
          projection.flatten.empty() ? nullptr : reply.if_contains(projection.flatten)) {
    const json::object members = std::move(inner->as_object());
    reply.erase(projection.flatten);
    for (const auto& [name, value] : members) reply[name] = value;
  }
  std::vector<std::string> hidden;
  for (const auto& [name, value] : reply)
    if (name != "warnings" && !is_shown(projection, name))
      hidden.emplace_back(name);
  for (const std::string& name : hidden) reply.erase(name);
  if (projection.reply)
    projection.reply(reply);
}

std::vector<op::Param> projected(std::vector<op::Param> results, const Projection& projection) {
  const auto inner = std::find_if(results.begin(), results.end(), [&](const op::Param& each) {
    return each.name == projection.flatten;
  });
  if (inner != results.end()) {
    const std::vector<op::Param> members = std::move(inner->fields);
    results.erase(inner);
    results.insert(results.end(), members.begin(), members.end());
  }
  std::erase_if(results, [&](const op::Param& each) { return !is_shown(projection, each.name); });
  if (projection.results)
    projection.results(results);
  return results;
}

const Projection stored{.flatten = "memory", .keep = of_stored};
const Projection updated{.flatten = "memory", .drop = of_updated};
const Projection recalled{.drop = of_recalled};
const Projection removed{.drop = of_removed};
const Projection forgotten{.drop = of_forgotten};
const Projection linked{.keep = of_linked};
const Projection links{.keep = of_links};
const Projection collected{.reply = collected_reply, .results = collected_results};

}  // namespace aim::http
