// Use case "session_start": what a new session should know: standards and the memories used last (C3).
#include "base/timestamp.h"
#include "base/utf8.h"
#include "engine/enrich.h"
#include "engine/unremembered.h"
#include "op/catalog_functions.h"
#include "op/filters.h"
#include "op/language_model.h"

namespace aim::op {
namespace {

struct SessionStartRequest {
  std::optional<std::string> name_space;
  std::int64_t limit = 10;
  bool summary = false;
  std::optional<std::string> session_id;
  static constexpr auto fields() {
    using R = SessionStartRequest;
    return std::tuple{takes("namespace", &R::name_space, rule::name_space_filter,
                            "Only this namespace; team/* with all below", 'n'),
                      takes("limit", &R::limit, rule::limit_recall, "At most so many"),
                      takes("summary", &R::summary, rule::any,
                            "Say in a few sentences what they are about; needs a language model"),
                      takes("session_id", &R::session_id, rule::session_id,
                            "The session that begins; others are looked through for what was said and not remembered")};
  }
};

std::string sentence_of(const engine::Unremembered& lost, Door door) {
  const std::string from = std::to_string(lost.first_turn);
  std::string said = std::to_string(lost.turns) + (lost.turns == 1 ? " turn" : " turns") + " of session \"" +
                     utf8::excerpt(lost.session_id, 64) + "\" since " + format_rfc3339(lost.since) +
                     (lost.turns == 1 ? " is" : " are") + " in no memory; replay with ";
  if (door == Door::mcp)
    return said + "memory_transcript id=" + lost.transcript_id + " from=" + from;
  if (door == Door::http)
    return said + "GET /api/v1/transcripts/" + lost.transcript_id + "?from=" + from;
  return said + "ai-memory transcript show " + lost.transcript_id + " --from " + from;
}

// A session that begins is not kept from it: what is missing is told beside what is there.
void add_overview(Engine& engine, const engine::Found& found, const Caller& caller,
                  RecallReply& reply) {
  if (const auto able = needs_language_model(engine, "a summary", caller); !able) {
    reply.notice = able.error().message;
    return;
  }
  std::vector<Memory> memories;
  for (const engine::Hit& hit : found.hits) memories.push_back(hit.memory);
  auto overview = engine::overview(engine, memories);
  if (overview)
    reply.summary = std::move(*overview);
  else
    reply.notice = "there is no summary: " + overview.error().message;
}

Result<RecallReply> run(Engine& engine, const SessionStartRequest& request, const Caller& caller) {
  const auto found =
      TRY(engine::session_start(engine, name_space_filter(request.name_space), request.limit));
  RecallReply reply = recall_reply(found, "session_start", false);
  if (request.summary && !found.hits.empty())
    add_overview(engine, found, caller, reply);
  if (const auto lost = TRY(engine::find_unremembered(engine, name_space_filter(request.name_space),
                                                      request.session_id.value_or(""))))
    reply.notice = (reply.notice ? *reply.notice + "; " : "") + sentence_of(*lost, caller.door);
  return reply;
}

}  // namespace

const Operation& session_start() {
  static const auto it = operation<run>(
      {"session_start", "Start a session",
       "Show the standards of a namespace and its most recently used memories.", Effect::reads});
  return it;
}

}  // namespace aim::op
