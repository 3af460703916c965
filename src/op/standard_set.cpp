// Use case "standard_set": puts a memory first in a namespace and all below it (C3, wire.md 2.6).
#include "base/utf8.h"
#include "engine/standards.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/next_step.h"

namespace aim::op {
namespace {

struct StandardSetRequest {
  std::string name_space, id;
  std::optional<std::string> parent;
  static constexpr auto fields() {
    using R = StandardSetRequest;
    return std::tuple{
        needs("namespace", &R::name_space, rule::name_space_or_all, "Namespace, or * for all"),
        needs("id", &R::id, rule::id, "Id or unique prefix"),
        takes("parent", &R::parent, rule::name_space, "Namespace to inherit from")};
  }
};
struct StandardSetReply {
  bool set = true;
  std::string name_space, standard_id;
  std::optional<std::string> parent;
  static constexpr auto fields() {
    using R = StandardSetReply;
    return std::tuple{gives("set", &R::set, "Always true"),
                      gives("namespace", &R::name_space, "Namespace"),
                      gives("standard_id", &R::standard_id, "Full id"),
                      gives("parent", &R::parent, "Parent namespace, if given")};
  }
};

Result<StandardSetReply> run_standard_set(Engine& engine, const StandardSetRequest& request,
                                          const Caller& caller) {
  const auto by = caller.door == Door::mcp ? engine::SetBy::assistant : engine::SetBy::person;
  auto set = engine::set_standard(engine, request.name_space, request.id, request.parent, by);
  if (!set && set.error().field == "id")
    set.error().hint =
        "with: " + said_to_person(caller, {standard_set,
                                           {{"namespace", utf8::excerpt(request.name_space, 64)},
                                            {"id", utf8::excerpt(request.id, 64)}}});
  const Memory memory = TRY(std::move(set));
  return StandardSetReply{true, request.name_space, memory.id, request.parent};
}

}  // namespace

const Operation& standard_set() {
  static const auto it = operation<run_standard_set>(
      {"standard_set",
       "Set a standard",
       "Make a memory the standard of a namespace; recall shows it first.",
       Effect::overwrites,
       {.right = Right::write, .counts_as_store = true}});
  return it;
}

}  // namespace aim::op
