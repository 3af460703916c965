// A device's card, its manifest: its name, its keys, and which of its pieces are in the folder.
// Only its own device writes it; it is signed by it and sealed with the key of the group, so who
// keeps the folder reads nothing of it. A piece that no card names, or that differs from
// its card, does not belong to the group.
// Knows: bytes. Must not know: the folder, memories. Threads: one an object.
#pragma once
#include "sync/group_keys.h"

namespace aim::sync {

// A file of changes, or of everything that its device knew.
struct FolderPiece {
  std::string file;          // its name without what a folder appends to it
  std::uint64_t number = 0;  // counts those of its device
  bool is_snapshot = false;
  Numbers covers;  // by a snapshot: these pieces are no longer needed
  std::uint64_t bytes = 0;
  std::string hash;  // SHA-256 of the file
};

struct DeviceCard {
  std::string device;           // its public key
  std::string name;             // as people know it
  std::uint64_t number = 0;     // rises with each change of the card
  Key32 box{};                  // closes boxes for it
  std::int64_t written_at = 0;  // nanoseconds, by its own clock
  Devices removed;              // devices that are no longer of the group
  bool has_left = false;
  bool with_transcripts = false;    // wants those of all devices to be shared
  std::vector<FolderPiece> pieces;  // by number
};

std::string sealed_card(const DeviceCard& card, const GroupKey& key, const SigningKey& signer);
// Nothing: it is not whole, not signed by its device, or under a key other than the newest.
std::optional<DeviceCard> read_card(std::string_view file, const KeyRing& ring);

void pack(Packer& out, const FolderPiece& piece);
FolderPiece unpack_piece(Unpacker& in);

}  // namespace aim::sync
