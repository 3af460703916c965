// Takes in the sessions, memory files and stores that other programs keep on this machine, file by
// file, and again what has changed (X4): as transcripts and as memories, each in its project.
// Stopped in between, it goes on where it was; what is read again doubles nothing.
// Knows: the places of mine/places.h, the operations that read them. Must not know: doors, when it
// is called, what watches the files.
#pragma once
#include <chrono>
#include <filesystem>
#include <future>

#include "base/result.h"
#include "engine/transfer/adopt.h"
#include "mine/places.h"
#include "op/read_export.h"
#include "op/stored_secrets.h"

namespace aim::op {

// Notes of `adopt` for one database: the files that it has read, by their size and time, and the
// programs that are followed. They save reading; memories and turns are known by their ids.

class AdoptBook {
 public:
  // In the folder of state of this user; an empty one: nothing is remembered. `database` as
  // Store::name() says it.
  AdoptBook(const std::filesystem::path& folder, std::string_view database);

  // As it was saved last; a damaged one is empty, and files are read again.
  void load();
  Result<void> save() const;

  bool knows(const mine::PlaceFile& file) const;
  void note(const mine::PlaceFile& file);
  void forget_files() { files_.clear(); }
  std::size_t files() const { return files_.size(); }

  std::vector<std::string> followed;  // names of programs

  // When it was saved last, ns since 1970; 0: never.
  std::int64_t saved_at() const;

 private:
  std::filesystem::path file_;
  struct Sign {
    std::uint64_t bytes = 0;
    std::int64_t changed_at = 0;
  };
  std::map<std::string, Sign> files_;  // by path
};

// `pieces` and what follows count what became of turns; they add up (ReadingView).
struct AdoptedPlace : ReadingView {
  using Extends = ReadingView;
  std::string program, keeps, path;
  std::int64_t files = 0, files_new = 0, bytes_new = 0;
  std::string oldest, newest;
  std::vector<std::string> projects;
  std::int64_t conversations = 0, turns = 0, memories = 0, memories_updated = 0, errors = 0;
  std::optional<std::int64_t> secrets_removed;
  std::vector<Problem> problems;
  using R = AdoptedPlace;
  static constexpr std::tuple fields{
      gives("program", &R::program, "Program"),
      gives("keeps", &R::keeps, "Sessions, or the store of import --from"),
      gives("path", &R::path, "Folder or file"),
      gives("files", &R::files, "Files"),
      gives("files_new", &R::files_new, "Files that are new or changed"),
      gives("bytes_new", &R::bytes_new, "Their bytes"),
      gives("oldest", &R::oldest, "Time of the oldest file"),
      gives("newest", &R::newest, "Time of the newest file"),
      gives("projects", &R::projects, "Namespaces that the new files belong to"),
      gives("conversations", &R::conversations, "Conversations read"),
      gives("turns", &R::turns, "New turns of transcripts"),
      gives("memories", &R::memories, "New memories"),
      gives("memories_updated", &R::memories_updated, "Memories that have grown"),
      gives("secrets_removed", &R::secrets_removed, secrets_removed_doc),
      gives("errors", &R::errors, "Number of unreadable items"),
      gives("problems", &R::problems, "The first thousand of them")};
};
struct AdoptReport {
  std::vector<AdoptedPlace> places;
  bool dry_run = false, stopped = false;
  std::vector<std::string> followed;
  using R = AdoptReport;
  static constexpr std::tuple fields{
      gives("places", &R::places, "Places with files"),
      gives("dry_run", &R::dry_run, "True if nothing was stored"),
      gives("stopped", &R::stopped, "True if files are left"),
      gives("followed", &R::followed, "Programs whose new sessions are taken in")};
};

struct AdoptRequest {
  std::vector<mine::FoundPlace> places;
  bool dry_run = false;
  // Files that were changed later than so long ago are left for another time: their session goes
  // on.
  std::chrono::seconds rest{0};
};

// Lists the places without reading more than the beginning of files. Files that the book knows
// count as taken.
Result<AdoptReport> look_at_places(Engine& engine, const AdoptRequest& request, AdoptBook& book);
// Takes in what is new, and saves the book as it goes on. Errors: those of the database. Where the
// engine is stopped, the report says so.
Result<AdoptReport> adopt_places(Engine& engine, const AdoptRequest& request, AdoptBook& book,
                                 const Caller& caller);

// Memories of another place on their way in (mine, import --from): checked, gathered into
// batches, and written by a thread of its own while the next are read, so that memory stays
// bounded and reading does not wait for the disk.

class AdoptBatcher {
 public:
  AdoptBatcher(Engine& engine, bool dry) : engine_(engine), dry_(dry) {}

  // Errors: a text beyond the limits (A4), then the memory is left out; those of the database for a
  // batch before.
  Result<void> add(Memory memory);
  // Waits until everything is written.
  Result<engine::AdoptReport> finish();

 private:
  Result<void> flush();
  Result<void> wait();

  Engine& engine_;
  bool dry_;
  std::vector<Memory> batch_;
  std::size_t bytes_ = 0;
  engine::AdoptReport report_;         // the thread's until wait() returns
  std::future<Result<void>> writing_;  // last: its end waits for the thread, which uses the others
};

}  // namespace aim::op
