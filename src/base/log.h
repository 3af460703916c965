// The log: stderr (or a file), never stdout. One line an event; texts of memories and secrets do
// not belong in it. Through spdlog, which only log.cpp sees. AI_MEMORY_LOG = error, warn (default),
// info, debug.
#pragma once
#include <filesystem>

#include "base/std.h"

namespace aim::log {

enum class Level { debug, info, warn, error };

void set_level(Level level);
// Additionally to `file`, created 0600.
void also_to(const std::filesystem::path& file);
// Additionally to `listener`, which is given each line that passes and must not log itself; one a
// process, the last counts. Called by any thread, one at a time.
using Listener = std::function<void(Level, std::string_view)>;
void also_to(Listener listener);
void write(Level level, std::string_view message);

inline void debug(std::string_view message) {
  write(Level::debug, message);
}
inline void info(std::string_view message) {
  write(Level::info, message);
}
inline void warn(std::string_view message) {
  write(Level::warn, message);
}
inline void error(std::string_view message) {
  write(Level::error, message);
}

}  // namespace aim::log
