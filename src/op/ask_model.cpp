// Use cases that a language model answers (F2).
#include "base/ascii.h"
#include "engine/language_model/enrich.h"
#include "engine/language_model/expansions.h"
#include "op/kit/catalog_functions.h"
#include "op/language_model.h"
#include "op/views/views.h"

namespace aim::op {

// Use case "auto_tag": tags for a memory, by the language model (F2).

namespace {

struct AutoTagReply {
  std::string id;
  std::vector<std::string> new_tags, all_tags;
  using R = AutoTagReply;
  static constexpr std::tuple fields{gives("id", &R::id, "Full id"),
                                     gives("new_tags", &R::new_tags, "Tags that were added"),
                                     gives("all_tags", &R::all_tags, "All tags of the memory")};
};

Result<AutoTagReply> run_auto_tag(Engine& engine, const IdRequest& request, const Caller& caller) {
  TRY_VOID(needs_language_model(engine, "tagging a memory", caller));
  auto tagged = TRY(engine::auto_tag(engine, request.id));
  return AutoTagReply{std::move(tagged.id), std::move(tagged.new_tags), std::move(tagged.all_tags)};
}

}  // namespace

const Operation& auto_tag() {
  return operation<run_auto_tag>(
      "auto_tag", "Tag a memory", "Tag a memory; needs a language model.", Effect::adds,
      {.right = Right::write, .asks_model = true, .makes_database = false});
}

// Use case "expand_query": other words for a query, by the language model (F2).

namespace {

struct ExpandRequest {
  std::string query;
  using R = ExpandRequest;
  static constexpr std::tuple fields{needs("query", &R::query, rule::query, "Query to expand")};
};
struct ExpandReply {
  std::string original;
  std::vector<std::string> expanded_terms;
  using R = ExpandReply;
  static constexpr std::tuple fields{gives("original", &R::original, "The query as given"),
                                     gives("expanded_terms", &R::expanded_terms, "Further terms")};
};

Result<ExpandReply> run_expand_query(Engine& engine, const ExpandRequest& request,
                                     const Caller& caller) {
  TRY_VOID(needs_language_model(engine, "expanding a query", caller));
  ExpandReply reply{request.query, {}};
  if (ascii::trimmed(request.query).empty())
    return reply;
  reply.expanded_terms = TRY(engine::expand_query(engine, request.query));
  engine.expansions->keep(request.query, reply.expanded_terms);
  return reply;
}

}  // namespace

const Operation& expand_query() {
  return operation<run_expand_query>("expand_query", "Expand a query",
                                     "Suggest related search words; needs a language model.",
                                     Effect::reads, {.right = Right::read, .asks_model = true});
}

// Use case "detect_contradiction": do two memories contradict each other? By the language model
// (F2).

namespace {

struct ContradictionRequest {
  std::string id_a, id_b;
  using R = ContradictionRequest;
  static constexpr std::tuple fields{needs("id_a", &R::id_a, rule::id, "First memory"),
                                     needs("id_b", &R::id_b, rule::id, "Second memory")};
};
struct ContradictionReply {
  bool contradicts = false;
  MemoryName memory_a, memory_b;
  using R = ContradictionReply;
  static constexpr std::tuple fields{
      gives("contradicts", &R::contradicts, "True if they contradict each other"),
      gives("memory_a", &R::memory_a, "First memory"),
      gives("memory_b", &R::memory_b, "Second memory")};
};

Result<ContradictionReply> run_detect_contradiction(Engine& engine,
                                                    const ContradictionRequest& request,
                                                    const Caller& caller) {
  TRY_VOID(needs_language_model(engine, "comparing two memories", caller));
  const auto compared = TRY(engine::detect_contradiction(engine, request.id_a, request.id_b));
  return ContradictionReply{
      compared.contradicts, {compared.a.id, compared.a.title}, {compared.b.id, compared.b.title}};
}

}  // namespace

const Operation& detect_contradiction() {
  return operation<run_detect_contradiction>(
      "detect_contradiction", "Detect a contradiction",
      "Check two memories for a contradiction; needs a language model.", Effect::reads,
      {.right = Right::read, .asks_model = true});
}

}  // namespace aim::op
