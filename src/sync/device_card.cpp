#include "sync/device_card.h"

#include "base/sealed_stream.h"

namespace aim::sync {

void pack(Packer& out, const FolderPiece& piece) {
  out.text(piece.file).number(piece.number).number(piece.is_snapshot ? 1 : 0);
  out.numbers(piece.covers).number(piece.bytes).text(piece.hash);
}

FolderPiece unpack_piece(Unpacker& in) {
  FolderPiece piece;
  piece.file = in.text();
  piece.number = in.number();
  piece.is_snapshot = in.number() != 0;
  piece.covers = in.numbers();
  piece.bytes = in.number();
  piece.hash = in.text();
  return piece;
}

std::string sealed_card(const DeviceCard& card, const GroupKey& key, const SigningKey& signer) {
  Packer body;
  body.text(card.device).text(card.name).number(card.number);
  body.text({reinterpret_cast<const char*>(card.box.data()), card.box.size()});
  body.number(static_cast<std::uint64_t>(card.written_at));
  body.number(card.removed.size());
  for (const std::string& each : card.removed) body.text(each);
  body.number(card.has_left ? 1 : 0);
  body.number(card.pieces.size());
  for (const FolderPiece& each : card.pieces) pack(body, each);
  body.number(card.with_transcripts ? 1 : 0);
  StreamSealer sealer(key.key(), head_of(FileKind::card, key));
  sealer.add(Packer().text(body.bytes()).text(signer.sign(body.bytes())).bytes());
  return sealer.finish();
}

std::optional<DeviceCard> read_card(std::string_view file, const KeyRing& ring) {
  const GroupKey* key = key_of_file(ring, file, FileKind::card);
  if (key == nullptr || key->id() != ring.newest().id())
    return std::nullopt;
  StreamOpener opener(key->key(), file.substr(0, head_bytes), file.substr(head_bytes));
  const auto text = opener.next();
  if (!text || opener.next() || !opener.is_whole())
    return std::nullopt;
  Unpacker outer(*text);
  const std::string body = outer.text(), signature = outer.text();
  Unpacker in(body);
  DeviceCard card;
  card.device = in.text();
  card.name = in.text();
  card.number = in.number();
  const std::string box = in.text();
  std::copy_n(box.begin(), std::min(box.size(), card.box.size()), card.box.begin());
  card.written_at = static_cast<std::int64_t>(in.number());
  for (std::size_t left = in.count(); left > 0; --left) card.removed.insert(in.text());
  card.has_left = in.number() != 0;
  for (std::size_t left = in.count(); left > 0; --left) card.pieces.push_back(unpack_piece(in));
  card.with_transcripts = !in.at_end() && in.number() != 0;  // a program of before has none
  if (!outer.is_good() || !in.is_good() || !is_signed_by(card.device, body, signature))
    return std::nullopt;
  return card;
}

}  // namespace aim::sync
