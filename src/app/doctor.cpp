#include "app/doctor.h"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <ostream>
#include <system_error>

#include "app/repair.h"
#include "app/wire.h"
#include "cli/checkup.h"
#include "config/config.h"
#include "embed/encoder.h"
#include "engine/dropped.h"
#include "model/catalog.h"
#include "model/library.h"
#include "op/error_table.h"
#include "store/sqlite/check.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/migrate.h"

namespace aim::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t least_room = std::uintmax_t{64} * 1024 * 1024;
constexpr std::chrono::seconds patience{
    2};  // with writers: the text index is checked under the write lock

std::string octal(mode_t mode) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "%04o", static_cast<unsigned>(mode & 07777));
  return text.data();
}

std::string mebibytes(std::uintmax_t bytes) {
  return std::to_string(bytes >> 20) + " MiB";
}

std::string path_of(const fs::path& path) {
  return path.native();
}

bool is_own_folder(const fs::path& folder) {
  return folder == default_database_path().parent_path();
}

// By the mark in its header. What is not known to be ours is not changed, whatever --db names.
bool is_ours(const fs::path& database) {
  constexpr std::size_t mark_at =
      68;  // application_id, https://www.sqlite.org/fileformat2.html, section 1.3
  std::array<char, mark_at + 4> header{};
  std::ifstream file(database, std::ios::binary);
  file.read(header.data(), header.size());
  std::int64_t mark = 0;
  for (std::size_t at = mark_at; at < header.size(); ++at)
    mark = mark << 8 | static_cast<unsigned char>(header[at]);
  return file && std::string_view(header.data()) == "SQLite format 3" &&
         mark == store::application_id;
}

class Doctor {
 public:
  Doctor(const cli::Invocation& invocation, const Clock& clock)
      : invocation_(invocation), clock_(clock), fix_(invocation.flag("fix")) {}

  cli::Checkup examine() {
    const Config config = check_config();
    check_model(config);
    const auto file = database_of(invocation_, config);
    if (!file) {
      report_.bad("database", op::sentence(file.error()));
      return std::move(report_);
    }
    file_ = *file;
    if (check_file()) {
      check_permissions();
      check_users();
      if (!check_database(connection_options(config)) && fix_)
        mend();
      check_dropped();
    }
    check_room();
    return std::move(report_);
  }

 private:
  Config check_config() {
    auto config = load_config();
    const fs::path path = config_path();
    std::error_code error;
    if (!config)
      report_.bad("configuration", op::sentence(config.error()));
    else if (path.empty() || !fs::exists(path, error))
      report_.good("configuration", "no " + path_of(path) + ": the defaults hold");
    else
      report_.good("configuration", path_of(path));
    return config.value_or(Config{});
  }

  // Without a model everything works, only by words; so nothing here is worse than a warning.
  void check_model(const Config& config) {
    const auto used = model_of(config);
    if (!used)
      return report_.warn("model", op::sentence(used.error()));
    const std::string& wanted = config.embedding_model;
    if (!*used && wanted != model::automatic && wanted != model::none)
      return report_.warn("model",
                          wanted + " is configured and not here; see: ai-memory model list");
    if (!*used)
      return report_.good("model",
                          "none; recall by meaning is better with one: ai-memory model get " +
                              std::string(model::usual_model));
    const auto info = embed::info_of(**used);
    if (!info)
      return report_.warn("model", op::sentence(info.error()));
    report_.good("model", info->identity.model + ", " + std::to_string(info->identity.dimension) +
                              " dimensions");
  }

  bool check_file() {
    std::error_code error;
    const auto status = fs::status(file_, error);
    if (status.type() == fs::file_type::not_found) {
      report_.good("database", path_of(file_) + " is not there yet; the first store makes it");
      return false;
    }
    if (status.type() != fs::file_type::regular) {
      report_.bad("database", path_of(file_) + (error ? " cannot be looked at: " + error.message()
                                                      : " is no file; name another with --db"));
      return false;
    }
    report_.good("database",
                 path_of(file_) + ", " + mebibytes(fs::file_size(file_, error) + (1 << 20) - 1));
    return true;
  }

