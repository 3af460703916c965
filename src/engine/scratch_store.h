// A store for a while: a file in the system's folder for temporary ones, encrypted with a key that
// this process draws and keeps to itself, so that a crash leaves nothing readable. Gone with the
// object.
// Must not know: what for.
#pragma once
#include "base/file.h"
#include "engine/engine.h"

namespace aim::engine {

class ScratchStore {
 public:
  // `clock` outlives it. Errors: unavailable where there is no room, or no kind of store for it.
  static Result<ScratchStore> make(const Engine& engine, const Clock& clock) {
    if (!engine.file_store)
      return Failure(unavailable("a temporary store cannot be made here", {}));
    auto folder = TRY(TemporaryFolder::make());
    auto store = TRY(engine.file_store(folder.path() / "scratch.db", true, clock));
    return ScratchStore(std::move(folder), std::move(store));
  }

  store::Store& operator*() const { return *store_; }
  store::Store* operator->() const { return store_.get(); }

 private:
  ScratchStore(TemporaryFolder folder, std::unique_ptr<store::Store> store)
      : folder_(std::move(folder)), store_(std::move(store)) {}
  TemporaryFolder folder_;  // first: the store is closed before its folder goes
  std::unique_ptr<store::Store> store_;
};

}  // namespace aim::engine
