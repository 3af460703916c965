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
      page.out.append(indent).append(utf8::excerpt(line, longest_line)).append("\n");
  }
}

void add_head(const json::object& transcript, std::string_view id, Printout& page) {
  page.out.append("[").append(brief(text_at(transcript, id))).append("] ");
  page.out.append(page.ink(Paint::bold, shown_at(transcript, "session_id"))).append(" ");
  page.out.append(page.ink(Paint::cyan, shown_at(transcript, "namespace"))).append(" ");
  page.out.append(turns(integer_at(transcript, "turns"))).append(", ").append(sizes(transcript));
  if (const auto time = parse_rfc3339(text_at(transcript, "updated_at"), "updated_at"))
    page.out.append(" ").append(page.ink(Paint::dim, text::human_age(time->time, page.now)));
  page.out += "\n";
}

}  // namespace

void render_captured(const json::object& reply, Printout& page) {
  page.out.append(flag_at(reply, "captured") ? "captured" : "there already:");
  page.out.append(" turn ").append(std::to_string(integer_at(reply, "turn")));
  page.out.append(" of ").append(shown_at(reply, "session_id"));
  page.out.append(" [").append(brief(text_at(reply, "transcript_id"))).append("]\n");
}

void render_transcripts(const json::object& reply, Printout& page) {
  const json::array* transcripts = list_at(reply, "transcripts");
  if (!transcripts || transcripts->empty())
    page.notes += "no transcripts; hooks and `ai-memory transcript append` record turns\n";
  else
    for (const json::value& each : *transcripts) add_head(each.as_object(), "id", page);
}

void render_transcript(const json::object& reply, Printout& page) {
  if (const json::object* transcript = object_at(reply, "transcript"))
    add_head(*transcript, "id", page);
  if (const json::array* said = list_at(reply, "turns"))
    for (const json::value& each : *said) {
      const json::object& turn = each.as_object();
      page.out.append("\n").append(page.ink(Paint::bold, shown_at(turn, "role")));
      page.out.append(page.ink(Paint::dim, " " + std::to_string(integer_at(turn, "turn")) + ", " +
                                               shown_at(turn, "said_at")));
      page.out += "\n";
      add_text(text_at(turn, "content"), {}, page);
    }
  if (reply.contains("next"))
    page.notes +=
        "there is more: continue with --from " + std::to_string(integer_at(reply, "next")) + "\n";
}

void add_turns_found(const json::array& turns, Printout& page) {
  for (const json::value& each : turns) {
    const json::object& turn = each.as_object();
    page.out.append(page.ink(Paint::bold, shown_at(turn, "session_id"))).append(" ");
    page.out.append(page.ink(Paint::cyan, shown_at(turn, "namespace"))).append(" turn ");
    page.out.append(std::to_string(integer_at(turn, "turn"))).append(", ");
    page.out.append(shown_at(turn, "role")).append(", ").append(shown_at(turn, "said_at"));
    page.out += "\n";
    add_text(text_at(turn, "content"), "  ", page);
  }
}

void render_transcript_files(const json::object& reply, Printout& page) {
  const json::array &files = *list_at(reply, "files"), &commands = *list_at(reply, "commands");
  for (const json::value& each : files) {
    const json::object& file = each.as_object();
    page.out.append(page.ink(Paint::bold, shown_at(file, "file")))
        .append("  ")
        .append(counted(integer_at(file, "edits"), "change", "changes"))
        .append(", ")
        .append(counted(integer_at(file, "reads"), "read", "reads"))
        .append(", turns ")
        .append(std::to_string(integer_at(file, "first_turn")))
        .append(" to ")
        .append(std::to_string(integer_at(file, "last_turn")))
        .append("\n");
  }
  for (const json::value& each : commands)
    page.out.append("$ ").append(shown_at(each.as_object(), "command")).append("\n");
  if (files.empty() && commands.empty())
    page.notes += "the session has no calls of tools that name files or commands\n";
}

void render_transcript_touched(const json::object& reply, Printout& page) {
  const json::array& sessions = *list_at(reply, "sessions");
  for (const json::value& each : sessions) {
    const json::object& session = each.as_object();
    page.out.append(page.ink(Paint::bold, shown_at(session, "session_id")))
        .append(" ")
        .append(page.ink(Paint::cyan, shown_at(session, "namespace")))
        .append(" ")
        .append(counted(integer_at(session, "edits"), "change", "changes"))
        .append(", ")
        .append(counted(integer_at(session, "reads"), "read", "reads"))
        .append(", last at turn ")
        .append(std::to_string(integer_at(session, "turn")))
        .append(", ")
        .append(shown_at(session, "last_at"))
        .append("  ")
        .append(shown_at(session, "file"))
        .append("\n");
  }
  if (sessions.empty())
    page.notes += "no session of " +
                  counted(integer_at(reply, "searched"), "transcript", "transcripts") +
                  " touched it\n";
  if (!flag_at(reply, "complete"))
    page.notes += "there is more: raise --limit or name a namespace\n";
}

