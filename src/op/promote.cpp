// Use case "promote": a memory becomes long and loses its expiry.
#include "engine/remember.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct PromoteReply {
  bool promoted = true;
  std::string id;
  Tier tier = Tier::long_term;
  static constexpr auto fields() {
    using R = PromoteReply;
    return std::tuple{gives("promoted", &R::promoted, "Always true"),
                      gives("id", &R::id, "Full id"), gives("tier", &R::tier, "Always long")};
  }
};

Result<PromoteReply> run_promote(Engine& engine, const IdRequest& request, const Caller&) {
  const Memory memory = TRY(engine::promote(engine, request.id));
  return PromoteReply{true, memory.id, memory.tier};
}

}  // namespace

const Operation& promote() {
  static const auto it = operation<run_promote>({"promote",
                                                 "Promote a memory",
                                                 "Make a memory permanent (tier long).",
                                                 Effect::overwrites,
                                                 {.right = Right::write, .counts_as_store = true}});
  return it;
}

}  // namespace aim::op
