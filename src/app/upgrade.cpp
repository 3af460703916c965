// `ai-memory upgrade`: the newest release of a folder in the web in place of this program. Nothing
// else of the program asks for releases.
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <system_error>

#include "app/commands.h"
#include "app/release.h"
#include "base/child_process.h"
#include "base/environment.h"
#include "base/file.h"
#include "base/lock.h"
#include "base/platform/system.h"
#include "base/signature.h"
#include "base/version.h"
#include "base/zip.h"
#include "cli/models.h"
#include "cli/render/progress_bar.h"
#include "web/download.h"

namespace aim::app {
namespace {

constexpr std::string_view sums_name = "SHA256SUMS", program_name = "server/ai-memory";
constexpr std::size_t max_sums_bytes = std::size_t{1} << 20;
constexpr std::uint64_t max_program_bytes = std::uint64_t{256} << 20;
constexpr std::chrono::seconds timeout(30);

// How the program is replaced where it belongs to somebody else; empty: by `upgrade`.
std::string others_way(const fs::path& program) {
  const auto has_part = [&](std::string_view name) {
    return std::find(program.begin(), program.end(), fs::path(name)) != program.end();
  };
  const fs::path folder = program.parent_path();
  if (has_part("node_modules"))
    return "npm install -g ai-memory@latest";
  if (has_part("Cellar"))
    return "brew upgrade ai-memory";
  if (path_exists(folder.parent_path() / "pyvenv.cfg"))
    return "pip install --upgrade ai-memory, or uv tool upgrade ai-memory";
  if (program == "/usr/bin/ai-memory")
    return "the package manager of this system";
  if (path_exists(folder.parent_path() / "manifest.json"))
    return "the assistant that installed the bundle";
  return path_exists(folder / "CMakeCache.txt") ? "a build of newer sources" : "";
}

class Upgrade {
 public:
  explicit Upgrade(const Start& start)
      : start_(start), invocation_(start.invocation), program_(running_program()) {}

  Result<int> run() {
    TRY_VOID(choose_release());
    const auto workshop = TRY(TemporaryFolder::make());
    const std::string sums = TRY(fetch_sums(workshop));
    const auto newest = newest_bundle(sums, AIM_PLATFORM);
    if (!newest)
      return Failure(missing("the release at " + url_ + " has no program for " AIM_PLATFORM));
    newest_ = newest->version;
    if (!is_higher(newest_, version))
      return say("newest", "ai-memory " + std::string(version) + " is the newest release");
    if (invocation_.flag("check"))
      return say("available", "ai-memory " + newest_ + " is available, this is " +
                                  std::string(version) + "; install it with: ai-memory upgrade");
    TRY_VOID(replace(TRY(fetch_program(workshop, *newest))));
    return say("upgraded", "ai-memory " + newest_ + " is installed: " + program_.string() +
                               "\nthe former program is kept as " + former().string() +
                               "; servers use it until they are started again");
  }

 private:
  std::string argument(std::string_view name, std::string_view otherwise) const {
    const std::string* text = invocation_.text(name);
    return text == nullptr ? std::string(otherwise) : *text;
  }
  fs::path former() const { return program_.string() + ".former"; }

  Result<void> choose_release() {
    url_ = argument("url", AIM_RELEASE_URL);
    key_ = argument("public_key", AIM_RELEASE_KEY);
    while (url_.ends_with('/')) url_.pop_back();
    if (environment("AI_MEMORY_OFFLINE") == "1")
      return Failure(unavailable("AI_MEMORY_OFFLINE=1 forbids downloads", "unset it to upgrade"));
    if (url_.empty()) {
      Error error = refuse("url",
                           "is needed: this program was built without the address of its "
                           "releases");
      error.hint = "name the folder in the web that has SHA256SUMS with --url";
      return Failure(std::move(error));
    }
    if (const std::string way = others_way(program_); !way.empty() && !invocation_.flag("check"))
      return Failure(conflict(program_.string() +
                              " was not installed by this command or "
                              "install.sh; upgrade it by " +
                              way));
    return {};
  }

