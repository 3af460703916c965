// The task of servers that takes in new sessions of followed places, and syncs bridges.
#include <filesystem>

#include "app/background.h"
#include "base/environment.h"
#include "base/folder_watch.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/numbers.h"
#include "base/platform/system.h"
#include "config/config.h"
#include "op/adopt.h"
#include "store/maintenance.h"

namespace aim::app {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using jobs::Moment;
using jobs::Stop;

constexpr std::string_view role = "adopt", watch_role = "adopt-watch";
constexpr std::size_t max_watches = 8'192;  // folders
// While another server follows, or nothing is followed.
constexpr std::chrono::milliseconds between_tries = 30s;
constexpr std::chrono::milliseconds between_bridges = 5s;  // two looks at what bridges keep
constexpr std::chrono::milliseconds longest_wait = 10min;

// Waits for the kernel to report changes, and for the files to rest; then looks at the places as
// `adopt` does. One process at a time.
class Follow final : public jobs::Task {
 public:
  Follow(Engine& engine, std::chrono::seconds rest)
      : engine_(stopped_by(engine, [this] { return stop_ && *stop_ && (*stop_)(); })),
        book_(default_state_folder(), engine.database.name()),
        rest_(rest) {}

  Moment due() const override { return next_; }

  void run(Moment now, const Stop& stop) override {
    if (!std::exchange(yields_, true))
      lower_priority_of_this_thread();
    stop_ = &stop;
    if (const auto done = step(now); !done && !stop())
      log::warn("new sessions were not taken in: " + done.error().message);
    stop_ = nullptr;
  }

  void wake() override {
    const Lock lock(mutex_);
    if (watch_)
      watch_->wake();
  }

 private:
  Result<void> step(Moment now) {
    has_bridges_ = sync_changed_bridges(engine_);
    next_ = now + (has_bridges_ ? between_bridges : between_tries);
    if (book_.saved_at() == 0 || !engine_.database.exists())
      return {};
    if (!watching_)
      watching_ = TRY(engine_.database.maintenance().try_take(watch_role));
    if (!watching_)
      return {};
    if (!watch_)
      due_ = now;
    if (due_ && *due_ <= now) {
      due_.reset();
      TRY_VOID(take_in(now));
    }
    return watch_ ? wait(now) : Result<void>();
  }

  Result<void> take_in(Moment now) {
    const auto held = TRY(engine_.database.maintenance().try_take(role));
    if (!held) {
      due_ = now + between_tries;
      return {};
    }
    book_.load();
    if (book_.followed.empty())
      return {};
    const op::AdoptRequest request{
        without_bridged(mine::find_places(environment, book_.followed), engine_), false, rest_};
    TRY_VOID(watch(request.places));
    op::Caller nobody;
    const auto report = TRY(op::adopt_places(engine_, request, book_, nobody));
    std::int64_t turns = 0, memories = 0;
    for (const op::AdoptedPlace& each : report.places) {
      turns += each.turns;
      memories += each.memories + each.memories_updated;
    }
    if (turns + memories > 0)
      log::info("took in " + counted(turns, "turn", "turns") + " and " +
                counted(memories, "memory", "memories") + " of followed sessions");
    if (has_unrested(request.places))
      due_ = now + rest_;
    return {};
  }

  bool has_unrested(const std::vector<mine::FoundPlace>& places) const {
    return std::any_of(places.begin(), places.end(), [&](const mine::FoundPlace& place) {
      return std::any_of(place.files.begin(), place.files.end(),
                         [&](const mine::PlaceFile& file) { return !book_.knows(file); });
    });
  }

  Result<void> watch(const std::vector<mine::FoundPlace>& places) {
    std::set<fs::path> folders;
    for (const mine::FoundPlace& place : places) {
      std::error_code error;
      folders.insert(fs::is_directory(place.path, error) ? place.path : place.path.parent_path());
      for (const mine::PlaceFile& file : place.files) folders.insert(file.path.parent_path());
    }
    if (!watch_) {
      auto opened = TRY(FolderWatch::open());
      const Lock lock(mutex_);
      watch_.emplace(std::move(opened));
    }
    for (const fs::path& folder : folders)
      if (watch_->size() < max_watches)
        TRY_VOID(watch_->add(folder));
    return {};
  }

  // A look comes when files have rested; one that is written all the time puts it off no further.
  Result<void> wait(Moment now) {
    next_ = now;
    if ((*stop_)())
      return {};
    auto timeout = has_bridges_ ? between_bridges : longest_wait;
    if (due_)
      timeout = std::clamp(std::chrono::ceil<std::chrono::milliseconds>(*due_ - now), 0ms, timeout);
    const FolderChanges changes = TRY(watch_->wait(timeout));
    if (changes.woken)
      return {};
    for (const FolderChange& each : changes.changes)
      if (each.is_folder && !each.gone && watch_->size() < max_watches)
        TRY_VOID(watch_->add(each.path));
    if ((changes.lost || !changes.changes.empty()) && !due_)
      due_ = std::chrono::steady_clock::now() + rest_ + 1s;
    return {};
  }

  const Stop* stop_ = nullptr;  // while it is at work
  Engine engine_;
  op::AdoptBook book_;
  const std::chrono::seconds rest_;
  bool yields_ = false, has_bridges_ = false;
  std::shared_ptr<void> watching_;
  Moment next_{};
  std::optional<Moment> due_;  // when the places are looked at next

  Mutex mutex_;                       // wake() comes from another thread
  std::optional<FolderWatch> watch_;  // made under the lock
};

}  // namespace

std::unique_ptr<jobs::ThreadRunner> following_of(Engine& engine, const Config& config) {
  auto runner = std::make_unique<jobs::ThreadRunner>();
  runner->add(std::make_unique<Follow>(engine, std::chrono::seconds(config.adopt_rest_secs)));
  return runner;
}

}  // namespace aim::app
