// Use cases that change memories: one, or several alike.
#include "engine/remember.h"
#include "memory/metadata.h"
#include "op/kit/catalog_functions.h"
#include "op/notes.h"
#include "op/store_request.h"

namespace aim::op {

// Use case "update": changes the given fields of a memory (wire.md 1.5).

namespace {

struct UpdateRequest {
  std::string id;
  std::optional<std::string> title, content, name_space;
  std::optional<Tier> tier;
  std::optional<std::vector<std::string>> tags;
  std::optional<std::int64_t> priority;
  std::optional<double> confidence;
  Patch<std::string> expires_at, valid_from, valid_until;
  std::optional<JsonObject> metadata;
  using R = UpdateRequest;
  static constexpr std::tuple fields{
      needs(memory_field::id, &R::id, "Id or prefix"),
      takes(memory_field::title, &R::title, "New title"),
      takes(memory_field::content, &R::content, "New content"),
      takes(memory_field::tier, &R::tier, "Longer tier; a shorter one is ignored"),
      takes(memory_field::name_space, &R::name_space, "Move it to this namespace"),
      takes(memory_field::tags, &R::tags, "Replaces the old tags"),
      takes(memory_field::priority, &R::priority, "10 is highest"),
      takes(memory_field::confidence, &R::confidence, "0 to 1"),
      takes(memory_field::expires_at, &R::expires_at, "Date, time or 7d; empty: never"),
      takes(memory_field::valid_from, &R::valid_from, valid_from_doc),
      takes(memory_field::valid_until, &R::valid_until, valid_until_doc),
      takes(memory_field::metadata, &R::metadata, "Replaces the old metadata")};
};
struct UpdateReply {
  bool updated = true;
  MemoryView memory;
  std::optional<std::string> notice;
  using R = UpdateReply;
  static constexpr std::tuple fields{
      gives("updated", &R::updated, "Always true"),
      gives("memory", &R::memory, "The memory after the change"),
      gives("notice", &R::notice, "What was not changed, if anything")};
};

Result<UpdateReply> run_update(Engine& engine, const UpdateRequest& request, const Caller& caller) {
  engine::Changes changes;
  changes.title = request.title;
  changes.content = request.content;
  changes.title_of = title_from;
  changes.name_space = request.name_space;
  changes.tier = request.tier;
  changes.tags = request.tags;
  changes.priority = request.priority;
  changes.confidence = request.confidence;
  changes.change_expiry = request.expires_at.given;
  changes.expires_at = request.expires_at.value;
  changes.made_from = caller.made_from;
  changes.valid_from = {request.valid_from.given, request.valid_from.value};
  changes.valid_until = {request.valid_until.given, request.valid_until.value};
  if (request.metadata)
    changes.metadata = caller.agent_is_fixed
                           ? with_text(request.metadata->text, "agent_id", caller.agent_id)
                           : request.metadata->text;
  const Memory memory = TRY(engine::update(engine, request.id, changes));
  note(caller, "update", memory);
  UpdateReply reply{true, view(memory), {}};
  if (request.tier && *request.tier < memory.tier)
    reply.notice = "the tier stays " + std::string(name_of(memory.tier)) +
                   ": it never goes down; expires_at gives the memory an end";
  return reply;
}

}  // namespace

const Operation& update() {
  return operation<run_update>(
      "update", "Update a memory", "Change fields of a memory; the others stay as they are.",
      Effect::overwrites, {.right = Right::write, .counts_as_store = true, .shows_uses = true});
}

// Use case "update_all": changes several memories alike, all or none, as one step of undo.

namespace {

struct UpdateAllRequest {
  std::vector<std::string> ids;
  std::vector<std::string> add_tags, remove_tags;
  std::optional<std::string> name_space;
  std::optional<Tier> tier;
  std::optional<std::int64_t> priority;
  Patch<std::string> expires_at;
  using R = UpdateAllRequest;
  static constexpr std::tuple fields{
      needs("ids", &R::ids, rule::many_ids, "Memories to change, at most 10,000"),
      takes("add_tags", &R::add_tags, rule::tags, "Tags that each gets"),
      takes("remove_tags", &R::remove_tags, rule::tags, "Tags that each loses"),
      takes(memory_field::name_space, &R::name_space, "Move them to this namespace"),
      takes(memory_field::tier, &R::tier, "Longer tier; a shorter one is ignored"),
      takes(memory_field::priority, &R::priority, "10 is highest"),
      takes(memory_field::expires_at, &R::expires_at, "Date, time or 7d; empty: never")};
};
struct UpdateAllReply {
  std::int64_t updated = 0;
  std::optional<std::string> undo;
  using R = UpdateAllReply;
  static constexpr std::tuple fields{
      gives("updated", &R::updated, "Number of memories that changed"),
      gives("undo", &R::undo, "Id for undo, which takes all of it back")};
};

Result<UpdateAllReply> run_update_all(Engine& engine, const UpdateAllRequest& request,
                                      const Caller& caller) {
  engine::Changes changes;
  changes.add_tags = request.add_tags;
  changes.remove_tags = request.remove_tags;
  changes.name_space = request.name_space;
  changes.tier = request.tier;
  changes.priority = request.priority;
  changes.change_expiry = request.expires_at.given;
  changes.expires_at = request.expires_at.value;
  const auto changed = TRY(engine::update_all(engine, request.ids, changes));
  UpdateAllReply reply{std::ssize(changed), {}};
  notify(caller, {reply.updated, reply.updated, "memories"});
  if (!changed.empty())
    reply.undo = changed.front();
  return reply;
}

}  // namespace

const Operation& update_all() {
  return operation<run_update_all>(
      "update_all", "Update memories",
      "Change several memories in the same way: all of them or, with an error, none.",
      Effect::overwrites, {.right = Right::write, .counts_as_store = true});
}

// Use case "promote": a memory becomes long and loses its expiry.

namespace {

struct PromoteReply {
  bool promoted = true;
  std::string id;
  Tier tier = Tier::long_term;
  using R = PromoteReply;
  static constexpr std::tuple fields{gives("promoted", &R::promoted, "Always true"),
                                     gives("id", &R::id, "Full id"),
                                     gives("tier", &R::tier, "Always long")};
};

Result<PromoteReply> run_promote(Engine& engine, const IdRequest& request, const Caller&) {
  const Memory memory = TRY(engine::promote(engine, request.id));
  return PromoteReply{true, memory.id, memory.tier};
}

}  // namespace

const Operation& promote() {
  return operation<run_promote>("promote", "Promote a memory",
                                "Make a memory permanent (tier long).", Effect::overwrites,
                                {.right = Right::write, .counts_as_store = true});
}

}  // namespace aim::op
