// Use cases that make several memories one.
#include "engine/consolidate.h"

#include "base/utf8.h"
#include "engine/language_model/enrich.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/language_model.h"
#include "op/views/memory_fields.h"

namespace aim::op {

// Use case "consolidate": several memories become one; the originals go to the archive (A7).

namespace {

constexpr std::size_t preview_characters = 200;

struct ConsolidateRequest {
  std::vector<std::string> ids;
  std::string title;
  std::optional<std::string> summary;
  std::optional<std::string> name_space;
  Tier tier = Tier::long_term;
  using R = ConsolidateRequest;
  static constexpr std::tuple fields{
      needs("ids", &R::ids, rule::ids, "Memories to merge, 2 to 100"),
      needs(memory_field::title, &R::title, "Title of the new memory"),
      takes("summary", &R::summary, rule::content, "New content; required without a language model",
            's'),
      takes(memory_field::name_space, &R::name_space, "Namespace"),
      takes(memory_field::tier, &R::tier, "Tier")};
};
struct ConsolidateReply {
  std::string id;
  std::int64_t consolidated = 0;
  std::optional<bool> auto_summary;
  std::optional<std::string> summary_preview;
  using R = ConsolidateReply;
  static constexpr std::tuple fields{
      gives("id", &R::id, "Id of the new memory"),
      gives("consolidated", &R::consolidated, "Number of memories merged"),
      gives("auto_summary", &R::auto_summary, "True if a language model wrote the content"),
      gives("summary_preview", &R::summary_preview, "Beginning of the content")};
};

Result<ConsolidateReply> run_consolidate(Engine& engine, const ConsolidateRequest& request,
                                         const Caller& caller) {
  if (!request.summary && !needs_language_model(engine, "a summary", caller))
    return Failure(
        refuse("summary", "is required, as no language model is configured to write it"));
  engine::Summary summary;
  if (!request.summary)
    summary = TRY(engine::summarise(engine, request.ids));
  engine::ConsolidateRequest merged;
  merged.ids = request.ids;
  merged.title = request.title;
  merged.summary = request.summary.value_or(summary.text);
  merged.name_space = request.name_space;
  if (!caller.name_space.empty())
    merged.otherwise = caller.name_space;
  merged.tier = request.tier;
  merged.source = caller.door == Door::cli ? "cli" : "consolidation";
  if (!request.summary)
    merged.read_at = summary.read_at;
  const Memory memory = TRY(engine::consolidate(engine, merged));
  const auto count = static_cast<std::int64_t>(request.ids.size());
  notify(caller, {count, count, "memories"});
  ConsolidateReply reply{memory.id, count, {}, {}};
  if (!request.summary) {
    reply.auto_summary = true;
    reply.summary_preview = utf8::first_characters(summary.text, preview_characters);
  }
  return reply;
}

}  // namespace

const Operation& consolidate() {
  return operation<run_consolidate>(
      "consolidate", "Consolidate memories", "Merge memories into one; the originals are archived.",
      Effect::destroys, {.right = Right::write, .counts_as_store = true, .shows_uses = true});
}

// Use case "auto-consolidate": memories that share namespace and first tag become one (A7; wire.md
// 4.3).

namespace {

struct AutoConsolidateRequest {
  std::optional<std::string> name_space;
  bool short_only = false;
  std::int64_t min_count = 3;
  bool dry_run = false;
  using R = AutoConsolidateRequest;
  static constexpr std::tuple fields{
      takes("namespace", &R::name_space, rule::name_space_filter, "Namespace, or team/*", 'n'),
      takes("short_only", &R::short_only, rule::any, "Only short memories"),
      takes("min_count", &R::min_count, rule::group_size,
            "Minimum number of memories that share a tag"),
      takes("dry_run", &R::dry_run, rule::any, "Only report")};
};
struct GroupView {
  std::string name_space, tag;
  std::int64_t count = 0;
  std::vector<std::string> titles;
  using R = GroupView;
  static constexpr std::tuple fields{gives("namespace", &R::name_space, "Namespace"),
                                     gives("tag", &R::tag, "First tag of the memories"),
                                     gives("count", &R::count, "Number of items"),
                                     gives("titles", &R::titles, "Their titles, oldest first")};
};
struct AutoConsolidateReply {
  std::optional<std::int64_t> consolidated;
  std::optional<bool> dry_run;
  std::optional<std::vector<GroupView>> groups;
  using R = AutoConsolidateReply;
  static constexpr std::tuple fields{
      gives("consolidated", &R::consolidated, "Number of memories merged"),
      gives("dry_run", &R::dry_run, "True for a dry run"),
      gives("groups", &R::groups, "Groups that would be merged; dry run only")};
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
  return operation<run_auto_consolidate>("auto_consolidate", "Consolidate by tag",
                                         "Merge memories of a namespace that share their first "
                                         "tag; the originals move to the archive.",
                                         Effect::destroys, {.shows_uses = true});
}

}  // namespace aim::op
