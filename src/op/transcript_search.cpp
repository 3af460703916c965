// Use case "transcript_search": finds turns by words, those of tools included (X2): which sessions
// touched a file, where a name was said.
#include "base/timestamp.h"
#include "engine/history/search_turns.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct TranscriptSearchRequest {
  std::string text;
  std::optional<std::string> name_space;
  std::int64_t limit = 20;
  static constexpr auto fields() {
    using R = TranscriptSearchRequest;
    return std::tuple{needs("text", &R::text, rule::query,
                            "Words, all of them in one turn: a name, a file, a command"),
                      takes("namespace", &R::name_space, rule::name_space_filter,
                            "Namespace, or subtree team/*", 'n'),
                      takes("limit", &R::limit, rule::limit_archive, "Maximum results")};
  }
};
struct TurnHitView {
  std::string transcript_id, session_id, name_space, said_at, content;
  std::int64_t turn = 0;
  Role role = Role::user;
  static constexpr auto fields() {
    using R = TurnHitView;
    return std::tuple{gives("transcript_id", &R::transcript_id, "Id of the transcript"),
                      gives("session_id", &R::session_id, "Session"),
                      gives("namespace", &R::name_space, "Project or topic"),
                      gives("turn", &R::turn, "Number of the turn"),
                      gives("role", &R::role, "Speaker"),
                      gives("said_at", &R::said_at, "Time"),
                      gives("content", &R::content, "Text around the first word")};
  }
};
struct TranscriptSearchReply {
  std::int64_t count = 0, searched = 0;
  bool complete = true;
  std::vector<TurnHitView> turns;
  static constexpr auto fields() {
    using R = TranscriptSearchReply;
    return std::tuple{
        gives("count", &R::count, "Number of results"),
        gives("searched", &R::searched, "Number of transcripts searched, newest first"),
        gives("complete", &R::complete, "False if transcripts or results are left"),
        gives("turns", &R::turns, "Turns, those of the newest transcript first")};
  }
};

Result<TranscriptSearchReply> run_transcript_search(Engine& engine,
                                                    const TranscriptSearchRequest& request,
                                                    const Caller&) {
  engine::TurnSearch search;
  search.text = request.text;
  search.name_space = name_space_filter(request.name_space);
  search.limit = request.limit;
  const auto found = TRY(engine::search_turns(engine, search));
  TranscriptSearchReply reply;
  for (const engine::TurnHit& hit : found.hits)
    reply.turns.push_back({hit.transcript.id, hit.transcript.session_id, hit.transcript.name_space,
                           format_rfc3339(hit.turn.said_at), hit.turn.text, hit.turn.number,
                           hit.turn.role});
  reply.count = static_cast<std::int64_t>(reply.turns.size());
  reply.searched = found.transcripts;
  reply.complete = found.complete;
  return reply;
}

}  // namespace

const Operation& transcript_search() {
  static const auto it = operation<run_transcript_search>(
      {"transcript_search",
       "Search transcripts",
       "Find turns by words, calls and results of tools included, newest transcripts first.",
       Effect::reads,
       {.right = Right::read}});
  return it;
}

}  // namespace aim::op
