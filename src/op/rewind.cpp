// Use case "rewind": the whole store of a moment in a new file (T3); the database stays as it is.
#include "engine/history/moment.h"
#include "op/kit/catalog_functions.h"
#include "text/stretch.h"

namespace aim::op {
namespace {

constexpr Rule file_rule{.min_bytes = 1, .max_bytes = 4'096, .meaning = Meaning::path};

struct RewindRequest {
  std::string to, file;
  static constexpr auto fields() {
    using R = RewindRequest;
    return std::tuple{
        needs("to", &R::to, rule::time, "The moment: a time, or the end of a date"),
        needs("file", &R::file, file_rule, "New SQLite file; an existing one is refused")};
  }
};
struct RewindReply {
  std::string file, as_of;
  std::int64_t memories = 0, links = 0, archived = 0;
  std::optional<std::int64_t> left_out;
  static constexpr auto fields() {
    using R = RewindReply;
    return std::tuple{gives("file", &R::file, "The new database"),
                      gives("as_of", &R::as_of, "The moment"),
                      gives("memories", &R::memories, "Number of memories in it"),
                      gives("links", &R::links, "Number of links"),
                      gives("archived", &R::archived, "Number of archived memories"),
                      gives("left_out", &R::left_out,
                            "Memories whose title another one of the namespace has, if any")};
  }
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
  static const auto it = operation<run_rewind>(
      {"rewind",
       "Rewind",
       "Write the whole store as it was at a moment into a new database file.",
       Effect::adds,
       {.right = Right::administer, .makes_database = false}});
  return it;
}

}  // namespace aim::op
