// Use cases of earlier moments: their difference from another, and a file with one.
#include "engine/history/moment.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/reply_room.h"
#include "op/views/views.h"
#include "text/stretch.h"

namespace aim::op {

// Use case "diff": what two moments of a namespace differ in, memory by memory (T3).

namespace {

struct DiffRequest {
  std::string from;
  std::optional<std::string> to, name_space;
  std::int64_t limit = 100, after = 0;
  using R = DiffRequest;
  static constexpr std::tuple fields{
      needs("from", &R::from, rule::time, "Earlier time, or date's start"),
      takes("to", &R::to, rule::time, "Later time, or date's end; default: now"),
      takes("namespace", &R::name_space, rule::name_space_filter, "Namespace, or team/*", 'n'),
      takes("limit", &R::limit, rule::limit_archive, "Maximum memories"),
      takes("after", &R::after, rule::offset, "next of a reply")};
};
struct ChangeView {
  std::string change, id, name_space, title;
  std::optional<std::vector<std::string>> changed;
  std::optional<std::string> difference;
  using R = ChangeView;
  static constexpr std::tuple fields{
      gives("change", &R::change, "added, changed or removed"),
      gives("id", &R::id, "Id"),
      gives("namespace", &R::name_space, "Namespace"),
      gives("title", &R::title, "Title"),
      gives("changed", &R::changed, "Fields that differ"),
      gives("difference", &R::difference,
            "Words of the content that were [-removed-] and {+added+}")};
};
struct DiffReply {
  std::string from, to;
  std::int64_t count = 0;
  std::vector<ChangeView> changes;
  std::optional<std::int64_t> next;
  using R = DiffReply;
  static constexpr std::tuple fields{
      gives("from", &R::from, "The earlier moment"), gives("to", &R::to, "The later one"),
      gives("count", &R::count, "Number of memories that differ"),
      gives("changes", &R::changes, "By namespace and title; up to the limit"),
      gives("next", &R::next, "Where to continue, if there are more")};
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

Result<DiffReply> run_diff(Engine& engine, const DiffRequest& request, const Caller& caller) {
  const Time now = engine.clock.now();
  const Time from = TRY(text::parse_stretch(request.from, "from", now, text::Side::past)).first;
  Time to = now;
  if (request.to)
    to = std::min(now, TRY(text::parse_stretch(*request.to, "to", now, text::Side::past)).last);
  const auto changes =
      TRY(engine::compare_moments(engine, from, to, name_space_filter(request.name_space)));
  DiffReply reply{format_rfc3339(from), format_rfc3339(to), std::ssize(changes), {}, {}};
  constexpr std::size_t of_the_rest = 250;
  ReplyRoom room(caller);
  const std::int64_t end =
      std::min<std::int64_t>(std::ssize(changes), request.after + request.limit);
  for (std::int64_t at = request.after; at < end; ++at) {
    ChangeView view = view_of(changes[static_cast<std::size_t>(at)]);
    if (room.takes(of_the_rest + view.title.size() + view.difference.value_or("").size()))
      reply.changes.push_back(std::move(view));
  }
  if (const std::int64_t shown = request.after + std::ssize(reply.changes);
      shown < std::ssize(changes))
    reply.next = shown;
  return reply;
}

}  // namespace

const Operation& diff() {
  return operation<run_diff>("diff", "Compare two moments",
                             "Show memories added, changed and removed between two moments.",
                             Effect::reads, {.right = Right::read});
}

// Use case "rewind": the whole store of a moment in a new file (T3); the database stays as it is.

namespace {

constexpr Rule file_rule{.min_bytes = 1, .max_bytes = 4'096, .meaning = Meaning::path};

struct RewindRequest {
  std::string to, file;
  using R = RewindRequest;
  static constexpr std::tuple fields{
      needs("to", &R::to, rule::time, "The moment: a time, or the end of a date"),
      needs("file", &R::file, file_rule, "New SQLite file; an existing one is refused")};
};
struct RewindReply {
  std::string file, as_of;
  std::int64_t memories = 0, links = 0, archived = 0;
  std::optional<std::int64_t> left_out;
  using R = RewindReply;
  static constexpr std::tuple fields{
      gives("file", &R::file, "The new database"),
      gives("as_of", &R::as_of, "The moment"),
      gives("memories", &R::memories, "Number of memories in it"),
      gives("links", &R::links, "Number of links"),
      gives("archived", &R::archived, "Number of archived memories"),
      gives("left_out", &R::left_out,
            "Memories whose title another one of the namespace has, if any")};
};

Result<RewindReply> run_rewind(Engine& engine, const RewindRequest& request, const Caller&) {
  if (!engine.database.exists())
    return Failure(missing("there is no database at " + engine.database.name()));
  const Time now = engine.clock.now();
  const Time time =
      std::min(now, TRY(text::parse_stretch(request.to, "to", now, text::Side::past)).last);
  const auto counts = TRY(engine::rewind(engine, time, request.file));
  RewindReply reply{request.file, format_rfc3339(time), counts.memories,
                    counts.links, counts.archived,      {}};
  if (counts.refused > 0)
    reply.left_out = counts.refused;
  return reply;
}

}  // namespace

const Operation& rewind() {
  return operation<run_rewind>(
      "rewind", "Rewind", "Write the whole store as it was at a moment into a new database file.",
      Effect::adds, {.right = Right::administer, .makes_database = false});
}

}  // namespace aim::op
