// Use cases "namespace_rename", "namespace_merge", "namespace_alias": a namespace under another
// name (V7).
#include "engine/move_name_space.h"

#include "engine/projects.h"
#include "engine/remember.h"
#include "memory/project_identity.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct MoveReply : engine::MovedNameSpace {
  std::string from, to;
  using R = MoveReply;
  static constexpr std::tuple fields{
      gives("from", &R::from, "Old name, which stands for the new one from now on"),
      gives("to", &R::to, "New name"),
      gives("memories", &R::memories, "Number of memories moved"),
      gives("archived", &R::archived, "Number of archived memories moved"),
      gives("transcripts", &R::transcripts, "Number of transcripts moved"),
      gives("retitled", &R::retitled,
            "Ids of memories that got \"title (old name)\", as the title was taken"),
      gives("tokens", &R::tokens, "Tokens that reach the old name and not the new one")};
};

// ---- rename ----

struct RenameRequest {
  std::string from, to;
  using R = RenameRequest;
  static constexpr std::tuple fields{
      needs("from", &R::from, rule::kept_name_space, "Namespace"),
      needs("to", &R::to, rule::name_space, "New name, that holds no memories")};
};

Result<MoveReply> rename_it(Engine& engine, const RenameRequest& request, const Caller&) {
  TRY_VOID(engine::check_name_space(engine, request.to));
  return MoveReply{TRY(engine::rename_name_space(engine, request.from, request.to)), request.from,
                   request.to};
}

// ---- merge ----

struct MergeRequest {
  std::string from, into;
  using R = MergeRequest;
  static constexpr std::tuple fields{
      needs("from", &R::from, rule::kept_name_space, "Namespace that is emptied"),
      needs("into", &R::into, rule::name_space, "Namespace that gets all of it")};
};

Result<MoveReply> merge_them(Engine& engine, const MergeRequest& request, const Caller&) {
  TRY_VOID(engine::check_name_space(engine, request.into));
  return MoveReply{TRY(engine::merge_name_spaces(engine, request.from, request.into)), request.from,
                   request.into};
}

// ---- alias ----

struct AliasRequest {
  std::string name_space;
  std::optional<std::string> name;
  bool remove = false;
  using R = AliasRequest;
  static constexpr std::tuple fields{
      needs("namespace", &R::name_space, rule::name_space, "Namespace"),
      takes("name", &R::name, rule::name_space,
            "Name that stands for it; without one the project of the working directory uses it"),
      takes("remove", &R::remove, rule::any, "Let the name stand for it no longer")};
};
struct AliasReply {
  std::string name_space;
  std::optional<std::string> name, project;
  bool removed = false;
  using R = AliasReply;
  static constexpr std::tuple fields{gives("namespace", &R::name_space, "Namespace"),
                                     gives("name", &R::name, "Name that stands for it"),
                                     gives("project", &R::project, "Project that uses it"),
                                     gives("removed", &R::removed, "True if the name was removed")};
};

Result<AliasReply> give_alias(Engine& engine, const AliasRequest& request, const Caller& caller) {
  AliasReply reply{request.name_space, request.name, {}, request.remove};
  if (request.remove && !request.name)
    return Failure(refuse("name", "is required to remove one"));
  if (request.remove)
    TRY_VOID(engine::remove_alias(engine, *request.name));
  else if (request.name)
    TRY_VOID(engine::add_alias(engine, request.name_space, *request.name));
  else if (!caller.project)
    return Failure(refuse("name", "is required where no project is known"));
  else {
    TRY_VOID(engine::use_name_space(engine, *caller.project, request.name_space));
    reply.project = caller.project->key;
  }
  return reply;
}

}  // namespace

const Operation& namespace_rename() {
  return operation<rename_it>(
      "namespace_rename", "Rename a namespace",
      "Rename a namespace with all that it holds; its old name stands for the new one.",
      Effect::overwrites, {.right = Right::administer, .about_names = true});
}

const Operation& namespace_merge() {
  return operation<merge_them>(
      "namespace_merge", "Merge two namespaces",
      "Move all that a namespace holds into another one, for which its name stands from then on.",
      Effect::overwrites, {.right = Right::administer, .about_names = true});
}

const Operation& namespace_alias() {
  return operation<give_alias>(
      "namespace_alias", "Name a namespace",
      "Let another name, or the project of the working directory, stand for a namespace.",
      Effect::overwrites,
      {.right = Right::administer, .about_names = true, .makes_database = true});
}

}  // namespace aim::op
