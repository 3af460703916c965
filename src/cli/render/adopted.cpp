#include "cli/render/adopted.h"

#include <boost/json.hpp>

#include "base/utf8.h"
#include "cli/fields.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

constexpr std::size_t day_length = 10;  // "2026-03-01"

std::string joined(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
    text.append(i > 0 ? ", " : "").append(names[i]);
  if (names.size() > most)
    text.append(" and ").append(std::to_string(names.size() - most)).append(" more");
  return text;
}

std::string place_line(const op::AdoptedPlace& place) {
  std::string line = place.program + ": " + place.keeps + " in " + utf8::visible(place.path) +
                     ": " + counted(place.files, "file", "files") + ", " +
                     place.oldest.substr(0, day_length) + " to " +
                     place.newest.substr(0, day_length) + "\n";
  if (place.files_new == 0)
    return line + "  all taken in before\n";
  line.append("  new: ")
      .append(counted(place.files_new, "file", "files"))
      .append(", ")
      .append(size_text(place.bytes_new));
  if (!place.projects.empty())
    line.append(" → ").append(utf8::visible(joined(place.projects)));
  return line + "\n";
}

void add_reasons(const std::vector<op::Reason>& reasons, std::string_view what, std::string& text) {
  for (const op::Reason& each : reasons)
    text.append("    ")
        .append(std::to_string(each.count))
        .append(" ")
        .append(what)
        .append(utf8::visible(each.reason))
        .append("\n");
}

std::string taken_lines(const op::AdoptedPlace& place) {
  std::string text;
  if (place.conversations > 0)
    text.append("  ")
        .append(counted(place.conversations, "conversation", "conversations"))
        .append(", ")
        .append(counted(place.turns, "new turn", "new turns"))
        .append("; ");
  else
    text += "  ";
  text.append(counted(place.memories, "new memory", "new memories"));
  if (place.memories_updated > 0)
    text.append(", ").append(std::to_string(place.memories_updated)).append(" updated");
  text.append("\n  ")
      .append(counted(place.pieces, "piece", "pieces"))
      .append(": ")
      .append(std::to_string(place.pieces_taken))
      .append(" taken\n");
  add_reasons(place.pieces_skipped, "skipped: ", text);
  add_reasons(place.not_understood, "not understood: ", text);
  if (place.files_not_read > 0)
    text.append("    ")
        .append(counted(place.files_not_read, "file", "files"))
        .append(" not read\n");
  if (place.secrets_removed)
    text.append("    ")
        .append(counted(*place.secrets_removed, "secret or private passage",
                        "secrets or private passages"))
        .append(" left out\n");
  if (place.errors > 0)
    text.append("    ").append(counted(place.errors, "error", "errors")).append("\n");
  return text;
}

}  // namespace

std::string adopted_text(const op::AdoptReport& report, bool taken) {
  std::string text;
  std::int64_t turns = 0, memories = 0;
  for (const op::AdoptedPlace& place : report.places) {
    text += place_line(place);
    if (taken && place.files_new > 0)
      text += taken_lines(place);
    turns += place.turns;
    memories += place.memories;
  }
  if (report.places.empty())
    text += "no sessions, memory files or stores of other programs were found\n";
  if (taken)
    text.append(report.dry_run ? "would store " : "stored ")
        .append(counted(turns, "turn", "turns"))
        .append(" and ")
        .append(counted(memories, "memory", "memories"))
        .append("\n");
  if (report.stopped)
    text += "stopped before the end; the same command goes on from here\n";
  return text;
}

std::string adopted_json(const op::AdoptReport& report) {
  boost::json::object reply;
  op::write_fields(reply, report);
  return text::compact(reply) + "\n";
}

}  // namespace aim::cli
