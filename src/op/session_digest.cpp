// Use case "session_digest": what a conversation came to, by rules alone: its decisions and next
// steps, the errors that were solved, the files that were changed (X2).
#include "base/append.h"
#include "base/utf8.h"
#include "capture/error_progress.h"
#include "capture/tool_calls.h"
#include "capture/triggers.h"
#include "engine/history/transcripts.h"
#include "op/hook_solution.h"
#include "op/kit/catalog_functions.h"
#include "op/session_summary.h"
#include "op/views/transcript_views.h"

namespace aim::op {
namespace {

struct SolvedView {
  std::string error, solution;
  using R = SolvedView;
  static constexpr std::tuple fields{gives("error", &R::error, "Line of the error"),
                                     gives("solution", &R::solution, "Text that preceded its end")};
};
struct DigestReply {
  TranscriptView transcript;
  std::string asked, answered;
  std::optional<std::string> decision;
  std::vector<std::string> decisions, next_steps, open_errors, files_changed;
  std::vector<SolvedView> solved;
  using R = DigestReply;
  static constexpr std::tuple fields{
      gives("transcript", &R::transcript, "The transcript"),
      gives("asked", &R::asked, "Beginning of the first prompt"),
      gives("answered", &R::answered, "Beginning of the last answer"),
      gives("decision", &R::decision, "Last decision, if there is one"),
      gives("decisions", &R::decisions, "Last decisions, in order"),
      gives("next_steps", &R::next_steps, "Lines that name a next step"),
      gives("solved", &R::solved, "Errors and their solutions"),
      gives("open_errors", &R::open_errors, "Errors without a solution"),
      gives("files_changed", &R::files_changed, "Files, each once")};
};

constexpr std::size_t longest_excerpt = 300;  // characters of a text

// Follows what happened turn by turn, as hooks do in a running session.
class Digest {
 public:
  void take(const Turn& turn) {
    if (turn.role == Role::tool)
      return take_tool(turn);
    SessionEvent event;
    event.text = turn.text;
    event.kind = turn.role == Role::user ? SessionEvent::Kind::prompt : SessionEvent::Kind::said;
    if (turn.role == Role::user) {
      ++prompts_;
      if (reply_.asked.empty())
        reply_.asked = utf8::excerpt(turn.text, longest_excerpt);
    } else {
      reply_.answered = utf8::excerpt(turn.text, longest_excerpt);
    }
    happened(event);
    talk_.push_back(turn);
  }

  DigestReply finish(const Transcript& transcript) {
    reply_.transcript = view(transcript);
    for (const Learning& each : learnings_of(talk_))
      (each.category == "decision" ? reply_.decisions : reply_.next_steps).push_back(each.text);
    if (!reply_.decisions.empty())
      reply_.decision = reply_.decisions.back();
    for (const OpenError& each : open_)
      reply_.open_errors.push_back(utf8::excerpt(each.line, longest_excerpt));
    return std::move(reply_);
  }

 private:
  // A call waits for its result, which is the turn behind it.
  void take_tool(const Turn& turn) {
    if (auto calls = tool_calls(turn.text); !calls.empty()) {
      for (const ToolCall& each : calls)
        if (each.kind == ToolKind::edit)
          for (const std::string& file : each.files) add_once(reply_.files_changed, file);
      call_ = std::move(calls.back());
      return;
    }
    SessionEvent event;
    event.kind = SessionEvent::Kind::tool;
    event.text = turn.text;
    event.tool = call_.tool;
    event.command = call_.command;
    if (call_.kind == ToolKind::edit && !call_.files.empty())
      event.file = call_.files.front();
    event.failed = is_failed_result(turn.text);
    happened(event);
  }

  void happened(const SessionEvent& event) {
    const ErrorProgress progress = follow(open_, event, prompts_);
    if (progress.resolved)
      reply_.solved.push_back(
          {utf8::excerpt(progress.resolved->line, longest_excerpt),
           utf8::excerpt(solution_told_in(solution_text(*progress.resolved, {}, {})),
                         longest_excerpt)});
  }

  DigestReply reply_;
  std::vector<Turn> talk_;
  std::vector<OpenError> open_;
  ToolCall call_;
  std::int64_t prompts_ = 0;
};

Result<DigestReply> run_session_digest(Engine& engine, const TranscriptChoice& request,
                                       const Caller&) {
  const auto shown = TRY(engine::show_transcript(
      engine, TRY(transcript_named("id", request.id, request.session_id)), 0, every_turn));
  Digest digest;
  for (const Turn& turn : shown.turns) digest.take(turn);
  return digest.finish(shown.transcript);
}

}  // namespace

const Operation& session_digest() {
  return operation<run_session_digest>(
      "session_digest", "Digest a session",
      "Show the results of a session: decisions, next steps, solved "
      "errors, changed files.",
      Effect::reads, {.right = Right::read});
}

}  // namespace aim::op
