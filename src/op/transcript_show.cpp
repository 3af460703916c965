// Use case "transcript_show": what was said in one conversation, turn by turn.
#include "engine/history/transcripts.h"
#include "op/kit/catalog_functions.h"
#include "op/views/transcript_views.h"

namespace aim::op {
namespace {

struct TranscriptShowRequest {
  std::optional<std::string> id, session_id;
  std::int64_t from = 0, limit = 100;
  static constexpr auto fields() {
    using R = TranscriptShowRequest;
    return std::tuple{
        takes("id", &R::id, rule::transcript_id, "Id, unique prefix or session"),
        takes("session_id", &R::session_id, rule::session_id, "Session, instead of an id"),
        takes("from", &R::from, rule::turn_number, "First turn to show"),
        takes("limit", &R::limit, rule::limit_archive, "Maximum turns")};
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
                      gives("next", &R::next, "Next turn, if there are more")};
  }
};

Result<TranscriptShowReply> run_transcript_show(Engine& engine,
                                                const TranscriptShowRequest& request,
                                                const Caller&) {
  const auto shown = TRY(
      engine::show_transcript(engine, TRY(transcript_named("id", request.id, request.session_id)),
                              request.from, request.limit));
  TranscriptShowReply reply;
  reply.transcript = view(shown.transcript);
  for (const Turn& each : shown.turns) reply.turns.push_back(view(each));
  if (shown.more)
    reply.next = shown.turns.empty() ? request.from : shown.turns.back().number + 1;
  return reply;
}

}  // namespace

const Operation& transcript_show() {
  static const auto it = operation<run_transcript_show>({"transcript_show",
                                                         "Show a transcript",
                                                         "Show a transcript turn by turn.",
                                                         Effect::reads,
                                                         {.right = Right::read}});
  return it;
}

}  // namespace aim::op
