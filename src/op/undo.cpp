// Use case "undo": takes back what the caller's last call has changed (L1, L4, T3).
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
  std::optional<std::int64_t> count, kept;
  using R = UndoReply;
  static constexpr std::tuple fields{
      gives("undone", &R::undone,
            "store, update, delete, forget, merge, restore, link, unlink, settle, standard, "
            "confirm, import, alias "
            "or move"),
      gives("id", &R::id,
            "The memory; of several the first; of a move the namespace; of an alias the name"),
      gives("count", &R::count, "Number that are as they were, if several"),
      gives("kept", &R::kept, "Memories of an import that stay: they were changed since")};
};

Result<UndoReply> run_undo(Engine& engine, const UndoRequest& request, const Caller&) {
  auto undone = TRY(engine::undo(engine, request.id.value_or("")));
  UndoReply reply{std::move(undone.action), std::move(undone.id), {}, {}};
  if (reply.undone == "forget" || reply.undone == "move" || reply.undone == "import" ||
      (reply.undone == "update" && undone.count > 1))
    reply.count = undone.count;
  if (undone.kept > 0)
    reply.kept = undone.kept;
  return reply;
}

}  // namespace

const Operation& undo() {
  return operation<run_undo>("undo", "Undo a change", "Undo your last change.", Effect::adds,
                             {.right = Right::write, .makes_database = false});
}

}  // namespace aim::op
