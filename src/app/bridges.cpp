#include <chrono>
#include <filesystem>
#include <system_error>

#include "app/background.h"
#include "app/wire.h"
#include "base/environment.h"
#include "base/log.h"
#include "base/numbers.h"
#include "base/utf8.h"
#include "bridge/book.h"
#include "bridge/kinds.h"
#include "bridge/sync.h"
#include "cli/run.h"
#include "config/config.h"
#include "engine/projects.h"
#include "op/project.h"
#include "store/maintenance.h"

namespace aim::app {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using bridge::Book;
using bridge::Bridge;
using bridge::BridgeReport;

constexpr std::string_view role = "bridge";  // one process syncs at a time
constexpr auto time_of_hook = 20ms;

Book book_of(const Engine& engine) {
  return {default_state_folder(), engine.database.name()};
}

std::string with_count(std::int64_t count, std::string_view what) {
  return count == 0 ? std::string() : ", " + std::to_string(count) + " " + std::string(what);
}

std::string text_of(const BridgeReport& report) {
  std::string text = report.kind + ": " + utf8::visible(report.path) + " ↔ " +
                     utf8::visible(report.name_space) + ": " +
                     counted(report.facts, "fact", "facts");
  if (report.synced_at.empty())
    text += ", not synced yet";
  text += with_count(report.memories_added, "new memories");
  text += with_count(report.memories_changed, "memories changed");
  text += with_count(report.memories_removed, "memories removed");
  text += with_count(report.written, "written to files");
  text += with_count(report.removed, "removed from files");
  text += with_count(report.conflicts, "changed on both sides (ai-memory review)");
  text += "\n";
  for (const op::Problem& each : report.problems)
    text.append("  ")
        .append(utf8::visible(each.place))
        .append(": ")
        .append(utf8::visible(each.reason))
        .append("\n");
  return text;
}

class BridgeCommand {
 public:
  explicit BridgeCommand(OnDatabase& on)
      : on_(on), engine_(on.engine), book_(book_of(on.engine)), words_(on.start.invocation) {}

  Result<int> run() {
    const std::string_view name = words_.command->name;
    if (name == "bridge list") {
      TRY_VOID(book_.load());
      for (const Bridge& each : book_.bridges) reports_.push_back(bridge::report_of(each));
      return show();
    }
    TRY_VOID(look_at_words(name != "bridge sync"));
    if (name != "bridge add" && !book_.exists())
      return show();
    TRY_VOID(engine_.database.ensure_open());
    const auto held = TRY(wait_for_role(engine_, role, "syncs bridges"));
    TRY_VOID(book_.load());
    if (name == "bridge add")
      TRY_VOID(add());
    if (name == "bridge remove")
      TRY_VOID(remove());
    else
      TRY_VOID(sync());
    return show();
  }

 private:
  Result<void> look_at_words(bool needed) {
    const std::string* given = words_.text("project");
    std::error_code error;
    fs::path folder = given ? fs::path(*given) : op::project_of_environment();
    if (folder.empty())
      folder = fs::current_path(error);
    folder = fs::weakly_canonical(fs::absolute(folder, error), error);
    const op::ProjectBounds bounds = op::usual_bounds();
    identity_ = op::project_of(folder);
    root_ = bridge::root_of(folder, bounds.home);
    for (const std::string& each : words_.texts("kind")) {
      const bridge::BridgeKind* kind = bridge::find_kind(each);
      if (!kind)
        return Failure(
            refuse("kind", "must be one of " + bridge::kind_names() + "; got \"" + each + "\""));
      kinds_.push_back(kind);
    }
    if (needed && kinds_.empty())
      return Failure(refuse("kind", "must be one of " + bridge::kind_names()));
    if (needed && !identity_)
      return Failure(refuse("--project", "must be the folder of a project: " + folder.string() +
                                             " belongs to no project"));
    return {};
  }

  bool is_meant(const Bridge& each) const {
    const bool is_here = each.project == root_.string();
    const bool is_kind = kinds_.empty() || std::ranges::any_of(kinds_, [&](const auto* kind) {
                           return kind->name == each.kind;
                         });
    return is_kind && (is_here || (kinds_.empty() && !words_.text("project")));
  }

  Result<void> add() {
    const std::string name_space =
        TRY(engine::name_space_of(engine_, identity_, !words_.flag("dry_run")));
    for (const bridge::BridgeKind* kind : kinds_) {
      fs::path path = bridge::path_of(*kind, root_, identity_.folder, environment);
      if (const std::string* at = words_.text("at")) {
        std::error_code error;
        path = fs::absolute(*at, error);
      }
      if (path.empty())
        return Failure(unavailable(
            "the folder of " + std::string(kind->name) + " is not known: HOME is not set",
            "set HOME, or name the folder with --at"));
      std::error_code error;
      const fs::path target = fs::weakly_canonical(path, error);
      const auto same = std::ranges::find_if(book_.bridges, [&](const Bridge& each) {
        return fs::weakly_canonical(each.path, error) == target;
      });
      if (same == book_.bridges.end())
        book_.bridges.push_back(
            {std::string(kind->name), target.string(), root_.string(), name_space});
      else if (same->name_space != name_space || same->kind != kind->name)
        return Failure(conflict(target.string() + " has a bridge already: " + same->kind +
                                " to the namespace " + same->name_space));
    }
    return words_.flag("dry_run") ? Result<void>() : book_.save();
  }

