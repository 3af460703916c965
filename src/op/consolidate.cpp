// Use case "consolidate": several memories become one; the originals go to the archive (A7).
#include "engine/consolidate.h"

#include "base/utf8.h"
#include "engine/language_model/enrich.h"
#include "op/kit/catalog_functions.h"
#include "op/language_model.h"
#include "op/views/memory_fields.h"

namespace aim::op {
namespace {

constexpr std::size_t preview_characters = 200;

struct ConsolidateRequest {
  std::vector<std::string> ids;
  std::string title;
  std::optional<std::string> summary;
  std::optional<std::string> name_space;
  Tier tier = Tier::long_term;
  static constexpr auto fields() {
    using R = ConsolidateRequest;
    return std::tuple{needs("ids", &R::ids, rule::ids, "Memories to merge, 2 to 100"),
                      needs(memory_field::title, &R::title, "Title of the new memory"),
                      takes("summary", &R::summary, rule::content,
                            "Content of the new memory; required without a language model", 's'),
                      takes(memory_field::name_space, &R::name_space, "Namespace"),
                      takes(memory_field::tier, &R::tier, "Tier")};
  }
};
struct ConsolidateReply {
  std::string id;
  std::int64_t consolidated = 0;
  std::optional<bool> auto_summary;
  std::optional<std::string> summary_preview;
  static constexpr auto fields() {
    using R = ConsolidateReply;
    return std::tuple{
        gives("id", &R::id, "Id of the new memory"),
        gives("consolidated", &R::consolidated, "Number of memories merged"),
        gives("auto_summary", &R::auto_summary, "True if a language model wrote the content"),
        gives("summary_preview", &R::summary_preview, "Beginning of the content")};
  }
};

Result<ConsolidateReply> run_consolidate(Engine& engine, const ConsolidateRequest& request,
                                         const Caller& caller) {
  if (!request.summary && !needs_language_model(engine, "a summary", caller))
    return Failure(
        refuse("summary", "is required, as no language model is configured to write it"));
  engine::Summary summary;
  if (!request.summary)
    summary = TRY(engine::summarise(engine, request.ids));
  engine::ConsolidateRequest merged;
  merged.ids = request.ids;
  merged.title = request.title;
  merged.summary = request.summary.value_or(summary.text);
  merged.name_space = request.name_space;
  if (!caller.name_space.empty())
    merged.otherwise = caller.name_space;
  merged.tier = request.tier;
  merged.source = caller.door == Door::cli ? "cli" : "consolidation";
  if (!request.summary)
    merged.read_at = summary.read_at;
  const Memory memory = TRY(engine::consolidate(engine, merged));
  const auto count = static_cast<std::int64_t>(request.ids.size());
  notify(caller, {count, count, "memories"});
  ConsolidateReply reply{memory.id, count, {}, {}};
  if (!request.summary) {
    reply.auto_summary = true;
    reply.summary_preview = utf8::first_characters(summary.text, preview_characters);
  }
  return reply;
}

}  // namespace

const Operation& consolidate() {
  static const auto it =
      operation<run_consolidate>({"consolidate",
                                  "Consolidate memories",
                                  "Merge memories into one; the originals are archived.",
                                  Effect::destroys,
                                  {.right = Right::write, .counts_as_store = true}});
  return it;
}

}  // namespace aim::op
