#include "base/log.h"

// Header-only, and only here: neither library is linked, and nothing of either runs before the
// first message.
#ifndef FMT_HEADER_ONLY
#define FMT_HEADER_ONLY
#endif
#ifndef SPDLOG_FMT_EXTERNAL
#define SPDLOG_FMT_EXTERNAL
#endif
#define SPDLOG_LEVEL_NAMES \
  { "trace", "debug", "info", "warn", "error", "critical", "off" }
#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <atomic>

#include "base/environment.h"
#include "base/file.h"
#include "base/mutex.h"
#include "base/utf8.h"

namespace aim::log {
namespace {

constexpr int not_set = -1;
constinit std::atomic<int> lowest{not_set};

Level level_from_environment() {
  const std::string_view name = environment("AI_MEMORY_LOG");
  if (name == "debug")
    return Level::debug;
  if (name == "info")
    return Level::info;
  if (name == "error")
    return Level::error;
  return Level::warn;
}

bool passes(Level level) {
  int current = lowest.load(std::memory_order_relaxed);
  if (current == not_set) {
    // A level that somebody sets meanwhile stays.
    const int read = static_cast<int>(level_from_environment());
    if (lowest.compare_exchange_strong(current, read, std::memory_order_relaxed))
      current = read;
  }
  return static_cast<int>(level) >= current;
}

spdlog::level::level_enum to_spdlog(Level level) {
  constexpr std::array levels{spdlog::level::debug, spdlog::level::info, spdlog::level::warn,
                              spdlog::level::err};
  return levels.at(static_cast<std::size_t>(level));
}

std::unique_ptr<spdlog::formatter> pattern() {
  return std::make_unique<spdlog::pattern_formatter>("%Y-%m-%dT%H:%M:%S.%eZ %l %v",
                                                     spdlog::pattern_time_type::utc);
}

// Made by the first message that passes. It is never taken down, since threads may log until the
// very end; every message is flushed when it is written.
struct Output {
  Mutex mutex;
  spdlog::logger logger GUARDED_BY(mutex){"ai-memory",
                                          std::make_shared<spdlog::sinks::stderr_sink_st>()};

  Output() {
    logger.set_level(spdlog::level::trace);
    logger.flush_on(spdlog::level::trace);
    logger.set_formatter(pattern());
  }
};

Output& output() {
  static Output& made = *new Output;
  return made;
}

// Separate from the output: a listener from the start creates no logger before the first message.
struct Listening {
  Mutex mutex;
  Listener listener GUARDED_BY(mutex);
};

Listening& listening() {
  static Listening& made = *new Listening;
  return made;
}

// One line an event, whatever the message contains.
std::string on_one_line(std::string_view message) {
  return utf8::excerpt(message, message.size());
}

}  // namespace

void set_level(Level level) {
  lowest.store(static_cast<int>(level), std::memory_order_relaxed);
}

void also_to(const std::filesystem::path& file) {
  Result<void> made = make_private_folder(file.parent_path());
  if (made)
    made = make_private_file(file);
  if (!made) {
    warn("no log file: " + made.error().message);
    return;
  }
  try {
    auto sink = std::make_shared<spdlog::sinks::basic_file_sink_st>(file.string());
    sink->set_formatter(pattern());
    Output& out = output();
    const Lock lock(out.mutex);
    out.logger.sinks().push_back(std::move(sink));
  } catch (const spdlog::spdlog_ex& problem) {
    warn(std::string("no log file: ") + problem.what());
  }
}

void also_to(Listener listener) {
  Listening& here = listening();
  const Lock lock(here.mutex);
  here.listener = std::move(listener);
}

void write(Level level, std::string_view message) {
  if (!passes(level))
    return;
  const std::string line = on_one_line(message);
  {
    Output& out = output();
    const Lock lock(out.mutex);
    out.logger.log(to_spdlog(level), spdlog::string_view_t(line.data(), line.size()));
  }
  Listening& here = listening();
  const Lock lock(here.mutex);
  if (here.listener)
    here.listener(level, line);
}

}  // namespace aim::log
