#include "sync/group_keys.h"

#include "base/sealed_stream.h"

namespace aim::sync {
namespace {

constexpr std::string_view magic = "AIMSYNC1", key_magic = "AIMSYNC1k";
constexpr std::size_t id_bytes = 16;

std::string_view text_of(const Secret& secret) {
  return {reinterpret_cast<const char*>(secret.data()), secret.size()};
}

Secret secret_in(std::string_view text) {
  Secret secret{};
  std::copy_n(text.begin(), std::min(text.size(), secret.size()), secret.begin());
  return secret;
}

// The text in each box of a new key's file, which is sealed with the new key too.
std::string packed(const NewKey& key) {
  Packer out;
  out.number(key.key.number).text(text_of(key.key.secret)).text(key.made_by);
  out.number(key.removed.size());
  for (const std::string& each : key.removed) out.text(each);
  key.former.pack(out);
  return out.bytes();
}

std::optional<NewKey> unpacked(std::string_view text) {
  Unpacker in(text);
  NewKey key;
  key.key.number = in.number();
  key.key.secret = secret_in(in.text());
  key.made_by = in.text();
  for (std::size_t left = in.count(); left > 0; --left) key.removed.insert(in.text());
  key.former = KeyRing::unpack(in);
  return in.is_good() ? std::optional(std::move(key)) : std::nullopt;
}

struct Parts {
  std::vector<std::string> boxes;
  std::string sealed, signature, body;
};

std::optional<Parts> parts_of(std::string_view file) {
  if (!file.starts_with(key_magic))
    return std::nullopt;
  Unpacker in(file.substr(key_magic.size()));
  Parts parts;
  parts.body = in.text();
  parts.signature = in.text();
  if (!in.is_good() || !in.at_end())
    return std::nullopt;
  Unpacker body(parts.body);
  for (std::size_t left = body.count(); left > 0; --left) parts.boxes.push_back(body.text());
  parts.sealed = body.text();
  return body.is_good() ? std::optional(std::move(parts)) : std::nullopt;
}

std::optional<NewKey> signed_one(const Parts& parts, std::string_view text) {
  auto key = unpacked(text);
  if (key && is_signed_by(key->made_by, parts.body, parts.signature))
    return key;
  return std::nullopt;
}

}  // namespace

Key32 GroupKey::key() const {
  Key32 wide{};
  std::copy(secret.begin(), secret.end(), wide.begin());
  return derived_key(wide, "files of the group");
}

std::string GroupKey::id() const {
  return keyed_name(key(), "name of the key").substr(0, id_bytes);
}

Secret random_secret() {
  const Key32 key = random_key();
  return secret_in({reinterpret_cast<const char*>(key.data()), key.size()});
}

void KeyRing::add(const GroupKey& key) {
  const auto place = [](const GroupKey& each) { return std::tie(each.number, each.secret); };
  const auto at = std::ranges::lower_bound(keys_, place(key), {}, place);
  if (at == keys_.end() || place(*at) != place(key))
    keys_.insert(at, key);
}

const GroupKey* KeyRing::find(std::string_view id) const {
  const auto found =
      std::ranges::find_if(keys_, [&](const GroupKey& each) { return each.id() == id; });
  return found == keys_.end() ? nullptr : &*found;
}

void KeyRing::pack(Packer& out) const {
  out.number(keys_.size());
  for (const GroupKey& each : keys_) out.number(each.number).text(text_of(each.secret));
}

KeyRing KeyRing::unpack(Unpacker& in) {
  KeyRing ring;
  for (std::size_t left = in.count(); left > 0; --left) {
    const std::uint64_t number = in.number();
    ring.add({number, secret_in(in.text())});
  }
  return ring;
}

std::string new_key_file(const NewKey& key, const std::vector<Key32>& to,
                         const SigningKey& signer) {
  const std::string text = packed(key);
  Packer body;
  body.number(to.size());
  for (const Key32& each : to) body.text(close_box(text, each));
  StreamSealer sealer(key.key.key(), {});
  sealer.add(text);
  body.text(sealer.finish());
  Packer file;
  file.text(body.bytes()).text(signer.sign(body.bytes()));
  return std::string(key_magic) + file.bytes();
}

std::optional<NewKey> read_key_file(std::string_view file, const BoxKeys& own) {
  const auto parts = parts_of(file);
  if (!parts)
    return std::nullopt;
  for (const std::string& box : parts->boxes)
    if (const auto text = open_box(box, own))
      return signed_one(*parts, *text);
  return std::nullopt;
}

std::optional<NewKey> read_key_file(std::string_view file, const Secret& secret) {
  const auto parts = parts_of(file);
  if (!parts)
    return std::nullopt;
  StreamOpener opener(GroupKey{0, secret}.key(), {}, parts->sealed);
  const auto text = opener.next();
  return text ? signed_one(*parts, *text) : std::nullopt;
}

std::string head_of(FileKind kind, const GroupKey& key) {
  return std::string(magic) + static_cast<char>(kind) + key.id();
}

bool is_card(std::string_view file) {
  return file.size() >= head_bytes && file.starts_with(magic) &&
         file[magic.size()] == static_cast<char>(FileKind::card);
}

const GroupKey* key_of_file(const KeyRing& ring, std::string_view file, FileKind kind) {
  if (file.size() < head_bytes || !file.starts_with(magic) ||
      file[magic.size()] != static_cast<char>(kind))
    return nullptr;
  return ring.find(file.substr(magic.size() + 1, id_bytes));
}

}  // namespace aim::sync
