// Use case "capture_turn": keeps one turn of a conversation, cheaply enough for a hook at every
// prompt (I2, I3).
#include "base/timestamp.h"
#include "engine/history/transcripts.h"
#include "op/kit/catalog_functions.h"
#include "op/stored_secrets.h"
#include "op/views/transcript_views.h"

namespace aim::op {
namespace {

struct CaptureRequest {
  std::string session_id, content, name_space = "global";
  Role role = Role::user;
  std::optional<std::int64_t> turn, ttl_secs;
  std::optional<std::string> said_at;
  std::vector<std::string> memory_ids;
  using R = CaptureRequest;
  static constexpr std::tuple fields{
      needs("session_id", &R::session_id, rule::session_id, "Session of the turn", 's'),
      needs("content", &R::content, rule::turn_text, "Text of the turn", 'c'),
      takes("role", &R::role, rule::any, "Speaker", 'r'),
      takes("turn", &R::turn, rule::turn_number, "Number in the session; default: next"),
      takes("namespace", &R::name_space, rule::name_space, "Project or topic, like team/api", 'n'),
      takes("said_at", &R::said_at, rule::any, "Time, RFC 3339; default: now"),
      takes("ttl_secs", &R::ttl_secs, rule::ttl_secs, "Lifetime in seconds"),
      takes("memory_ids", &R::memory_ids, rule::memory_ids, "Memories derived from it")};
};
struct CaptureReply {
  std::string transcript_id, session_id;
  std::int64_t turn = 0, turns = 0, original_size = 0;
  bool captured = false;
  std::optional<std::vector<std::string>> linked;
  using R = CaptureReply;
  static constexpr std::tuple fields{
      gives("transcript_id", &R::transcript_id, "Id of the session's transcript"),
      gives("session_id", &R::session_id, "The session"),
      gives("turn", &R::turn, "Number of the turn"),
      gives("captured", &R::captured, "False if the same turn was already stored"),
      gives("turns", &R::turns, "Number of turns in the transcript"),
      gives("original_size", &R::original_size, "Bytes of text"),
      gives("linked", &R::linked, "Memories linked to it, if any were named")};
};

Result<CaptureReply> run_capture_turn(Engine& engine, const CaptureRequest& request,
                                      const Caller&) {
  engine::TurnDraft draft;
  draft.name_space = request.name_space;
  draft.session_id = request.session_id;
  draft.number = request.turn;
  draft.role = request.role;
  // Nobody has asked to keep these very words.
  draft.text = cleaner_of(engine).text(request.content);
  if (request.said_at)
    draft.said_at = TRY(parse_rfc3339(*request.said_at, "said_at")).time;
  auto captured = TRY(engine::capture_turn(engine, draft, {request.ttl_secs, request.memory_ids}));
  CaptureReply reply;
  reply.transcript_id = captured.transcript.id;
  reply.session_id = captured.transcript.session_id;
  reply.turn = captured.turn;
  reply.turns = captured.transcript.turns;
  reply.original_size = captured.transcript.original_bytes;
  reply.captured = captured.added;
  if (!request.memory_ids.empty())
    reply.linked = std::move(captured.linked);
  return reply;
}

}  // namespace

const Operation& capture_turn() {
  return operation<run_capture_turn>(
      "capture_turn", "Capture a turn", "Record a turn of the conversation verbatim, for replay.",
      Effect::adds, {.right = Right::write, .counts_as_store = true, .keeps_verbatim = true});
}

}  // namespace aim::op
