// Use case "transcript_search": finds turns by words, those of tools included (X2): which sessions
// touched a file, where a name was said.
#include "engine/history/search_turns.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/reply_room.h"
#include "op/views/transcript_views.h"

namespace aim::op {
namespace {

struct TranscriptSearchRequest {
  std::string text;
  std::optional<std::string> name_space;
  std::int64_t limit = 20;
  std::int64_t after = 0;
  using R = TranscriptSearchRequest;
  static constexpr std::tuple fields{
      needs("text", &R::text, rule::query, "Words of one turn: a name, file, command"),
      takes("namespace", &R::name_space, rule::name_space_filter, "Namespace, or team/*", 'n'),
      takes("limit", &R::limit, rule::limit_archive, "Maximum results"),
      takes("after", &R::after, rule::offset, "A reply's next")};
};
struct TranscriptSearchReply {
  std::int64_t count = 0, searched = 0;
  bool complete = true;
  std::vector<TurnHitView> turns;
  std::optional<std::int64_t> next;
  std::optional<std::string> notice;
  using R = TranscriptSearchReply;
  static constexpr std::tuple fields{
      gives("count", &R::count, "Number of results"),
      gives("searched", &R::searched, "Number of transcripts searched, newest first"),
      gives("complete", &R::complete, "False if transcripts or results are left"),
      gives("turns", &R::turns, "Turns, those of the newest transcript first"),
      gives("next", &R::next, "Where to continue, if there are more results"),
      gives("notice", &R::notice, "Why it is empty")};
};

Result<TranscriptSearchReply> run_transcript_search(Engine& engine,
                                                    const TranscriptSearchRequest& request,
                                                    const Caller& caller) {
  engine::TurnSearch search;
  search.text = request.text;
  search.name_space = name_space_filter(request.name_space);
  search.limit = request.limit + request.after;
  const auto found = TRY(engine::search_turns(engine, search));
  TranscriptSearchReply reply;
  constexpr std::size_t of_the_rest = 300;
  ReplyRoom room(caller);
  for (auto at = static_cast<std::size_t>(request.after); at < found.hits.size(); ++at) {
    const auto& [transcript, turn] = found.hits[at];
    if (room.takes(of_the_rest + turn.text.size()))
      reply.turns.push_back(turn_hit(transcript, turn));
  }
  reply.count = static_cast<std::int64_t>(reply.turns.size());
  reply.searched = found.transcripts;
  reply.complete = found.complete && !room.is_full();
  if (room.is_full() || reply.count == request.limit)
    reply.next = request.after + reply.count;
  return reply;
}

}  // namespace

const Operation& transcript_search() {
  return operation<run_transcript_search>(
      "transcript_search", "Search transcripts",
      "Find turns by words, also of tools; newest transcripts first.", Effect::reads,
      {.right = Right::read});
}

}  // namespace aim::op
