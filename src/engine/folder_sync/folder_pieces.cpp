// The pieces of a run: writing what changed here, taking in what changed there, and the size of
// all.
#include "base/hash.h"
#include "engine/folder_sync/folder_run.h"
#include "engine/transfer/join_memories.h"
#include "store/sync.h"

namespace aim::engine {
namespace {

using sync::DeviceCard;
using sync::FolderPiece;
using sync::Numbers;

constexpr std::uint64_t small_enough = 256 * 1024;  // pieces of so many bytes need no snapshot
constexpr std::uint64_t small_piece = 16 * 1024;
constexpr std::size_t most_small = 64;

}  // namespace

// ---- what changed here ----

Result<void> FolderRun::send(const SyncContents* known) {
  TRY_VOID(settle_titles(engine_));
  std::uint64_t standards = 0;
  ChangeSet changes;
  bool snapshot = state_.mark == store::SyncMark() && !known;
  TRY_VOID(engine_.database.read([&](store::Reader& reader) -> Result<void> {
    standards = TRY(mark_of_standards(reader));
    if (TRY(reader.sync.mark()) == state_.mark && state_.last_piece > 0)
      changes.until = state_.mark, snapshot = false;
    else
      changes = TRY(changes_since(reader, state_.mark));
    if (state_.with_transcripts)  // a snapshot has the other devices' too
      changes.transcripts =
          TRY(changed_transcripts(reader, snapshot ? TranscriptMarks() : state_.transcripts));
    return {};
  }));
  if (known)
    leave_out(changes, *known);
  // A snapshot stands alone: it has the standards also when an earlier piece had them. The mark of
  // no standards is 0.
  changes.standards = standards != (snapshot ? 0 : state_.standards);
  if (changes.empty() && changes.until == state_.mark)
    return {};
  const store::SyncMark until = changes.until;
  if (!changes.empty())
    TRY_VOID(write_piece(std::move(changes), snapshot));
  state_.mark = until;
  state_.standards = standards;
  return save();
}

Result<void> FolderRun::write_piece(ChangeSet changes, bool snapshot) {
  OwnPiece own;
  own.from = snapshot ? store::SyncMark() : state_.mark;
  FolderPiece& piece = own.piece;
  // Saved before the file is written: after a kill the next run must not write another file under
  // the same name, since the folder may keep either of the two.
  piece.number = ++state_.last_piece;
  TRY_VOID(save());
  piece.file = state_.file_name("piece " + std::to_string(piece.number));
  piece.is_snapshot = snapshot;
  if (snapshot) {
    piece.covers = state_.applied;
    piece.covers[state_.device()] = piece.number;
  }
  const sync::GroupKey& key = state_.ring.newest();
  const store::SyncMark until = changes.until;
  const TranscriptMarks transcripts = std::move(changes.transcripts.marks);
  StreamSealer sealer(key.key(), sync::head_of(sync::FileKind::piece, key));
  TRY_VOID(write_changes(engine_, std::move(changes), sealer));
  const std::string bytes = sealer.finish();
  piece.bytes = bytes.size();
  piece.hash = sha256_hex(bytes);
  const std::string file = piece.file + std::string(sync::piece_ending);
  TRY_VOID(folder_.write(file, bytes));
  files_.push_back({file, bytes.size()});
  ++report_.pieces_sent;
  state_.mark = until;
  if (snapshot)
    state_.transcripts.clear();
  for (const auto& [id, mark] : transcripts)
    if (SentTurns& sent = state_.transcripts[id]; !sent.is_as(mark))
      sent = mark, sent.piece = piece.number;
  state_.pieces.push_back(std::move(own));
  return save();
}

Result<void> FolderRun::write_snapshot() {
  return write_piece(TRY(engine_.database.read([&](store::Reader& reader) {
                       return everything(reader, state_.with_transcripts);
                     })),
                     true);
}

Result<TranscriptMarks> FolderRun::transcripts_now() {
  if (!state_.with_transcripts)
    return TranscriptMarks();
  return engine_.database.read(
      [&](store::Reader& reader) { return marks_of_transcripts(reader, state_.transcripts); });
}

// Turns that came in a piece are not sent on, unless their transcript had unsent ones here.
void FolderRun::note_transcripts(const TranscriptMarks& before, const TranscriptMarks& now,
                                 const std::set<std::string>& came) {
  for (const std::string& id : came) {
    const auto mine = before.find(id), mark = now.find(id);
    SentTurns& sent = state_.transcripts[id];
    if (mark == now.end() || (mine != before.end() && !sent.is_as(mine->second)))
      continue;
    const std::uint64_t piece = sent.piece;
    sent = mark->second;
    sent.piece = piece;
  }
}

// A file of ours that the folder has lost, or has only half: its changes are written again, in a
// new piece with what came since.
Result<void> FolderRun::resend_lost(bool thorough) {
  // A listing that does not have the newest card is an old one.
  if (!own_card_ || own_card_->number != state_.card_number)
    return {};
  for (std::size_t i = 0; i < state_.pieces.size(); ++i)
    if (const FolderPiece& piece = state_.pieces[i].piece;
        !is_there(piece) || (thorough && !TRY(find(piece))))
      return write_again(i);
  return {};
}

Result<void> FolderRun::write_again(std::size_t from) {
  const auto first = state_.pieces.begin() + static_cast<std::ptrdiff_t>(from);
  state_.mark = first->from;
  state_.standards = 0;  // they are in one of the pieces
  std::erase_if(state_.transcripts,
                [&](const auto& each) { return each.second.piece >= first->piece.number; });
  state_.pieces.erase(first, state_.pieces.end());
  return save();
}

// A change is a file of half a kilobyte; many of them become one, so that folder and card stay
// short.
Result<void> FolderRun::join_small() {
  std::size_t first = state_.pieces.size();
  while (first > 0 && !state_.pieces[first - 1].piece.is_snapshot &&
         state_.pieces[first - 1].piece.bytes < small_piece)
    --first;
  return state_.pieces.size() - first > most_small ? write_again(first) : Result<void>();
}

// ---- what changed there ----

bool FolderRun::has(const Numbers& covers) const {
  return std::ranges::all_of(covers, [&](const auto& each) {
    if (each.first == state_.device())
      return each.second <= state_.last_piece;
    const auto known = state_.applied.find(each.first);
    return known != state_.applied.end() && known->second >= each.second;
  });
}

bool FolderRun::is_there(const FolderPiece& piece) const {
  return std::ranges::any_of(files_, [&](const sync::FileInFolder& file) {
    return file.bytes == piece.bytes && sync::is_named(file.name, sync::piece_ending, piece.file);
  });
}

// The bytes of a piece as its card describes them.
Result<std::optional<std::string>> FolderRun::find(const FolderPiece& piece) {
  bool any = false;
  for (const sync::FileInFolder& file : files_) {
    if (!sync::is_named(file.name, sync::piece_ending, piece.file))
      continue;
    auto bytes = folder_.read(file.name);
    if (bytes && bytes->size() == piece.bytes && sha256_hex(*bytes) == piece.hash)
      return std::optional(std::move(*bytes));
    any = true;
    add_name(bytes && bytes->size() == piece.bytes ? report_.refused : report_.waiting, file.name);
  }
  if (!any)
    add_name(report_.waiting, piece.file + std::string(sync::piece_ending));
  return std::optional<std::string>();
}

Result<bool> FolderRun::take(const std::string& device, const FolderPiece& piece) {
  const auto bytes = TRY(find(piece));
  if (!bytes)
    return false;
  const sync::GroupKey* key = sync::key_of_file(state_.ring, *bytes, sync::FileKind::piece);
  if (!key) {
    add_name(report_.waiting, piece.file + std::string(sync::piece_ending));
    return false;
  }
  StreamOpener opener(key->key(), std::string_view(*bytes).substr(0, sync::head_bytes),
                      std::string_view(*bytes).substr(sync::head_bytes));
  const TranscriptMarks before = TRY(transcripts_now());
  auto taken = take_changes(engine_, opener);
  if (!taken && taken.error().code == Code::validation_failed) {
    add_name(report_.refused, piece.file + std::string(sync::piece_ending));
    return false;
  }
  if (!taken)
    return Failure(taken.error());
  ++report_.pieces_taken;
  report_.added += taken->flow.added;
  report_.changed += taken->flow.changed;
  report_.removed += taken->flow.removed;
  report_.links += taken->flow.links;
  unite(came_, std::move(taken->contents));
  note_transcripts(before, TRY(transcripts_now()), taken->transcripts);
  state_.applied[device] = std::max(state_.applied[device], piece.number);
  for (const auto& [covered, number] : piece.covers)
    if (covered != state_.device())
      state_.applied[covered] = std::max(state_.applied[covered], number);
  TRY_VOID(save());
  return true;
}

// In their order, up to the first that is not there, and to a snapshot that is needed.
Result<bool> FolderRun::take_pieces(const DeviceCard& card) {
  bool any = false;
  for (const FolderPiece& piece : card.pieces) {
    if (piece.number <= state_.applied[card.device])
      continue;
    if (piece.is_snapshot && has(piece.covers)) {
      state_.applied[card.device] = piece.number;
      continue;
    }
    if (piece.is_snapshot || !TRY(take(card.device, piece)))
      break;
    any = true;
  }
  return any;
}

// The one that knows most of what is missing here.
Result<bool> FolderRun::take_a_snapshot() {
  std::vector<std::pair<std::uint64_t, std::pair<std::string, const FolderPiece*>>> all;
  for (const auto& [device, card] : cards_)
    for (const FolderPiece& piece : card.pieces) {
      if (!piece.is_snapshot || piece.number <= state_.applied[device])
        continue;
      Numbers covers = piece.covers;
      covers[device] = std::max(covers[device], piece.number - 1);
      if (has(covers))
        continue;
      std::uint64_t sum = 0;
      for (const auto& [covered, number] : covers) sum += number;
      all.push_back({sum, {device, &piece}});
    }
  std::ranges::sort(all, std::greater(), [](const auto& each) { return each.first; });
  for (const auto& [sum, each] : all)
    if (TRY(take(each.first, *each.second)))
      return true;
  return false;
}

Result<bool> FolderRun::take_all() {
  bool any = false;
  for (bool more = true; more;) {
    more = false;
    for (const auto& [device, card] : cards_) more = TRY(take_pieces(card)) || more;
    more = more || TRY(take_a_snapshot());
    any = any || more;
    TRY_VOID(engine_.database.go_on());
  }
  return any;
}

// ---- size ----

// By a snapshot that is whole in the folder as far as this device sees.
bool FolderRun::is_covered(const std::string& device, const FolderPiece& piece) const {
  const auto covers = [&](const FolderPiece& each) {
    const auto number = each.covers.find(device);
    if (!each.is_snapshot || &each == &piece || each.file == piece.file ||
        number == each.covers.end() || number->second < piece.number || !is_there(each))
      return false;
    return std::ranges::all_of(piece.covers, [&](const auto& one) {
      const auto other = each.covers.find(one.first);
      return other != each.covers.end() && other->second >= one.second;
    });
  };
  return std::ranges::any_of(state_.pieces,
                             [&](const OwnPiece& own) { return covers(own.piece); }) ||
         std::ranges::any_of(cards_, [&](const auto& card) {
           return std::ranges::any_of(card.second.pieces, covers);
         });
}

// Pieces since the last snapshot take no more than it does; what it covers goes.
Result<void> FolderRun::bound_size() {
  std::uint64_t snapshot = 0, pieces = 0;
  const auto count = [&](const FolderPiece& piece) {
    if (piece.is_snapshot)
      snapshot = std::max(snapshot, piece.bytes);
    else
      pieces += piece.bytes;
  };
  for (const OwnPiece& own : state_.pieces) count(own.piece);
  for (const auto& [device, card] : cards_)
    for (const FolderPiece& piece : card.pieces)
      if (!is_covered(device, piece))
        count(piece);
  if (report_.pieces_sent > 0 && pieces > std::max(snapshot, small_enough)) {
    TRY_VOID(write_snapshot());
  }
  std::vector<std::string> gone;
  const std::string self = state_.device();
  std::erase_if(state_.pieces, [&](const OwnPiece& own) {
    if (!is_covered(self, own.piece))
      return false;
    gone.push_back(own.piece.file);
    return true;
  });
  for (const auto& [device, card] : cards_)
    for (const FolderPiece& piece : card.pieces)
      if (card.has_left && is_covered(device, piece))
        gone.push_back(piece.file);
  find_orphans(gone);
  if (gone.empty())
    return {};
  // First the card that no longer names them: who reads it later misses nothing.
  TRY_VOID(write_card());
  return remove_files(gone);
}

Result<void> FolderRun::remove_files(const std::vector<std::string>& gone) {
  for (const std::string& each : gone)
    for (const sync::FileInFolder& file : files_)
      if (sync::is_named(file.name, sync::piece_ending, each))
        TRY_VOID(folder_.remove(file.name));
  return {};
}

// Files of this device that its card does not name: their changes were written again, or a run
// ended before its card was.
void FolderRun::find_orphans(std::vector<std::string>& gone) const {
  constexpr std::uint64_t looked_at = 200;  // the last ones; a folder is slow, but not that slow
  for (std::uint64_t number = state_.last_piece; number > 0; --number) {
    if (state_.last_piece - number >= looked_at)
      return;
    const std::string file = state_.file_name("piece " + std::to_string(number));
    const bool named = std::ranges::any_of(
        state_.pieces, [&](const OwnPiece& own) { return own.piece.file == file; });
    if (!named && std::ranges::any_of(files_, [&](const sync::FileInFolder& each) {
          return sync::is_named(each.name, sync::piece_ending, file);
        }))
      gone.push_back(file);
  }
}

}  // namespace aim::engine
