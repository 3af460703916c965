// Use case "detect_contradiction": do two memories contradict each other? By the language model
// (F2).
#include "engine/language_model/enrich.h"
#include "op/kit/catalog_functions.h"
#include "op/language_model.h"

namespace aim::op {
namespace {

struct ContradictionRequest {
  std::string id_a, id_b;
  static constexpr auto fields() {
    using R = ContradictionRequest;
    return std::tuple{needs("id_a", &R::id_a, rule::id, "First memory"),
                      needs("id_b", &R::id_b, rule::id, "Second memory")};
  }
};
struct MemoryName {
  std::string id, title;
  static constexpr auto fields() {
    using R = MemoryName;
    return std::tuple{gives("id", &R::id, "Id"), gives("title", &R::title, "Title")};
  }
};
struct ContradictionReply {
  bool contradicts = false;
  MemoryName memory_a, memory_b;
  static constexpr auto fields() {
    using R = ContradictionReply;
    return std::tuple{gives("contradicts", &R::contradicts, "True if they contradict each other"),
                      gives("memory_a", &R::memory_a, "First memory"),
                      gives("memory_b", &R::memory_b, "Second memory")};
  }
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
  static const auto it = operation<run_detect_contradiction>(
      {"detect_contradiction",
       "Detect a contradiction",
       "Check two memories for a contradiction; needs a language model.",
       Effect::reads,
       {.right = Right::read, .asks_model = true}});
  return it;
}

}  // namespace aim::op
