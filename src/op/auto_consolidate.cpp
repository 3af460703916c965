// Use case "auto-consolidate": memories that share namespace and first tag become one (A7; wire.md
// 4.3).
#include "engine/language_model/auto_consolidate.h"

#include "op/filters.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct AutoConsolidateRequest {
  std::optional<std::string> name_space;
  bool short_only = false;
  std::int64_t min_count = 3;
  bool dry_run = false;
  static constexpr auto fields() {
    using R = AutoConsolidateRequest;
    return std::tuple{takes("namespace", &R::name_space, rule::name_space_filter,
                            "Namespace, or subtree team/*", 'n'),
                      takes("short_only", &R::short_only, rule::any, "Only short memories"),
                      takes("min_count", &R::min_count, rule::group_size,
                            "Minimum number of memories that share a tag"),
                      takes("dry_run", &R::dry_run, rule::any, "Only report")};
  }
};
struct GroupView {
  std::string name_space, tag;
  std::int64_t count = 0;
  std::vector<std::string> titles;
  static constexpr auto fields() {
    using R = GroupView;
    return std::tuple{gives("namespace", &R::name_space, "Namespace"),
                      gives("tag", &R::tag, "First tag of the memories"),
                      gives("count", &R::count, "Number of items"),
                      gives("titles", &R::titles, "Their titles, oldest first")};
  }
};
struct AutoConsolidateReply {
  std::optional<std::int64_t> consolidated;
  std::optional<bool> dry_run;
  std::optional<std::vector<GroupView>> groups;
  static constexpr auto fields() {
    using R = AutoConsolidateReply;
    return std::tuple{gives("consolidated", &R::consolidated, "Number of memories merged"),
                      gives("dry_run", &R::dry_run, "True for a dry run"),
                      gives("groups", &R::groups, "Groups that would be merged; dry run only")};
  }
};

Result<AutoConsolidateReply> run_auto_consolidate(Engine& engine,
                                                  const AutoConsolidateRequest& request,
                                                  const Caller& caller) {
  const engine::AutoConsolidateRequest wanted{name_space_filter(request.name_space),
                                              request.short_only,
                                              static_cast<std::size_t>(request.min_count)};
  AutoConsolidateReply reply;
  if (!request.dry_run) {
    reply.consolidated = TRY(engine::auto_consolidate(engine, wanted, [&](std::int64_t done) {
      notify(caller, {done, {}, "memories"});
    }));
    return reply;
  }
  reply.dry_run = true;
  reply.groups.emplace();
  for (auto& group : TRY(engine::groups_by_tag(engine, wanted)))
    reply.groups->push_back({std::move(group.name_space), std::move(group.tag),
                             static_cast<std::int64_t>(group.ids.size()), std::move(group.titles)});
  return reply;
}

}  // namespace

const Operation& auto_consolidate() {
  static const auto it =
      operation<run_auto_consolidate>({"auto_consolidate", "Consolidate by tag",
                                       "Merge memories of a namespace that share their first "
                                       "tag; the originals move to the archive.",
                                       Effect::destroys});
  return it;
}

}  // namespace aim::op
