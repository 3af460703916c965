// Use cases "history": the states of a memory, what each change made of the one before, and
// "restore_version": one of them comes back (T3).
#include "engine/history/versions.h"
#include "op/kit/catalog_functions.h"
#include "op/state_changes.h"

namespace aim::op {
namespace {

struct HistoryRequest {
  std::string id;
  std::int64_t limit = 20;
  static constexpr auto fields() {
    using R = HistoryRequest;
    return std::tuple{needs("id", &R::id, rule::id, "Id or unique prefix, of a deleted memory too"),
                      takes("limit", &R::limit, rule::limit_archive, "Maximum number of states")};
  }
};
struct StateView {
  std::optional<std::int64_t> version;
  std::string from;
  std::optional<std::string> until, ended_by;
  std::string name_space, title;
  std::optional<std::vector<std::string>> changed;
  std::optional<std::string> difference;
  static constexpr auto fields() {
    using R = StateView;
    return std::tuple{
        gives("version", &R::version,
              "Its number, for restore_version; missing: the present state"),
        gives("from", &R::from, "When it began"),
        gives("until", &R::until, "When a change ended it"),
        gives("ended_by", &R::ended_by, "update or delete"),
        gives("namespace", &R::name_space, "Namespace"),
        gives("title", &R::title, "Title"),
        gives("changed", &R::changed, "Fields that differ from the state before"),
        gives("difference", &R::difference,
              "Words of the content that were [-removed-] and {+added+} since the state before")};
  }
};
struct HistoryReply {
  std::string id;
  std::int64_t count = 0;
  std::vector<StateView> states;
  static constexpr auto fields() {
    using R = HistoryReply;
    return std::tuple{gives("id", &R::id, "Full id"),
                      gives("count", &R::count, "Number of states shown"),
                      gives("states", &R::states, "Newest first")};
  }
};

StateView view_of(const engine::MemoryState& state, const engine::MemoryState* before) {
  StateView shown{.from = state.from.text(),
                  .name_space = state.memory.name_space,
                  .title = state.memory.title};
  if (state.version != 0)
    shown.version = state.version;
  if (state.until) {
    shown.until = state.until->text();
    shown.ended_by = state.ended_by;
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
  return reply;
}

struct RestoreVersionRequest {
  std::string id;
  std::int64_t version = 0;
  static constexpr auto fields() {
    using R = RestoreVersionRequest;
    return std::tuple{
        needs("id", &R::id, rule::id, "Id or unique prefix, of a deleted memory too"),
        needs("version", &R::version, rule::count, "Number of the version, from history")};
  }
};
struct RestoreVersionReply {
  std::string id, title;
  std::int64_t version = 0;
  static constexpr auto fields() {
    using R = RestoreVersionReply;
    return std::tuple{gives("id", &R::id, "Full id"), gives("title", &R::title, "Title"),
                      gives("version", &R::version, "The version that is the present state now")};
  }
};

Result<RestoreVersionReply> run_restore_version(Engine& engine,
                                                const RestoreVersionRequest& request,
                                                const Caller&) {
  const Memory memory = TRY(engine::restore_version(engine, request.id, request.version));
  return RestoreVersionReply{memory.id, memory.title, request.version};
}

}  // namespace

const Operation& history() {
  static const auto it = operation<run_history>(
      {"history",
       "Show the history of a memory",
       "Show former states of a memory, and what each change made of the one before.",
       Effect::reads,
       {.right = Right::read}});
  return it;
}

const Operation& restore_version() {
  static const auto it = operation<run_restore_version>(
      {"restore_version",
       "Restore a version of a memory",
       "Make a former state of a memory the present one; the state of now stays in its history.",
       Effect::overwrites,
       {.right = Right::write, .makes_database = false}});
  return it;
}

}  // namespace aim::op
