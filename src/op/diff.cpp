// Use case "diff": what two moments of a namespace differ in, memory by memory (T3).
#include "engine/history/compare_moments.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/state_changes.h"
#include "text/stretch.h"

namespace aim::op {
namespace {

struct DiffRequest {
  std::string from;
  std::optional<std::string> to, name_space;
  std::int64_t limit = 100;
  static constexpr auto fields() {
    using R = DiffRequest;
    return std::tuple{
        needs("from", &R::from, rule::time, "The earlier moment: a time, or the start of a date"),
        takes("to", &R::to, rule::time,
              "The later one: a time, or the end of a date; default: now"),
        takes("namespace", &R::name_space, rule::name_space_filter, "Namespace, or subtree team/*",
              'n'),
        takes("limit", &R::limit, rule::limit_archive, "Maximum number of memories")};
  }
};
struct ChangeView {
  std::string change, id, name_space, title;
  std::optional<std::vector<std::string>> changed;
  std::optional<std::string> difference;
  static constexpr auto fields() {
    using R = ChangeView;
    return std::tuple{gives("change", &R::change, "added, changed or removed"),
                      gives("id", &R::id, "Id"),
                      gives("namespace", &R::name_space, "Namespace"),
                      gives("title", &R::title, "Title"),
                      gives("changed", &R::changed, "Fields that differ"),
                      gives("difference", &R::difference,
                            "Words of the content that were [-removed-] and {+added+}")};
  }
};
struct DiffReply {
  std::string from, to;
  std::int64_t count = 0;
  std::vector<ChangeView> changes;
  static constexpr auto fields() {
    using R = DiffReply;
    return std::tuple{gives("from", &R::from, "The earlier moment"),
                      gives("to", &R::to, "The later one"),
                      gives("count", &R::count, "Number of memories that differ"),
                      gives("changes", &R::changes, "By namespace and title; up to the limit")};
  }
};

ChangeView view_of(const engine::MemoryChange& change) {
  const Memory& shown = change.after ? *change.after : *change.before;
  ChangeView view{.change = !change.before  ? "added"
                            : !change.after ? "removed"
                                            : "changed",
                  .id = shown.id,
                  .name_space = shown.name_space,
                  .title = shown.title};
  if (change.before && change.after) {
    view.changed = changed_fields(*change.before, *change.after);
    view.difference = content_difference(*change.before, *change.after);
  }
  return view;
}

Result<DiffReply> run_diff(Engine& engine, const DiffRequest& request, const Caller&) {
  const Time now = engine.clock.now();
  const Time from = TRY(text::parse_stretch(request.from, "from", now, text::Side::past)).first;
  Time to = now;
  if (request.to)
    to = std::min(now, TRY(text::parse_stretch(*request.to, "to", now, text::Side::past)).last);
  const auto changes =
      TRY(engine::compare_moments(engine, from, to, name_space_filter(request.name_space)));
  DiffReply reply{format_rfc3339(from), format_rfc3339(to), std::ssize(changes), {}};
  for (const engine::MemoryChange& change : changes) {
    if (std::ssize(reply.changes) == request.limit)
      break;
    reply.changes.push_back(view_of(change));
  }
  return reply;
}

}  // namespace

const Operation& diff() {
  static const auto it = operation<run_diff>(
      {"diff",
       "Compare two moments",
       "Show which memories were added, changed and removed between two moments.",
       Effect::reads,
       {.right = Right::read}});
  return it;
}

}  // namespace aim::op
