// Use case "standard_clear": the namespace has no standard of its own any more; the memory stays.
#include "engine/standards.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct StandardClearRequest {
  std::string name_space;
  static constexpr auto fields() {
    using R = StandardClearRequest;
    return std::tuple{
        needs("namespace", &R::name_space, rule::name_space_or_all, "Namespace, or * for all")};
  }
};
struct StandardClearReply {
  bool cleared = false;
  std::string name_space;
  static constexpr auto fields() {
    using R = StandardClearReply;
    return std::tuple{gives("cleared", &R::cleared, "False if there was no standard"),
                      gives("namespace", &R::name_space, "The namespace")};
  }
};

Result<StandardClearReply> run_standard_clear(Engine& engine, const StandardClearRequest& request,
                                              const Caller&) {
  return StandardClearReply{TRY(engine::clear_standard(engine, request.name_space)),
                            request.name_space};
}

}  // namespace

const Operation& standard_clear() {
  static const auto it = operation<run_standard_clear>({"standard_clear",
                                                        "Clear a standard",
                                                        "Remove the standard of a namespace.",
                                                        Effect::overwrites,
                                                        {.right = Right::write}});
  return it;
}

}  // namespace aim::op
