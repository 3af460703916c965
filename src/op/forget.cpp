// Use cases that remove memories.
#include "engine/forget.h"

#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/notes.h"
#include "op/views/views.h"

namespace aim::op {

// Use case "delete": removes one memory and its links.

namespace {

struct DeleteRequest {
  std::string id;
  bool permanently = false;
  using R = DeleteRequest;
  static constexpr std::tuple fields{
      needs("id", &R::id, rule::id, "Id or prefix"),
      takes("permanently", &R::permanently, rule::any, permanently_doc)};
};
struct DeleteReply {
  bool deleted = true;
  std::string id;
  std::optional<std::string> undo;
  std::optional<std::int64_t> versions, undo_steps;
  std::optional<bool> archived;
  using R = DeleteReply;
  static constexpr std::tuple fields{
      gives("deleted", &R::deleted, "Always true"),
      gives("id", &R::id, "Full id"),
      gives("undo", &R::undo, "Call that brings it back"),
      gives("versions", &R::versions, "Number of former states that went too; permanently only"),
      gives("archived", &R::archived, "Whether the archive had it; permanently only"),
      gives("undo_steps", &R::undo_steps, "Number of steps that undo has lost; permanently only")};
};

Result<DeleteReply> run_delete(Engine& engine, const DeleteRequest& request, const Caller& caller) {
  if (request.permanently) {
    const auto gone = TRY(engine::remove_for_good(engine, request.id));
    note_gone(caller, {"delete", {}, gone.name_space}, 1);
    return DeleteReply{
        true, gone.id, {}, gone.traces.versions, gone.traces.undo_steps, gone.traces.archived};
  }
  const Memory gone = TRY(engine::remove(engine, request.id));
  note_gone(caller, {"delete", {}, gone.name_space}, 1);
  return DeleteReply{true, gone.id, said(caller, {undo, {{"id", gone.id}}}), {}, {}, {}};
}

}  // namespace

const Operation& remove() {
  return operation<run_delete>("delete", "Delete a memory", "Delete a memory.", Effect::destroys,
                               {.right = Right::write, .confirm = {.for_good = "permanently"}});
}

// Use case "forget": archives and removes what a pattern and filters name (S16, S23).

namespace {

struct ForgetRequest : MemoryFilter {
  std::vector<std::string> ids;
  std::optional<std::string> pattern;
  bool permanently = false, dry_run = false;
  using R = ForgetRequest;
  static constexpr auto fields = std::tuple_cat(
      filter_fields(),
      std::tuple{takes("ids", &R::ids, rule::many_ids, "Only these"),
                 takes("pattern", &R::pattern, rule::query, "Only with all these exact words", 'p'),
                 takes("permanently", &R::permanently, rule::any, permanently_doc),
                 takes("dry_run", &R::dry_run, rule::any, "Only report")});
};
struct ForgetReply {
  std::optional<std::int64_t> deleted, would_delete, histories, versions;
  std::optional<bool> archived, dry_run;
  std::optional<std::string> undo;
  std::optional<std::vector<MemoryName>> memories;
  using R = ForgetReply;
  static constexpr std::tuple fields{
      gives("deleted", &R::deleted, "Number of memories deleted"),
      gives("archived", &R::archived, "True if they are in the archive"),
      gives("histories", &R::histories,
            "Memories that stay and lose their former states, one of which matched; permanently "
            "only"),
      gives("versions", &R::versions, "Number of former states that went too; permanently only"),
      gives("undo", &R::undo, "What brings them back"),
      gives("dry_run", &R::dry_run, "True for a dry run"),
      gives("would_delete", &R::would_delete, "Number that would be deleted"),
      gives("memories", &R::memories, "The first thousand of these; dry run only")};
};

Result<ForgetReply> run_forget(Engine& engine, const ForgetRequest& request, const Caller& caller) {
  engine::ForgetRequest wanted;
  wanted.also = TRY(filter_of(request, engine.clock.now()));
  wanted.name_space = wanted.also.name_space;
  wanted.ids = request.ids;
  wanted.pattern = request.pattern.value_or("");
  wanted.permanently = request.permanently;
  wanted.dry_run = request.dry_run;
  const auto forgotten = TRY(engine::forget(engine, wanted, [&](std::int64_t done) {
    notify(caller, {done, {}, "memories"});
  }));
  ForgetReply reply;
  if (forgotten.histories > 0)
    reply.histories = forgotten.histories;
  if (!request.dry_run) {
    note_gone(caller, {"forget", {}, wanted.name_space}, forgotten.count);
    reply.deleted = forgotten.count;
    reply.archived = !request.permanently;
    if (request.permanently)
      reply.versions = forgotten.versions;
    if (forgotten.count > 0 && !request.permanently)
      reply.undo = said(caller, {op::undo});
    return reply;
  }
  reply.dry_run = true;
  reply.would_delete = forgotten.count;
  reply.memories.emplace();
  for (const auto& [id, title] : forgotten.listed) reply.memories->push_back({id, title});
  return reply;
}

}  // namespace

const Operation& forget() {
  return operation<run_forget>(
      "forget", "Forget memories", "Delete memories that match all filters; they are archived.",
      Effect::destroys,
      {.right = Right::write,
       .confirm = {"would_delete", " will be moved to the archive", "deleted", "permanently"}});
}

}  // namespace aim::op
