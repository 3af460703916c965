// Use cases "history": the states of a memory, what each change made of the one before, and
// "restore_version": one of them comes back (T3).
#include "engine/history/versions.h"
#include "op/kit/catalog_functions.h"
#include "op/views/views.h"

namespace aim::op {
namespace {

struct HistoryRequest {
  std::string id;
  std::int64_t limit = 20;
  using R = HistoryRequest;
  static constexpr std::tuple fields{
      needs("id", &R::id, rule::known_id, "Also of a deleted memory"),
      takes("limit", &R::limit, rule::limit_archive, "Maximum states")};
};
struct StateView {
  std::optional<std::int64_t> version;
  std::string from;
  std::optional<std::string> until, ended_by, operation, agent, token, door;
  std::string name_space, title;
  std::optional<std::vector<std::string>> changed;
  std::optional<std::string> difference;
  using R = StateView;
  static constexpr std::tuple fields{
      gives("version", &R::version, "Its number, for restore_version; missing: the present state"),
      gives("from", &R::from, "When it began"),
      gives("until", &R::until, "When a change ended it"),
      gives("ended_by", &R::ended_by, "update or delete"),
      gives("operation", &R::operation,
            "Operation that ended it; absent: a task of the program, or not known"),
      gives("agent", &R::agent, "Agent that ended it, if known"),
      gives("token", &R::token, "Name of the token, if it was by one"),
      gives("door", &R::door, "mcp, http, cli or hook"),
      gives("namespace", &R::name_space, "Namespace"),
      gives("title", &R::title, "Title"),
      gives("changed", &R::changed, "Fields that differ from the state before"),
      gives("difference", &R::difference,
            "Words of the content that were [-removed-] and {+added+} since the state before")};
};
struct LinkChangeView {
  std::string at, change, source_id, target_id, relation;
  std::optional<std::string> operation, agent, token, door;
  using R = LinkChangeView;
  static constexpr std::tuple fields{gives("at", &R::at, "When it was made or removed"),
                                     gives("change", &R::change, "made or removed"),
                                     gives("source_id", &R::source_id, "From"),
                                     gives("target_id", &R::target_id, "To"),
                                     gives("relation", &R::relation, "From source to target"),
                                     gives("operation", &R::operation, "As of a state"),
                                     gives("agent", &R::agent, "As of a state"),
                                     gives("token", &R::token, "As of a state"),
                                     gives("door", &R::door, "As of a state")};
};
struct HistoryReply {
  std::string id;
  std::int64_t count = 0;
  std::vector<StateView> states;
  std::optional<std::vector<LinkChangeView>> links;
  using R = HistoryReply;
  static constexpr std::tuple fields{
      gives("id", &R::id, "Full id"), gives("count", &R::count, "Number of states shown"),
      gives("states", &R::states, "Newest first"),
      gives("links", &R::links, "Links that were made or removed, newest first, if any")};
};

// The author of a change, as far as it is known.
template <class View>
void show(const Author& by, View& view) {
  const auto put = [](std::optional<std::string>& out, const std::string& text) {
    if (!text.empty())
      out = text;
  };
  put(view.operation, by.operation);
  put(view.agent, by.agent);
  put(view.token, by.token);
  put(view.door, by.door);
}

StateView view_of(const engine::MemoryState& state, const engine::MemoryState* before) {
  StateView shown{.from = state.from.text(),
                  .name_space = state.memory.name_space,
                  .title = state.memory.title};
  if (state.version != 0)
    shown.version = state.version;
  if (state.until) {
    shown.until = state.until->text();
    shown.ended_by = state.ended_by;
    show(state.by, shown);
  }
  if (!before)
    return shown;
  shown.changed = changed_fields(before->memory, state.memory);
  shown.difference = content_difference(before->memory, state.memory);
  return shown;
}

Result<HistoryReply> run_history(Engine& engine, const HistoryRequest& request, const Caller&) {
  // One more, to say what changed in the last one shown.
  const auto states = TRY(engine::history(engine, request.id, request.limit + 1));
  HistoryReply reply{.id = states.front().memory.id};
  for (std::size_t i = 0; i < states.size() && reply.count < request.limit; ++i, ++reply.count)
    reply.states.push_back(view_of(states[i], i + 1 < states.size() ? &states[i + 1] : nullptr));
  for (const auto& each : TRY(engine::link_changes(engine, reply.id, request.limit))) {
    LinkChangeView shown{.at = format_rfc3339(each.at),
                         .change = each.made ? "made" : "removed",
                         .source_id = each.link.source_id,
                         .target_id = each.link.target_id,
                         .relation = each.link.relation};
    show(each.by, shown);
    if (!reply.links)
      reply.links.emplace();
    reply.links->push_back(std::move(shown));
  }
  return reply;
}

struct RestoreVersionRequest {
  std::string id;
  std::int64_t version = 0;
  using R = RestoreVersionRequest;
  static constexpr std::tuple fields{
      needs("id", &R::id, rule::known_id, "Also of a deleted memory"),
      needs("version", &R::version, rule::count, "Number of the version, from history")};
};
struct RestoreVersionReply {
  std::string id, title;
  std::int64_t version = 0;
  using R = RestoreVersionReply;
  static constexpr std::tuple fields{
      gives("id", &R::id, "Full id"), gives("title", &R::title, "Title"),
      gives("version", &R::version, "The version that is the present state now")};
};

Result<RestoreVersionReply> run_restore_version(Engine& engine,
                                                const RestoreVersionRequest& request,
                                                const Caller&) {
  const Memory memory = TRY(engine::restore_version(engine, request.id, request.version));
  return RestoreVersionReply{memory.id, memory.title, request.version};
}

}  // namespace

const Operation& history() {
  return operation<run_history>("history", "Show the history of a memory",
                                "Show former states of a memory and what each change made.",
                                Effect::reads, {.right = Right::read});
}

const Operation& restore_version() {
  return operation<run_restore_version>(
      "restore_version", "Restore a version of a memory",
      "Restore a former state of a memory; the present one stays in history.", Effect::overwrites,
      {.right = Right::write, .makes_database = false});
}

}  // namespace aim::op
