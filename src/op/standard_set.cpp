// Use case "standard_set": puts a memory first in a namespace and all below it (C3, wire.md 2.6);
// said by an assistant or with a token, it proposes that (S61).
#include "engine/standards.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"

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
  std::optional<bool> confirmed;
  std::optional<std::string> notice;
  static constexpr auto fields() {
    using R = StandardSetReply;
    return std::tuple{gives("set", &R::set, "Always true"),
                      gives("namespace", &R::name_space, "Namespace"),
                      gives("standard_id", &R::standard_id, "Full id"),
                      gives("parent", &R::parent, "Parent namespace, if given"),
                      gives("confirmed", &R::confirmed,
                            "False if it is proposed only; it applies once the user confirms it"),
                      gives("notice", &R::notice, "How the user confirms a proposal")};
  }
};

Result<StandardSetReply> run_standard_set(Engine& engine, const StandardSetRequest& request,
                                          const Caller& caller) {
  const auto set =
      TRY(engine::set_standard(engine, request.name_space, request.id, request.parent));
  StandardSetReply reply{true, request.name_space, set.memory->id, request.parent, {}, {}};
  if (set.confirmed)
    return reply;
  reply.confirmed = false;
  reply.notice = "proposed; it applies once the user confirms it with: " +
                 said_to_person(caller, {standard_confirm, {{"id", set.memory->id}}});
  return reply;
}

}  // namespace

const Operation& standard_set() {
  static const auto it = operation<run_standard_set>(
      {"standard_set",
       "Set a standard",
       "Make a memory the standard of a namespace; recall shows it first. An assistant's choice "
       "applies once the user confirms it.",
       Effect::overwrites,
       {.right = Right::write, .counts_as_store = true}});
  return it;
}

}  // namespace aim::op
