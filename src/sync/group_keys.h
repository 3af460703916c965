// The keys of a group of devices that share a folder. Each is a secret that the code of words
// carries; when a device is removed there is a new one, which a file brings to each device that
// stays, in a box of its own, signed by who removed. If two were made at once, every device
// takes the same one.
// Knows: files as bytes. Must not know: the folder, memories. Threads: one an object.
#pragma once
#include "base/derived_key.h"
#include "base/result.h"
#include "base/signature.h"
#include "sync/packing.h"

namespace aim::sync {

// The code by which a person brings another device into the group: a secret as words that can be
// read aloud and typed. Three syllables of a consonant and a vowel are a word; eight words are 128
// bits and a check of 16.

using Secret = std::array<unsigned char, 16>;

std::string code_of(const Secret& secret);
// In any case, with blanks or dashes between the words. Errors: validation_failed, which says
// whether a word is misspelled or words are missing.
Result<Secret> secret_of(std::string_view code);

using Devices = std::set<std::string, std::less<>>;  // public keys

struct GroupKey {
  std::uint64_t number = 0;  // rises with each removal
  Secret secret{};
  Key32 key() const;
  // Names the key in the head of a file; not secret.
  std::string id() const;
};
Secret random_secret();

class KeyRing {
 public:
  void add(const GroupKey& key);
  bool empty() const { return keys_.empty(); }
  const GroupKey& newest() const { return keys_.back(); }
  const GroupKey* find(std::string_view id) const;
  void pack(Packer& out) const;
  static KeyRing unpack(Unpacker& in);

 private:
  std::vector<GroupKey> keys_;  // by number, then secret
};

// A file of a new key. `to`: public box keys of the devices that stay.
struct NewKey {
  GroupKey key;
  KeyRing former;       // for devices that join later, by the new code
  Devices removed;      // everybody who ever was
  std::string made_by;  // public key
};
std::string new_key_file(const NewKey& key, const std::vector<Key32>& to, const SigningKey& signer);
// Nothing: it is not for this device, or damaged. The signature is right; whether its maker may
// remove anybody is for the caller to say.
std::optional<NewKey> read_key_file(std::string_view file, const BoxKeys& own);
// The same by the new code.
std::optional<NewKey> read_key_file(std::string_view file, const Secret& secret);

// ---- sealed files: what they are and under which key ----

enum class FileKind : char { card = 'c', piece = 'p' };
inline constexpr std::size_t head_bytes = 25;  // each file begins with a head
std::string head_of(FileKind kind, const GroupKey& key);
bool is_card(std::string_view file);  // under whatever key
// Nothing: no such file, or the key is not known.
const GroupKey* key_of_file(const KeyRing& ring, std::string_view file, FileKind kind);

}  // namespace aim::sync
