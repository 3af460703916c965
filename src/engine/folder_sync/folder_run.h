// One run of a sync over a folder (folder_sync.h).
// Threads: one an object.
#pragma once
#include "engine/engine.h"
#include "engine/folder_sync/changes.h"
#include "engine/folder_sync/folder_state.h"
#include "sync/folder.h"

namespace aim::engine {

// The outcome of a sync over a folder.
struct FolderReport {
  std::int64_t pieces_sent = 0, pieces_taken = 0;
  std::int64_t added = 0, changed = 0, removed = 0, links = 0;
  std::vector<std::string> waiting;  // names of files that are not there yet, or not whole
  std::vector<std::string> refused;  // names of files that differ from their card, or do not
                                     // belong to the group
};

// Once each, and not very many.
inline void add_name(std::vector<std::string>& names, const std::string& file) {
  constexpr std::size_t most_named = 20;
  if (names.size() < most_named && std::ranges::find(names, file) == names.end())
    names.push_back(file);
}

class FolderRun {
 public:
  FolderRun(Engine& engine, sync::Folder& folder, FolderState state)
      : engine_(engine), folder_(folder), state_(std::move(state)) {}

  // Reads keys and cards of the others; writes nothing.
  Result<void> look();
  // All of it: what changed here is written, what changed there is taken in.
  // `thorough`: whether the files of this device are whole is read too.
  Result<void> run(bool thorough = false);
  // A new key without these devices.
  Result<void> remove(const std::string& device);
  // Says so in the card.
  Result<void> leave();

  // Whether a file of its name and size is in the folder.
  bool is_there(const sync::FolderPiece& piece) const;
  // Whether there are cards under a key that is not known here.
  bool knows_too_little() const { return knows_too_little_; }
  const FolderState& state() const { return state_; }
  const std::map<std::string, sync::DeviceCard>& cards() const { return cards_; }
  const std::vector<sync::FileInFolder>& files() const { return files_; }
  FolderReport& report() { return report_; }

 private:
  Result<void> read_keys();
  Result<void> read_cards();
  Result<void> note_new_copy();
  Result<void> make_key();
  Result<void> write_piece(ChangeSet changes, bool snapshot);
  Result<void> write_snapshot();
  Result<TranscriptMarks> transcripts_now();
  void note_transcripts(const TranscriptMarks& before, const TranscriptMarks& now,
                        const std::set<std::string>& came);
  Result<void> send(const SyncContents* known);
  Result<bool> take_all();
  Result<bool> take(const std::string& device, const sync::FolderPiece& piece);
  Result<bool> take_pieces(const sync::DeviceCard& card);
  Result<bool> take_a_snapshot();
  bool has(const sync::Numbers& covers) const;
  Result<std::optional<std::string>> find(const sync::FolderPiece& piece);
  Result<void> resend_lost(bool thorough);
  Result<void> join_small();
  Result<void> write_again(std::size_t from);
  Result<void> bound_size();
  bool is_covered(const std::string& device, const sync::FolderPiece& piece) const;
  Result<void> remove_files(const std::vector<std::string>& gone);
  Result<void> write_card();
  std::uint64_t mark_of(const sync::DeviceCard& card) const;
  void find_orphans(std::vector<std::string>& gone) const;
  Result<void> save();

  Engine& engine_;
  sync::Folder& folder_;
  FolderState state_;
  std::vector<sync::FileInFolder> files_;
  std::map<std::string, sync::DeviceCard> cards_;  // the others', by device
  std::optional<sync::DeviceCard> own_card_;       // as it is in the folder
  FolderReport report_;
  SyncContents came_;  // in this run
  bool has_left_ = false, knows_too_little_ = false;
};

}  // namespace aim::engine