void render_session_digest(const json::object& reply, Printout& page) {
  if (const json::object* transcript = object_at(reply, "transcript"))
    add_head(*transcript, "id", page);
  const auto add = [&](std::string_view label, std::string_view text) {
    if (!text.empty())
      page.out.append(page.ink(Paint::bold, label)).append(" ").append(text).append("\n");
  };
  add("asked:", shown_at(reply, "asked"));
  for (const auto& [key, label] :
       {std::pair{"decisions", "decided:"}, std::pair{"next_steps", "next:"},
        std::pair{"files_changed", "changed:"}, std::pair{"open_errors", "open:"}})
    for (const json::value& each : *list_at(reply, key))
      add(label, utf8::excerpt(std::string_view(each.as_string()), longest_line));
  for (const json::value& each : *list_at(reply, "solved")) {
    add("solved:", shown_at(each.as_object(), "error"));
    add("  by", shown_at(each.as_object(), "solution"));
  }
  add("answered:", shown_at(reply, "answered"));
}

void render_turns_found(const json::object& reply, Printout& page) {
  const json::array* found = list_at(reply, "turns");
  if (!found || found->empty())
    page.notes += "nothing found in " +
                  counted(integer_at(reply, "searched"), "transcript", "transcripts") + "\n";
  else
    add_turns_found(*found, page);
  if (!flag_at(reply, "complete"))
    page.notes += "there is more: raise --limit or name a namespace\n";
}

void render_transcripts_imported(const json::object& reply, Printout& page) {
  page.out.append(counted(integer_at(reply, "conversations"), "conversation", "conversations"));
  page.out.append(" (").append(shown_at(reply, "format")).append("): captured ");
  page.out.append(turns(integer_at(reply, "captured"))).append(" in ");
  page.out.append(page.ink(Paint::cyan, shown_at(reply, "namespace")));
  page.out.append(", ")
      .append(std::to_string(integer_at(reply, "unchanged")))
      .append(" already stored");
  if (const std::int64_t different = integer_at(reply, "different"); different > 0)
    page.out.append(", ")
        .append(std::to_string(different))
        .append(" have another text here and stay unchanged");
  page.out += "\n";
  add_reading(reply, page);
  add_secrets_removed(reply, page);
  if (const json::array* problems = list_at(reply, "problems"))
    for (const json::value& each : *problems)
      page.notes +=
          shown_at(each.as_object(), "place") + ": " + shown_at(each.as_object(), "reason") + "\n";
}

void render_transcript_linked(const json::object& reply, Printout& page) {
  page.out.append(shown_at(reply, "memory_id"))
      .append(" comes from ")
      .append(shown_at(reply, "transcript_id"));
  if (reply.contains("span_end"))
    page.out.append(", bytes ")
        .append(std::to_string(integer_at(reply, "span_start")))
        .append(" to ")
        .append(std::to_string(integer_at(reply, "span_end")));
  page.out += "\n";
}

void render_transcripts_pruned(const json::object& reply, Printout& page) {
  page.out.append(flag_at(reply, "dry_run") ? "would prune " : "pruned ");
  page.out.append(counted(integer_at(reply, "pruned"), "transcript", "transcripts")).append(", ");
  page.out.append(turns(integer_at(reply, "turns"))).append(", ").append(sizes(reply)).append("\n");
}

void render_replay(const json::object& reply, Printout& page) {
  const json::array* transcripts = list_at(reply, "transcripts");
  if (!transcripts || transcripts->empty()) {
    page.notes += "no transcript is linked to this memory\n";
    return;
  }
  for (const json::value& value : *transcripts) {
    const json::object& each = value.as_object();
    add_head(each, "transcript_id", page);
    page.out.append("  from [")
        .append(brief(text_at(each, "memory_id")))
        .append("] ")
        .append(shown_at(each, "memory_title"));
    if (each.contains("span_end"))
      page.out.append(", bytes ")
          .append(std::to_string(integer_at(each, "span_start")))
          .append(" to ")
          .append(std::to_string(integer_at(each, "span_end")));
    page.out += "\n";
    add_text(text_at(each, "content"), "  ", page);
    if (flag_at(each, "truncated"))
      page.out.append("  ")
          .append(page.ink(Paint::dim, "… cut; the whole text has " +
                                           size_text(integer_at(each, "content_size")) +
                                           ": give a larger --max-bytes"))
          .append("\n");
  }
}

}  // namespace aim::cli
