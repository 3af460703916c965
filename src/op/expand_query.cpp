// Use case "expand_query": other words for a query, by the language model (F2).
#include "op/catalog_functions.h"
#include "op/language_model.h"

namespace aim::op {
namespace {

struct ExpandRequest {
  std::string query;
  static constexpr auto fields() {
    using R = ExpandRequest;
    return std::tuple{needs("query", &R::query, rule::query, "The query")};
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

Result<ExpandReply> run(Engine&, const ExpandRequest&, const Caller& caller) {
  return Failure(needs_language_model("expanding a query", caller.tier));
}

}  // namespace

const Operation& expand_query() {
  static const auto it = operation<run>(
      {"expand_query", "Expand a query", "Find other words for a query; needs a language model.", Effect::reads});
  return it;
}

}  // namespace aim::op
