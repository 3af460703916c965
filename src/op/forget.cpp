// Use case "forget": archives and removes what a namespace, a pattern or a tier names (S16).
#include "engine/forget.h"
#include "op/catalog_functions.h"
#include "op/filters.h"

namespace aim::op {
namespace {

struct ForgetRequest {
  std::optional<std::string> name_space, pattern;
  std::optional<Tier> tier;
  bool dry_run = false;
  static constexpr auto fields() {
    using R = ForgetRequest;
    return std::tuple{
        takes("namespace", &R::name_space, rule::name_space_filter, "In this namespace; team/* with all below", 'n'),
        takes("pattern", &R::pattern, rule::query, "Those that hold all these words, whole and as written", 'p'),
        takes("tier", &R::tier, rule::any, "Of this tier", 't'),
        takes("dry_run", &R::dry_run, rule::any, "Only say what would go")};
  }
};
struct Candidate {
  std::string id, title;
  static constexpr auto fields() {
    using R = Candidate;
    return std::tuple{gives("id", &R::id, "Id"), gives("title", &R::title, "Title")};
  }
};
struct ForgetReply {
  std::optional<std::int64_t> deleted, would_delete;
  std::optional<bool> archived, dry_run;
  std::optional<std::vector<Candidate>> memories;
  static constexpr auto fields() {
    using R = ForgetReply;
    return std::tuple{gives("deleted", &R::deleted, "How many went"),
                      gives("archived", &R::archived, "Whether they are in the archive"),
                      gives("dry_run", &R::dry_run, "True for a dry run"),
                      gives("would_delete", &R::would_delete, "How many would go"),
                      gives("memories", &R::memories, "The first thousand of those, by a dry run")};
  }
};

Result<ForgetReply> run(Engine& engine, const ForgetRequest& request, const Caller& caller) {
  const auto forgotten = TRY(engine::forget(
      engine, {name_space_filter(request.name_space), request.pattern.value_or(""), request.tier, request.dry_run},
      [&](std::int64_t done) { tell(caller, {done, {}, "memories"}); }));
  ForgetReply reply;
  if (!request.dry_run) {
    reply.deleted = forgotten.count;
    reply.archived = true;
    return reply;
  }
  reply.dry_run = true;
  reply.would_delete = forgotten.count;
  reply.memories.emplace();
  for (const auto& [id, title] : forgotten.listed)
    reply.memories->push_back({id, title});
  return reply;
}

}  // namespace

const Operation& forget() {
  static const auto it = operation<run>(
      {"forget", "Forget memories", "Archive and remove all memories that a filter names.", Effect::destroys});
  return it;
}

}  // namespace aim::op
