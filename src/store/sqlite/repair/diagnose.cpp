#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "base/numbers.h"
#include "base/timestamp.h"
#include "store/records.h"
#include "store/sql/tables/changes.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/schema/migrate.h"

namespace aim::store::sqlite {
namespace {

namespace fs = std::filesystem;

// With writers: the text index is checked under the write lock.
constexpr std::chrono::seconds check_timeout{2};

Remedy another_file() {
  return {"name another", Means::option, "db"};
}

// By the mark in its header. What is not known to be ours is not changed, whatever the address
// names.
bool is_ours(const fs::path& database) {
  constexpr std::size_t mark_at =
      68;  // application_id, https://www.sqlite.org/fileformat2.html, section 1.3
  std::array<char, mark_at + 4> header{};
  std::ifstream file(database, std::ios::binary);
  file.read(header.data(), header.size());
  std::int64_t mark = 0;
  for (std::size_t at = mark_at; at < header.size(); ++at)
    mark = mark << 8 | static_cast<unsigned char>(header[at]);
  // The mark of an encrypted one cannot be read without its key.
  return file &&
         ((std::string_view(header.data()) == "SQLite format 3" && mark == application_id) ||
          salt_of_file(database));
}

class Diagnosing {
 public:
  Diagnosing(fs::path file, const ConnectionOptions& connection, const DiagnoseOptions& options,
             const Clock& clock)
      : file_(std::move(file)), connection_(connection), options_(options), clock_(clock) {
    connection_.busy_wait = check_timeout;
  }

  Diagnoses run() {
    if (check_file()) {
      found_.exists = true;
      check_permissions();
      check_users();
      if (!check_database() && options_.fix)
        repair_damaged();
    }
    return std::move(found_);
  }

 private:
  using Level = Diagnosis::Level;

  void add(Level level, std::string check, std::string detail, std::optional<Remedy> remedy = {}) {
    found_.all.push_back({level, std::move(check), std::move(detail), std::move(remedy), {}});
  }

  void good(std::string check, std::string detail) {
    add(Level::good, std::move(check), std::move(detail));
  }

  // False.
  bool bad(std::string check, Error error) {
    found_.all.push_back({Level::bad, std::move(check), {}, {}, std::move(error)});
    return false;
  }

  // Bad, but nothing that a repair would help: true.
  bool bad_but_whole(std::string check, std::string detail) {
    add(Level::bad, std::move(check), std::move(detail));
    return true;
  }

  bool check_file() {
    std::error_code error;
    const auto status = fs::status(file_, error);
    if (status.type() == fs::file_type::not_found) {
      good("database", file_.string() + " does not exist yet; the first store creates it");
      return false;
    }
    if (status.type() != fs::file_type::regular) {
      if (error)
        add(Level::bad, "database", file_.string() + " cannot be examined: " + error.message());
      else
        add(Level::bad, "database", file_.string() + " is not a file", another_file());
      return false;
    }
    good("database",
         file_.string() + ", " + mebibytes(fs::file_size(file_, error) + (1 << 20) - 1));
    if (salt_of_file(file_))
      good("encryption", "its pages and its log are encrypted");
    return true;
  }

  // Others reading along is a warning: it may be wanted, and nothing is broken.
  void check_permissions() {
    const bool ours = is_ours(file_);
    make_writable(file_, 0600, ours);
    for (const char* suffix : {"-wal", "-shm"}) make_writable(file_.string() + suffix, 0600, ours);
    const bool own_folder =
        !file_.parent_path().empty() && file_.parent_path() == options_.own_folder;
    if (own_folder)
      make_writable(file_.parent_path(), 0700, true);
    check_private("permissions", file_, 0600, ours);
    const fs::path folder = file_.parent_path();
    if (own_folder)
      check_private("folder", folder, 0700, true);
    else
      check_shared_folder(folder.empty() ? fs::path(".") : folder);
  }

  // A mode of a copy or a backup that was left on what is in use: its owner could not write it any
  // more.
  void make_writable(const fs::path& path, unsigned wanted, bool ours) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || (status.st_mode & wanted) == wanted)
      return;
    const std::string before = octal(status.st_mode & 07777);
    if (options_.fix && ours && ::chmod(path.c_str(), (status.st_mode & 07777) | wanted) == 0)
      return good("mode", path.string() + ": changed from " + before + " to " +
                              octal((status.st_mode & 07777) | wanted));
    add(Level::bad, "mode",
        path.string() + " is read-only (" + before + "); change that with: chmod u+" +
            (S_ISDIR(status.st_mode) ? "rwx " : "rw ") + path.string());
  }

