// Use cases of links between memories.
#include "engine/relate.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {

// Use case "link": relates two memories, or with `remove` ends that (A6, S13).

namespace {

struct LinkRequest {
  std::string source_id, target_id;
  Relation relation = Relation::related_to;
  bool remove = false;
  using R = LinkRequest;
  static constexpr std::tuple fields{
      needs("source_id", &R::source_id, rule::id, "Source of the link"),
      needs("target_id", &R::target_id, rule::id, "Target of the link"),
      takes("relation", &R::relation, rule::any, "From source to target", 'r'),
      takes("remove", &R::remove, rule::any, "Remove the link")};
};
struct LinkReply {
  std::optional<bool> linked, unlinked;
  std::string source_id, target_id;
  Relation relation = Relation::related_to;
  using R = LinkReply;
  static constexpr std::tuple fields{gives("linked", &R::linked, "True if the link exists now"),
                                     gives("unlinked", &R::unlinked, "True if it was removed"),
                                     gives("source_id", &R::source_id, "Full id"),
                                     gives("target_id", &R::target_id, "Full id"),
                                     gives("relation", &R::relation, "From source to target")};
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
  return operation<run_link>(
      "link", "Link two memories", "Link two memories.", Effect::adds,
      {.right = Right::write, .counts_as_store = true, .makes_database = false});
}

// Use case "get_links": the links of a memory, both directions; an unknown id has none.

namespace {

struct LinksReply {
  std::int64_t count = 0;
  std::vector<LinkView> links;
  using R = LinksReply;
  static constexpr std::tuple fields{gives("count", &R::count, "Number of items"),
                                     gives("links", &R::links, "Oldest first")};
};

Result<LinksReply> run_get_links(Engine& engine, const IdRequest& request, const Caller&) {
  const auto links = TRY(engine::links_of(engine, request.id));
  return LinksReply{static_cast<std::int64_t>(links.size()), views(links)};
}

}  // namespace

const Operation& get_links() {
  return operation<run_get_links>("get_links", "Get links", "Show the links of a memory.",
                                  Effect::reads, {.right = Right::read, .as_of = true});
}

// Use case "resolve": of two contradicting memories one supersedes the other (wire.md 4.3).

namespace {

struct ResolveRequest {
  std::string winner_id, loser_id;
  using R = ResolveRequest;
  static constexpr std::tuple fields{
      needs("winner_id", &R::winner_id, rule::id, "Memory that stays valid"),
      needs("loser_id", &R::loser_id, rule::id, "Memory that is superseded")};
};
struct ResolveReply {
  bool resolved = true;
  std::string winner, loser;
  using R = ResolveReply;
  static constexpr std::tuple fields{gives("resolved", &R::resolved, "Always true"),
                                     gives("winner", &R::winner, "Full id"),
                                     gives("loser", &R::loser, "Full id")};
};

Result<ResolveReply> run_resolve(Engine& engine, const ResolveRequest& request, const Caller&) {
  auto ends = TRY(engine::resolve(engine, request.winner_id, request.loser_id));
  return ResolveReply{true, std::move(ends.source_id), std::move(ends.target_id)};
}

}  // namespace

const Operation& resolve() {
  return operation<run_resolve>("resolve", "Resolve a contradiction",
                                "Settle a contradiction: one supersedes the other.",
                                Effect::overwrites, {.right = Right::write});
}

}  // namespace aim::op
