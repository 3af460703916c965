#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <system_error>

#include "app/commands.h"
#include "app/database_keys.h"
#include "app/profiles.h"
#include "app/put_aside.h"
#include "app/wire.h"
#include "base/append.h"
#include "base/file.h"
#include "base/numbers.h"
#include "base/platform/system.h"
#include "base/quoting.h"
#include "base/utf8.h"
#include "cli/checkup.h"
#include "cli/command.h"
#include "cli/run.h"
#include "config/config.h"
#include "embed/encoder.h"
#include "embed/static_table.h"
#include "engine/projects.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "model/catalog.h"
#include "model/library.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/project.h"
#include "op/project_names.h"
#include "op/stored_secrets.h"
#include "store/maintenance.h"
#include "store/postgres/postgres_store.h"

namespace aim::app {
namespace {

constexpr std::uintmax_t least_room = std::uintmax_t{64} * 1024 * 1024;

// Looks at a folder that may not be there yet; empty: it can be written.
std::string why_not_writable(fs::path folder) {
  if (folder.empty())
    return "no place is known: HOME is not set";
  std::error_code error;
  while (!fs::exists(folder, error) && !error && folder.has_relative_path())
    folder = folder.parent_path();
  if (error)
    return error.message();
  if (!fs::is_directory(folder, error))
    return folder.string() + " is no folder";
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    return std::error_code(errno, std::generic_category()).message();
  return {};
}

std::string path_of(const fs::path& path) {
  return path.string();
}

class Doctor {
 public:
  explicit Doctor(const Start& start)
      : invocation_(start.invocation),
        words_(invocation_.database),
        clock_(start.clock),
        fix_(invocation_.flag("fix")) {}

  cli::Checkup examine() {
    const Config config = check_config();
    check_model(config);
    check_private("identity", {identity_file()}, 0600);
    check_key("llm key", config.llm_key_file);
    check_key("embedding key", config.embedding_key_file);
    check_clients(report_);
    check_profiles(config);
    report_.good("stores", stores_line());
    if (this_system == System::macos)
      report_.warn("system",
                   "this program was compiled and linked for macOS, but not yet run there by those "
                   "who make it: report what does not work");
    const auto address = database_of(invocation_, config);
    if (!address) {
      report_.bad("database", cli::sentence(address.error(), words_));
      return std::move(report_);
    }
    const auto store = make_store(*address, config, clock_);
    check_store(store->maintenance());
    if (store->exists() && store->maintenance().is_current())
      check_projects(*store, config);
    if (invocation_.flag("secrets") && store->exists())
      check_secrets(*store, config);
    check_hooks(config, *store);
    if (!is_server_address(*address)) {
      check_room(*address);
      if (const auto salt = store::sqlite::salt_of_file(*address))
        check_key_sources(sources_of_key(config, *salt));
    }
    return std::move(report_);
  }

 private:
  Config check_config() {
    auto config = load_config();
    const fs::path path = config_path();
    if (!config)
      report_.bad("configuration", cli::sentence(config.error()));
    else if (path.empty() || !path_exists(path))
      report_.good("configuration", "no " + path_of(path) + ": defaults apply");
    else
      report_.good("configuration", path_of(path));
    return config.value_or(Config{});
  }

  // Without a model everything works, only by words; so nothing here is worse than a warning.
  void check_model(const Config& config) {
    if (const auto service = embedding_client(config, clock_))
      return check_service(*service);
    const auto used = model_of(config);
    if (!used)
      return report_.warn("model", cli::sentence(used.error()));
    const std::string& wanted = config.embedding_model;
    if (!*used && wanted != model::automatic && wanted != model::none)
      return report_.warn("model",
                          wanted + " is configured but not installed; see: ai-memory model list");
    if (!*used)
      return report_.good("model",
                          "none; recall by meaning works better with one: ai-memory model get " +
                              std::string(model::usual_model));
    const auto info = embed::info_of(**used);
    if (!info)
      return report_.warn("model", cli::sentence(info.error()));
    if (const auto model = embed::LocalModel::open(**used))
      if (const auto sound = model::verify_once(**used, **model); !sound)
        return report_.warn("model", cli::sentence(sound.error()));
    report_.good("model", info->identity.model + ", " + std::to_string(info->identity.dimension) +
                              " dimensions");
  }

