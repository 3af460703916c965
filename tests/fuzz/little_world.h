// A database for fuzzers of what lies above it: one a process, in a folder that goes with the process, with a clock that
// stands still, so that an input does the same whenever it runs.
#pragma once
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/engine.h"
#include "expect.h"
#include "store/sqlite/database.h"
#include "store/sqlite/memories.h"

class LittleWorld {
 public:
  // `max_bytes`: beyond that size reset() starts from nothing.
  explicit LittleWorld(std::uintmax_t max_bytes = 4 << 20) : max_bytes_(max_bytes) {
    std::string pattern = (std::filesystem::temp_directory_path() / "aim_fuzz.XXXXXX").native();
    expect(::mkdtemp(pattern.data()) != nullptr, "there is a folder for temporary files");
    folder_ = pattern;
    open();
  }
  LittleWorld(const LittleWorld&) = delete;
  LittleWorld& operator=(const LittleWorld&) = delete;
  ~LittleWorld() {
    close();
    std::filesystem::remove_all(folder_);
  }

  aim::Engine& engine() { return *engine_; }

  // A fresh, empty database.
  void restart() {
    close();
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      std::filesystem::remove_all(entry.path());
    open();
  }
  // An empty database, without the cost of a new file.
  void clear() {
    const auto cleared =
        database_->write([&](aim::store::Connection& connection) -> aim::Result<void> {
          for (const aim::Memory& memory :
               TRY(aim::store::matching(connection, {}, 100'000, INT64_MIN)))
            TRY_VOID(aim::store::erase(connection, memory, clock_.now()));
          for (const char* table : {"standards", "archive", "tombstones"})
            TRY_VOID(connection.script(std::string("DELETE FROM ") + table));
          return {};
        });
    expect(cleared.has_value(), "a database can be emptied");
  }
  // Forgets the touches that wait, and the database when it has grown large: most inputs leave little behind.
  void tidy() {
    engine_->touches.take();
    std::error_code error;
    if (std::filesystem::file_size(folder_ / "fuzz.db", error) > max_bytes_)
      restart();
  }

 private:
  void open() {
    auto opened = aim::store::Database::open(folder_ / "fuzz.db", {.full_sync = false}, clock_);
    expect(opened.has_value(), "an empty database can be opened");
    database_ = std::move(*opened);
    engine_.reset(new aim::Engine{aim::store::Access(*database_), clock_, {}, touches_, meaning_});
  }
  void close() {
    engine_.reset();
    database_.reset();
  }

  std::uintmax_t max_bytes_;
  std::filesystem::path folder_;
  aim::FakeClock clock_{aim::Time(std::chrono::seconds(1'795'262'400))};  // 2026-11-21
  std::unique_ptr<aim::store::Database> database_;
  aim::engine::TouchQueue touches_;
  aim::engine::Meaning meaning_;
  std::unique_ptr<aim::Engine> engine_;
};
