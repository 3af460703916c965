#include "app/put_aside.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "app/database_keys.h"
#include "base/descriptor.h"
#include "cli/host_transcripts.h"
#include "config/config.h"

namespace aim::app {
namespace {

constexpr std::size_t max_transcript_bytes = std::size_t{4} * 1024 * 1024;

}  // namespace

std::filesystem::path spool_folder() {
  const auto folder = default_state_folder();
  return folder.empty() ? folder : folder / "spool";
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

}  // namespace aim::app