  // Others reading along is a warning: it may be wanted, and nothing is broken.
  void check_permissions() {
    check_private("permissions", file_, 0600, is_ours(file_));
    check_private("identity", identity_file(), 0600, true);
    const fs::path folder = file_.parent_path();
    if (is_own_folder(folder))
      check_private("folder", folder, 0700, true);
    else
      check_foreign_folder(folder.empty() ? fs::path(".") : folder);
  }
  // A folder that serves other ends too: that others look into it is its owner's affair.
  void check_foreign_folder(const fs::path& folder) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0)
      return;
    const std::string mode = octal(status.st_mode & 07777);
    if ((status.st_mode & 022) != 0 && (status.st_mode & S_ISVTX) == 0)
      report_.warn("folder", mode + ": other users of this machine could replace the database");
    else
      report_.good("folder", mode + ": only you can change what is in it");
  }
  void check_private(std::string name, const fs::path& path, mode_t wanted, bool ours) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0)
      return;
    const mode_t mode = status.st_mode & 0777;
    if ((mode & 077) == 0)
      return report_.good(std::move(name), octal(mode) + ": only you can read it");
    if (fix_ && ours && ::chmod(path.c_str(), wanted) == 0)
      return report_.good(std::move(name), "changed from " + octal(mode) + " to " + octal(wanted));
    report_.warn(std::move(name),
                 octal(mode) +
                     ": other users of this machine can get at it; change that with: chmod " +
                     octal(wanted).substr(1) + " " + path_of(path));
  }

  void check_users() {
    const auto writer = writer_of(file_);
    const auto user = user_of(file_);
    if (writer)
      report_.good("in use", "process " + *writer + " is writing just now");
    else if (user)
      report_.good("in use", "process " + *user + " has it open; that is fine");
    else
      report_.good("in use", "by nobody else");
  }

  // False: damaged.
  bool check_database(store::ConnectionOptions options) {
    options.busy_wait = patience;
    if (::access(file_.c_str(), R_OK | W_OK) != 0)
      return bad_but_whole("open",
                           "you may not read and write it; change its permissions or owner");
    auto connection = store::Connection::open(file_, options);
    if (!connection)
      return report_.bad("open", op::sentence(connection.error())), false;
    const auto mark = (*connection)->number("PRAGMA application_id");
    const auto layout = (*connection)->number("PRAGMA user_version");
    if (!mark || !layout)
      return report_.bad("open", op::sentence(mark ? layout.error() : mark.error())), false;
    if (mark->value_or(0) != store::application_id)
      return check_foreign(**connection);
    const std::int64_t version = layout->value_or(0);
    if (version > store::newest_layout())
      return bad_but_whole("open", "its layout " + std::to_string(version) +
                                       " is of a newer ai-memory; update this one");
    if (version < store::newest_layout()) {
      report_.good("open",
                   "layout " + std::to_string(version) + ", brought up to date by the next use");
      return true;
    }
    report_.good("open", "layout " + std::to_string(version));
    return check_contents(**connection);
  }
  bool bad_but_whole(std::string name, std::string detail) {
    report_.bad(std::move(name), std::move(detail));
    return true;
  }
  bool check_foreign(store::Connection& connection) {
    const auto tables = connection.number("SELECT count(*) FROM sqlite_schema");
    if (!tables)
      return report_.bad("open", op::sentence(tables.error())), false;
    const auto memories = connection.number(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('memories', 'schema_version')");
    if (tables->value_or(0) == 0)
      report_.good("open", "empty; the first store fills it");
    else if (memories && memories->value_or(0) == 2)
      report_.good("open", "of the earlier ai-memory; the next use takes it over and keeps a copy");
    else
      report_.bad("open", "it is a database of another program; name another file with --db");
    return true;
  }
  bool check_contents(store::Connection& connection) {
    auto findings = store::check_all(connection);
    if (!findings)
      return report_.bad("contents", op::sentence(findings.error())), false;
    bool sound = true;
    for (store::Finding& finding : *findings) {
      sound = sound && finding.good;
      if (!finding.good && !fix_)
        finding.detail += "; repair it with: ai-memory doctor --fix";
      finding.good ? report_.good(std::move(finding.check), std::move(finding.detail))
                   : report_.bad(std::move(finding.check), std::move(finding.detail));
    }
    return sound;
  }

  void mend() {
    const auto repaired = repair(file_, clock_);
    if (!repaired)
      return report_.bad("repair", op::sentence(repaired.error()));
    const auto& [memories, archived, links, unreadable] = repaired->rescued;
    report_.mended();
    std::string detail = "saved " + std::to_string(memories) + " memories, " +
                         std::to_string(archived) + " archived ones and " + std::to_string(links) +
                         " links; ";
    detail += unreadable == 0 ? "nothing was lost"
                              : "at least " + std::to_string(unreadable) +
                                    " rows could not be read and are lost";
    report_.good("repair", detail + "; the damaged database is kept as " + path_of(repaired->kept));
  }

  void check_dropped() {
    tell_dropped("touches", "uses", " uses were not noted",
                 "; nothing but their counts is missing");
    tell_dropped("events", "events", " events of the capture nag were not recorded", "");
  }
  void tell_dropped(const char* what, const char* name, const char* lost, const char* rest) {
    if (const auto count = engine::dropped(file_, what); count > 0)
      report_.good(
          name, std::to_string(count) + lost + " because another process held the database" + rest);
  }

  void check_room() {
    fs::path folder = file_.parent_path();
    std::error_code error;
    while (!folder.empty() && !fs::exists(folder, error) && folder.has_relative_path())
      folder = folder.parent_path();
    const auto space = fs::space(folder.empty() ? fs::path(".") : folder, error);
    if (error)
      return report_.warn("disk", "the free room cannot be told: " + error.message());
    if (space.available < least_room)
      return report_.bad("disk", "only " + mebibytes(space.available) + " are free; make room");
    report_.good("disk", mebibytes(space.available) + " are free");
  }

  const cli::Invocation& invocation_;
  const Clock& clock_;
  bool fix_;
  fs::path file_;
  cli::Checkup report_;
};

}  // namespace

int doctor(const cli::Invocation& invocation, const Clock& clock, cli::Output& out, bool colour) {
  const cli::Checkup report = Doctor(invocation, clock).examine();
  std::ostream(&out) << (invocation.json ? report.json() : report.text(colour)) << std::flush;
  return report.is_good() && out.failed() == 0 ? cli::exit_done : cli::exit_failed;
}

}  // namespace aim::app
