// Use case "transcript_prune": removes conversations by age, namespace and size. Memories that came
// from them stay.
#include "engine/history/transcripts.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct TranscriptPruneRequest {
  std::optional<std::string> name_space;
  std::optional<std::int64_t> older_than_days, max_bytes;
  bool dry_run = false;
  static constexpr auto fields() {
    using R = TranscriptPruneRequest;
    return std::tuple{
        takes("namespace", &R::name_space, rule::name_space_filter, "Namespace, or subtree team/*",
              'n'),
        takes("older_than_days", &R::older_than_days, rule::days, "Minimum age in days"),
        takes("max_bytes", &R::max_bytes, rule::offset, "Size to keep, in bytes"),
        takes("dry_run", &R::dry_run, rule::any, "Only report")};
  }
};
struct TranscriptPruneReply {
  std::int64_t pruned = 0, turns = 0, original_size = 0, compressed_size = 0;
  bool dry_run = false;
  static constexpr auto fields() {
    using R = TranscriptPruneReply;
    return std::tuple{
        gives("pruned", &R::pruned, "Number of transcripts deleted; dry run: that would be"),
        gives("turns", &R::turns, "Number of their turns"),
        gives("original_size", &R::original_size, "Bytes of their texts"),
        gives("compressed_size", &R::compressed_size, "Compressed bytes"),
        gives("dry_run", &R::dry_run, "True if nothing was deleted")};
  }
};

Result<TranscriptPruneReply> run_transcript_prune(Engine& engine,
                                                  const TranscriptPruneRequest& request,
                                                  const Caller&) {
  if (!request.name_space && !request.older_than_days && !request.max_bytes)
    return Failure(refuse("older_than_days",
                          "is required, unless max_bytes or a namespace (* for all) is given"));
  const auto pruned = TRY(engine::prune_transcripts(
      engine, {name_space_filter(request.name_space), request.older_than_days, request.max_bytes},
      request.dry_run));
  return TranscriptPruneReply{pruned.transcripts, pruned.turns, pruned.original_bytes,
                              pruned.stored_bytes, request.dry_run};
}

}  // namespace

const Operation& transcript_prune() {
  static const auto it = operation<run_transcript_prune>(
      {"transcript_prune",
       "Prune transcripts",
       "Delete transcripts by age, namespace or size; memories stay.",
       Effect::destroys,
       {.right = Right::write}});
  return it;
}

}  // namespace aim::op
