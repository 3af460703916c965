#include "op/index/job.h"

#include <algorithm>

#include "base/file.h"
#include "base/hash.h"
#include "base/lock.h"
#include "base/log.h"
#include "base/polite.h"

namespace aim::op::index {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t max_watches = 8'192;  // folders; of more the kernel is not asked
constexpr auto between_scans = 5s;          // when more changes than can be remembered
constexpr auto between_notes = 5s;          // of the notebook
constexpr milliseconds longest_rest = 10min;
constexpr milliseconds longest_pause = 200ms;  // after work: others want the processor, too

milliseconds until(steady_clock::time_point due, steady_clock::time_point now) {
  return std::clamp(std::chrono::ceil<milliseconds>(due - now), 0ms, milliseconds(longest_rest));
}

// Held as long as somebody indexes that folder into that database. Without a state folder nobody is kept out.
Result<std::optional<FileLock>> lock_of(const Engine& engine, const Options& options) {
  if (options.state.empty())
    return std::optional<FileLock>();
  TRY_VOID(make_private_folder(options.state));
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(options.folder, error);
  const std::string which =
      engine.database.name() + "\n" + options.name_space + "\n" + folder.native();
  return FileLock::try_take(options.state / (sha256_hex(which).substr(0, 16) + ".lock"));
}

}  // namespace

Job::Job(Engine& engine, JobOptions options) : engine_(engine), options_(std::move(options)) {}

Job::~Job() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    if (watch_)
      watch_->wake();
  }
  changed_.notify_all();
  if (thread_.joinable())
    thread_.join();
}

void Job::start() {
  if (!thread_.joinable())
    thread_ = std::thread([this] { run(); });
}

bool Job::ending() {
  const std::lock_guard lock(mutex_);
  return ending_;
}

bool Job::rest(milliseconds time) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, time, [&] { return ending_; });
}

void Job::run() {
  yield_to_others();
  Engine engine = stopped_by(engine_, [this] { return ending(); });
  bool told = false;
  const auto tell = [&](const Error& error) {
    if (!told && error.code != Code::unavailable)
      log::warn("indexing files failed: " + error.message);
    else if (!told)
      log::info("files are not indexed now: " + error.message);
    told = true;
  };
  do {
    const auto lock = lock_of(engine, options_.index);
    if (!lock)
      tell(lock.error());
    if (!lock || (!*lock && !options_.index.state.empty()))
      continue;
    if (const auto made = make_private_folder(options_.index.folder); !made)
      tell(made.error());
    auto indexer = Indexer::open(engine, options_.index);
    auto begun = indexer ? indexer->begin() : Result<void>(Failure(indexer.error()));
    if (begun) {
      told = false;
      index(*indexer);
    } else {
      tell(begun.error());
    }
  } while (rest(options_.interval));
}

void Job::stop_watching(const Error& why) {
  log::warn(why.message + "; " + options_.index.folder.native() + " is looked at every " +
            std::to_string(options_.interval.count()) + " ms instead");
  const std::lock_guard lock(mutex_);
  watch_.reset();
}

void Job::watch_folder(const fs::path& folder) {
  if (!watch_)
    return;
  if (watch_->size() >= max_watches)
    return stop_watching(unavailable(
        "there are more than " + std::to_string(max_watches) + " folders to watch", ""));
  if (const auto added = watch_->add(folder); !added)
    stop_watching(added.error());
}

// Watches are asked for before a folder is read, so nothing is missed between.
void Job::look(Indexer& indexer) {
  const auto scanned =
      indexer.scan(steady_clock::now(), "", [&](const fs::path& folder) { watch_folder(folder); });
  if (!scanned && !told_)
    log::info("files are not indexed now: " + scanned.error().message);
  told_ = !scanned;
}

void Job::take(Indexer& indexer, const FolderChanges& changes) {
  const auto now = steady_clock::now();
  for (const FolderChange& each : changes.changes) {
    if (each.is_folder && each.gone && watch_)
      watch_->remove(each.path);
    indexer.note(each.path, each.is_folder, each.gone, now,
                 [&](const fs::path& folder) { watch_folder(folder); });
  }
}

void Job::index(Indexer& indexer) {
  if (options_.watch) {
    auto watch = FolderWatch::open();
    if (!watch) {
      stop_watching(watch.error());
    } else {
      const std::lock_guard lock(mutex_);
      watch_.emplace(std::move(*watch));
    }
  }
  look(indexer);
  auto next_scan = steady_clock::now() + options_.interval, next_note = steady_clock::now();
  while (!ending()) {
    const auto began = steady_clock::now();
    if (const auto done = indexer.step(began); !done && done.error().code != Code::unavailable)
      log::warn("indexing files failed: " + done.error().message);
    const auto now = steady_clock::now();
    const auto due = indexer.next_due();
    const bool quiet = !due || *due > now;
    if (quiet || now >= next_note) {
      indexer.save();
      next_note = now + between_notes;
    }
    const bool overflow = indexer.scan_wanted() && (!due || now >= next_scan);
    if (overflow || (!watch_ && now >= next_scan)) {
      look(indexer);
      next_scan = now + (watch_ ? milliseconds(between_scans) : options_.interval);
      continue;
    }
    milliseconds pause = due ? until(*due, now) : milliseconds(longest_rest);
    if (indexer.scan_wanted() || !watch_)
      pause = std::min(pause, until(next_scan, now));
    // Half of the time at most is spent on files.
    if (!quiet)
      pause = std::min(std::chrono::duration_cast<milliseconds>(now - began), longest_pause);
    if (!watch_) {
      rest(pause);
      continue;
    }
    const auto changes = watch_->wait(pause);
    if (!changes) {
      stop_watching(changes.error());
      continue;
    }
    take(indexer, *changes);
    if (changes->lost)
      look(indexer);
  }
  indexer.save();
}

Result<Figures> index_once(Engine& engine, const Options& options) {
  const auto lock = TRY(lock_of(engine, options));
  if (!lock && !options.state.empty() && !options.dry_run)
    return Failure(unavailable("another process indexes this folder now",
                               "it keeps the entries up to date by itself"));
  auto indexer = TRY(Indexer::open(engine, options));
  TRY_VOID(indexer.begin());
  const auto now = steady_clock::now();
  TRY_VOID(indexer.scan(now));
  while (indexer.next_due() || indexer.scan_wanted()) {
    TRY_VOID(engine.database.go_on());
    // What is written again and again is left to the next time.
    if (indexer.next_due() > now + 5s)
      break;
    if (!indexer.next_due())
      TRY_VOID(indexer.scan(now));
    // Whatever waits for a moment is due by then.
    TRY_VOID(indexer.step(indexer.next_due().value_or(now)));
  }
  indexer.save();
  return indexer.figures();
}

}  // namespace aim::op::index
