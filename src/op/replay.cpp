// Use case "replay": the conversations that a memory came from; of a reflection, those of all that
// it reflects on (I3).
#include "engine/history/replay.h"

#include "op/kit/catalog_functions.h"
#include "op/views/transcript_views.h"

namespace aim::op {
namespace {

struct ReplayRequestFields {
  std::string memory_id;
  std::optional<std::int64_t> depth;
  bool verbose = false;
  std::int64_t max_bytes = 16'384;
  using R = ReplayRequestFields;
  static constexpr std::tuple fields{
      needs("memory_id", &R::memory_id, rule::id, "Id or prefix"),
      takes("depth", &R::depth, rule::hops, "Steps to sources; default: all"),
      takes("verbose", &R::verbose, rule::any, "Include the texts"),
      takes("max_bytes", &R::max_bytes, rule::content_bytes, "Maximum bytes of each")};
};
struct ReplayedView {
  std::string transcript_id, session_id, name_space, memory_id, memory_title;
  std::int64_t hops = 0;
  std::string created_at, updated_at;
  std::int64_t turns = 0, original_size = 0, compressed_size = 0;
  std::optional<std::int64_t> span_start, span_end, first_turn, last_turn, content_size;
  std::optional<std::string> content;
  std::optional<bool> truncated;
  using R = ReplayedView;
  static constexpr std::tuple fields{
      gives("transcript_id", &R::transcript_id, "Id of the transcript"),
      gives("session_id", &R::session_id, "Session"),
      gives("namespace", &R::name_space, "Project or topic"),
      gives("memory_id", &R::memory_id, "The memory that links to it, the nearest one"),
      gives("memory_title", &R::memory_title, "Title"),
      gives("hops", &R::hops, "Steps to that memory"),
      gives("created_at", &R::created_at, "Time of the first turn"),
      gives("updated_at", &R::updated_at, "Time of the last turn"),
      gives("turns", &R::turns, "Number of turns"),
      gives("original_size", &R::original_size, "Bytes of text"),
      gives("compressed_size", &R::compressed_size, "Compressed bytes"),
      gives("span_start", &R::span_start,
            "Start of the linked passage, if it is not the whole transcript"),
      gives("span_end", &R::span_end, "End of the passage"),
      gives("first_turn", &R::first_turn, "First turn of the passage"),
      gives("last_turn", &R::last_turn, "Last turn of the passage"),
      gives("content", &R::content, "Text, if requested"),
      gives("content_size", &R::content_size, "Bytes of the whole text"),
      gives("truncated", &R::truncated, "True if the content is cut")};
};
struct ReplayReply {
  std::string memory_id;
  std::int64_t memories = 0, count = 0;
  std::vector<ReplayedView> transcripts;
  using R = ReplayReply;
  static constexpr std::tuple fields{
      gives("memory_id", &R::memory_id, "The memory"),
      gives("memories", &R::memories, "Number of memories visited, including this one"),
      gives("count", &R::count, "Number of transcripts"),
      gives("transcripts", &R::transcripts, "Oldest first")};
};

ReplayedView view_of(engine::Replayed& entry, bool with_content) {
  ReplayedView view;
  view.transcript_id = entry.transcript.id;
  view.session_id = entry.transcript.session_id;
  view.name_space = entry.transcript.name_space;
  view.memory_id = entry.memory_id;
  view.memory_title = entry.memory_title;
  view.hops = entry.hops;
  view.created_at = format_rfc3339(entry.transcript.created_at);
  view.updated_at = format_rfc3339(entry.transcript.updated_at);
  view.turns = entry.transcript.turns;
  view.original_size = entry.transcript.original_bytes;
  view.compressed_size = entry.transcript.stored_bytes;
  if (entry.span) {
    view.span_start = entry.span->start;
    view.span_end = entry.span->end;
    view.first_turn = entry.first_turn;
    view.last_turn = entry.last_turn;
  }
  if (with_content) {
    view.content = std::move(entry.content);
    view.content_size = entry.content_bytes;
    view.truncated = entry.truncated;
  }
  return view;
}

Result<ReplayReply> run_replay(Engine& engine, const ReplayRequestFields& request, const Caller&) {
  auto replay = TRY(engine::replay(engine, {request.memory_id, request.depth, request.verbose,
                                            static_cast<std::size_t>(request.max_bytes)}));
  ReplayReply reply{
      replay.memory_id, replay.memories, static_cast<std::int64_t>(replay.transcripts.size()), {}};
  for (engine::Replayed& entry : replay.transcripts)
    reply.transcripts.push_back(view_of(entry, request.verbose));
  return reply;
}

}  // namespace

const Operation& replay() {
  return operation<run_replay>("replay", "Replay", "Show the conversations behind a memory.",
                               Effect::reads, {.right = Right::read, .as_of = true});
}

}  // namespace aim::op
