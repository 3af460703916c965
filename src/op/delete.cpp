// Use case "delete": removes one memory and its links.
#include "engine/forget.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/notes.h"

namespace aim::op {
namespace {

struct DeleteRequest {
  std::string id;
  bool permanently = false;
  static constexpr auto fields() {
    using R = DeleteRequest;
    return std::tuple{needs("id", &R::id, rule::id, "Id or unique prefix"),
                      takes("permanently", &R::permanently, rule::any, permanently_doc)};
  }
};
struct DeleteReply {
  bool deleted = true;
  std::string id;
  std::optional<std::string> undo;
  std::optional<std::int64_t> versions, undo_steps;
  std::optional<bool> archived;
  static constexpr auto fields() {
    using R = DeleteReply;
    return std::tuple{
        gives("deleted", &R::deleted, "Always true"),
        gives("id", &R::id, "Full id"),
        gives("undo", &R::undo, "Call that brings it back"),
        gives("versions", &R::versions, "Number of former states that went too; permanently only"),
        gives("archived", &R::archived, "Whether the archive had it; permanently only"),
        gives("undo_steps", &R::undo_steps,
              "Number of steps that undo has lost; permanently only")};
  }
};

Result<DeleteReply> run_delete(Engine& engine, const DeleteRequest& request, const Caller& caller) {
  if (request.permanently) {
    const auto gone = TRY(engine::remove_for_good(engine, request.id));
    note_gone(caller, {"delete", {}, gone.name_space}, 1);
    return DeleteReply{
        true, gone.id, {}, gone.traces.versions, gone.traces.undo_steps, gone.traces.archived};
  }
  const Memory gone = TRY(engine::remove(engine, request.id));
  note_gone(caller, {"delete", {}, gone.name_space}, 1);
  return DeleteReply{true, gone.id, said(caller, {undo, {{"id", gone.id}}}), {}, {}, {}};
}

}  // namespace

const Operation& remove() {
  static const auto it =
      operation<run_delete>({"delete",
                             "Delete a memory",
                             "Delete a memory.",
                             Effect::destroys,
                             {.right = Right::write, .confirm = {.for_good = "permanently"}}});
  return it;
}

}  // namespace aim::op
