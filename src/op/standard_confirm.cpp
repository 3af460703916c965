// Use case "standard_confirm": the owner's word on a standard that an assistant, a token, an import
// or a sync proposed (S61).
#include "engine/standards.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct StandardConfirmRequest {
  std::string id;
  static constexpr auto fields() {
    using R = StandardConfirmRequest;
    return std::tuple{needs("id", &R::id, rule::id, "Id or unique prefix of the proposed memory")};
  }
};
struct StandardConfirmReply {
  std::string standard_id;
  std::vector<std::string> name_spaces;
  static constexpr auto fields() {
    using R = StandardConfirmReply;
    return std::tuple{
        gives("standard_id", &R::standard_id, "Full id"),
        gives("namespaces", &R::name_spaces, "Namespaces whose standard it is from now on")};
  }
};

Result<StandardConfirmReply> run_standard_confirm(Engine& engine,
                                                  const StandardConfirmRequest& request,
                                                  const Caller&) {
  auto confirmed = TRY(engine::confirm_standard(engine, request.id));
  return StandardConfirmReply{confirmed.memory.id, std::move(confirmed.name_spaces)};
}

}  // namespace

const Operation& standard_confirm() {
  static const auto it = operation<run_standard_confirm>(
      {"standard_confirm",
       "Confirm a standard",
       "Confirm a standard that an assistant, an import or a sync proposed.",
       Effect::overwrites,
       {.right = Right::administer}});
  return it;
}

}  // namespace aim::op
