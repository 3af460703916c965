// Use case "expand_query": other words for a query, by the language model (F2).
#include "engine/language_model/enrich.h"
#include "engine/language_model/expansions.h"
#include "op/kit/catalog_functions.h"
#include "op/language_model.h"

namespace aim::op {
namespace {

struct ExpandRequest {
  std::string query;
  static constexpr auto fields() {
    using R = ExpandRequest;
    return std::tuple{needs("query", &R::query, rule::query, "Query to expand")};
  }
};
struct ExpandReply {
  std::string original;
  std::vector<std::string> expanded_terms;
  static constexpr auto fields() {
    using R = ExpandReply;
    return std::tuple{gives("original", &R::original, "The query as given"),
                      gives("expanded_terms", &R::expanded_terms, "Further terms")};
  }
};

Result<ExpandReply> run_expand_query(Engine& engine, const ExpandRequest& request,
                                     const Caller& caller) {
  TRY_VOID(needs_language_model(engine, "expanding a query", caller));
  ExpandReply reply{request.query, {}};
  reply.expanded_terms = TRY(engine::expand_query(engine, request.query));
  engine.expansions->keep(request.query, reply.expanded_terms);
  return reply;
}

}  // namespace

const Operation& expand_query() {
  static const auto it =
      operation<run_expand_query>({"expand_query",
                                   "Expand a query",
                                   "Suggest related search words; needs a language model.",
                                   Effect::reads,
                                   {.right = Right::read, .asks_model = true}});
  return it;
}

}  // namespace aim::op
