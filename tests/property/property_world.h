// A database of its own for one try of a property, in a temporary folder, and an engine over it.
#pragma once
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "engine/engine.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "store/maintenance.h"
#include "store/sqlite/sqlite_store.h"

namespace aim {

// The value, or the end of the test with the error's words.
template <class T>
T must(Result<T> result) {
  if (!result)
    throw std::runtime_error(result.error().message + " | " + result.error().detail);
  if constexpr (!std::is_void_v<T>)
    return std::move(*result);
}

class PropertyWorld {
 public:
  PropertyWorld() {
    std::string pattern = (std::filesystem::temp_directory_path() / "aim_property.XXXXXX").native();
    if (!::mkdtemp(pattern.data()))
      throw std::runtime_error("no temporary folder");
    folder_ = pattern;
    database_ = store::sqlite::make_store(folder_ / "test.db", {.full_sync = false}, clock);
    engine_.reset(new Engine{store::Access(*database_), clock, {}, touches_, embeddings_});
    engine_->file_store = [this](const std::filesystem::path& file, bool temporary,
                                 const Clock& standing) {
      return store::sqlite::make_store_like(*database_, file, temporary, standing);
    };
  }
  PropertyWorld(const PropertyWorld&) = delete;
  PropertyWorld& operator=(const PropertyWorld&) = delete;
  ~PropertyWorld() {
    engine_.reset();
    database_.reset();
    std::filesystem::remove_all(folder_);
  }

  Engine& engine() { return *engine_; }

  // What check_all finds wrong; empty when all is well.
  std::string complaints() {
    std::string bad;
    for (const store::Finding& finding : must(database_->maintenance().examine({})))
      if (!finding.good)
        bad += finding.check + ": " + finding.detail + "\n";
    return bad;
  }

  FakeClock clock{time_from_nanoseconds(1'795'262'400'000'000'000)};  // 2026-11-21

 private:
  std::filesystem::path folder_;
  std::unique_ptr<store::Store> database_;
  engine::TouchQueue touches_;
  engine::Embeddings embeddings_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace aim
