#include "jobs/index/index_folder.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/platform/system.h"

namespace aim::jobs::index {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t max_watches = 8'192;  // folders; of more the kernel is not asked
constexpr auto between_scans = 5s;          // when more changes than can be remembered
constexpr auto between_notes = 5s;          // writes of the notebook
constexpr milliseconds longest_rest = 10min;
constexpr milliseconds longest_pause = 200ms;  // after work: others want the processor, too

milliseconds until(steady_clock::time_point due, steady_clock::time_point now) {
  return std::clamp(std::chrono::ceil<milliseconds>(due - now), 0ms, milliseconds(longest_rest));
}

// Held as long as somebody indexes that folder into that database. Without a state folder nobody is
// kept out.
Result<std::optional<FileLock>> lock_of(const Engine& engine, const Options& options) {
  if (options.state.empty())
    return std::optional<FileLock>();
  TRY_VOID(make_private_folder(options.state));
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(options.folder, error);
  const std::string which =
      engine.database.name() + "\n" + options.name_space + "\n" + folder.string();
  return FileLock::try_take(options.state / (sha256_hex(which).substr(0, 16) + ".lock"));
}

}  // namespace

IndexFolder::IndexFolder(Engine& engine, FolderOptions options)
    : options_(std::move(options)),
      engine_(stopped_by(engine, [this] { return stop_ && *stop_ && (*stop_)(); })) {}

IndexFolder::~IndexFolder() {
  if (indexer_)
    indexer_->save();
}

void IndexFolder::run(Moment now, const Stop& stop) {
  if (!std::exchange(yields_, true))
    lower_priority_of_this_thread();
  stop_ = &stop;
  if (indexer_)
    go_on(now);
  else
    begin(now);
  stop_ = nullptr;
}

void IndexFolder::wake() {
  const Lock lock(mutex_);
  if (watch_)
    watch_->wake();
}

void IndexFolder::tell(const Error& error) {
  if (!told_ && error.code != Code::unavailable)
    log::warn("indexing files failed: " + error.message);
  else if (!told_)
    log::info("files are not indexed now: " + error.message);
  told_ = true;
}

void IndexFolder::begin(Moment now) {
  next_ = now + options_.interval;
  auto lock = lock_of(engine_, options_.index);
  if (!lock)
    return tell(lock.error());
  if (!*lock && !options_.index.state.empty())
    return;
  if (const auto made = make_private_folder(options_.index.folder); !made)
    tell(made.error());
  auto indexer = Indexer::open(engine_, options_.index);
  if (!indexer)
    return tell(indexer.error());
  if (const auto begun = indexer->begin(); !begun)
    return tell(begun.error());
  told_ = false;
  if (*lock)
    lock_.emplace(std::move(**lock));
  indexer_.emplace(std::move(*indexer));
  if (options_.watch)
    begin_watching();
  look(now);
  next_ = next_note_ = now;
  next_scan_ = now + options_.interval;
}

void IndexFolder::begin_watching() {
  auto watch = FolderWatch::open();
  if (!watch)
    return stop_watching(watch.error());
  const Lock lock(mutex_);
  watch_.emplace(std::move(*watch));
}

void IndexFolder::stop_watching(const Error& why) {
  log::warn(why.message + "; " + options_.index.folder.string() + " is looked at every " +
            std::to_string(options_.interval.count()) + " ms instead");
  const Lock lock(mutex_);
  watch_.reset();
}

void IndexFolder::watch_folder(const fs::path& folder) {
  if (!watch_)
    return;
  if (watch_->size() >= max_watches)
    return stop_watching(unavailable(
        "there are more than " + std::to_string(max_watches) + " folders to watch", ""));
  if (const auto added = watch_->add(folder, options_.index.follow_links); !added)
    stop_watching(added.error());
}

// Watches are asked for before a folder is read, so nothing is missed between.
void IndexFolder::look(Moment now) {
  const auto scanned =
      indexer_->scan(now, "", [&](const fs::path& folder) { watch_folder(folder); });
  if (!scanned && !told_look_)
    log::info("files are not indexed now: " + scanned.error().message);
  told_look_ = !scanned;
}

void IndexFolder::take(const FolderChanges& changes, Moment now) {
  for (const FolderChange& each : changes.changes) {
    if (each.is_folder && each.gone && watch_)
      watch_->remove(each.path);
    indexer_->note(each.path, each.is_folder, each.gone, now,
                   [&](const fs::path& folder) { watch_folder(folder); });
  }
  if (changes.lost)
    look(now);
}

milliseconds IndexFolder::pause(Moment now, milliseconds took) const {
  const auto due = indexer_->next_due();
  // Half of the time at most is spent on files.
  if (due && *due <= now)
    return std::min(took, longest_pause);
  milliseconds rest = due ? until(*due, now) : milliseconds(longest_rest);
  if (indexer_->scan_wanted() || !watch_)
    rest = std::min(rest, until(next_scan_, now));
  return rest;
}

void IndexFolder::go_on(Moment now) {
  take(std::exchange(changes_, {}), now);
  const auto began = steady_clock::now();
  if (const auto done = indexer_->step(now); !done && done.error().code != Code::unavailable)
    log::warn("indexing files failed: " + done.error().message);
  const auto due = indexer_->next_due();
  if (!due || *due > now || now >= next_note_) {
    indexer_->save();
    next_note_ = now + between_notes;
  }
  next_ = now;
  const bool overflow = indexer_->scan_wanted() && (!due || now >= next_scan_);
  if (overflow || (!watch_ && now >= next_scan_)) {
    look(now);
    next_scan_ = now + (watch_ ? milliseconds(between_scans) : options_.interval);
    return;
  }
  const auto took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - began);
  const milliseconds rest = pause(now, took);
  if (!watch_) {
    next_ = now + took + rest;
    return;
  }
  if ((*stop_)())
    return;
  auto changes = watch_->wait(rest);
  if (!changes)
    return stop_watching(changes.error());
  changes_ = std::move(*changes);
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
    // Files that are written all the time wait for the next time.
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

}  // namespace aim::jobs::index
