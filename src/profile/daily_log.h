// The Markdown log of the day: a line for each memory that was added, by local time (K3).
// Knows: files of one folder. Must not know: memories, tools.
// Threads: any; several processes may append to one file, and no line is mixed with another.
#pragma once
#include <filesystem>

#include "base/clock.h"
#include "base/result.h"

namespace aim::profile {

struct LogEntry {
  std::string_view type, source, content;
};

// "- **14:03:07** [fact] (manual) text\n": white space as single blanks, a long text cut at 200
// characters, never within a letter and its marks.
std::string log_line(const LogEntry& entry, Time now);

// Whether a line of a file, named from the workspace with slashes, is one that we wrote, or the
// heading we began it with.
bool is_own_log_line(std::string_view path, std::string_view line);
// Whether the file is a daily log.
bool is_daily_log(std::string_view path);

// Appends the line to the file of the day; makes the folder (0700) and the file (0600, with a
// heading) where they are not there. A last line that somebody left open is ended first. Errors:
// unavailable, with what the system says.
Result<void> append_to_daily_log(const std::filesystem::path& folder, const LogEntry& entry,
                                 Time now);

}  // namespace aim::profile
