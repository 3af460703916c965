// Use cases of standards: the memory that a namespace gives first.
#include "engine/standards.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"

namespace aim::op {

// Use case "standard_get": the standard of a namespace, or with `inherit` the whole chain (wire.md
// 2.6).

namespace {

constexpr std::string_view not_confirmed =
    "False if it is proposed only; it applies once the user confirms it";

// Said of those alone that do not hold.
std::optional<bool> only_false(bool confirmed) {
  return confirmed ? std::nullopt : std::optional(false);
}

struct StandardGetRequest {
  std::string name_space;
  bool inherit = false;
  using R = StandardGetRequest;
  static constexpr std::tuple fields{
      needs("namespace", &R::name_space, rule::kept_name_space_or_all, "Namespace, or * for all"),
      takes("inherit", &R::inherit, rule::any, "Include inherited standards")};
};
struct StandardView {
  std::string name_space, standard_id, title, content;
  std::int64_t priority = 5;
  std::optional<bool> confirmed;
  using R = StandardView;
  static constexpr std::tuple fields{gives("namespace", &R::name_space, "Namespace"),
                                     gives("standard_id", &R::standard_id, "Id of the memory"),
                                     gives("title", &R::title, "Title"),
                                     gives("content", &R::content, "Content"),
                                     gives("priority", &R::priority, "Priority"),
                                     gives("confirmed", &R::confirmed, not_confirmed)};
};
struct StandardGetReply {
  std::string name_space;
  std::optional<Nullable<std::string>> standard_id;
  std::optional<std::string> title, content;
  std::optional<std::int64_t> priority, count;
  std::optional<bool> confirmed;
  std::optional<std::vector<std::string>> chain;
  std::optional<std::vector<StandardView>> standards;
  using R = StandardGetReply;
  static constexpr std::tuple fields{
      gives("namespace", &R::name_space, "Requested namespace"),
      gives("standard_id", &R::standard_id, "Id of the memory; null: no standard"),
      gives("title", &R::title, "Title"),
      gives("content", &R::content, "Content"),
      gives("priority", &R::priority, "Priority"),
      gives("confirmed", &R::confirmed, not_confirmed),
      gives("chain", &R::chain, "With inherit: namespaces of the chain, outermost first"),
      gives("count", &R::count, "With inherit: number of standards"),
      gives("standards", &R::standards, "With inherit: the standards")};
};

Result<StandardGetReply> chain(Engine& engine, const std::string& name_space) {
  StandardGetReply reply;
  reply.name_space = name_space;
  reply.chain.emplace();
  reply.standards.emplace();
  for (const auto& level : TRY(engine::get_standard_chain(engine, name_space))) {
    reply.chain->push_back(level.name_space);
    if (level.memory)
      reply.standards->push_back({level.name_space, level.memory->id, level.memory->title,
                                  level.memory->content, shown_priority(*level.memory),
                                  only_false(level.confirmed)});
  }
  reply.count = static_cast<std::int64_t>(reply.standards->size());
  return reply;
}

Result<StandardGetReply> run_standard_get(Engine& engine, const StandardGetRequest& request,
                                          const Caller&) {
  if (request.inherit)
    return chain(engine, request.name_space);
  const auto standard = TRY(engine::get_standard(engine, request.name_space));
  StandardGetReply reply;
  reply.name_space = request.name_space;
  reply.standard_id.emplace();
  if (standard.memory) {
    reply.standard_id->value = standard.memory->id;
    reply.title = standard.memory->title;
    reply.content = standard.memory->content;
    reply.priority = shown_priority(*standard.memory);
    reply.confirmed = only_false(standard.confirmed);
  }
  return reply;
}

}  // namespace

const Operation& standard_get() {
  return operation<run_standard_get>("standard_get", "Get a standard",
                                     "Show the standard of a namespace.", Effect::reads,
                                     {.right = Right::read});
}

// Use case "standard_set": puts a memory first in a namespace and all below it (C3, wire.md 2.6);
// said by an assistant or with a token, it proposes that (S61).

namespace {

struct StandardSetRequest {
  std::string name_space, id;
  std::optional<std::string> parent;
  using R = StandardSetRequest;
  static constexpr std::tuple fields{
      needs("namespace", &R::name_space, rule::name_space_or_all, "Namespace, or * for all"),
      needs("id", &R::id, rule::id, "Id or prefix"),
      takes("parent", &R::parent, rule::name_space, "Namespace to inherit from")};
};
struct StandardSetReply {
  bool set = true;
  std::string name_space, standard_id;
  std::optional<std::string> parent;
  std::optional<bool> confirmed;
  std::optional<std::string> notice;
  using R = StandardSetReply;
  static constexpr std::tuple fields{
      gives("set", &R::set, "Always true"),
      gives("namespace", &R::name_space, "Namespace"),
      gives("standard_id", &R::standard_id, "Full id"),
      gives("parent", &R::parent, "Parent namespace, if given"),
      gives("confirmed", &R::confirmed,
            "False if it is proposed only; it applies once the user confirms it"),
      gives("notice", &R::notice, "How the user confirms a proposal")};
};

Result<StandardSetReply> run_standard_set(Engine& engine, const StandardSetRequest& request,
                                          const Caller& caller) {
  const auto set =
      TRY(engine::set_standard(engine, request.name_space, request.id, request.parent));
  StandardSetReply reply{true, request.name_space, set.memory->id, request.parent, {}, {}};
  if (set.confirmed)
    return reply;
  reply.confirmed = false;
  reply.notice = "proposed; it applies once the user confirms it with: " +
                 said_to_person(caller, {standard_confirm, {{"id", set.memory->id}}});
  return reply;
}

}  // namespace

const Operation& standard_set() {
  return operation<run_standard_set>(
      "standard_set", "Set a standard",
      "Make a memory the standard of a namespace; recall shows it first. An assistant's choice "
      "waits for the user.",
      Effect::overwrites, {.right = Right::write, .counts_as_store = true});
}

// Use case "standard_confirm": the owner's word on a standard that an assistant, a token, an import
// or a sync proposed (S61).

namespace {

struct StandardConfirmRequest {
  std::string id;
  using R = StandardConfirmRequest;
  static constexpr std::tuple fields{
      needs("id", &R::id, rule::id, "Id or unique prefix of the proposed memory")};
};
struct StandardConfirmReply {
  std::string standard_id;
  std::vector<std::string> name_spaces;
  using R = StandardConfirmReply;
  static constexpr std::tuple fields{
      gives("standard_id", &R::standard_id, "Full id"),
      gives("namespaces", &R::name_spaces, "Namespaces whose standard it is from now on")};
};

Result<StandardConfirmReply> run_standard_confirm(Engine& engine,
                                                  const StandardConfirmRequest& request,
                                                  const Caller&) {
  auto confirmed = TRY(engine::confirm_standard(engine, request.id));
  return StandardConfirmReply{confirmed.memory.id, std::move(confirmed.name_spaces)};
}

}  // namespace

const Operation& standard_confirm() {
  return operation<run_standard_confirm>(
      "standard_confirm", "Confirm a standard",
      "Confirm a standard that an assistant, an import or a sync proposed.", Effect::overwrites,
      {.right = Right::administer});
}

// Use case "standard_clear": the namespace has no standard of its own any more; the memory stays.

namespace {

struct StandardClearRequest {
  std::string name_space;
  using R = StandardClearRequest;
  static constexpr std::tuple fields{
      needs("namespace", &R::name_space, rule::kept_name_space_or_all, "Namespace, or * for all")};
};
struct StandardClearReply {
  bool cleared = false;
  std::string name_space;
  using R = StandardClearReply;
  static constexpr std::tuple fields{
      gives("cleared", &R::cleared, "False if there was no standard"),
      gives("namespace", &R::name_space, "The namespace")};
};

Result<StandardClearReply> run_standard_clear(Engine& engine, const StandardClearRequest& request,
                                              const Caller&) {
  return StandardClearReply{TRY(engine::clear_standard(engine, request.name_space)),
                            request.name_space};
}

}  // namespace

const Operation& standard_clear() {
  return operation<run_standard_clear>("standard_clear", "Clear a standard",
                                       "Remove the standard of a namespace.", Effect::overwrites,
                                       {.right = Right::write});
}

}  // namespace aim::op
