// A database for fuzzers of what lies above it: one a process, in a folder that goes with the
// process, with a clock that stands still, so that an input does the same whenever it runs.
#pragma once
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/engine.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "expect.h"
#include "store/memories.h"
#include "store/sqlite/sqlite_store.h"

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
        engine_->database.write([&](aim::store::Writer& writer) -> aim::Result<void> {
          for (const aim::Memory& memory : TRY(writer.memories.matching({}, 100'000, INT64_MIN)))
            TRY_VOID(writer.memories.erase(memory, clock_.now()));
          return {};
        });
    expect(cleared.has_value(), "a database can be emptied");
    const auto connection = aim::store::sqlite::Connection::open(folder_ / "fuzz.db", {});
    expect(connection &&
               (*connection)
                   ->script("DELETE FROM standards; DELETE FROM archive; DELETE FROM tombstones"),
           "the rest of it too");
  }
  // Forgets the touches that wait, and the database when it has grown large: most inputs leave
  // little behind.
  void tidy() {
    engine_->touches.take();
    std::error_code error;
    if (std::filesystem::file_size(folder_ / "fuzz.db", error) > max_bytes_)
      restart();
  }

 private:
  void open() {
    database_ = aim::store::sqlite::make_store(folder_ / "fuzz.db", {.full_sync = false}, clock_);
    expect(database_->ensure_open({}).has_value(), "an empty database can be opened");
    engine_.reset(
        new aim::Engine{aim::store::Access(*database_), clock_, {}, touches_, embeddings_});
  }
  void close() {
    engine_.reset();
    database_.reset();
  }

  std::uintmax_t max_bytes_;
  std::filesystem::path folder_;
  aim::FakeClock clock_{aim::Time(std::chrono::seconds(1'795'262'400))};  // 2026-11-21
  std::unique_ptr<aim::store::Store> database_;
  aim::engine::TouchQueue touches_;
  aim::engine::Embeddings embeddings_;
  std::unique_ptr<aim::Engine> engine_;
};
