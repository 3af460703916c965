#include "engine/folder_sync/folder_run.h"

#include "base/hash.h"
#include "store/sync.h"

namespace aim::engine {
namespace {

using sync::DeviceCard;
using sync::FolderPiece;

}  // namespace

Result<void> FolderRun::look() {
  files_ = TRY(folder_.list());
  TRY_VOID(read_keys());
  return read_cards();
}

Result<void> FolderRun::run(bool thorough) {
  TRY_VOID(look());
  if (state_.removed.contains(state_.device()))
    return Failure(
        conflict("this device was removed from the group that shares the folder: leave "
                 "the folder, and join again with a new code if that was a mistake"));
  TRY_VOID(note_new_copy());
  if (!std::ranges::includes(state_.excluded, state_.removed))
    TRY_VOID(make_key());
  TRY_VOID(resend_lost(thorough));
  TRY_VOID(join_small());
  // A device that joins reads first, and writes only what the others do not have.
  if (state_.last_piece > 0 || cards_.empty())
    TRY_VOID(send(nullptr));
  if (TRY(take_all()) || state_.last_piece == 0)
    TRY_VOID(send(&came_));
  TRY_VOID(bound_size());
  state_.synced_at = engine_.clock.now().time_since_epoch().count();
  return write_card();
}

// ---- keys and cards ----

// A device that knows the newest key may make the next one; where two did so at once, known
// devices.
Result<void> FolderRun::read_keys() {
  const BoxKeys own = state_.box();
  for (bool more = true; more;) {
    more = false;
    for (const sync::FileInFolder& file : files_) {
      if (!sync::is_named(file.name, sync::key_ending))
        continue;
      const auto bytes = folder_.read(file.name);
      const auto key = bytes ? sync::read_key_file(*bytes, own) : std::nullopt;
      if (!key || state_.ring.find(key->key.id()) || state_.removed.contains(key->made_by) ||
          (!key->former.find(state_.ring.newest().id()) && !state_.known.contains(key->made_by) &&
           key->made_by != state_.device()))
        continue;
      state_.ring.add(key->key);
      state_.removed.insert(key->removed.begin(), key->removed.end());
      if (state_.ring.newest().id() == key->key.id())
        state_.excluded = key->removed;
      more = true;
    }
  }
  return {};
}

// The newest of several copies counts; an older one than was seen before was put back.
Result<void> FolderRun::read_cards() {
  const std::string self = state_.device();
  for (const sync::FileInFolder& file : files_) {
    if (!sync::is_named(file.name, sync::card_ending))
      continue;
    const auto bytes = folder_.read(file.name);
    auto card = bytes ? sync::read_card(*bytes, state_.ring) : std::nullopt;
    if (!card) {
      // Under a former key: its device has not read of the new one yet.
      const bool waits = bytes && sync::key_of_file(state_.ring, *bytes, sync::FileKind::card);
      add_name(waits ? report_.waiting : report_.refused, file.name);
      knows_too_little_ = knows_too_little_ || (bytes && !waits && sync::is_card(*bytes));
      continue;
    }
    if (card->device == self) {
      if (!own_card_ || own_card_->number < card->number)
        own_card_ = std::move(*card);
      continue;
    }
    if (state_.removed.contains(card->device) || card->number < state_.seen[card->device])
      continue;
    state_.seen[card->device] = card->number;
    state_.known[card->device] = {card->name, card->box};
    state_.removed.insert(card->removed.begin(), card->removed.end());
    state_.with_transcripts = state_.with_transcripts || card->with_transcripts;
    cards_.insert_or_assign(card->device, std::move(*card));
  }
  std::erase_if(cards_, [&](const auto& each) { return state_.removed.contains(each.first); });
  return {};
}

// The card says more than this database knows: it is an earlier copy, or one of two copies, which
// must not both be one device.
Result<void> FolderRun::note_new_copy() {
  const bool is_copy =
      own_card_ &&
      (own_card_->number > state_.card_number ||
       (own_card_->number == state_.card_number && mark_of(*own_card_) != state_.card_mark));
  if (is_copy) {
    DeviceCard card = std::move(*own_card_);
    own_card_.reset();
    state_.become_new();
    state_.known[card.device] = {card.name, card.box};
    cards_.insert_or_assign(card.device, std::move(card));
    return save();
  }
  const bool known = TRY(engine_.database.read(
      [&](store::Reader& reader) { return reader.sync.reaches_back_to(state_.mark); }));
  if (!known)
    state_.mark = {};
  return {};
}

Result<void> FolderRun::make_key() {
  // The same one again after a kill: the file of that run may be there, and this run not see it
  // yet. The folder would keep either of two files of one name.
  const sync::GroupKey& newest = state_.ring.newest();
  std::string what = "key after " + newest.id();
  for (const std::string& each : state_.removed) what += each;
  const Key32 derived = derived_key(state_.seed, what);
  sync::NewKey key;
  key.key.number = newest.number + 1;
  std::copy_n(derived.begin(), key.key.secret.size(), key.key.secret.begin());
  key.former = state_.ring;
  key.removed = state_.removed;
  key.made_by = state_.device();
  std::vector<Key32> to{state_.box().open_key};
  for (const auto& [device, known] : state_.known)
    if (!state_.removed.contains(device))
      to.push_back(known.box);
  TRY_VOID(folder_.write(state_.file_name("key " + key.key.id()) + std::string(sync::key_ending),
                         sync::new_key_file(key, to, state_.signer())));
  state_.ring.add(key.key);
  state_.excluded = key.removed;
  return save();
}

Result<void> FolderRun::remove(const std::string& device) {
  TRY_VOID(look());
  TRY_VOID(note_new_copy());
  TRY_VOID(send(nullptr));
  if (TRY(take_all()))
    TRY_VOID(send(&came_));
  state_.removed.insert(device);
  TRY_VOID(make_key());
  // A snapshot has what it had written and the others have not read yet.
  const auto left = cards_.extract(device);
  TRY_VOID(write_snapshot());
  TRY_VOID(write_card());
  std::vector<std::string> gone;
  if (left)
    for (const FolderPiece& piece : left.mapped().pieces) gone.push_back(piece.file);
  return remove_files(gone);
}

Result<void> FolderRun::leave() {
  TRY_VOID(run());
  has_left_ = true;
  return write_card();
}

// ---- this device's own ----

// A hash of everything that makes a card another one.
std::uint64_t FolderRun::mark_of(const DeviceCard& card) const {
  sync::Packer packed;
  packed.text(state_.ring.newest().id()).text(card.name).number(card.removed.size());
  packed.number((card.has_left ? 1U : 0U) + (card.with_transcripts ? 2U : 0U));
  for (const FolderPiece& piece : card.pieces) packed.text(piece.file).text(piece.hash);
  return stable_hash(packed.bytes());
}

Result<void> FolderRun::write_card() {
  DeviceCard card;
  card.device = state_.device();
  card.name = state_.name;
  card.box = state_.box().open_key;
  card.removed = state_.removed;
  card.has_left = has_left_;
  card.with_transcripts = state_.with_transcripts;
  for (const OwnPiece& own : state_.pieces) card.pieces.push_back(own.piece);
  const std::uint64_t mark = mark_of(card);
  if (mark == state_.card_mark && own_card_ && own_card_->number == state_.card_number)
    return save();
  // Noted before it is written: a card that says more than is noted is another copy's.
  if (mark != state_.card_mark)
    ++state_.card_number;
  state_.card_mark = mark;
  card.number = state_.card_number;
  card.written_at = engine_.clock.now().time_since_epoch().count();
  TRY_VOID(save());
  TRY_VOID(folder_.write(state_.file_name("card") + std::string(sync::card_ending),
                         sync::sealed_card(card, state_.ring.newest(), state_.signer())));
  own_card_ = std::move(card);
  return {};
}

Result<void> FolderRun::save() {
  return engine_.database.write(
      [&](store::Writer& writer) { return save_folder_state(writer, state_); });
}

}  // namespace aim::engine
