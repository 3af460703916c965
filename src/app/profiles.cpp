#include "app/profiles.h"

#include "app/wire.h"
#include "base/environment.h"
#include "base/log.h"
#include "memory/rules.h"
#include "model/library.h"
#include "op/pair/folder.h"
#include "profile/mudpuppy_file.h"

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
  if (config.embedding_model == "auto" && !said.model.empty() &&
      model::Library(models_folder_of(config)).has(said.model))
    config.embedding_model = said.model;
  return {};
}

// The user's own store: VECTOR_MEMORY_DB_PATH, or its place among the user's data.
std::filesystem::path users_store() {
  if (const std::string_view path = environment("VECTOR_MEMORY_DB_PATH"); !path.empty())
    return expanded_path(path);
  const std::filesystem::path core = default_database_path();
  if (core.empty())
    return {};
  std::string warning;
  const auto store = op::project::beside_directory(
      core.parent_path().parent_path() / "vector-memory-mcp" / "memories.db",
      "memories.ai-memory.db", warning);
  if (!warning.empty())
    log::warn(warning);
  return store;
}

profile::Settings settings_of(const Config& config, const ProjectStore& project) {
  profile::Settings settings;
  profile::VectorMemory& vector_memory = settings.vector_memory;
  vector_memory.project = project.engine();
  vector_memory.folder_id = project.project().id;
  vector_memory.folder = project.project().root.string();
  settings.core_tools = config.profile_core_tools;
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
                                           std::string_view program) {
  profile::Choice choice;
  if (const std::string* flag = invocation.text("profile"))
    choice.flag = *flag;
  choice.program = program;
  choice.environment = environment("AI_MEMORY_PROFILE");
  choice.configured = config.profile_name;
  return profile::chosen_profile(choice);
}

Result<Config> under_profile(const Config& config, const profile::Profile& profile) {
  Config own = config;
  if (profile.two_stores) {
    own.db = users_store().string();
  }
  if (profile.name != "mudpuppy")
    return own;
  TRY_VOID(check(rule::name_space, "mudpuppy.namespace", config.mudpuppy_namespace));
  if (!config.mudpuppy_db.empty())
    own.db = config.mudpuppy_db;
  TRY_VOID(add_its_own(own));
  return own;
}

std::unique_ptr<const mcp::Surface> surface_of(const profile::Profile& profile,
                                               const Config& config, const ProjectStore& project) {
  if (!profile.make)
    return nullptr;
  return std::make_unique<const mcp::Surface>(
      profile::surface_of(profile, settings_of(config, project)));
}

}  // namespace aim::app
