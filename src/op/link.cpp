// Use case "link": relates two memories, or with `remove` ends that (A6, S13).
#include "engine/relate.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct LinkRequest {
  std::string source_id, target_id;
  Relation relation = Relation::related_to;
  bool remove = false;
  static constexpr auto fields() {
    using R = LinkRequest;
    return std::tuple{
        needs("source_id", &R::source_id, rule::id, "Source of the link"),
        needs("target_id", &R::target_id, rule::id, "Target of the link"),
        takes("relation", &R::relation, rule::any, "Relation of the source to the target", 'r'),
        takes("remove", &R::remove, rule::any, "Remove the link")};
  }
};
struct LinkReply {
  std::optional<bool> linked, unlinked;
  std::string source_id, target_id;
  Relation relation = Relation::related_to;
  static constexpr auto fields() {
    using R = LinkReply;
    return std::tuple{gives("linked", &R::linked, "True if the link exists now"),
                      gives("unlinked", &R::unlinked, "True if it was removed"),
                      gives("source_id", &R::source_id, "Full id"),
                      gives("target_id", &R::target_id, "Full id"),
                      gives("relation", &R::relation, "Relation of the source to the target")};
  }
};

Result<LinkReply> run_link(Engine& engine, const LinkRequest& request, const Caller&) {
  const auto change = request.remove ? engine::remove_link : engine::add_link;
  auto linked = TRY(change(engine, request.source_id, request.target_id, request.relation));
  LinkReply reply{{}, {}, linked.source_id, linked.target_id, request.relation};
  (request.remove ? reply.unlinked : reply.linked) = true;
  return reply;
}

}  // namespace

const Operation& link() {
  static const auto it = operation<run_link>(
      {"link",
       "Link two memories",
       "Link two memories.",
       Effect::adds,
       {.right = Right::write, .counts_as_store = true, .makes_database = false}});
  return it;
}

}  // namespace aim::op
