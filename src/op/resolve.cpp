// Use case "resolve": of two contradicting memories one supersedes the other (wire.md 4.3).
#include "engine/relate.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct ResolveRequest {
  std::string winner_id, loser_id;
  static constexpr auto fields() {
    using R = ResolveRequest;
    return std::tuple{needs("winner_id", &R::winner_id, rule::id, "Memory that stays valid"),
                      needs("loser_id", &R::loser_id, rule::id, "Memory that is superseded")};
  }
};
struct ResolveReply {
  bool resolved = true;
  std::string winner, loser;
  static constexpr auto fields() {
    using R = ResolveReply;
    return std::tuple{gives("resolved", &R::resolved, "Always true"),
                      gives("winner", &R::winner, "Full id"), gives("loser", &R::loser, "Full id")};
  }
};

Result<ResolveReply> run_resolve(Engine& engine, const ResolveRequest& request, const Caller&) {
  auto ends = TRY(engine::resolve(engine, request.winner_id, request.loser_id));
  return ResolveReply{true, std::move(ends.source_id), std::move(ends.target_id)};
}

}  // namespace

const Operation& resolve() {
  static const auto it =
      operation<run_resolve>({"resolve",
                              "Resolve a contradiction",
                              "Settle a contradiction: one memory supersedes another.",
                              Effect::overwrites,
                              {.right = Right::write}});
  return it;
}

}  // namespace aim::op
