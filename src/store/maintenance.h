// What a database needs besides being read and written: whether it is sound, what keeps it fast,
// and what is kept beside it.
// Knows: memories. Must not know: who asks, how a finding is shown.
// Threads: any.
#pragma once
#include <filesystem>

#include "base/clock.h"
#include "base/result.h"
#include "store/store.h"

namespace aim::store {

struct Finding {
  std::string check;  // "integrity", "text index", "rows", "foreign keys", …
  bool good = false;
  std::string detail;  // one sentence
};

struct Sizes {
  std::int64_t database_bytes = 0;
  std::int64_t log_bytes = 0;  // committed, and not yet moved into the database
};

// What an examination found out, and what would help.
struct Diagnosis {
  enum class Level { good, warning, bad, repaired };  // repaired: what was bad before is good now

  Level level = Level::good;
  std::string check, detail;
  std::optional<Remedy> remedy = {};
  std::optional<Error> error = {};  // instead of a detail
};

struct Diagnoses {
  std::vector<Diagnosis> all;
  bool exists = false;  // there is a database
};

struct DiagnoseOptions {
  bool fix = false;  // mend what can be mended without a loss
  std::filesystem::path own_folder =
      {};  // one that serves nothing else, and so may be closed to others
};

struct BackupRequest {
  std::filesystem::path to = {};  // a file that is not there yet, or a folder; empty: the folder
                                  // "backups" beside the database
  std::size_t keep = 0;  // of the copies with names of ours in that folder the newest; 0: all
};
struct Backup {
  std::filesystem::path file;
  std::int64_t memories = 0, bytes = 0;
  std::vector<std::filesystem::path> removed;
};
struct Restored {
  std::int64_t memories = 0;
  std::filesystem::path kept;  // a copy of what was there before; empty: there was nothing
};

// A store's word that something was committed, by whatever process on whatever machine, for whoever
// would else have to look again and again. It knows that there was a change, not of what.
class ChangeSignal {
 public:
  virtual ~ChangeSignal() = default;
  // Waits until there was a change, as long as `timeout` at most, or until `stop` says so. Whether
  // there was one, or may have been: what happens while nothing can be heard is never known, so
  // then it is true after the whole wait. Threads: one at a time.
  virtual bool wait(std::chrono::milliseconds timeout, const Stop& stop) = 0;
};

class Maintenance {
 public:
  virtual ~Maintenance() = default;

  // A quick look at whether the database can be read and its text index answers (D4): what health
  // asks again and again.
  // Cost: four look-ups, whatever the size.
  // Errors: database_error when something cannot be read, or when the newest memory is not found by
  // a word of its title.
  virtual Result<void> probe(const Stop& stop) = 0;
  // Looks at everything, beside all other users. Minutes on a gigabyte. Errors: unavailable when
  // stopped.
  virtual Result<std::vector<Finding>> examine(const Stop& stop) = 0;
  // Whether it can be used as it is, without being made or migrated. Makes and changes nothing.
  virtual bool is_current() const = 0;
  // All that can be told of a database that may be missing, damaged, foreign or in use; and what
  // was done about it. For a process that has not opened it.
  virtual Diagnoses diagnose(const DiagnoseOptions& options) = 0;

  // A small piece of the work that keeps finding fast. False: nothing is left to do.
  virtual Result<bool> tend_words(const Stop& stop) = 0;
  // Packs some texts of transcripts; those nobody added to since `idle` even where it saves little.
  // False: there was nothing to pack, or somebody else is at it.
  virtual Result<bool> pack_texts(Time /*idle*/, Time /*now*/, const Stop&) { return false; }

  // Leaves nothing readable of what was deleted: an SQLite file is rewritten. Nothing to do
  // where a server keeps the rows. Errors: unavailable when others use the database too long.
  virtual Result<void> wipe_deleted(const Stop&) { return {}; }

  // Makes a copy of one moment beside all users, and reads it again before it gets its name.
  // Errors: conflict when the file exists; no room; unavailable when stopped.
  virtual Result<Backup> back_up(const BackupRequest& request, const Stop& stop) = 0;
  // Puts such a copy in the place of the database, which others may be using: they go on with it.
  // For a process that has not opened the database. Errors: it is damaged, no database of ours, or
  // of a newer program; all is as it was then.
  virtual Result<Restored> restore(const std::filesystem::path& from, const Stop& stop) = 0;

  virtual Sizes sizes() const = 0;
  // On the disk, by this program.
  virtual bool is_encrypted() const { return false; }
  // What adds memories asks first: there has to be room left to delete some, beside what is about
  // to be added. Errors: database_error with a sentence. Always room: a server says so itself when
  // it is full.
  virtual Result<void> check_room(std::uint64_t /*added_bytes*/) const { return {}; }

  // Gives back what is kept for a bulk change that may go on: nobody is at one now.
  virtual void release_memory() {}

  // A role that one process at a time has. Null: another has it. Given back when the last copy of
  // what is returned ends.
  virtual Result<std::shared_ptr<void>> try_take(std::string_view role) = 0;

  // Null: this kind of database tells nobody of changes.
  virtual std::unique_ptr<ChangeSignal> change_signal() { return nullptr; }

  // What a process had to drop because another held the database ("touches", "events"). Works while
  // the database is locked. A statistic: when it cannot be kept either, nothing is lost that
  // anybody was promised.
  virtual void count_dropped(std::string_view what, std::size_t count) = 0;
  virtual std::int64_t dropped(std::string_view what) const = 0;
};

}  // namespace aim::store
