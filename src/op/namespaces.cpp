// Use case "namespaces": which there are, and how many memories each holds.
#include "engine/stats.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct NamespacesReply {
  std::vector<CountView> name_spaces;
  static constexpr auto fields() {
    using R = NamespacesReply;
    return std::tuple{gives("namespaces", &R::name_spaces, "Most memories first")};
  }
};

Result<NamespacesReply> run_namespaces(Engine& engine, const NoRequest&, const Caller&) {
  NamespacesReply reply;
  for (const auto& each : TRY(engine::name_spaces(engine)))
    reply.name_spaces.push_back({each.name, each.count});
  return reply;
}

}  // namespace

const Operation& name_spaces() {
  static const auto it =
      operation<run_namespaces>({"namespaces",
                                 "Namespaces",
                                 "List namespaces with their number of memories.",
                                 Effect::reads,
                                 {.right = Right::read}});
  return it;
}

}  // namespace aim::op
