// The state of a device that shares a folder: its keys, the pieces it has written and read. In the
// database, as one text of the table meta: it goes back with a backup, is encrypted with the rest,
// and no file of its own can be lost or read.
// Knows: packing. Must not know: how a sync runs. Threads: one an object.
#pragma once
#include "engine/folder_sync/packed_rows.h"
#include "store/store.h"
#include "store/sync.h"
#include "sync/device_card.h"

namespace aim::engine {

struct OwnPiece {
  sync::FolderPiece piece;
  store::SyncMark from;  // the changes after this mark are in it
};

struct KnownDevice {
  std::string name;
  Key32 box{};  // closes boxes for it
};

struct FolderState {
  std::string folder;  // its path on this device
  std::string name;    // this device's
  Key32 seed{};        // all keys and names of this device are made from it
  sync::KeyRing ring;
  sync::Devices excluded;  // when the newest key was made
  sync::Devices removed;   // all that are known to be
  sync::Numbers applied;   // the last piece of each device that is in this database
  sync::Numbers seen;      // the number of the newest card of each device
  std::map<std::string, KnownDevice, std::less<>> known;  // devices whose card was read
  std::uint64_t card_number = 0, last_piece = 0;
  std::uint64_t card_mark = 0;  // hash of the card that was written last
  std::vector<OwnPiece> pieces;
  store::SyncMark mark;           // changes up to it are in pieces
  std::uint64_t standards = 0;    // a mark of what has no change numbers
  std::int64_t synced_at = 0;     // nanoseconds
  bool with_transcripts = false;  // once one device of the group wants it
  TranscriptMarks transcripts;    // their parts that are in pieces

  SigningKey signer() const;
  BoxKeys box() const;
  std::string device() const { return signer().public_key(); }
  // The name of a file of this device.
  std::string file_name(std::string_view what) const;
  // Another device from now on.
  void become_new();
};

// Nothing where no folder is shared. Errors: database_error when it cannot be read.
Result<std::optional<FolderState>> load_folder_state(store::Reader& reader);
Result<void> save_folder_state(store::Writer& writer, const FolderState& state);

}  // namespace aim::engine
