// Use case "transcript_show": what was said in one conversation, turn by turn.
#include "engine/transcripts.h"
#include "op/catalog_functions.h"
#include "op/transcript_views.h"

namespace aim::op {
namespace {

struct TranscriptShowRequest {
  std::string id;
  std::int64_t from = 0, limit = 100;
  static constexpr auto fields() {
    using R = TranscriptShowRequest;
    return std::tuple{
        needs("id", &R::id, rule::session_id,
              "Id of the transcript, a beginning of it, or its session"),
        takes("from", &R::from, rule::turn_number, "The number of the first turn to be shown"),
        takes("limit", &R::limit, rule::limit_archive, "At most so many turns")};
  }
};
struct TranscriptShowReply {
  TranscriptView transcript;
  std::vector<TurnView> turns;
  std::optional<std::int64_t> next;
  static constexpr auto fields() {
    using R = TranscriptShowReply;
    return std::tuple{gives("transcript", &R::transcript, "The transcript"),
                      gives("turns", &R::turns, "Its turns in order"),
                      gives("next", &R::next, "Where to go on, when there are more")};
  }
};

Result<TranscriptShowReply> run(Engine& engine, const TranscriptShowRequest& request,
                                const Caller&) {
  const auto shown = TRY(engine::show_transcript(engine, request.id, request.from, request.limit));
  TranscriptShowReply reply;
  reply.transcript = view(shown.transcript);
  for (const Turn& each : shown.turns) reply.turns.push_back(view(each));
  if (shown.more)
    reply.next = shown.turns.empty() ? request.from : shown.turns.back().number + 1;
  return reply;
}

}  // namespace

const Operation& transcript_show() {
  static const auto it =
      operation<run>({"transcript_show", "Show a transcript",
                      "Show what was said in a session, turn by turn.", Effect::reads});
  return it;
}

}  // namespace aim::op
