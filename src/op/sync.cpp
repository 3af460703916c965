// Use case "sync": two databases become alike (E5, S12).
#include "engine/transfer/sync.h"

#include "op/kit/catalog_functions.h"

namespace aim {

template <>
struct EnumNames<engine::SyncDirection> {
  static constexpr auto names = named<engine::SyncDirection>("pull", "push", "merge");
};

namespace op {
namespace {

using engine::SyncDirection;

struct SyncRequest {
  std::string remote_db;
  SyncDirection direction = SyncDirection::merge;
  bool dry_run = false;
  using R = SyncRequest;
  static constexpr std::tuple fields{
      needs("remote_db", &R::remote_db, rule::path,
            "The other database; created if it does not exist"),
      takes("direction", &R::direction, rule::any,
            "pull: into this database; push: into the other; merge: both", 'd'),
      takes("dry_run", &R::dry_run, rule::any, "Only report")};
};
struct FlowView : engine::SyncFlow {
  using R = FlowView;
  static constexpr std::tuple fields{
      gives("new", &R::added, "Memories that would be added"),
      gives("update", &R::changed, "Memories that would be changed"),
      gives("delete", &R::removed, "Memories that would be deleted"),
      gives("noop", &R::same, "Memories that would stay unchanged"),
      gives("links", &R::links, "Links that would be added"),
      gives("turns", &R::turns, "Turns of transcripts that would be added")};
};
struct RefusalView : engine::Refusal {
  using R = RefusalView;
  static constexpr std::tuple fields{gives("what", &R::what, "memories, links, …"),
                                     gives("reason", &R::reason, "Violated rule"),
                                     gives("count", &R::count, "Number of items"),
                                     gives("example", &R::example, "Id of the first item")};
};
struct SyncReply {
  SyncDirection direction = SyncDirection::merge;
  std::optional<std::int64_t> imported, exported, pulled, pushed;
  std::optional<std::int64_t> dropped_links;
  std::optional<std::vector<RefusalView>> refused;
  std::optional<bool> dry_run;
  std::optional<FlowView> pull, push;
  std::optional<std::string> notice;
  using R = SyncReply;
  static constexpr std::tuple fields{
      gives("direction", &R::direction, "As requested"),
      gives("imported", &R::imported, "Pull: memories added or changed here"),
      gives("exported", &R::exported, "Push: memories added or changed there"),
      gives("pulled", &R::pulled, "Merge: memories added or changed here"),
      gives("pushed", &R::pushed, "Merge: memories added or changed there"),
      gives("dropped_links", &R::dropped_links,
            "Links of reflections removed because they closed a cycle, if any"),
      gives("refused", &R::refused, "Items refused from the other database, by reason, if any"),
      gives("dry_run", &R::dry_run, "True for a dry run"),
      gives("pull", &R::pull, "Changes here"),
      gives("push", &R::push, "Changes there"),
      gives("notice", &R::notice, "If the other database is not encrypted as this one is")};
};

Result<SyncReply> run_sync(Engine& engine, const SyncRequest& request, const Caller& caller) {
  const auto synced = TRY(engine::sync(
      engine, {request.remote_db, request.direction, request.dry_run}, [&](std::int64_t done) {
        notify(caller, {done, {}, "memories"});
      }));
  const bool pulls = request.direction != SyncDirection::push,
             pushes = request.direction != SyncDirection::pull;
  SyncReply reply;
  reply.direction = request.direction;
  if (synced.plain_copy)
    reply.notice = "the other database is not encrypted, as this one is";
  for (const engine::Refusal& each : synced.pull.refused.list()) {
    if (!reply.refused)
      reply.refused.emplace();
    reply.refused->push_back({each});
  }
  if (request.dry_run) {
    reply.dry_run = true;
    if (pulls)
      reply.pull = FlowView{synced.pull};
    if (pushes)
      reply.push = FlowView{synced.push};
    return reply;
  }
  if (const auto dropped = synced.pull.cycles + synced.push.cycles; dropped > 0)
    reply.dropped_links = dropped;
  if (pulls)
    (pushes ? reply.pulled : reply.imported) = synced.pull.added + synced.pull.changed;
  if (pushes)
    (pulls ? reply.pushed : reply.exported) = synced.push.added + synced.push.changed;
  return reply;
}

}  // namespace

const Operation& sync() {
  return operation<run_sync>("sync", "Sync with another database", "Merge two databases.",
                             Effect::destroys,
                             {.right = Right::administer, .makes_database = true});
}

}  // namespace op
}  // namespace aim
