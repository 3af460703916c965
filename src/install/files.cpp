#include "install/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "base/differences.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/platform/file_system.h"
#include "base/timestamp.h"
#include "base/uuid.h"
#include "install/receipts.h"

namespace aim::install {
namespace {

constexpr std::size_t kept_backups = 5;
constexpr int attempts = 30;
constexpr std::string_view backup_mark = ".ai-memory-backup-";

Failure failed(std::string_view verb, const fs::path& path,
               std::error_code error = {errno, std::generic_category()}) {
  return Failure(
      unavailable("cannot " + std::string(verb) + " " + path.string() + ": " + error.message(),
                  "check permissions"));
}

std::optional<std::string> text_now(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error))
    return std::nullopt;
  auto text = read_regular_file(file, max_client_file_bytes);
  return text ? std::optional(std::move(*text)) : std::optional<std::string>("");
}

// Beside the file, so that a rename puts it into its place. `mode` and owner are those of `like`,
// when that is there.
Result<void> write_new(const fs::path& file, const std::string& text, mode_t mode,
                       const fs::path& like) {
  struct stat status {};
  const bool known = ::stat(like.c_str(), &status) == 0;
  const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (opened < 0)
    return failed("write", file);
  bool good =
      write_all(opened, text) && ::fchmod(opened, known ? status.st_mode & 07777 : mode) == 0;
  if (known && (status.st_uid != ::geteuid() || status.st_gid != ::getegid()))
    (void)!::fchown(opened, status.st_uid, status.st_gid);
  good = good && ::fsync(opened) == 0;
  if (::close(opened) == 0 && good)
    return {};
  const Failure failure = failed("write", file);
  ::unlink(file.c_str());
  return failure;
}

// The oldest go.
void prune_backups(const fs::path& file) {
  std::vector<fs::path> backups = entries_of(file.parent_path());
  const std::string begin = file.filename().string() + std::string(backup_mark);
  std::erase_if(backups,
                [&](const fs::path& each) { return !each.filename().string().starts_with(begin); });
  std::error_code error;
  for (std::size_t i = 0; i + kept_backups < backups.size(); ++i) fs::remove(backups[i], error);
}

Result<fs::path> keep_backup(const fs::path& target, const std::string& text, Time now) {
  std::string stamp = format_rfc3339(now).substr(0, 23);
  std::erase_if(stamp, [](char c) { return c == ':' || c == '-' || c == '.'; });
  fs::path backup = target;
  backup += std::string(backup_mark) + stamp + "Z";
  std::error_code error;
  if (fs::exists(backup, error))
    return backup;
  TRY_VOID(write_new(backup, text, 0600, target));
  prune_backups(target);
  return backup;
}

Result<void> make_folder(const fs::path& folder, bool private_files) {
  if (private_files)
    return make_private_folder(folder);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return Failure(unavailable("cannot make " + folder.string() + ": " + error.message(),
                               "check permissions"));
  return {};
}

constexpr std::string_view beside_mark = ".ai-memory-";
constexpr std::size_t beside_digits = 8;

fs::path name_beside(const fs::path& target) {
  fs::path beside = target;
  beside += std::string(beside_mark) + new_uuid().substr(0, beside_digits);
  return beside;
}

bool is_beside(std::string_view name, std::string_view file) {
  const std::size_t length = beside_mark.size() + beside_digits;
  if (name.size() <= length || !name.substr(name.size() - length).starts_with(beside_mark))
    return false;
  const std::string_view digits = name.substr(name.size() - beside_digits);
  return digits.find_first_not_of("0123456789abcdef") == digits.npos &&
         (file.empty() || name.substr(0, name.size() - length) == file);
}

// A program that had opened the file before the exchange may write into it a moment longer.
constexpr std::chrono::milliseconds rest{10};

enum class Put { done, changed_meanwhile };

Result<Put> put_over(const fs::path& beside, const fs::path& target) {
  const auto error = rename_over(beside, target);
  return error ? Result<Put>(failed("replace", target, error)) : Put::done;
}

// The new text, where the file still is as it was: what stands there is taken out by the same step
// that puts the new one in, and goes back when it is what another program has just written.
Result<Put> exchange(const fs::path& beside, const fs::path& target, const std::string& before,
                     const std::string& after) {
  if (text_now(target) != before)
    return Put::changed_meanwhile;
  if (const auto error = exchange_names(beside, target)) {
    if (error == std::errc::no_such_file_or_directory)
      return Put::changed_meanwhile;
    // File systems that cannot: as close to the look as can be.
    return put_over(beside, target);
  }
  bool same = text_now(beside) == before;
  if (same) {
    std::this_thread::sleep_for(rest);
    same = text_now(beside) == before;
  }
  if (!same && text_now(target) == after)
    (void)exchange_names(beside, target);
  return same ? Put::done : Put::changed_meanwhile;
}

