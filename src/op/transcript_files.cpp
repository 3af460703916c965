// Use cases "transcript_files" and "transcript_touched": the files and commands of a session, and
// the sessions that read or changed a file (X2).
#include "base/timestamp.h"
#include "capture/tool_calls.h"
#include "engine/history/search_turns.h"
#include "engine/history/transcripts.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/views/transcript_views.h"

namespace aim::op {
namespace {

struct FileView {
  std::string file;
  std::int64_t reads = 0, edits = 0, first_turn = 0, last_turn = 0;
  using R = FileView;
  static constexpr std::tuple fields{gives("file", &R::file, "File as the session named it"),
                                     gives("edits", &R::edits, "How often it was changed"),
                                     gives("reads", &R::reads, "How often it was read"),
                                     gives("first_turn", &R::first_turn, "First turn of these"),
                                     gives("last_turn", &R::last_turn, "Last turn of these")};
};
struct CommandView {
  std::string command;
  std::int64_t turn = 0;
  using R = CommandView;
  static constexpr std::tuple fields{gives("command", &R::command, "Command"),
                                     gives("turn", &R::turn, "Number of the turn")};
};
struct FilesReply {
  TranscriptView transcript;
  std::vector<FileView> files;
  std::vector<CommandView> commands;
  using R = FilesReply;
  static constexpr std::tuple fields{gives("transcript", &R::transcript, "The transcript"),
                                     gives("files", &R::files, "Files, those changed last first"),
                                     gives("commands", &R::commands, "Commands in order")};
};

void add(FilesReply& reply, const Turn& turn, const ToolCall& call) {
  if (call.kind == ToolKind::command && !call.command.empty())
    reply.commands.push_back({call.command, turn.number});
  for (const std::string& name : call.files) {
    auto file = std::find_if(reply.files.begin(), reply.files.end(),
                             [&](const FileView& each) { return each.file == name; });
    if (file == reply.files.end())
      file = reply.files.insert(reply.files.end(), {name, 0, 0, turn.number, turn.number});
    ++(call.kind == ToolKind::edit ? file->edits : file->reads);
    file->last_turn = turn.number;
  }
}

Result<FilesReply> run_transcript_files(Engine& engine, const TranscriptChoice& request,
                                        const Caller&) {
  const auto shown = TRY(engine::show_transcript(
      engine, TRY(transcript_named("id", request.id, request.session_id)), 0, every_turn));
  FilesReply reply;
  reply.transcript = view(shown.transcript);
  for (const Turn& turn : shown.turns)
    if (turn.role == Role::tool)
      for (const ToolCall& call : tool_calls(turn.text)) add(reply, turn, call);
  std::stable_sort(
      reply.files.begin(), reply.files.end(), [](const FileView& a, const FileView& b) {
        return std::pair(a.edits > 0, a.last_turn) > std::pair(b.edits > 0, b.last_turn);
      });
  return reply;
}

// ---- the sessions of a file ----

struct TouchedRequest {
  std::string path;
  std::optional<std::string> name_space;
  bool edits = false;
  std::int64_t limit = 20;
  using R = TouchedRequest;
  static constexpr std::tuple fields{
      needs("path", &R::path, rule::query, "Its path or last parts"),
      takes("namespace", &R::name_space, rule::name_space_filter, "Namespace, or team/*", 'n'),
      takes("edits", &R::edits, rule::any, "Only sessions that changed it"),
      takes("limit", &R::limit, rule::limit_archive, "Maximum results")};
};
struct TouchView {
  std::string transcript_id, session_id, name_space, file, last_at;
  std::int64_t edits = 0, reads = 0, turn = 0;
  using R = TouchView;
  static constexpr std::tuple fields{
      gives("transcript_id", &R::transcript_id, "Id of the transcript"),
      gives("session_id", &R::session_id, "Session"),
      gives("namespace", &R::name_space, "Project or topic"),
      gives("file", &R::file, "File as the session named it"),
      gives("edits", &R::edits, "How often it was changed"),
      gives("reads", &R::reads, "How often it was read"),
      gives("turn", &R::turn, "Number of the last of these turns"),
      gives("last_at", &R::last_at, "Time of that turn")};
};
struct TouchedReply {
  std::int64_t count = 0, searched = 0;
  bool complete = true;
  std::vector<TouchView> sessions;
  using R = TouchedReply;
  static constexpr std::tuple fields{
      gives("count", &R::count, "Number of results"),
      gives("searched", &R::searched, "Number of transcripts searched, newest first"),
      gives("complete", &R::complete, "False if transcripts or results are left"),
      gives("sessions", &R::sessions, "Sessions, newest first")};
};

Result<TouchedReply> run_transcript_touched(Engine& engine, const TouchedRequest& request,
                                            const Caller&) {
  constexpr std::int64_t max_bytes = std::int64_t{512} * 1'024 * 1'024;  // read at most
  TouchedReply reply;
  const auto take = [&](const Transcript& transcript, const Turn& turn) {
    if (turn.role != Role::tool)
      return true;
    for (const ToolCall& call : tool_calls(turn.text))
      for (const std::string& file : call.files) {
        if (!is_file_of(file, request.path) || (request.edits && call.kind != ToolKind::edit))
          continue;
        if (reply.sessions.empty() || reply.sessions.back().transcript_id != transcript.id) {
          if (std::ssize(reply.sessions) >= request.limit)
            return false;
          reply.sessions.push_back(
              {transcript.id, transcript.session_id, transcript.name_space, file, {}, 0, 0, 0});
        }
        TouchView& touch = reply.sessions.back();
        ++(call.kind == ToolKind::edit ? touch.edits : touch.reads);
        touch.turn = turn.number;
        touch.last_at = format_rfc3339(turn.said_at);
      }
    return true;
  };
  const std::string_view path = request.path;
  const std::string_view name = path.substr(path.find_last_of("/\\") + 1);
  const auto want = [&](std::string_view text) { return text.find(name) != text.npos; };
  const auto walked =
      TRY(engine::each_turn(engine, name_space_filter(request.name_space), max_bytes, want, take));
  reply.count = std::ssize(reply.sessions);
  reply.searched = walked.transcripts;
  reply.complete = walked.complete;
  return reply;
}

}  // namespace

const Operation& transcript_files() {
  return operation<run_transcript_files>("transcript_files", "List files of a session",
                                         "List the files that a session read or changed, and the "
                                         "commands that it ran.",
                                         Effect::reads, {.right = Right::read});
}

const Operation& transcript_touched() {
  return operation<run_transcript_touched>("transcript_touched", "Find sessions of a file",
                                           "Find the sessions that read or changed a file, newest "
                                           "first.",
                                           Effect::reads, {.right = Right::read});
}

}  // namespace aim::op
