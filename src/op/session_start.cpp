// Use case "session_start": what a new session should know: standards and the memories that
// something happened to last (C3, S22).
#include <chrono>

#include "base/numbers.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "engine/history/transcripts.h"
#include "engine/language_model/enrich.h"
#include "engine/standards.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/language_model.h"
#include "op/notes.h"
#include "op/project_names.h"
#include "op/shown_before.h"

namespace aim::op {
namespace {

struct SessionStartRequest {
  std::optional<std::string> name_space;
  std::int64_t limit = 10;
  bool summary = false;
  std::optional<std::string> session_id;
  bool fresh = false;
  using R = SessionStartRequest;
  static constexpr std::tuple fields{
      takes("namespace", &R::name_space, rule::name_space_filter, "Namespace, or team/*", 'n'),
      takes("limit", &R::limit, rule::limit_recall, "Maximum results"),
      takes("summary", &R::summary, rule::ask_model, "Add a summary; needs a language model"),
      takes("session_id", &R::session_id, rule::session_id, "New session"),
      takes("fresh", &R::fresh, rule::any, "Omit what the session was shown")};
};

// These lines are outside of the marks around memories (op/fence). Sessions come by import
// and sync too, and their names are foreign text: one word is shown, and nothing that reads as a
// sentence.
std::string of_session(std::string_view name) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:-";
  if (name.size() > 64 || name.find_first_not_of(plain) != name.npos)
    return " of a session";
  return " of session \"" + std::string(name) + "\"";
}

std::string sentence_of(const engine::Unremembered& lost, const Caller& caller) {
  const NextStep replay{transcript_show,
                        {{"id", lost.transcript_id}, {"from", std::to_string(lost.first_turn)}}};
  return counted(lost.turns, "turn", "turns") + of_session(lost.session_id) + " since " +
         format_rfc3339(lost.since) + (lost.turns == 1 ? " is" : " are") +
         " without a memory; replay with " + said(caller, replay);
}

void add_notice(RecallReply& reply, const std::string& sentence) {
  reply.notice = (reply.notice ? *reply.notice + "; " : "") + sentence;
}

// A session that begins is not kept from it: missing parts are reported with the rest.
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

// A session that goes on has what was there at its last start: only newer contents are news (V6).
void leave_out_known(const Engine& engine, const SessionStartRequest& request,
                     engine::Found& found) {
  std::int64_t last = 0;
  (void)SessionStates(engine.options.sessions)
      .change(*request.session_id, [&](SessionState& state) {
        last = std::exchange(state.started_at, milliseconds(engine.clock.now()));
      });
  if (request.fresh && last > 0)
    std::erase_if(found.hits, [&](const engine::Hit& hit) {
      return milliseconds(content_time(hit.memory)) < last;
    });
}

Result<RecallReply> run_session_start(Engine& engine, const SessionStartRequest& request,
                                      const Caller& caller) {
  const std::string name_space = name_space_filter(request.name_space);
  const ShownBefore shown(engine, request.session_id, caller);
  auto found = TRY(engine::session_start(engine, name_space, request.limit,
                                         beside(caller, {.name_space = name_space}),
                                         request.fresh ? shown.ids() : std::vector<std::string>()));
  if (!request.session_id.value_or("").empty())
    leave_out_known(engine, request, found);
  note(caller, {"session_start", {}, name_space}, found);
  note_session(caller, request.session_id.value_or(""));
  // A hook shows less of them, and notes what that is.
  if (!caller.hook)
    shown.note(found, default_shown_bytes);
  RecallReply reply = recall_reply(found, "session_start", false);
  if (request.summary && !found.hits.empty())
    add_overview(engine, found, caller, reply);
  for (const auto& each : TRY(engine::unconfirmed_standards(engine, name_space)))
    add_notice(reply, "a standard of \"" + utf8::excerpt(each.name_space, 64) +
                          "\" is proposed and applies only after the user confirms it with: " +
                          said_to_person(caller, {standard_confirm, {{"id", each.memory->id}}}));
  if (const auto lost =
          TRY(engine::find_unremembered(engine, name_space, request.session_id.value_or(""))))
    add_notice(reply, sentence_of(*lost, caller));
  if (const std::string about = project_notice(engine, caller); !about.empty())
    add_notice(reply, about);
  return reply;
}

}  // namespace

const Operation& session_start() {
  return operation<run_session_start>("session_start", "Start a session",
                                      "Start a session: standards and newest memories.",
                                      Effect::reads, {.right = Right::read, .as_of = true});
}

}  // namespace aim::op