Result<Put> put(const fs::path& target, const std::optional<std::string>& before,
                const std::optional<std::string>& after, bool private_files) {
  const fs::path beside = name_beside(target);
  Result<Put> done = Put::done;
  if (!after) {  // taken out, looked at, and only then gone
    if (const auto error = rename_over(target, beside))
      return error == std::errc::no_such_file_or_directory ? Result<Put>(Put::changed_meanwhile)
                                                           : failed("remove", target, error);
    if (text_now(beside) != before) {
      (void)rename_to_free_name(beside, target);
      done = Put::changed_meanwhile;
    }
  } else {
    TRY_VOID(write_new(beside, *after, private_files ? 0600 : 0644, target));
    if (before)
      done = exchange(beside, target, *before, *after);
    else if (const auto error = rename_to_free_name(beside, target))
      done = error == std::errc::file_exists ? Put::changed_meanwhile : put_over(beside, target);
  }
  ::unlink(beside.c_str());
  return done;
}

// The plan made again from the text that is there now.
Result<void> plan_again(FilePlan& plan, std::optional<std::string> present) {
  plan.before = std::move(present);
  const Edited edited = TRY(plan.edit(plan.before.value_or(std::string())));
  plan.after = edited.text;
  // Another client's plan had the same file, and has removed it.
  if (!plan.before && edited.text.empty())
    plan.after.reset();
  plan.made = edited.made;
  return {};
}

// What we alone have written is no loss.
bool is_as_made(const FilePlan& plan) {
  return plan.before && !plan.hash_as_made.empty() && sha256_hex(*plan.before) == plan.hash_as_made;
}

// One attempt, with the text that was there a moment ago.
Result<Put> write_once(const FilePlan& plan, const fs::path& target, bool private_files, Time now,
                       Written& written) {
  written.all_ours = !plan.before || is_as_made(plan);
  if (plan.before == plan.after)
    return Put::done;
  if (!plan.before) {
    const auto missing = missing_folders(target.parent_path());
    if (!missing.empty())
      written.folders = missing;
    TRY_VOID(make_folder(target.parent_path(), private_files));
  } else if (!is_as_made(plan)) {
    written.backup = TRY(keep_backup(target, *plan.before, now));
  }
  auto done = put(target, plan.before, plan.after, private_files);
  if (written.backup && done && *done == Put::changed_meanwhile) {
    ::unlink(written.backup->c_str());
    written.backup.reset();
  }
  return done;
}

}  // namespace

Result<Written> write_plan(FilePlan& plan, bool private_files, Time now) {
  Written written;
  const fs::path target = link_target(plan.path);
  for (int attempt = 1; attempt <= attempts; ++attempt) {
    // As late as can be: some clients write these files all the time.
    if (auto present = text_now(target); present != plan.before)
      TRY_VOID(plan_again(plan, std::move(present)));
    const auto done = write_once(plan, target, private_files, now, written);
    if (!done)
      remove_empty_folders(written.folders);
    if (TRY(done) == Put::done)
      return written;
    std::this_thread::sleep_for(rest);
  }
  return Failure(Error{Code::conflict,
                       plan.path.string() + " is being changed by another program",
                       {},
                       "close the client, and try again",
                       {}});
}

Result<bool> exchange_text(const fs::path& file, const std::optional<std::string>& before,
                           const std::optional<std::string>& after, bool private_files) {
  const fs::path target = link_target(file);
  if (after && !before)
    TRY_VOID(make_folder(target.parent_path(), private_files));
  return TRY(put(target, before, after, private_files)) == Put::done;
}

void remove_leftovers(const fs::path& folder, std::string_view file) {
  std::error_code error;
  for (const fs::path& each : entries_of(folder))
    if (is_beside(each.filename().string(), file))
      fs::remove(each, error);
}

namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

constexpr std::size_t max_cells = 16'000'000;

void add_hunk(const std::vector<DiffPart>& rows, std::size_t from, std::size_t to,
              std::string& out) {
  std::size_t before = 1, after = 1, less = 0, more = 0;
  for (std::size_t i = 0; i < to; ++i) {
    const bool inside = i >= from;
    if (rows[i].side != DiffSide::after)
      ++(inside ? less : before);
    if (rows[i].side != DiffSide::before)
      ++(inside ? more : after);
  }
  out.append("@@ -" + std::to_string(less == 0 ? before - 1 : before) + "," + std::to_string(less) +
             " +" + std::to_string(more == 0 ? after - 1 : after) + "," + std::to_string(more) +
             " @@\n");
  for (std::size_t i = from; i < to; ++i) {
    const DiffSide side = rows[i].side;
    out.append(side == DiffSide::both ? " " : side == DiffSide::before ? "-" : "+");
    out.append(rows[i].text);
    if (!rows[i].text.ends_with('\n'))
      out.append("\n\\ No newline at end of file\n");
  }
}

}  // namespace

std::string unified_diff(const std::string& name, const std::string& before,
                         const std::string& after) {
  if (before == after)
    return {};
  constexpr std::size_t around = 3;
  const auto rows = differences(lines_of(before), lines_of(after), max_cells);
  std::string out = "--- " + name + "\n+++ " + name + "\n";
  for (std::size_t at = 0; at < rows.size();) {
    if (rows[at].side == DiffSide::both) {
      ++at;
      continue;
    }
    const std::size_t from = at > around ? at - around : 0;
    std::size_t last = at, next = at;
    while (next < rows.size() && next - last <= 2 * around) {
      if (rows[next].side != DiffSide::both)
        last = next;
      ++next;
    }
    const std::size_t to = std::min(rows.size(), last + around + 1);
    add_hunk(rows, from, to, out);
    at = to;
  }
  return out;
}

}  // namespace aim::install
