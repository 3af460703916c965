#include "app/put_aside.h"

#include <fcntl.h>
#include <unistd.h>

#include "app/database_keys.h"
#include "base/environment.h"
#include "base/file.h"
#include "base/platform/system.h"
#include "cli/hosts.h"

namespace aim::app {

namespace {

constexpr std::size_t max_transcript_bytes = std::size_t{4} * 1024 * 1024;

}  // namespace

std::filesystem::path spool_folder() {
  const auto folder = default_state_folder();
  return folder.empty() ? folder : folder / "spool";
}

std::filesystem::path sessions_folder(const std::string& database) {
  if (!op::HookSpool(spool_folder(), database).is_sealed()) {
    const auto state = default_state_folder();
    return state.empty() ? state : state / "sessions";
  }
  const auto runtime = environment("XDG_RUNTIME_DIR");
  return runtime.empty() ? std::filesystem::path()
                         : std::filesystem::path(runtime) / "ai-memory" / "sessions";
}

std::string end_of_file(const std::filesystem::path& file, std::size_t max_bytes) {
  const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!opened.valid())
    return {};
  const off_t size = ::lseek(opened.number(), 0, SEEK_END);
  const off_t from = std::max<off_t>(0, size - static_cast<off_t>(max_bytes));
  std::string text(static_cast<std::size_t>(std::max<off_t>(0, size - from)), '\0');
  const ssize_t read = ::pread(opened.number(), text.data(), text.size(), from);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read)));
  return text;
}

op::HookSpool::TakenIn take_in_put_aside(Engine& engine, const Config& config) {
  const op::HookSpool spool(spool_folder(), engine.database.name());
  const auto read = [](const op::HookKeep& keep) {
    return cli::last_assistant_message(end_of_file(keep.transcript, max_transcript_bytes),
                                       keep.since, keep.at);
  };
  return spool.take_in(engine, read, unseal(config));
}

namespace {

constexpr std::size_t max_bytes = 4'096;

struct Starter {
  fs::path file;
  std::string started;
};
// The process that started this one, or that asked a shell to do so.
std::optional<Starter> starter(const fs::path& folder) {
  const auto self = process_info(std::to_string(::getpid()));
  std::string id = self ? self->parent : std::string();
  auto found = process_info(id);
  for (const std::string_view shell : {"sh", "bash", "dash", "zsh", "cmd", "powershell", "pwsh"})
    if (found && found->name == shell) {
      id = found->parent;
      found = process_info(id);
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

std::function<std::string()> find_host_session(const fs::path& folder) {
  const auto by = starter(folder);
  if (!by)
    return [] { return std::string(); };
  // The number of a process that has ended may be another's by now.
  return [file = by->file, beginning = by->started + "\n"] {
    const auto text = read_regular_file(file, max_bytes);
    return text && text->starts_with(beginning) ? text->substr(beginning.size()) : std::string();
  };
}

}  // namespace aim::app