  // A namespace of two remotes shows each of them what the other stores.
  void check_projects(store::Store& store, const Config& config) {
    engine::TouchQueue touches;
    engine::Embeddings embeddings(nullptr, {});
    Engine engine{store::Access(store), clock_, engine_options(config), touches, embeddings};
    const auto shared = engine::shared_name_spaces(engine);
    if (!shared)
      return;
    for (const auto& [name_space, keys] : *shared)
      report_.warn("projects", "the namespace " + utf8::excerpt(name_space, 128) +
                                   " belongs to several remotes: " +
                                   utf8::excerpt(join_texts(keys, ", "), 400));
    const ProjectIdentity project = op::current_project();
    op::Caller caller;
    caller.commands = caller.words = &words_;
    caller.project = &project;
    op::settle_project(engine, caller);
    if (const std::string notice = op::project_notice(engine, caller); !notice.empty())
      report_.warn("projects", notice);
    else if (shared->empty())
      report_.good("projects", name_of_here(engine, project, caller.name_space));
  }

  static std::string name_of_here(Engine& engine, const ProjectIdentity& project,
                                  const std::string& name_space) {
    const std::string line = "this folder's namespace is " + utf8::excerpt(name_space, 128);
    const auto heir = engine::heir_of_short_name(engine, project);
    if (!heir || heir->empty())
      return line;
    return line + "; \"" + utf8::excerpt(project.short_name, 128) +
           "\", which earlier versions used for both, belongs to " + utf8::excerpt(*heir, 200);
  }

  void check_service(llm::EmbeddingClient& service) {
    const llm::State state = service.state();
    const std::string where = state.model + " by " + state.backend + " at " + state.address;
    if (!state.usable)
      return report_.warn("model", where + ": " + state.why);
    const std::size_t dimension = service.known_dimension();
    report_.good("model",
                 where + (dimension > 0 ? ", " + std::to_string(dimension) + " dimensions" : "") +
                     "; every memory and question is sent there");
  }

  // Others reading along is a warning: it may be wanted, and nothing is broken.
  void check_private(const std::string& name, const std::vector<fs::path>& paths, mode_t wanted) {
    std::string good;
    for (const fs::path& path : paths) {
      struct stat status {};
      if (::stat(path.c_str(), &status) != 0)
        continue;
      const mode_t mode = status.st_mode & 0777;
      if ((mode & 077) == 0)
        good = good.empty() ? octal(mode) + ": only you can read it" : good;
      else if (fix_ && ::chmod(path.c_str(), wanted) == 0)
        good = "changed from " + octal(mode) + " to " + octal(wanted);
      else
        report_.warn(name,
                     octal(mode) +
                         ": other users of this machine can access it; change that with: chmod " +
                         octal(wanted).substr(1) + " " + path_of(path));
    }
    if (!good.empty())
      report_.good(name, std::move(good));
  }

  void check_profiles(const Config& config) {
    for (std::string& each : troubles_of_vector_memory(config))
      report_.warn("vector-memory", std::move(each));
    for (std::string& each : told_of_originals()) report_.good("other programs", std::move(each));
    for (const PrivatePlace& place : private_places_of_profiles(config))
      check_private(place.name, place.paths, place.is_folder ? 0700 : 0600);
  }

  // A person's own file: its mode is theirs to change.
  void check_key(const char* what, const std::string& path) {
    if (path.empty())
      return;
    std::error_code error;
    if (!fs::is_regular_file(path, error))
      return report_.warn(what, "there is no file " + path);
    if (std::string told = told_of_others(path); !told.empty())
      return report_.warn(what, std::move(told));
    report_.good(what, path + ": only you can read it");
  }

  void check_key_sources(const std::vector<std::string>& sources) {
    if (sources.empty())
      return report_.warn("encryption key", "the database is locked; unlock it: ai-memory unlock");
    report_.good("encryption key", join_texts(sources, ", "));
  }

  void check_store(store::Maintenance& store) {
    const auto found = store.diagnose({fix_, default_database_path().parent_path()});
    for (const store::Diagnosis& each : found.all) report(each);
    if (found.exists)
      check_dropped(store);
  }

  // Names what holds a secret, never the secret.
  void check_secrets(store::Store& store, const Config& config) {
    constexpr std::size_t max_shown = 100;
    engine::TouchQueue touches;
    engine::Embeddings embeddings =
        embeddings_of(config, tier_of(invocation_, config).value_or(config.tier), clock_);
    Engine engine{store::Access(store), clock_, engine_options(config), touches, embeddings};
    const auto looked = op::stored_secrets(engine, fix_);
    if (!looked)
      return report_.bad("secrets", cli::sentence(looked.error(), words_));
    if (looked->found.empty())
      return report_.good("secrets", "none found in memories, archive and transcripts");
    for (std::size_t i = 0; i < std::min(max_shown, looked->found.size()); ++i)
      report_.warn("secret", looked->found[i].where + ": " + looked->found[i].kinds);
    for (const std::string& each : looked->problems) report_.warn("secret", each);
    const std::string count = std::to_string(looked->found.size());
    if (!fix_)
      return report_.warn("secrets", count +
                                         " items hold secrets or private passages; take them "
                                         "out with: ai-memory doctor --secrets --fix");
    report_.mended();
    report_.good("secrets",
                 "taken out of " + std::to_string(looked->removed) + " of " + count +
                     " items, and of their history; earlier "
                     "backups and copies still hold them: change the secrets themselves");
  }

