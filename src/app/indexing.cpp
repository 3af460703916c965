#include "app/background.h"
#include "app/profiles.h"
#include "app/stop_signals.h"
#include "jobs/index/index_folder.h"
#include "memory/rules.h"
#include "profile/daily_log.h"

namespace aim::app {
namespace {

namespace fs = std::filesystem;

// "notes": our own lines are left out; "none": the whole daily log.
std::function<bool(std::string_view, std::string_view)> left_out(const std::string& of_log) {
  if (of_log == "all")
    return {};
  return [none = of_log == "none"](std::string_view path, std::string_view line) {
    return none ? profile::is_daily_log(path) : profile::is_own_log_line(path, line);
  };
}

jobs::index::FolderOptions options_of(const Config& config, const fs::path& folder) {
  constexpr double interval_ms = 5'000;
  jobs::index::FolderOptions options;
  options.index.folder = folder;
  options.index.name_space = config.mudpuppy_namespace;
  options.index.max_file_bytes = static_cast<std::size_t>(config.mudpuppy_max_file_bytes);
  options.index.follow_links = config.mudpuppy_follow_links;
  options.index.debounce = std::chrono::milliseconds(config.mudpuppy_index_debounce_ms);
  options.index.secrets_removed = config.secrets_remove;
  options.index.leaves_out = left_out(config.mudpuppy_index_daily_log);
  if (const auto state = default_state_folder(); !state.empty())
    options.index.state = state / "index";
  options.watch = config.mudpuppy_index_watch;
  options.interval = std::chrono::milliseconds(
      static_cast<std::int64_t>(config.mudpuppy_index_interval_ms.value_or(interval_ms)));
  return options;
}

fs::path workspace(const Config& config) {
  const auto home = mudpuppy_home(config);
  return home.empty() ? home : home / "workspace";
}

std::string shown(const jobs::index::Figures& figures, bool dry_run, bool as_json) {
  const std::pair<const char*, std::int64_t> parts[] = {
      {"files", figures.files},
      {"entries", figures.entries},
      {"added", figures.added},
      {"changed", figures.changed},
      {"renamed", figures.renamed},
      {"removed", figures.removed},
      {"unchanged", figures.unchanged},
      {"too_large", figures.too_large},
      {"no_text", figures.no_text},
      {"empty", figures.empty},
      {"secrets_removed", figures.secrets_removed}};
  if (!as_json) {
    std::string line = dry_run ? "would be:" : "indexed:";
    for (const auto& [name, count] : parts)
      if (count > 0 || std::string_view(name) == "files")
        line.append(line.ends_with(':') ? " " : ", ")
            .append(std::to_string(count) + " ")
            .append(name);
    std::replace(line.begin(), line.end(), '_', ' ');
    return line + "\n";
  }
  std::string reply = "{";
  for (const auto& [name, count] : parts)
    reply.append("\"").append(name).append("\":" + std::to_string(count) + ",");
  return reply + "\"dry_run\":" + (dry_run ? "true" : "false") + "}\n";
}

}  // namespace

std::unique_ptr<jobs::ThreadRunner> indexing_of(Engine& engine, const mcp::Surface& surface,
                                                const Config& config) {
  const auto folder = workspace(config);
  if (!surface.indexes_files || folder.empty() || !config.mudpuppy_auto_index.value_or(true))
    return nullptr;
  auto runner = std::make_unique<jobs::ThreadRunner>();
  runner->add(std::make_unique<jobs::index::IndexFolder>(engine, options_of(config, folder)));
  return runner;
}

Result<Config> with_mudpuppy(const Config& config) {
  const auto all = profile::profiles();
  const auto own = std::ranges::find(all, true, &profile::Profile::keeps_entries);
  return under_profile(config, *own);
}

Result<int> run_index(OnDatabase& on) {
  const cli::Invocation& invocation = on.start.invocation;
  const std::string* named = invocation.text("folder");
  const fs::path folder = named ? fs::path(*named) : workspace(on.config);
  if (folder.empty())
    return Failure(refuse("FOLDER", "must be given: no home folder is known"));
  auto options = options_of(on.config, folder);
  if (const std::string* space = invocation.text("namespace")) {
    TRY_VOID(check(rule::name_space, "--namespace", *space));
    options.index.name_space = *space;
  }
  options.index.dry_run = invocation.flag("dry_run");
  const bool watch = invocation.flag("watch");
  std::optional<StopSignals> signals;
  if (watch)
    signals.emplace();
  const auto done = jobs::index::index_once(on.engine, options.index);
  if (!done && !(watch && done.error().code == Code::unavailable)) {
    Error error = done.error();
    error.field.clear();  // it is told in the words of the index
    return Failure(std::move(error));
  }
  if (done)
    on.start.print(shown(*done, options.index.dry_run, invocation.json));
  if (!watch || options.index.dry_run)
    return cli::exit_done;
  jobs::ThreadRunner runner;
  runner.add(std::make_unique<jobs::index::IndexFolder>(on.engine, options));
  runner.start();
  signals->wait();
  return cli::exit_done;
}

}  // namespace aim::app
