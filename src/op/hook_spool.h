// What hooks could not write because another process held the database, or because they were ended
// before: a file each, 0600, in a folder of its database. A later hook, a server or doctor takes it
// in, in order and once. Knows: one folder of small JSON files, engine. Must not know: hosts,
// processes, how long one may wait. Threads and processes: any; one at a time takes in.
#pragma once
#include <filesystem>

#include "base/derived_key.h"
#include "base/lock.h"
#include "base/result.h"
#include "engine/engine.h"
#include "op/hook_keep.h"

namespace aim::op {

// Opens a box that was closed for a database of this salt (base/derived_key.h). Errors: the key is
// not known now (it may be later); the box is another key's.
using Unseal = std::function<Result<std::string>(const Salt16& salt, std::string_view box)>;

// What a transcript says of an event that names it alone; empty: nothing yet.
using ReadTranscript = std::function<std::string(const HookKeep& keep)>;

// Whether the same attempt may succeed later.
bool may_pass(const Error& error);

class HookSpool {
 public:
  // `folder` of all spools; empty: there is no place for one. `database` as Store::name() says it.
  HookSpool(const std::filesystem::path& folder, std::string_view database);

  // From now on what is put aside can be read by who has the key alone, as the database is
  // encrypted; and no longer so. Errors: it cannot be written there.
  Result<void> seal(const Salt16& salt, const Key32& open_key) const;
  void unseal_what_comes() const;
  // Events that wait already are rewritten as seal() or unseal_what_comes() has said last, so that
  // a former key is needed no more. Errors: one cannot be opened or written.
  Result<void> reseal(const Unseal& unseal) const;
  bool is_sealed() const;

  // An event on the disk that still belongs to the hook that put it there: if that ends in whatever
  // way before drop(), the event waits as any other.
  class Held {
   public:
    Held(std::filesystem::path file, FileLock lock)
        : file_(std::move(file)), lock_(std::move(lock)) {}
    void drop();

   private:
    std::filesystem::path file_;
    FileLock lock_;
  };
  // Not synced. A later put() of the same event replaces it. Errors: as of put().
  Result<Held> hold(const HookKeep& keep) const;

  // Whether something must go into the database before anything newer.
  bool waits() const;
  // Errors: it cannot be written there, or too much waits already.
  Result<void> put(const HookKeep& keep) const;

  struct TakenIn {
    std::int64_t kept = 0, refused = 0;  // refused: no database would take it, so it is gone
    std::optional<Error> stopped;        // why the rest waits on
  };
  // Ends when `engine`'s database stops it. Another process that takes in is not waited for.
  TakenIn take_in(Engine& engine, const ReadTranscript& read, const Unseal& unseal = {}) const;

  // Events that wait, of all databases.
  static std::int64_t count_waiting(const std::filesystem::path& folder);
  // Events that neither a database nor a spool took, a byte each. Noting one is false where that
  // cannot be written either.
  static bool note_lost(const std::filesystem::path& folder);
  static std::int64_t count_lost(const std::filesystem::path& folder);
  static std::filesystem::path lost_file(const std::filesystem::path& folder);

 private:
  Result<std::string> text_to_put(const HookKeep& keep) const;

  std::filesystem::path folder_;
};

}  // namespace aim::op