  Result<fs::path> fetch(const TemporaryFolder& workshop, const std::string& name,
                         const web::Expected& expected) {
    fs::path file = workshop.path() / name;
    TRY_VOID(web::download(
        url_ + "/" + name, file, expected, timeout,
        [&](std::uint64_t done, std::uint64_t total) { bar_.show(name, done, total); }));
    bar_.clear();
    return file;
  }

  Result<std::string> fetch_sums(const TemporaryFolder& workshop) {
    const web::Expected small{.sha256 = {}, .most = max_sums_bytes};
    const std::string name(sums_name);
    std::string sums = TRY(read_file(TRY(fetch(workshop, name, small)), max_sums_bytes));
    if (key_.empty()) {
      std::cerr << "note: no key is known to check the release's signature by; its files are "
                   "compared with SHA256SUMS only\n";
      return sums;
    }
    const fs::path signature = TRY(fetch(workshop, name + ".minisig", small));
    if (auto checked = check_minisign(key_, TRY(read_file(signature, max_sums_bytes)), sums);
        !checked) {
      Error error = checked.error();
      error.message = url_ + "/" + name + ": " + error.message;
      if (error.hint.empty())
        error.hint = "nothing was changed; tell the publisher of the release";
      return Failure(std::move(error));
    }
    return sums;
  }

  Result<std::string> fetch_program(const TemporaryFolder& workshop, const ReleasedBundle& bundle) {
    const auto archive = TRY(ZipFile::open(
        TRY(fetch(workshop, bundle.file, {.sha256 = bundle.sha256, .most = max_program_bytes}))));
    std::optional<ZipEntry> found;
    TRY_VOID(archive.list(1'000, [&](ZipEntry entry) -> Result<void> {
      if (entry.name == std::string(program_name) + program_suffix &&
          entry.bytes <= max_program_bytes)
        found = std::move(entry);
      return {};
    }));
    std::string program;
    if (found)
      TRY_VOID(archive.read(*found, [&](std::string_view piece) -> Result<void> {
        program += piece;
        return {};
      }));
    if (program.empty())
      return Failure(invalid(bundle.file + " has no program in it"));
    return program;
  }

  // The new program is tried before it takes the name, and the name always has a whole program.
  Result<void> replace(const std::string& content) {
    const fs::path fresh = program_.string() + ".new";
    const auto lock = TRY(FileLock::try_take_folder(program_.parent_path()));
    if (!lock)
      return Failure(conflict("another process is upgrading " + program_.string()));
    auto done = put_in_place(content, fresh);
    std::error_code ignored;
    fs::remove(fresh, ignored);
    return done;
  }
  Result<void> put_in_place(const std::string& content, const fs::path& fresh) {
    constexpr std::string_view nothing = "nothing was changed";
    TRY_VOID(replace_file(fresh, content));
    std::error_code error;
    const auto mode = fs::status(program_, error).permissions();
    if (!error)
      fs::permissions(fresh, mode, error);
    if (error ||
        !run_program({.file = fresh.string(), .words = {"ai-memory", "--version"}}, timeout))
      return Failure(
          unavailable("the new program does not start on this machine", std::string(nothing)));
    fs::remove(former(), error);
    // Windows keeps the name of a program that runs, but for moving it away.
    if (!error && this_system == System::windows)
      fs::rename(program_, former(), error);
    else if (!error)
      fs::create_hard_link(program_, former(), error);
    if (!error)
      fs::rename(fresh, program_, error);
    std::error_code ignored;
    if (error && !path_exists(program_))
      fs::rename(former(), program_, ignored);
    if (error)
      return Failure(unavailable(program_.string() + " cannot be replaced: " + error.message(),
                                 std::string(nothing)));
    sync_folder(program_.parent_path());
    return {};
  }

  int say(std::string_view result, const std::string& sentence) {
    return start_.print(invocation_.json
                            ? cli::upgrade_json(version, newest_, program_.string(), result)
                            : sentence + "\n");
  }

  const Start& start_;
  const cli::Invocation& invocation_;
  fs::path program_;
  std::string url_, key_, newest_;
  cli::ProgressBar bar_;
};

}  // namespace

Result<int> upgrade(const Start& start) {
  return Upgrade(start).run();
}

}  // namespace aim::app
