// Use case "consolidate": several memories become one; the originals go to the archive (A7).
#include "engine/consolidate.h"

#include "op/catalog_functions.h"

namespace aim::op {
namespace {

struct ConsolidateRequest {
  std::vector<std::string> ids;
  std::string title;
  std::optional<std::string> summary;
  std::string name_space = "global";
  Tier tier = Tier::long_term;
  static constexpr auto fields() {
    using R = ConsolidateRequest;
    return std::tuple{
        needs("ids", &R::ids, rule::ids, "Ids of the memories to unite"),
        needs("title", &R::title, rule::title, "Title of the one they become", 'T'),
        takes("summary", &R::summary, rule::content, "Its content; without a language model it must be given", 's'),
        takes("namespace", &R::name_space, rule::name_space, "Its namespace", 'n'),
        takes("tier", &R::tier, rule::any, "Its tier", 't')};
  }
};
struct ConsolidateReply {
  std::string id;
  std::int64_t consolidated = 0;
  static constexpr auto fields() {
    using R = ConsolidateReply;
    return std::tuple{gives("id", &R::id, "Id of the new memory"),
                      gives("consolidated", &R::consolidated, "How many became one")};
  }
};

Result<ConsolidateReply> run(Engine& engine, const ConsolidateRequest& request, const Caller& caller) {
  if (!request.summary)
    return Failure(refuse("summary", "is required: no language model is set up that could write it"));
  const Memory memory = TRY(engine::consolidate(
      engine, {request.ids, request.title, *request.summary, request.name_space, request.tier,
               caller.door == Door::cli ? "cli" : "consolidation"}));
  const auto count = static_cast<std::int64_t>(request.ids.size());
  tell(caller, {count, count, "memories"});
  return ConsolidateReply{memory.id, count};
}

}  // namespace

const Operation& consolidate() {
  static const auto it = operation<run>(
      {"consolidate", "Consolidate memories",
       "Unite several memories into one; the originals move to the archive.", Effect::destroys});
  return it;
}

}  // namespace aim::op
