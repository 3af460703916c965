// Use case "standard_get": the standard of a namespace, or with `inherit` the whole chain (wire.md
// 2.6).
#include "engine/standards.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
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
  static constexpr auto fields() {
    using R = StandardGetRequest;
    return std::tuple{
        needs("namespace", &R::name_space, rule::name_space_or_all, "Namespace, or * for all"),
        takes("inherit", &R::inherit, rule::any, "Include inherited standards")};
  }
};
struct StandardView {
  std::string name_space, standard_id, title, content;
  std::int64_t priority = 5;
  std::optional<bool> confirmed;
  static constexpr auto fields() {
    using R = StandardView;
    return std::tuple{gives("namespace", &R::name_space, "Namespace"),
                      gives("standard_id", &R::standard_id, "Id of the memory"),
                      gives("title", &R::title, "Title"),
                      gives("content", &R::content, "Content"),
                      gives("priority", &R::priority, "Priority"),
                      gives("confirmed", &R::confirmed, not_confirmed)};
  }
};
struct StandardGetReply {
  std::string name_space;
  std::optional<Nullable<std::string>> standard_id;
  std::optional<std::string> title, content;
  std::optional<std::int64_t> priority, count;
  std::optional<bool> confirmed;
  std::optional<std::vector<std::string>> chain;
  std::optional<std::vector<StandardView>> standards;
  static constexpr auto fields() {
    using R = StandardGetReply;
    return std::tuple{
        gives("namespace", &R::name_space, "Requested namespace"),
        gives("standard_id", &R::standard_id, "Id of the memory; null: no standard"),
        gives("title", &R::title, "Title"),
        gives("content", &R::content, "Content"),
        gives("priority", &R::priority, "Priority"),
        gives("confirmed", &R::confirmed, not_confirmed),
        gives("chain", &R::chain, "With inherit: namespaces of the chain, outermost first"),
        gives("count", &R::count, "With inherit: number of standards"),
        gives("standards", &R::standards, "With inherit: the standards")};
  }
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
  static const auto it = operation<run_standard_get>({"standard_get",
                                                      "Get a standard",
                                                      "Show the standard of a namespace.",
                                                      Effect::reads,
                                                      {.right = Right::read}});
  return it;
}

}  // namespace aim::op
