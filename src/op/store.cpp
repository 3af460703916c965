// Use case "store": keeps a memory, or updates the one with the same title and namespace (A3, A4,
// A9, S43, S49).
#include <cmath>

#include "engine/duplicates/similar.h"
#include "engine/search/valid_time.h"
#include "memory/metadata.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/notes.h"
#include "op/store_request.h"

namespace aim::op {
namespace {

struct SimilarView {
  std::string id, title;
  double likeness = 0;
  std::string excerpt;
  using R = SimilarView;
  static constexpr std::tuple fields{gives("id", &R::id, "Id"), gives("title", &R::title, "Title"),
                                     gives("likeness", &R::likeness, "0 to 1; 1: same content"),
                                     gives("excerpt", &R::excerpt, "Beginning of its content")};
};
struct StoreReply {
  MemoryView memory;
  bool updated = false;
  std::optional<std::vector<std::string>> potential_contradictions;
  std::optional<std::vector<SimilarView>> similar;
  std::optional<std::string> supersedes, replaced, proposal;
  using R = StoreReply;
  static constexpr std::tuple fields{
      gives("memory", &R::memory, "The memory after the change"),
      gives("updated", &R::updated,
            "True if a memory with the same title and namespace was updated"),
      gives("potential_contradictions", &R::potential_contradictions,
            "Ids of memories with similar titles, if any"),
      gives("similar", &R::similar,
            "Similar memories of the namespace, by title, words or meaning, if any"),
      gives("supersedes", &R::supersedes, "Id of the replaced memory, if given"),
      gives("replaced", &R::replaced,
            "Beginning of the content that was overwritten; undo brings it back"),
      gives("proposal", &R::proposal, "How to say since when it holds, as its text says it")};
};

double rounded(double likeness) {
  return std::round(likeness * 1'000) / 1'000;
}

// So that a conversation shows where memories of it were stored.
// The memory's earlier session does not belong to this call.
std::string session_named(const StoreRequest& request, const Caller& caller) {
  const std::string named = text_member(request.metadata.value.text, "session_id");
  return named.empty() ? std::string(caller.session_id) : named;
}

// A person at the command line may give a content only; that title is no key (S53).
Result<engine::Draft> titled_draft(StoreRequest request, const Caller& caller) {
  const bool derived = !request.title && caller.door == Door::cli;
  if (derived)
    request.title = title_from(request.content);
  auto draft = TRY(draft_of(request, caller));
  draft.title_is_derived = derived;
  return draft;
}

Result<StoreReply> run_store(Engine& engine, const StoreRequest& request, const Caller& caller) {
  // Servers have it at hand; a command would store without looking for what is nearly the same.
  if (caller.door == Door::cli && engine.database.exists())
    TRY_VOID(engine::bring_table_to_hand(engine));
  auto kept = TRY(engine::remember(engine, TRY(titled_draft(request, caller))));
  note(caller, "store", kept.memory);
  note_session(caller, session_named(request, caller));
  StoreReply reply;
  reply.memory = view(kept.memory);
  reply.updated = kept.updated;
  if (!kept.similar.ids_by_title.empty())
    reply.potential_contradictions = std::move(kept.similar.ids_by_title);
  for (engine::SimilarMemory& each : kept.similar.memories) {
    if (!reply.similar)
      reply.similar.emplace();
    reply.similar->push_back({std::move(each.id), std::move(each.title), rounded(each.likeness),
                              std::move(each.excerpt)});
  }
  if (!kept.supersedes.empty())
    reply.supersedes = std::move(kept.supersedes);
  if (!kept.replaced.empty())
    reply.replaced = std::move(kept.replaced);
  if (!kept.memory.valid_from)
    if (const auto since = engine::since_when(kept.memory.content, engine.clock.now());
        !since.date.empty())
      reply.proposal = "the text says \"" + since.phrase + "\"; to keep when the fact began: " +
                       said(caller, {update, {{"id", kept.memory.id}, {"valid_from", since.date}}});
  return reply;
}

}  // namespace

const Operation& store() {
  static const auto it = [] {
    auto made =
        make_operation<run_store>("store", "Store a memory",
                                  "Store a memory; the same title in the same namespace "
                                  "updates it.",
                                  Effect::adds, {.right = Right::write, .counts_as_store = true});
    made.params = store_params();
    return made;
  }();
  return it;
}

}  // namespace aim::op
