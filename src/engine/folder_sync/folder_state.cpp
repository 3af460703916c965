#include "engine/folder_sync/folder_state.h"

#include "base/base64.h"
#include "base/sealed_stream.h"
#include "store/records.h"

namespace aim::engine {
namespace {

constexpr std::uint64_t form = 1;

std::string_view text_of(const Key32& key) {
  return {reinterpret_cast<const char*>(key.data()), key.size()};
}

void copy_key(const std::string& bytes, Key32& key) {
  std::copy_n(bytes.begin(), std::min(bytes.size(), key.size()), key.begin());
}

void pack(sync::Packer& out, const store::SyncMark& mark) {
  for (const std::int64_t each : {mark.change, mark.version, mark.link})
    out.number(static_cast<std::uint64_t>(each));
}
store::SyncMark mark_in(sync::Unpacker& in) {
  store::SyncMark mark;
  for (std::int64_t* each : {&mark.change, &mark.version, &mark.link})
    *each = static_cast<std::int64_t>(in.number());
  return mark;
}

void pack(sync::Packer& out, const sync::Devices& devices) {
  out.number(devices.size());
  for (const std::string& each : devices) out.text(each);
}
sync::Devices devices_in(sync::Unpacker& in) {
  sync::Devices devices;
  for (std::size_t left = in.count(); left > 0; --left) devices.insert(in.text());
  return devices;
}

}  // namespace

SigningKey FolderState::signer() const {
  return *SigningKey::from_secret(to_hex(derived_key(seed, "signature")));
}

BoxKeys FolderState::box() const {
  return box_keys(seed, "sync");
}

std::string FolderState::file_name(std::string_view what) const {
  return keyed_name(seed, what);
}

void FolderState::become_new() {
  // Pieces of the former one are read like any other's: under a number that was given here, another
  // copy of the database may have written something else.
  seed = random_key();
  card_number = last_piece = card_mark = 0;
  pieces.clear();
  mark = {};
  standards = 0;
  transcripts.clear();
}

Result<std::optional<FolderState>> load_folder_state(store::Reader& reader) {
  const std::string text = TRY(reader.records.text_fact(store::folder_sync));
  if (text.empty())
    return std::optional<FolderState>();
  const auto bytes = from_base64(text, Base64::standard);
  sync::Unpacker in(bytes ? std::string_view(*bytes) : std::string_view());
  const bool ours = in.number() == form;
  FolderState state;
  state.folder = in.text();
  state.name = in.text();
  copy_key(in.text(), state.seed);
  state.ring = sync::KeyRing::unpack(in);
  state.excluded = devices_in(in);
  state.removed = devices_in(in);
  state.applied = in.numbers();
  state.seen = in.numbers();
  for (std::size_t left = in.count(); left > 0; --left) {
    KnownDevice& known = state.known[in.text()];
    known.name = in.text();
    copy_key(in.text(), known.box);
  }
  for (std::uint64_t* each :
       {&state.card_number, &state.last_piece, &state.card_mark, &state.standards})
    *each = in.number();
  state.synced_at = static_cast<std::int64_t>(in.number());
  state.mark = mark_in(in);
  for (std::size_t left = in.count(); left > 0; --left) {
    sync::FolderPiece piece = sync::unpack_piece(in);
    state.pieces.push_back({std::move(piece), mark_in(in)});
  }
  if (!in.at_end()) {  // a program of before has none
    state.with_transcripts = in.number() != 0;
    for (std::size_t left = in.count(); left > 0; --left) {
      SentTurns& sent = state.transcripts[in.text()];
      for (std::uint64_t* each : {&sent.turns, &sent.next, &sent.links, &sent.piece})
        *each = in.number();
    }
  }
  if (!ours || !in.is_good() || state.ring.empty())
    return Failure(Error{Code::database_error,
                         "what this database knows of its shared folder cannot be read",
                         {},
                         "leave the folder and join it again",
                         {}});
  return std::optional(std::move(state));
}

Result<void> save_folder_state(store::Writer& writer, const FolderState& state) {
  sync::Packer out;
  out.number(form).text(state.folder).text(state.name).text(text_of(state.seed));
  state.ring.pack(out);
  pack(out, state.excluded);
  pack(out, state.removed);
  out.numbers(state.applied).numbers(state.seen);
  out.number(state.known.size());
  for (const auto& [device, known] : state.known)
    out.text(device).text(known.name).text(text_of(known.box));
  for (const std::uint64_t each :
       {state.card_number, state.last_piece, state.card_mark, state.standards})
    out.number(each);
  out.number(static_cast<std::uint64_t>(state.synced_at));
  pack(out, state.mark);
  out.number(state.pieces.size());
  for (const OwnPiece& each : state.pieces) {
    sync::pack(out, each.piece);
    pack(out, each.from);
  }
  out.number(state.with_transcripts ? 1 : 0).number(state.transcripts.size());
  for (const auto& [id, sent] : state.transcripts)
    out.text(id).number(sent.turns).number(sent.next).number(sent.links).number(sent.piece);
  return writer.records.set_text_fact(store::folder_sync, to_base64(out.bytes(), Base64::standard));
}

}  // namespace aim::engine
