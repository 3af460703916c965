// Use case "auto_tag": tags for a memory, by the language model (F2).
#include "engine/language_model/enrich.h"
#include "op/kit/catalog_functions.h"
#include "op/language_model.h"

namespace aim::op {
namespace {

struct AutoTagReply {
  std::string id;
  std::vector<std::string> new_tags, all_tags;
  static constexpr auto fields() {
    using R = AutoTagReply;
    return std::tuple{gives("id", &R::id, "Full id"),
                      gives("new_tags", &R::new_tags, "Tags that were added"),
                      gives("all_tags", &R::all_tags, "All tags of the memory")};
  }
};

Result<AutoTagReply> run_auto_tag(Engine& engine, const IdRequest& request, const Caller& caller) {
  TRY_VOID(needs_language_model(engine, "tagging a memory", caller));
  auto tagged = TRY(engine::auto_tag(engine, request.id));
  return AutoTagReply{std::move(tagged.id), std::move(tagged.new_tags), std::move(tagged.all_tags)};
}

}  // namespace

const Operation& auto_tag() {
  static const auto it = operation<run_auto_tag>(
      {"auto_tag",
       "Tag a memory",
       "Tag a memory; needs a language model.",
       Effect::adds,
       {.right = Right::write, .asks_model = true, .makes_database = false}});
  return it;
}

}  // namespace aim::op
