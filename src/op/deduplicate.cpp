// Use case "deduplicate": memories of a namespace that say the same, and merging them when that is
// asked for (J4).
#include "base/utf8.h"
#include "engine/duplicates/duplicates.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

constexpr Rule threshold_rule{.minimum = 0.5, .maximum = 1};
constexpr Rule limit_rule{.minimum = 1, .maximum = 100, .clamps = true};
constexpr std::size_t shown_characters = 120;

struct DeduplicateRequest {
  std::optional<std::string> name_space;
  double threshold = engine::default_duplicate_similarity;
  bool merge = false;
  std::int64_t limit = 20;
  using R = DeduplicateRequest;
  static constexpr std::tuple fields{
      takes("namespace", &R::name_space, rule::name_space, "Namespace; default: all", 'n'),
      takes("threshold", &R::threshold, threshold_rule, "Minimum similarity, 0.5 to 1"),
      takes("merge", &R::merge, rule::any,
            "Merge groups without conflicting numbers, negations or names; others are only shown"),
      takes("limit", &R::limit, limit_rule, "Maximum groups")};
};
struct MemberView {
  std::string id, title, excerpt;
  double similarity = 1;
  using R = MemberView;
  static constexpr std::tuple fields{
      gives("id", &R::id, "Id"), gives("title", &R::title, "Title"),
      gives("excerpt", &R::excerpt, "Beginning of its content"),
      gives("similarity", &R::similarity, "Similarity to the first, which would be kept")};
};
struct GroupView {
  std::string name_space;
  double similarity = 1;
  std::vector<std::string> differs;
  std::vector<MemberView> memories;
  using R = GroupView;
  static constexpr std::tuple fields{
      gives("namespace", &R::name_space, "Namespace"),
      gives("similarity", &R::similarity, "Smallest similarity of its pairs"),
      gives("differs", &R::differs,
            "Conflicts that prevent merging: numbers, negation, names, dates, opposites, words"),
      gives("memories", &R::memories, "The memory to keep, then the most similar ones")};
};
struct DeduplicateReply {
  std::int64_t compared = 0, without_vector = 0, groups_found = 0;
  bool by_model = false;
  std::vector<GroupView> groups;
  std::optional<std::int64_t> merged;
  using R = DeduplicateReply;
  static constexpr std::tuple fields{
      gives("compared", &R::compared, "Memories compared"),
      gives("without_vector", &R::without_vector, "Memories not compared, as they have no vector"),
      gives("by_model", &R::by_model, "False: compared by words only, without a model"),
      gives("groups_found", &R::groups_found, "Number of groups"),
      gives("groups", &R::groups, "The most similar groups"),
      gives("merged", &R::merged, "Number of memories merged into another")};
};

GroupView view(const engine::DuplicateGroup& group) {
  GroupView out;
  out.name_space = group.memories.front().name_space;
  out.similarity = group.similarity;
  out.differs.assign(group.differs.begin(), group.differs.end());
  for (std::size_t at = 0; at < group.memories.size(); ++at) {
    const Memory& memory = group.memories[at];
    out.memories.push_back({memory.id, memory.title,
                            utf8::excerpt(memory.content, shown_characters), group.to_kept[at]});
  }
  return out;
}

Result<DeduplicateReply> run_deduplicate(Engine& engine, const DeduplicateRequest& request,
                                         const Caller& caller) {
  const auto found =
      TRY(engine::find_duplicates(engine, {name_space_filter(request.name_space), request.threshold,
                                           static_cast<std::size_t>(request.limit)}));
  DeduplicateReply reply;
  reply.compared = found.compared;
  reply.without_vector = found.without_vector;
  reply.by_model = found.by_model;
  reply.groups_found = static_cast<std::int64_t>(found.found);
  if (request.merge)
    reply.merged = 0;
  for (const engine::DuplicateGroup& group : found.groups) {
    reply.groups.push_back(view(group));
    if (!request.merge || !group.differs.empty())
      continue;
    std::vector<std::string> ids;
    for (const Memory& each : group.memories) ids.push_back(each.id);
    TRY(engine::merge_duplicates(engine, ids));
    *reply.merged += static_cast<std::int64_t>(ids.size()) - 1;
    notify(caller, {*reply.merged, {}, "memories"});
  }
  return reply;
}

}  // namespace

const Operation& deduplicate() {
  return operation<run_deduplicate>(
      "deduplicate", "Find duplicates",
      "Find memories with the same meaning and merge them on request. Groups with conflicting "
      "numbers, negations or names are only shown.",
      Effect::destroys);
}

}  // namespace aim::op
