#include "app/profiles.h"

#include <cmath>
#include <filesystem>

#include "app/projects.h"
#include "app/wire.h"
#include "base/environment.h"
#include "base/file.h"
#include "base/log.h"
#include "cli/command.h"
#include "cli/run.h"
#include "config/vector_file.h"
#include "memory/rules.h"
#include "memory/score.h"
#include "model/library.h"
#include "op/two_stores/folder.h"
#include "profile/mudpuppy_file.h"
#include "profile/surfaces.h"

namespace aim::app {

std::filesystem::path mudpuppy_home(const Config& config) {
  std::filesystem::path home = config.mudpuppy_home;
  if (const std::string_view named = environment("MUDPUPPY_HOME"); !named.empty())
    home = expanded_path(named);
  else if (home.empty())
    home = expanded_path("~/.mudpuppy");
  return home.is_absolute() ? home : std::filesystem::path();
}

namespace {

// What its own file says stands behind our configuration.
Result<void> add_its_own(Config& config) {
  const auto home = mudpuppy_home(config);
  if (home.empty())
    return {};
  const auto said = TRY(profile::read_mudpuppy_file(home / "config.json"));
  if (!config.mudpuppy_vector_weight)
    config.mudpuppy_vector_weight = said.vector_weight;
  if (!config.mudpuppy_keyword_weight)
    config.mudpuppy_keyword_weight = said.keyword_weight;
  if (!config.mudpuppy_auto_index)
    config.mudpuppy_auto_index = said.auto_index;
  if (!config.mudpuppy_index_interval_ms)
    config.mudpuppy_index_interval_ms = said.index_interval_ms;
  if (said.no_model && config.embedding_model == "auto")
    config.embedding_model = "none";
  // One that is not on this machine is waited for: until then, what is here finds by meaning.
  if (config.embedding_backend == "local" && config.embedding_model == "auto" &&
      !said.model.empty() && model::Library(models_folder_of(config)).has(said.model))
    config.embedding_model = said.model;
  return {};
}

// The user's own store: VECTOR_MEMORY_DB_PATH, the configured one, or its place among the user's
// data.
struct UsersStore {
  std::filesystem::path file;
  std::string warning = {};  // what stands in its place; empty: nothing
};
UsersStore users_store(const Config& config) {
  std::string_view named = environment("VECTOR_MEMORY_DB_PATH");
  if (named.empty())
    named = config.vector_global_db;
  if (named == "core") {
    const std::string_view other = environment("AI_MEMORY_DB");
    return {!other.empty() ? expanded_path(other)
                           : database_path(config).value_or(std::filesystem::path())};
  }
  if (!named.empty())
    return {expanded_path(named)};
  if (vector_memory_folder().empty())
    return {};
  UsersStore store;
  store.file = op::project::beside_directory(vector_memory_folder() / "memories.db",
                                             "memories.ai-memory.db", store.warning);
  return store;
}

// Where the program of that name and the environment choose a model, they do it under other names.
Result<Config> of_vector_memory(const Config& given) {
  Config own = TRY(load_with_vector_file());
  own.tier = given.tier;
  if (const std::string_view model = environment("VECTOR_MEMORY_MODEL");
      !model.empty() && own.embedding_backend == "local")
    own.embedding_model = model.substr(model.find('/') == model.npos ? 0 : model.find('/') + 1);
  TRY_VOID(op::project::check_marker(own.vector_project_dir));
  own.db = users_store(own).file.string();
  return own;
}

Weights weights_of(const Config& config) {
  Weights weights;
  weights.similarity = config.vector_weight_similarity.value_or(weights.similarity);
  weights.recency = config.vector_weight_recency.value_or(weights.recency);
  weights.priority = config.vector_weight_priority.value_or(weights.priority);
  weights.usage = config.vector_weight_usage.value_or(weights.usage);
  weights.project_boost = config.vector_project_boost.value_or(weights.project_boost);
  weights.half_life_days = config.vector_half_life_days.value_or(weights.half_life_days);
  weights.floor = config.vector_similarity_floor.value_or(weights.floor);
  return weights;
}

std::string told_of(const Weights& weights) {
  const double sum = weights.similarity + weights.recency + weights.priority + weights.usage;
  return std::abs(sum - 1) <= 0.001 ? std::string()
                                    : "the weights of [vector_memory] add up to " +
                                          std::to_string(sum) + ": each is divided by that";
}

std::string told_of_limits(const Config& config) {
  if (config.vector_default_limit <= config.vector_max_limit)
    return {};
  return "default_limit is " + std::to_string(config.vector_default_limit) +
         ", above max_limit: " + std::to_string(config.vector_max_limit) + " is used";
}

// What is not where it was wanted.
std::vector<std::string> told_of_places(const Config& config, const op::project::Project& project) {
  std::vector<std::string> told{project.warning, users_store(config).warning};
  std::erase(told, std::string());
  return told;
}

profile::VectorMemory vector_memory_of(const Config& config, ProjectStore& project) {
  profile::VectorMemory settings;
  settings.project = [&project](bool with_store) {
    const Lock lock(project.mutex());
    if (!with_store)
      return profile::VectorProject{.folder_id = project.project().id,
                                    .folder = project.project().root.string(),
                                    .refused = {}};
    return profile::VectorProject{project.engine(), project.project().id, project.untrusted(),
                                  project.project().root.string(), project.refusal()};
  };
  settings.note_made = [&project] { project.note_made(); };
  // Where the configuration has a file for the log, that is used.
  if (config.log_file.empty() && (!config.vector_logs.empty() || !vector_memory_folder().empty()))
    settings.log = (config.vector_logs.empty() ? vector_memory_folder() / "logs"
                                               : std::filesystem::path(config.vector_logs)) /
                   "vector-memory.log";
  // One that is found later says in the program's log what is not in its place.
  if (project.may_come())
    settings.told_folders = [&project](const std::vector<std::string>& folders) {
      project.look_in(folders);
    };
  settings.max_limit = config.vector_max_limit;
  settings.default_limit = std::min(config.vector_default_limit, config.vector_max_limit);
  if (std::string told = told_of_limits(config); !told.empty())
    settings.told.push_back(std::move(told));
  const Weights weights = weights_of(config);
  settings.weights = normalised(weights);
  if (std::string told = told_of(weights); !told.empty()) {
    log::warn(told);
    settings.told.push_back(std::move(told));
  }
  for (std::string& each : told_of_places(config, project.project()))
    settings.told.push_back(std::move(each));
  // The program's log has them already.
  if (settings.log.empty())
    settings.told.clear();
  else  // what the parts below the tools have to say from now on, as of a store that is locked
    log::also_to([log = settings.log](log::Level level, std::string_view message) {
      if (level >= log::Level::warn)
        profile::write_vector_log(log, level == log::Level::error ? "ERROR" : "WARN", "program",
                                  "LOG", message);
    });
  settings.by_relevance = config.vector_ranking == name_of(Ranking::relevance);
  settings.check_duplicates = config.vector_dedup_auto_check;
  settings.duplicate_similarity =
      config.vector_dedup_threshold.value_or(settings.duplicate_similarity);
  settings.on_duplicate = value_of<op::two_stores::OnDuplicate>(config.vector_on_duplicate)
                              .value_or(settings.on_duplicate);
  return settings;
}

profile::Settings settings_of(const profile::Profile& profile, const Config& config,
                              ProjectStore& project) {
  profile::Settings settings;
  if (profile.two_stores)
    settings.vector_memory = vector_memory_of(config, project);
  settings.core_tools = config.profile_core_tools;
  // A user who has a database here has moved already.
  const auto own = database_path(config);
  if (own && !profile.exact && !path_exists(*own))
    settings.first_words = told_of_originals();
  const std::string& wanted = config.embedding_model;
  const auto used = model_of(config);
  if (!profile.exact && config.embedding_backend == "local" && wanted != model::automatic &&
      wanted != model::none && used && !*used)
    settings.first_words.push_back("the model " + wanted +
                                   " is configured but not installed: ai-memory model list");
  if (std::string told = told_of_limits(config); profile.two_stores && !told.empty())
    settings.first_words.push_back(std::move(told));
  if (profile.exact)
    settings.server_memory.file = server_memory_file();
  profile::MudpuppySettings& mudpuppy = settings.mudpuppy;
  mudpuppy.name_space = config.mudpuppy_namespace;
  mudpuppy.vector_weight = config.mudpuppy_vector_weight.value_or(mudpuppy.vector_weight);
  mudpuppy.keyword_weight = config.mudpuppy_keyword_weight.value_or(mudpuppy.keyword_weight);
  if (const auto home = mudpuppy_home(config); config.mudpuppy_daily_log && !home.empty())
    mudpuppy.log_folder = home / "workspace" / "memory";
  return settings;
}

}  // namespace

Result<const profile::Profile*> profile_of(const cli::Invocation& invocation, const Config& config,
                                           std::string_view program, std::string_view own) {
  profile::Choice choice;
  choice.flag = own;
  if (const std::string* flag = invocation.text("profile"))
    choice.flag = *flag;
  choice.program = program;
  choice.environment = environment("AI_MEMORY_PROFILE");
  choice.configured = config.profile_name;
  return profile::chosen_profile(choice);
}

Result<Config> under_profile(const Config& config, const profile::Profile& profile) {
  if (profile.two_stores) {
    Config own = TRY(of_vector_memory(config));
    if (const std::string warning = users_store(own).warning; !warning.empty())
      log::warn(warning);
    return own;
  }
  Config own = config;
  if (!profile.keeps_entries)
    return own;
  TRY_VOID(check(rule::name_space, "mudpuppy.namespace", config.mudpuppy_namespace));
  if (!config.mudpuppy_db.empty())
    own.db = config.mudpuppy_db;
  TRY_VOID(add_its_own(own));
  return own;
}

Result<std::string> database_of_profile(const cli::Invocation& invocation, const Config& config,
                                        const profile::Profile& profile) {
  if (profile.two_stores && !invocation.database && !config.db.empty())
    return config.db;
  return database_of(invocation, config);
}

std::vector<std::string> troubles_of_vector_memory(const Config& config) {
  if (!load_config())
    return {};  // said by who reads it
  const auto own = of_vector_memory(config);
  if (!own)
    return {cli::sentence(own.error())};
  const auto project =
      op::project::find_project(op::project::start_of(nullptr), own->vector_project_dir);
  auto told = told_of_places(*own, project);
  for (std::string each : {told_of(weights_of(*own)), told_of_limits(*own)})
    if (!each.empty())
      told.push_back(std::move(each));
  return told;
}

std::vector<PrivatePlace> private_places_of_profiles(const Config& config) {
  std::vector<PrivatePlace> places;
  // SQLite makes both files beside a database with the database's mode.
  const auto add_store = [&](const std::string& name, const std::filesystem::path& file) {
    places.push_back({name, {file}});
    for (const char* suffix : {"-wal", "-shm"})
      places.back().paths.push_back(std::filesystem::path(file) += suffix);
  };
  if (!config.mudpuppy_db.empty())
    add_store("mudpuppy store", expanded_path(config.mudpuppy_db));
  const auto own = load_config() ? of_vector_memory(config) : Result<Config>(config);
  if (!own)
    return places;  // said by troubles_of_vector_memory()
  if (const auto users = users_store(*own).file; !users.empty()) {
    add_store("user store", users);
    if (users.parent_path() == vector_memory_folder())
      places.push_back({"user folder", {users.parent_path()}, true});
  }
  const auto project =
      op::project::find_project(op::project::start_of(nullptr), own->vector_project_dir);
  if (!project.root.empty()) {
    places.push_back({"project folder", {project.store.parent_path()}, true});
    add_store("project store", project.store);
  }
  return places;
}

op::HookStores hook_stores(engine::two_stores::Stores stores, const ProjectStore& project,
                           const Config& config) {
  op::HookStores both{std::move(stores)};
  both.project = project.project().root;
  both.start_limit = config.vector_session_start_limit;
  both.half_life_days = config.vector_half_life_days.value_or(both.half_life_days);
  both.threshold = config.vector_similarity_threshold.value_or(both.threshold);
  both.trigger_threshold = config.vector_trigger_threshold.value_or(both.trigger_threshold);
  both.commands = &cli::command_words();
  both.names = profile::vector_names;
  return both;
}

bool notes_wait(ProjectStore& project) {
  const fs::path& root = project.project().root;
  return !root.empty() && !known_stores().is_dismissed(root) &&
         (!project.engine() || op::lacks_notes(*project.engine()));
}

std::unique_ptr<const mcp::Surface> surface_of(const profile::Profile& profile,
                                               const Config& config, ProjectStore& project,
                                               bool any_file) {
  if (!profile.make)
    return nullptr;
  profile::Settings settings = settings_of(profile, config, project);
  settings.vector_memory.any_file = any_file;
  return std::make_unique<const mcp::Surface>(profile::surface_of(profile, settings));
}

namespace {

struct Original {
  std::string_view folder, program;
};
constexpr std::array<Original, 3> originals{{{"~/.vector-memory", "vector-memory"},
                                             {"~/.mudpuppy/data", "mudpuppy"},
                                             {"~/.matrioshka-brain", "matrioshka-brain"}}};

bool holds_anything(const fs::path& folder) {
  std::error_code error;
  return fs::is_directory(folder, error) && !fs::is_empty(folder, error) && !error;
}

}  // namespace

std::vector<std::string> told_of_originals() {
  std::vector<std::string> told;
  for (const Original& each : originals)
    if (holds_anything(expanded_path(std::string(each.folder))))
      told.push_back(std::string(each.folder) + " holds memories of " + std::string(each.program) +
                     ": take them in with: ai-memory import --from " + std::string(each.program) +
                     " " + std::string(each.folder));
  return told;
}

namespace {

// Folders that may hold the package: of installations for all, of the user, of each run by npx.
std::vector<fs::path> package_folders() {
  std::vector<fs::path> folders;
  for (const char* each : {"/usr/lib", "/usr/local/lib", "/opt/homebrew/lib", "~/.npm-global/lib"})
    folders.push_back(expanded_path(each));
  for (const char* parent : {"~/.npm/_npx", "~/.nvm/versions/node"})
    for (const fs::path& each : entries_of(expanded_path(parent))) {
      folders.push_back(each);
      folders.push_back(each / "lib");
    }
  return folders;
}

}  // namespace

fs::path server_memory_file() {
  if (const std::string_view named = environment("MEMORY_FILE_PATH"); !named.empty())
    return expanded_path(named);
  fs::path newest;
  fs::file_time_type written = fs::file_time_type::min();
  for (const fs::path& folder : package_folders())
    for (const char* name : {"memory.jsonl", "memory.json"}) {
      const fs::path file = folder / "node_modules/@modelcontextprotocol/server-memory/dist" / name;
      std::error_code error;
      const auto time = fs::last_write_time(file, error);
      if (error || time <= written)
        continue;
      newest = file;
      written = time;
    }
  return newest;
}

}  // namespace aim::app
