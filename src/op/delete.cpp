// Use case "delete": removes one memory and its links.
#include "engine/forget.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/notes.h"

namespace aim::op {
namespace {

struct DeleteReply {
  bool deleted = true;
  std::string id, undo;
  static constexpr auto fields() {
    using R = DeleteReply;
    return std::tuple{gives("deleted", &R::deleted, "Always true"), gives("id", &R::id, "Full id"),
                      gives("undo", &R::undo, "What brings it back")};
  }
};

Result<DeleteReply> run_delete(Engine& engine, const IdRequest& request, const Caller& caller) {
  const Memory gone = TRY(engine::remove(engine, request.id));
  note_gone(caller, {"delete", {}, gone.name_space}, 1);
  return DeleteReply{true, gone.id, said(caller, {undo, {{"id", gone.id}}})};
}

}  // namespace

const Operation& remove() {
  static const auto it = operation<run_delete>(
      {"delete", "Delete a memory", "Delete a memory.", Effect::destroys, {.right = Right::write}});
  return it;
}

}  // namespace aim::op
