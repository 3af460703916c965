// Use case "undo": takes back the last delete, update, merge or settled pair, for ten minutes (L1,
// L4).
#include "engine/undo.h"

#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct UndoRequest {
  std::optional<std::string> id;
  static constexpr auto fields() {
    using R = UndoRequest;
    return std::tuple{takes("id", &R::id, rule::id, "Only the last change of this memory")};
  }
};
struct UndoReply {
  std::string undone, id;
  static constexpr auto fields() {
    using R = UndoReply;
    return std::tuple{gives("undone", &R::undone, "delete, update, merge or settle"),
                      gives("id", &R::id, "The memory")};
  }
};

Result<UndoReply> run_undo(Engine& engine, const UndoRequest& request, const Caller&) {
  auto undone = TRY(engine::undo(engine, request.id.value_or("")));
  return UndoReply{std::move(undone.action), std::move(undone.id)};
}

}  // namespace

const Operation& undo() {
  static const auto it = operation<run_undo>(
      {"undo",
       "Undo a change",
       "Undo the last delete, update, merge or settled pair of the last 10 minutes.",
       Effect::adds,
       {.right = Right::write, .makes_database = false}});
  return it;
}

}  // namespace aim::op
