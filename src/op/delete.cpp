// Use case "delete": removes one memory and its links.
#include "engine/forget.h"
#include "op/catalog_functions.h"

namespace aim::op {
namespace {

struct DeleteReply {
  bool deleted = true;
  std::string id;
  static constexpr auto fields() {
    using R = DeleteReply;
    return std::tuple{gives("deleted", &R::deleted, "Always true"),
                      gives("id", &R::id, "The id in full")};
  }
};

Result<DeleteReply> run(Engine& engine, const IdRequest& request, const Caller&) {
  return DeleteReply{true, TRY(engine::remove(engine, request.id)).id};
}

}  // namespace

const Operation& remove() {
  static const auto it = operation<run>(
      {"delete", "Delete a memory", "Delete one memory and its links, for good.", Effect::destroys});
  return it;
}

}  // namespace aim::op