  // A folder that serves other ends too: that others look into it is its owner's affair.
  void check_shared_folder(const fs::path& folder) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0)
      return;
    const std::string mode = octal(status.st_mode & 07777);
    if ((status.st_mode & 022) != 0 && (status.st_mode & S_ISVTX) == 0)
      add(Level::warning, "folder",
          mode + ": other users of this machine could replace the database");
    else
      good("folder", mode + ": only you can change what is in it");
  }

  void check_private(std::string check, const fs::path& path, unsigned wanted, bool ours) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0)
      return;
    const unsigned mode = status.st_mode & 0777;
    if ((mode & 077) == 0)
      return good(std::move(check), octal(mode) + ": only you can read it");
    if (options_.fix && ours && ::chmod(path.c_str(), static_cast<mode_t>(wanted)) == 0)
      return good(std::move(check), "changed from " + octal(mode) + " to " + octal(wanted));
    add(Level::warning, std::move(check),
        octal(mode) + ": other users of this machine can access it; change that with: chmod " +
            octal(wanted).substr(1) + " " + path.string());
  }

  void check_users() {
    const auto writer = writer_of(file_);
    const auto user = user_of(file_);
    if (writer)
      good("in use", "process " + *writer + " is writing right now");
    else if (user)
      good("in use", "process " + *user + " has it open; that is fine");
    else
      good("in use", "by no other process");
  }

  // False: damaged.
  bool check_database() {
    if (const auto one = check_one_name(file_); !one)
      return bad_but_whole("open", one.error().message + "; " + one.error().hint);
    if (::access(file_.c_str(), R_OK | W_OK) != 0)
      return bad_but_whole("open",
                           errno == EROFS
                               ? "it is on a disk that is mounted read-only"
                               : "you may not read and write it; change its permissions or owner");
    const fs::path folder = file_.has_parent_path() ? file_.parent_path() : fs::path(".");
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
      return bad_but_whole("open", "its folder " + folder.string() +
                                       " is read-only: no log can be made beside the database; "
                                       "change its permissions or owner");
    auto connection = Connection::open(file_, connection_);
    if (!connection)
      return bad("open", connection.error());
    const auto mark = (*connection)->number("PRAGMA application_id");
    const auto layout = (*connection)->number("PRAGMA user_version");
    if (!mark || !layout)
      return bad("open", mark ? layout.error() : mark.error());
    if (mark->value_or(0) != application_id)
      return check_foreign(**connection);
    const std::int64_t version = layout->value_or(0);
    const std::string named = "layout " + std::to_string(version);
    if (version > newest_layout())
      return bad_but_whole("open",
                           "its " + named + " belongs to a newer ai-memory; update this one");
    if (version < newest_layout()) {
      good("open", named + ", brought up to date by the next use");
      return true;
    }
    good("open", named);
    return check_contents(**connection);
  }

  bool check_foreign(Connection& connection) {
    const auto tables = connection.number("SELECT count(*) FROM sqlite_schema");
    if (!tables)
      return bad("open", tables.error());
    const auto memories = connection.number(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('memories', 'schema_version')");
    if (tables->value_or(0) == 0)
      good("open", "empty; the first store fills it");
    else if (memories && memories->value_or(0) == 2)
      good("open", "of the earlier ai-memory; the next use migrates it and keeps a copy");
    else
      add(Level::bad, "open", "it belongs to another program", another_file());
    return true;
  }

  // A repair keeps what is there, and ends the warning.
  void check_lost_log(Connection& connection) {
    const auto lost = meta_number(connection, log_lost_at);
    if (!lost || !*lost)
      return;
    const std::string when = format_rfc3339(time_from_nanoseconds(**lost));
    if (options_.fix && sql::clear_meta(connection, log_lost_at))
      return good("log", "it was cut or replaced while in use, as noticed at " + when +
                             "; this is not reported again");
    add(Level::warning, "log",
        "it was removed, replaced or cut while in use, as noticed at " + when +
            ": what was stored shortly before may be lost",
        Remedy{"end this warning", Means::repair});
  }

  bool check_contents(Connection& connection) {
    check_lost_log(connection);
    auto findings = check_all(connection);
    if (!findings)
      return bad("contents", findings.error());
    bool sound = true;
    for (Finding& finding : *findings) {
      sound = sound && finding.good;
      add(finding.good ? Level::good : Level::bad, std::move(finding.check),
          std::move(finding.detail),
          finding.good || options_.fix ? std::optional<Remedy>()
                                       : Remedy{"repair it", Means::repair});
    }
    const auto backup = meta_number(connection, backup_at);
    if (backup && *backup)
      good("backup", "the last was made at " + format_rfc3339(time_from_nanoseconds(**backup)));
    else
      good("backup", "none was made yet");
    return sound;
  }

  void repair_damaged() {
    const auto repaired = repair(file_, clock_, connection_.find_key);
    if (!repaired) {
      bad("repair", repaired.error());
      return;
    }
    const auto& [memories, archived, links, unreadable] = repaired->rescued;
    std::string detail = "saved " + counted(memories, "memory", "memories") + ", " +
                         std::to_string(archived) + " archived ones and " + std::to_string(links) +
                         " links; ";
    detail += unreadable == 0 ? "nothing was lost"
                              : "at least " + std::to_string(unreadable) +
                                    " rows could not be read and are lost";
    add(Level::repaired, "repair",
        detail + "; the damaged database is kept as " + repaired->kept.string());
  }

  const fs::path file_;
  ConnectionOptions connection_;
  const DiagnoseOptions& options_;
  const Clock& clock_;
  Diagnoses found_;
};

}  // namespace

Diagnoses diagnose(const fs::path& file, const ConnectionOptions& connection,
                   const DiagnoseOptions& options, const Clock& clock) {
  return Diagnosing(file, connection, options, clock).run();
}

}  // namespace aim::store::sqlite
