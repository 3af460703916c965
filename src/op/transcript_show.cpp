// Use case "transcript_show": what was said in one conversation, turn by turn.
#include <algorithm>

#include "base/utf8.h"
#include "engine/history/transcripts.h"
#include "op/kit/catalog_functions.h"
#include "op/views/transcript_views.h"

namespace aim::op {
namespace {

struct TranscriptShowRequest {
  std::optional<std::string> id, session_id;
  std::int64_t from = 0, limit = 100;
  std::optional<std::int64_t> max_bytes;
  static constexpr auto fields() {
    using R = TranscriptShowRequest;
    return std::tuple{
        takes("id", &R::id, rule::transcript_id, "Id, unique prefix or session"),
        takes("session_id", &R::session_id, rule::session_id, "Session, instead of an id"),
        takes("from", &R::from, rule::turn_number, "First turn to show"),
        takes("limit", &R::limit, rule::limit_archive, "Maximum turns"),
        takes("max_bytes", &R::max_bytes, rule::content_bytes,
              "Maximum bytes of texts; default over MCP: 40000")};
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

// As many turns as fit; the first one shortened where it alone does not.
void add_turns(const std::vector<Turn>& turns, std::size_t most, TranscriptShowReply& reply) {
  for (const Turn& each : turns) {
    TurnView shown = view(each);
    if (!reply.turns.empty() && shown.content.size() > most) {
      reply.next = shown.turn;
      return;
    }
    if (shown.content.size() > most) {
      const std::size_t whole = shown.content.size();
      shown.content.resize(utf8::cut(shown.content, most).size());
      shown.content.append(" … +")
          .append(std::to_string(whole - shown.content.size()))
          .append(" bytes (max_bytes shows more)");
    }
    most -= std::min(most, shown.content.size());
    reply.turns.push_back(std::move(shown));
  }
}

Result<TranscriptShowReply> run_transcript_show(Engine& engine,
                                                const TranscriptShowRequest& request,
                                                const Caller& caller) {
  const auto shown = TRY(
      engine::show_transcript(engine, TRY(transcript_named("id", request.id, request.session_id)),
                              request.from, request.limit));
  TranscriptShowReply reply;
  reply.transcript = view(shown.transcript);
  const auto most =
      request.max_bytes ? static_cast<std::size_t>(*request.max_bytes) : caller.reply_bytes;
  add_turns(shown.turns, most, reply);
  if (shown.more && !reply.next)
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
