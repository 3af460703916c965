#include "app/host_sessions.h"

#include <unistd.h>

#include <array>
#include <optional>

#include "base/file.h"

namespace aim::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_bytes = 4'096;

struct Process {
  std::string name, parent, started;  // started: in ticks since the machine did
};

// "17 (a name) S 1 … started …".
std::optional<Process> process(const std::string& id) {
  constexpr int field_of_parent = 2, field_of_start = 20;  // behind the name
  const auto text = read_file("/proc/" + id + "/stat", max_bytes);
  const std::size_t from = text ? text->find('(') : std::string::npos,
                    to = text ? text->rfind(") ") : std::string::npos;
  if (from == std::string::npos || to == std::string::npos)
    return std::nullopt;
  Process found{text->substr(from + 1, to - from - 1), {}, {}};
  std::size_t at = to + 2;
  for (int field = 1; field <= field_of_start && at < text->size(); ++field) {
    const std::size_t end = std::min(text->find(' ', at), text->size());
    if (field == field_of_parent)
      found.parent = text->substr(at, end - at);
    if (field == field_of_start)
      found.started = text->substr(at, end - at);
    at = end + 1;
  }
  return found;
}

struct Starter {
  fs::path file;
  std::string started;
};
// The process that started this one, or that asked a shell to do so.
std::optional<Starter> starter(const fs::path& folder) {
  std::string id = std::to_string(::getppid());
  auto found = process(id);
  for (const std::string_view shell : {"sh", "bash", "dash", "zsh"})
    if (found && found->name == shell) {
      id = found->parent;
      found = process(id);
      break;
    }
  if (!found || folder.empty())
    return std::nullopt;
  return Starter{folder / (id + ".host"), found->started};
}

}  // namespace

void note_host_session(const fs::path& folder, std::string_view session_id) {
  const auto by = session_id.empty() ? std::nullopt : starter(folder);
  if (by && make_private_folder(folder))
    (void)replace_file(by->file, by->started + "\n" + std::string(session_id), Durable::no);
}

std::string host_session(const fs::path& folder) {
  const auto by = starter(folder);
  const auto text =
      by ? read_regular_file(by->file, max_bytes) : Result<std::string>(std::string());
  // The number of a process that has ended may be another's by now.
  const std::string beginning = by ? by->started + "\n" : std::string();
  return text && !beginning.empty() && text->starts_with(beginning) ? text->substr(beginning.size())
                                                                    : std::string();
}

}  // namespace aim::app