  Result<void> sync() {
    const bool dry_run = words_.flag("dry_run");
    // A fact that one bridge brings may go on to another.
    for (int round = 0; round < 2; ++round)
      for (Bridge& each : book_.bridges) {
        if (!is_meant(each) || (round > 0 && (dry_run || !TRY(has_changed(engine_, each)))))
          continue;
        auto report = bridge::sync_bridge(engine_, each, dry_run);
        if (!dry_run)
          TRY_VOID(book_.save());
        add_report(TRY(std::move(report)));
      }
    return {};
  }

  void add_report(BridgeReport report) {
    const auto same = std::ranges::find_if(
        reports_, [&](const BridgeReport& each) { return each.path == report.path; });
    if (same == reports_.end()) {
      reports_.push_back(std::move(report));
      return;
    }
    report.memories_added += same->memories_added;
    report.memories_changed += same->memories_changed;
    report.memories_removed += same->memories_removed;
    report.written += same->written;
    report.removed += same->removed;
    report.conflicts += same->conflicts;
    *same = std::move(report);
  }

  Result<void> remove() {
    for (auto each = book_.bridges.begin(); each != book_.bridges.end();) {
      if (!is_meant(*each)) {
        ++each;
        continue;
      }
      reports_.push_back(TRY(bridge::take_down(engine_, *each)));
      each = book_.bridges.erase(each);
      TRY_VOID(book_.save());
    }
    return {};
  }

  int show() {
    if (words_.json)
      return on_.start.print(bridge::json_text(reports_));
    std::string text;
    for (const BridgeReport& each : reports_) text += text_of(each);
    if (reports_.empty())
      text = "no bridges; to make one: ai-memory bridge add claude-code\n";
    return on_.start.print(text);
  }

  OnDatabase& on_;
  Engine& engine_;
  Book book_;
  const cli::Invocation& words_;
  ProjectIdentity identity_;
  fs::path root_;
  std::vector<const bridge::BridgeKind*> kinds_;
  std::vector<BridgeReport> reports_;
};

// A server tries again every few seconds; its log says the same once.
void warn_once(const std::string& sentence) {
  static std::string last;  // one thread syncs
  if (std::exchange(last, sentence) != sentence)
    log::warn(sentence);
}

// Syncs the bridges of a namespace, or all. False: something is left to do.
Result<bool> sync_changed(Engine& engine, Book& book, const std::string* name_space) {
  const auto held = TRY(engine.database.maintenance().try_take(role));
  if (!held)
    return true;
  TRY_VOID(book.load());
  for (Bridge& each : book.bridges) {
    if (name_space && each.name_space != *name_space)
      continue;
    const auto changed = bridge::has_changed(engine, each);
    if (changed && !*changed)
      continue;
    const auto synced = changed ? bridge::sync_bridge(engine, each, false)
                                : Result<BridgeReport>(Failure(changed.error()));
    TRY_VOID(book.save());
    if (!synced && engine.database.stop() && engine.database.stop()())
      return false;
    if (!synced)
      warn_once("the bridge to " + each.path + " was not synced: " + synced.error().message);
  }
  return true;
}

}  // namespace

Result<int> run_bridge(OnDatabase& on) {
  return BridgeCommand(on).run();
}

bool sync_changed_bridges(Engine& engine) {
  Book book = book_of(engine);
  if (!book.exists() || !engine.database.exists())
    return false;
  if (const auto done = sync_changed(engine, book, nullptr); !done)
    warn_once("bridges were not synced: " + done.error().message);
  return true;
}

void sync_bridges_briefly(const Engine& engine, const std::string& name_space) {
  Book book = book_of(engine);
  if (name_space.empty() || !book.exists() || !engine.database.exists())
    return;
  const auto end = std::chrono::steady_clock::now() + time_of_hook;
  Engine brief = stopped_by(engine, [end] { return std::chrono::steady_clock::now() >= end; });
  const auto done = sync_changed(brief, book, &name_space);
  if (done && *done)
    return;
  start_apart({"bridge", "sync"}, engine.database.name(), "bridges were not synced");
}

std::vector<mine::FoundPlace> without_bridged(std::vector<mine::FoundPlace> places,
                                              const Engine& engine) {
  Book book = book_of(engine);
  if (!book.load())
    return places;
  std::erase_if(places, [&](const mine::FoundPlace& place) {
    return place.store && std::ranges::any_of(book.bridges, [&](const Bridge& each) {
             return each.path == place.path.string() ||
                    each.path == place.path.parent_path().string();
           });
  });
  return places;
}

}  // namespace aim::app
