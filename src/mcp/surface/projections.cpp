#include <boost/json.hpp>

#include "mcp/surface/tools.h"

namespace aim::mcp {
namespace {

using op::Param;
using std::string_view;

void tell_duplicate(json::object& reply) {
  if (!reply.at("updated").as_bool())
    return;
  reply["duplicate"] = true;
  reply["action"] = "updated the memory with this title";
}

void describe_duplicate(std::vector<Param>& results) {
  Param& duplicate = results.emplace_back();
  duplicate.name = "duplicate";
  duplicate.doc = "True if a memory with the same title was updated";
  duplicate.kind = op::Kind::boolean;
  duplicate.optional = true;
  Param& action = results.emplace_back();
  action.name = "action";
  action.doc = "Action taken";
  action.optional = true;
}

constexpr string_view of_stored[] = {
    "id",      "tier",       "title",      "namespace", "potential_contradictions",
    "similar", "expires_at", "supersedes", "replaced",  "duplicate",
    "action",  "proposal"};
constexpr string_view query[] = {"query"};
constexpr string_view id[] = {"id"};

}  // namespace

const Projection stored{
    .flatten = "memory", .keep = of_stored, .reply = tell_duplicate, .results = describe_duplicate};
const Projection flat_memory{.flatten = "memory"};
const Projection without_query{.drop = query};
const Projection without_id{.drop = id};

}  // namespace aim::mcp
