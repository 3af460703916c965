// The renderers of what was said: transcripts and replays.
#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "cli/fields.h"
#include "cli/render/render.h"
#include "text/stretch.h"

namespace aim::cli {
namespace {

constexpr std::size_t longest_line = 10'000;

std::string turns(std::int64_t count) {
  return counted(count, "turn", "turns");
}

std::string sizes(const json::object& transcript) {
  return size_text(integer_at(transcript, "original_size")) + " in " +
         size_text(integer_at(transcript, "compressed_size"));
}

// As it was said, line by line, but without what drives a terminal.
void add_text(std::string_view text, std::string_view indent, Printout& page) {
  while (!text.empty()) {
    const std::string_view line = ascii::take_part(text, '\n');
    if (!line.empty() || !text.empty())
      page.print(indent, utf8::excerpt(line, longest_line), "\n");
  }
}

void add_head(const json::object& transcript, std::string_view id, Printout& page) {
  page.print("[", brief(text_at(transcript, id)), "] ",
             page.ink(Paint::bold, shown_at(transcript, "session_id")), " ",
             page.ink(Paint::cyan, shown_at(transcript, "namespace")), " ",
             turns(integer_at(transcript, "turns")), ", ", sizes(transcript));
  if (const auto time = parse_rfc3339(text_at(transcript, "updated_at"), "updated_at"))
    page.print(" ", page.ink(Paint::dim, text::human_age(time->time, page.now)));
  page.print("\n");
}

}  // namespace

void render_captured(const json::object& reply, Printout& page) {
  page.print(flag_at(reply, "captured") ? "captured" : "there already:", " turn ",
             integer_at(reply, "turn"), " of ", shown_at(reply, "session_id"), " [",
             brief(text_at(reply, "transcript_id")), "]\n");
}

void render_transcripts(const json::object& reply, Printout& page) {
  const json::array* transcripts = list_at(reply, "transcripts");
  if (!transcripts || transcripts->empty())
    page.note("no transcripts; hooks and `ai-memory transcript append` record turns\n");
  else
    for (const json::value& each : *transcripts) add_head(each.as_object(), "id", page);
}

void render_transcript(const json::object& reply, Printout& page) {
  if (const json::object* transcript = object_at(reply, "transcript"))
    add_head(*transcript, "id", page);
  for (const json::object& turn : rows_at(reply, "turns")) {
    page.print("\n", page.ink(Paint::bold, shown_at(turn, "role")),
               page.ink(Paint::dim, " " + std::to_string(integer_at(turn, "turn")) + ", " +
                                        moment_at(turn, "said_at")),
               "\n");
    add_text(text_at(turn, "content"), {}, page);
  }
  if (reply.contains("next"))
    page.notes +=
        "there is more: continue with --from " + std::to_string(integer_at(reply, "next")) + "\n";
}

void add_turns_found(const json::array& turns, Printout& page) {
  for (const json::value& each : turns) {
    const json::object& turn = each.as_object();
    page.print(page.ink(Paint::bold, shown_at(turn, "session_id")), " ",
               page.ink(Paint::cyan, shown_at(turn, "namespace")), " turn ",
               integer_at(turn, "turn"), ", ", shown_at(turn, "role"), ", ",
               moment_at(turn, "said_at"), "\n");
    add_text(text_at(turn, "content"), "  ", page);
    if (const auto answer = text_at(turn, "answer"); !answer.empty()) {
      page.print(page.ink(Paint::dim, "  then:"), "\n");
      add_text(answer, "  ", page);
    }
  }
}

void render_transcript_files(const json::object& reply, Printout& page) {
  const auto files = rows_at(reply, "files"), commands = rows_at(reply, "commands");
  for (const json::object& file : files) {
    page.print(page.ink(Paint::bold, shown_at(file, "file")), "  ",
               counted(integer_at(file, "edits"), "change", "changes"), ", ",
               counted(integer_at(file, "reads"), "read", "reads"), ", turns ",
               integer_at(file, "first_turn"), " to ", integer_at(file, "last_turn"), "\n");
  }
  for (const json::object& each : commands) page.print("$ ", shown_at(each, "command"), "\n");
  if (files.empty() && commands.empty())
    page.note("the session has no calls of tools that name files or commands\n");
}

void render_transcript_touched(const json::object& reply, Printout& page) {
  const auto sessions = rows_at(reply, "sessions");
  for (const json::object& session : sessions) {
    page.print(page.ink(Paint::bold, shown_at(session, "session_id")), " ",
               page.ink(Paint::cyan, shown_at(session, "namespace")), " ",
               counted(integer_at(session, "edits"), "change", "changes"), ", ",
               counted(integer_at(session, "reads"), "read", "reads"), ", last at turn ",
               integer_at(session, "turn"), ", ", moment_at(session, "last_at"), "  ",
               shown_at(session, "file"), "\n");
  }
  if (sessions.empty())
    page.note("no session of " +
              counted(integer_at(reply, "searched"), "transcript", "transcripts") +
              " touched it\n");
  if (!flag_at(reply, "complete"))
    page.note("there is more: raise --limit or name a namespace\n");
}

void render_session_digest(const json::object& reply, Printout& page) {
  if (const json::object* transcript = object_at(reply, "transcript"))
    add_head(*transcript, "id", page);
  const auto add = [&](std::string_view label, std::string_view text) {
    if (!text.empty())
      page.print(page.ink(Paint::bold, label), " ", text, "\n");
  };
  add("asked:", shown_at(reply, "asked"));
  for (const auto& [key, label] :
       {std::pair{"decisions", "decided:"}, std::pair{"next_steps", "next:"},
        std::pair{"files_changed", "changed:"}, std::pair{"open_errors", "open:"}})
    for (const json::value& each : *list_at(reply, key))
      add(label, utf8::excerpt(std::string_view(each.as_string()), longest_line));
  for (const json::object& each : rows_at(reply, "solved")) {
    add("solved:", shown_at(each, "error"));
    add("  by", shown_at(each, "solution"));
  }
  add("answered:", shown_at(reply, "answered"));
}

void render_turns_found(const json::object& reply, Printout& page) {
  const json::array* found = list_at(reply, "turns");
  if (!found || found->empty())
    page.note("nothing found in " +
              counted(integer_at(reply, "searched"), "transcript", "transcripts") + "\n");
  else
    add_turns_found(*found, page);
  if (!flag_at(reply, "complete"))
    page.note("there is more: raise --limit or name a namespace\n");
}

void render_transcripts_imported(const json::object& reply, Printout& page) {
  page.print(counted(integer_at(reply, "conversations"), "conversation", "conversations"), " (",
             formats_of(reply), "): captured ", turns(integer_at(reply, "captured")), " in ",
             page.ink(Paint::cyan, shown_at(reply, "namespace")), ", ",
             integer_at(reply, "unchanged"), " already stored");
  if (const std::int64_t different = integer_at(reply, "different"); different > 0)
    page.print(", ", different, " have another text here and stay unchanged");
  page.print("\n");
  add_reading(reply, page);
  add_secrets_removed(reply, page);
  for (const json::object& each : rows_at(reply, "problems"))
    page.notes += shown_at(each, "place") + ": " + shown_at(each, "reason") + "\n";
}

void render_transcript_linked(const json::object& reply, Printout& page) {
  page.print(shown_at(reply, "memory_id"), " comes from ", shown_at(reply, "transcript_id"));
  if (reply.contains("span_end"))
    page.print(", bytes ", integer_at(reply, "span_start"), " to ", integer_at(reply, "span_end"));
  page.print("\n");
}

void render_transcripts_pruned(const json::object& reply, Printout& page) {
  page.print(flag_at(reply, "dry_run") ? "would prune " : "pruned ",
             counted(integer_at(reply, "pruned"), "transcript", "transcripts"), ", ",
             turns(integer_at(reply, "turns")), ", ", sizes(reply), "\n");
}

void render_replay(const json::object& reply, Printout& page) {
  const json::array* transcripts = list_at(reply, "transcripts");
  if (!transcripts || transcripts->empty()) {
    page.note("no transcript is linked to this memory\n");
    return;
  }
  for (const json::value& value : *transcripts) {
    const json::object& each = value.as_object();
    add_head(each, "transcript_id", page);
    page.print("  from [", brief(text_at(each, "memory_id")), "] ", shown_at(each, "memory_title"));
    if (each.contains("span_end"))
      page.print(", bytes ", integer_at(each, "span_start"), " to ", integer_at(each, "span_end"));
    page.print("\n");
    add_text(text_at(each, "content"), "  ", page);
    if (flag_at(each, "truncated"))
      page.print("  ",
                 page.ink(Paint::dim, "… cut; the whole text has " +
                                          size_text(integer_at(each, "content_size")) +
                                          ": give a larger --max-bytes"),
                 "\n");
  }
}

}  // namespace aim::cli
