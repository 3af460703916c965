#include <filesystem>

#include "app/background.h"
#include "app/wire.h"
#include "base/folder_watch.h"
#include "base/log.h"
#include "base/mutex.h"
#include "engine/folder_sync/folder_sync.h"
#include "store/maintenance.h"

namespace aim::app {
namespace {

using namespace std::chrono_literals;
using jobs::Moment;
using jobs::Stop;

constexpr std::string_view watch_role = "folder-watch";
constexpr auto between_tries = 30s;  // while another server does it, or no folder is shared
constexpr auto between_looks = 5s;   // at what changed here
constexpr auto rest = 300ms;         // files that come together are read together
constexpr auto longest = 5min;       // some folders tell nobody of changes

class Share final : public jobs::Task {
 public:
  explicit Share(Engine& engine)
      : engine_(stopped_by(engine, [this] { return stop_ && *stop_ && (*stop_)(); })) {}

  Moment due() const override { return next_; }

  void run(Moment now, const Stop& stop) override {
    stop_ = &stop;
    next_ = now + between_tries;
    if (const auto done = step(now); !done && !stop()) {
      if (told_ != done.error().message)
        log::warn("the folder was not synced: " + done.error().message);
      told_ = done.error().message;
    }
    stop_ = nullptr;
  }

  void wake() override {
    const Lock lock(mutex_);
    if (watch_)
      watch_->wake();
  }

 private:
  Result<void> step(Moment now) {
    const std::string path = TRY(engine::shared_folder(engine_));
    if (path.empty()) {
      watching_.reset();
      return {};
    }
    if (!watching_)
      watching_ = TRY(engine_.database.maintenance().try_take(watch_role));
    if (!watching_)
      return {};
    TRY_VOID(watch(path));
    const bool changed = TRY(wait());
    if (!changed && synced_ && now - *synced_ < longest && !TRY(engine::changes_wait(engine_))) {
      next_ = now;
      return {};
    }
    sync::DiskFolder folder(path);
    const auto report = TRY(engine::sync_shared_folder(engine_, folder));
    synced_ = std::chrono::steady_clock::now();
    next_ = *synced_;
    told_.clear();
    if (report.added + report.changed + report.removed > 0)
      log::info("the folder brought " + std::to_string(report.added) + " new memories, " +
                std::to_string(report.changed) + " changes, " + std::to_string(report.removed) +
                " deletions");
    return {};
  }

  Result<void> watch(const std::string& path) {
    if (!watch_) {
      auto opened = TRY(FolderWatch::open());
      const Lock lock(mutex_);
      watch_.emplace(std::move(opened));
    }
    return watch_->add(path, true);
  }

  // Whether files came; those that follow soon come along.
  Result<bool> wait() {
    if (!synced_)
      return true;
    bool any = false;
    for (std::chrono::milliseconds time = between_looks;; time = rest) {
      const FolderChanges changes = TRY(watch_->wait(time));
      if (changes.woken || (!changes.lost && changes.changes.empty()))
        return any;
      any = true;
    }
  }

  const Stop* stop_ = nullptr;  // while it is at work
  Engine engine_;
  std::shared_ptr<void> watching_;
  Moment next_{};
  std::optional<Moment> synced_;
  std::string told_;  // the error that was logged last

  Mutex mutex_;                       // wake() comes from another thread
  std::optional<FolderWatch> watch_;  // made under the lock
};

}  // namespace

std::unique_ptr<jobs::ThreadRunner> sharing_of(Engine& engine) {
  auto runner = std::make_unique<jobs::ThreadRunner>();
  runner->add(std::make_unique<Share>(engine));
  return runner;
}

void share_later(Engine& engine) {
  const auto path = engine::shared_folder(engine);
  if (!path || path->empty())
    return;
  start_apart({"sync-folder", "now"}, engine.database.name(), "the folder was not synced");
}

}  // namespace aim::app
