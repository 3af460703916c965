// One memory on all devices of a person, over any folder that they share (Y2, Y3): a device writes
// what changed here as sealed pieces of its own, and takes in those of the others. Nothing of it
// needs a server, an order or a clock that is right (docs/decisions/0100).
// Knows: the folder, keys, what a sync takes. Must not know: doors, when it is called.
// Processes: one at a time syncs a database; the others find it busy (unavailable).
#pragma once
#include "base/std.h"
#include "engine/engine.h"
#include "engine/folder_sync/folder_run.h"

namespace aim::engine {

struct FolderDevice {
  std::string id, name;
  bool is_this = false, is_removed = false, has_left = false;
  std::int64_t written_at = 0;  // nanoseconds, by its own clock; 0: unknown
  std::int64_t behind = 0;      // its pieces that are not here yet
};
struct FolderStatus {
  std::string folder, device;
  std::int64_t synced_at = 0, bytes = 0;
  bool waits = false;  // changes wait to be written
  bool with_transcripts = false;
  std::vector<FolderDevice> devices;
  FolderReport files;  // names of files that wait or are refused
};

struct NewFolder {
  std::string path;  // absolute
  std::string device;
  bool transcripts = false;  // transcripts of all devices are shared
};
// Gives the code by which other devices join. Errors: conflict when this database shares a folder
// already, or others use this one.
Result<std::string> init_folder(Engine& engine, sync::Folder& folder, const NewFolder& request);
// Errors: as above; validation_failed when the code is wrong, or opens nothing here.
Result<FolderReport> join_folder(Engine& engine, sync::Folder& folder, const std::string& code,
                                 const NewFolder& request);
// Errors: not_found when no folder is shared; unavailable when it is not there, or somebody else is
// at it; conflict when this device was removed.
// `thorough`: the files of this device are read, whether they are whole.
Result<FolderReport> sync_shared_folder(Engine& engine, sync::Folder& folder,
                                        bool thorough = false);
// The code of now.
Result<std::string> folder_code(Engine& engine);
Result<FolderStatus> folder_status(Engine& engine, sync::Folder& folder);
// By its name or the beginning of its id. New pieces are sealed with a new key that it does not
// get.
Result<FolderDevice> remove_device(Engine& engine, sync::Folder& folder, const std::string& device);
// Memories stay; what waits is written first. `lost`: without the folder, which is gone.
Result<void> leave_folder(Engine& engine, sync::Folder* folder);

// The path of the folder; empty: none is shared. One look-up.
Result<std::string> shared_folder(Engine& engine);
// Whether changes wait to be written. Some look-ups.
Result<bool> changes_wait(Engine& engine);

}  // namespace aim::engine