  void report(const store::Diagnosis& found) {
    using Level = store::Diagnosis::Level;
    std::string detail = found.error ? cli::sentence(*found.error, words_) : found.detail;
    if (found.remedy)
      detail += "; " + op::said(*found.remedy, &words_, &words_);
    if (found.level == Level::warning)
      return report_.warn(found.check, std::move(detail));
    if (found.level == Level::bad)
      return report_.bad(found.check, std::move(detail));
    if (found.level == Level::repaired)
      report_.mended();
    report_.good(found.check, std::move(detail));
  }

  void check_dropped(const store::Maintenance& store) {
    tell_dropped(store, "touches", "uses", " uses were not recorded",
                 "; only their counts are missing");
    tell_dropped(store, "events", "events", " events of the capture nag were not recorded", "");
  }
  void tell_dropped(const store::Maintenance& store, const char* what, const char* name,
                    const char* lost, const char* rest) {
    if (const auto count = store.dropped(what); count > 0)
      report_.good(
          name, std::to_string(count) + lost + " because another process held the database" + rest);
  }

  // Where hooks keep what a database does not take at once, and the states of sessions.
  void check_hooks(const Config& config, store::Store& store) {
    const fs::path state = default_state_folder();
    if (const std::string why = why_not_writable(state); !why.empty())
      return report_.bad("hooks", path_of(state) + ": " + why +
                                      "; hooks of assistants can keep nothing there, and what the "
                                      "database does not take at once is lost");
    const std::int64_t taken = take_in(config, store),
                       waiting = op::HookSpool::count_waiting(spool_folder()),
                       lost = op::HookSpool::count_lost(spool_folder()) +
                              store.maintenance().dropped(lost_hook_events);
    if (taken > 0)
      report_.good("hooks", std::to_string(taken) +
                                " events that had waited for the database were "
                                "taken in");
    if (waiting > 0)
      report_.warn("hooks", std::to_string(waiting) + " events wait in " + path_of(spool_folder()) +
                                "; the next hook or server of their database takes them in");
    if (lost > 0)
      report_.warn("hooks", std::to_string(lost) + " events could not be kept; " +
                                path_of(state / "hooks.log") + " says why");
    if (taken + waiting + lost == 0)
      report_.good("hooks", "nothing waits, and nothing was lost");
  }

  std::int64_t take_in(const Config& config, store::Store& store) {
    constexpr std::chrono::seconds lock_wait(2);
    if (!store.exists() || !store.maintenance().is_current())
      return 0;
    const auto end = std::chrono::steady_clock::now() + lock_wait;
    engine::TouchQueue touches;
    engine::Embeddings embeddings(&embed::StaticEmbedder::builtin(), {});
    Engine engine{store::Access(store, [end] { return std::chrono::steady_clock::now() >= end; }),
                  clock_, engine_options(config), touches, embeddings};
    return take_in_put_aside(engine, config).kept;
  }

  void check_room(const fs::path& file) {
    fs::path folder = file.parent_path();
    std::error_code error;
    while (!folder.empty() && !fs::exists(folder, error) && folder.has_relative_path())
      folder = folder.parent_path();
    const auto space = fs::space(folder.empty() ? fs::path(".") : folder, error);
    if (error)
      return report_.warn("disk", "the free space is unknown: " + error.message());
    if (space.available < least_room)
      return report_.bad("disk",
                         "only " + mebibytes(space.available) + " are free; free some space");
    report_.good("disk", mebibytes(space.available) + " are free");
  }

  const cli::Invocation& invocation_;
  const cli::CommandWords words_;
  const Clock& clock_;
  bool fix_;
  cli::Checkup report_;
};

}  // namespace

Result<int> doctor(const Start& start) {
  const cli::Checkup report = Doctor(start).examine();
  start.print(start.invocation.json ? report.json() : report.text(start.colour));
  return report.is_good() ? cli::exit_done : cli::exit_failed;
}

}  // namespace aim::app
