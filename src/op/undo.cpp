// Use case "undo": takes back the caller's last delete, forget, update, merge, link,
// settled pair or move of a namespace (L1, L4, T3).
#include "engine/undo.h"

#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct UndoRequest {
  std::optional<std::string> id;
  using R = UndoRequest;
  static constexpr std::tuple fields{
      takes("id", &R::id, rule::id, "Only the last change of this memory")};
};
struct UndoReply {
  std::string undone, id;
  std::optional<std::int64_t> count;
  using R = UndoReply;
  static constexpr std::tuple fields{
      gives("undone", &R::undone, "delete, forget, update, merge, move, link, unlink or settle"),
      gives("id", &R::id, "The memory; of several the first; of a move the namespace"),
      gives("count", &R::count, "How many came back, if several")};
};

Result<UndoReply> run_undo(Engine& engine, const UndoRequest& request, const Caller&) {
  auto undone = TRY(engine::undo(engine, request.id.value_or("")));
  UndoReply reply{std::move(undone.action), std::move(undone.id), {}};
  if (reply.undone == "forget" || reply.undone == "move")
    reply.count = undone.count;
  return reply;
}

}  // namespace

const Operation& undo() {
  return operation<run_undo>("undo", "Undo a change",
                             "Undo your last delete, forget, update, merge, link or settled pair.",
                             Effect::adds, {.right = Right::write, .makes_database = false});
}

}  // namespace aim::op
