// Keeps a namespace's file entries as the files of a folder are (K4): what changed is waited for
// until it rests, read, hashed, cut and kept; what is gone is removed, what moved keeps its
// entries. Time is passed in; nothing here waits.
// Knows: files by walk.h, entries by engine/untitled/file_entries.h. Must not know: who tells of
// changes, threads, doors. Threads: one. Bounds: a file at a time in memory; of very many changes
// only that everything is to be looked at.
#pragma once
#include <chrono>
#include <filesystem>

#include "base/result.h"
#include "engine/untitled/file_entries.h"
#include "jobs/index/walk.h"
#include "jobs/scheduler.h"

namespace aim::jobs::index {

// The indexer's state of files between two runs: their stamps, hashes and parts, one file per
// folder, written whole. It saves reading; the truth is in the database, whose stamp tells
// whether the notebook still fits it (docs/decisions/0033).

struct KnownFile {
  FileSign sign;
  std::string sha256;  // empty: not known; it is read again
  std::vector<engine::FilePart> parts;
};
struct Notebook {
  std::int64_t stamp = 0;
  std::string folder;
  std::map<std::string, KnownFile> files;  // by path
};

std::string text_of(const Notebook& notebook);
// Nothing: invalid, or of another version.
std::optional<Notebook> parse_notebook(std::string_view text);

struct Options {
  std::filesystem::path folder;
  std::string name_space;
  std::filesystem::path state = {};  // folder of the notebook; empty: none is kept
  std::size_t max_file_bytes = 102'400;
  std::chrono::milliseconds debounce{500};
  bool follow_links = false;    // out of the folder
  bool dry_run = false;         // counts what would be done
  bool secrets_removed = true;  // from texts, before they are cut
  // Lines that are left out of texts, by the file and the line without its end. Empty: none.
  std::function<bool(std::string_view path, std::string_view line)> leaves_out = {};
};

struct Figures {
  std::int64_t files = 0;  // indexed files
  std::int64_t entries = 0;
  std::int64_t added = 0, changed = 0, renamed = 0, removed = 0, unchanged = 0;
  std::int64_t read = 0;                                  // files, from the disk
  std::int64_t too_large = 0, no_text = 0, too_many = 0;  // left out, or entries that are too many
  std::int64_t empty = 0;                                 // read files of blanks, or of nothing
  std::int64_t secrets_removed = 0;  // from texts that were read, with <private> passages
};

class Indexer {
 public:
  // The folder as the system names it. `engine` outlives it. Errors: not_found, validation_failed:
  // there is no such folder.
  static Result<Indexer> open(Engine& engine, Options options);

  // Loads the known state: from the notebook, or from the database if the two do not match. Once,
  // before all else.
  Result<void> begin();

  // Looks at everything below `from`; differences are due at once. Folders are announced before
  // they are read, so that no change is missed. Errors: unavailable: the folder cannot be read;
  // nothing is removed then.
  using Enter = std::function<void(const std::filesystem::path& folder)>;
  Result<void> scan(Moment now, const std::string& from = "", const Enter& enter = {});

  // Something was written at, or went from, this path of the disk. Too much of it: a scan is
  // wanted.
  void note(const std::filesystem::path& path, bool is_folder, bool gone, Moment now,
            const Enter& enter);
  bool scan_wanted() const { return scan_wanted_; }

  // Does a bounded part of what is due. Errors: those of the database; it is tried again a second
  // later.
  Result<void> step(Moment now);
  // When something is due; nothing: all is done.
  std::optional<Moment> next_due() const;

  // Writes the notebook where it has changed.
  void save();

  const Figures& figures();
  const std::filesystem::path& folder() const { return walk_.folder(); }

 private:
  struct Pending {
    Moment first, due;
    bool gone = false;
  };
  struct Read {
    std::string path;
    KnownFile file;
    std::string renamed_from;
  };
  Indexer(Engine& engine, Options options, std::filesystem::path folder);

  void note_path(const std::string& path, bool gone, Moment due, Moment now);
  void note_gone(const std::string& path, Moment due, Moment now);
  void is_back(const std::string& path);
  void note_below(const std::string& folder, Moment due, Moment now);
  std::vector<std::string> take_due(Moment now, bool gone);
  Result<void> keep(const std::vector<std::string>& paths, Moment now);
  Result<void> drop(const std::vector<std::string>& paths, Moment now);
  void prepare(const std::string& path, Moment now, std::vector<Read>& reads,
               std::vector<engine::FileChange>& changes);
  std::optional<std::string> text_of(const std::string& path, const FileSign& sign, Moment now);
  std::string twin_that_is_gone(const std::string& sha256, const std::vector<Read>& reads) const;
  std::vector<engine::FilePart> parts_of(const std::string& path, const std::string& text,
                                         const std::vector<engine::FilePart>& before) const;
  Result<void> commit(std::vector<engine::FileChange>& changes);
  std::optional<std::string> leave_out(const std::string& path, std::int64_t Figures::*count,
                                       std::string_view why);
  void count(const Read& read, const engine::FileChange& change);
  void retry(const std::vector<std::string>& paths, bool gone, Moment now);
  void forget(const std::string& path);
  std::filesystem::path notebook_file() const;

  Engine& engine_;
  Options options_;
  Walk walk_;
  engine::FileScope scope_;
  std::map<std::string, KnownFile> known_;
  std::map<std::string, Pending> pending_;
  std::multimap<std::string, std::string> gone_;  // path by hash of known files that are not there
  std::set<std::string> told_;                    // files that are left out, and were said to be
  std::int64_t stamp_ = 0;
  bool scan_wanted_ = false, dirty_ = false;
  Figures figures_;
};

}  // namespace aim::jobs::index
