#include "app/wire.h"

#include <unistd.h>

#include <chrono>
#include <thread>

#include "app/database_keys.h"
#include "base/ascii.h"
#include "base/child_process.h"
#include "base/environment.h"
#include "base/log.h"
#include "base/quoting.h"
#include "embed/encoder.h"
#include "embed/static_table.h"
#include "llm/guard.h"
#include "llm/remote_model.h"
#include "memory/rules.h"
#include "model/library.h"
#include "store/maintenance.h"
#include "store/postgres/postgres_store.h"
#include "store/sqlite/sqlite_store.h"

namespace aim::app {
namespace {

// Pages that a process which answers once keeps of the database.
constexpr int cache_kib_of_one_answer = 512;
// The models that the documentation starts Ollama with.
constexpr auto ollama_url = "http://127.0.0.1:11434", ollama_model = "gemma3:4b",
               ollama_embedder = "nomic-embed-text";

// Where a service of models is: what the configuration says, and what of the environment goes
// before it.
struct ServiceKeys {
  const std::string &backend, &url, &model, &key_file;
  bool plain_http;
  std::int64_t connect_timeout_secs, timeout_secs, retries, calls_per_day, tokens_per_day;
  std::string_view url_given, key;
  std::string_view ollama_default;  // model
  std::string_view ledger;          // in the folder of state
};

llm::Settings settings_of(const ServiceKeys& keys) {
  llm::Settings settings;
  const bool is_ollama = keys.backend == "ollama";
  settings.protocol = is_ollama ? llm::Protocol::ollama : llm::Protocol::openai;
  settings.url = keys.url_given;
  if (settings.url.empty())
    settings.url = keys.url.empty() && is_ollama ? ollama_url : keys.url;
  settings.model = keys.model.empty() && is_ollama ? keys.ollama_default : keys.model;
  settings.key = keys.key;
  settings.key_file = keys.key_file;
  settings.plain_http = keys.plain_http;
  settings.connect_timeout = std::chrono::seconds(keys.connect_timeout_secs);
  settings.timeout = std::chrono::seconds(keys.timeout_secs);
  settings.retries = static_cast<int>(keys.retries);
  settings.limits = {keys.calls_per_day, keys.tokens_per_day};
  if (const auto folder = default_state_folder(); !folder.empty())
    settings.ledger = folder / keys.ledger;
  return settings;
}

// What is no number there does not count, as in the reference.
std::uint32_t threshold(const char* name, std::int64_t configured) {
  std::string_view text = environment(name);
  if (text.starts_with('+'))
    text.remove_prefix(1);
  return ascii::number<std::uint32_t>(text).value_or(static_cast<std::uint32_t>(configured));
}

// All processors of this machine but one, for work in the background; at least 1.
unsigned spare_processors() {
  return std::max(std::thread::hardware_concurrency(), 2U) - 1;
}

void set(std::chrono::seconds& lifetime, std::optional<std::int64_t> seconds) {
  if (seconds)
    lifetime = std::chrono::seconds(*seconds);
}

// What a variable says, when that is a number within its limits; anything else does not count, and
// is told.
std::optional<std::int64_t> number_of(const char* variable, std::int64_t least, std::int64_t most) {
  const std::string_view text = environment(variable);
  if (text.empty())
    return std::nullopt;
  const auto number = ascii::number<std::int64_t>(text);
  if (number && *number >= least && *number <= most)
    return number;
  log::warn(std::string(variable) + " does not count: it must be an integer from " +
            std::to_string(least) + " to " + std::to_string(most));
  return std::nullopt;
}

}  // namespace

// A shell leaves the "~" of "--db=~/x" alone, and nobody expands one in the settings of an
// assistant.
std::filesystem::path expanded_path(std::string_view path) {
  const std::string_view home = environment("HOME");
  if (path.starts_with("~/") && !home.empty())
    return std::string(home).append(path.substr(1));
  return path;
}

EngineOptions engine_options(const Config& config) {
  EngineOptions options;
  Lifetimes& lifetimes = options.lifetimes;
  set(lifetimes.short_ttl, config.short_ttl_secs);
  set(lifetimes.mid_ttl, config.mid_ttl_secs);
  set(lifetimes.short_extend, config.short_extend_secs);
  set(lifetimes.mid_extend, config.mid_extend_secs);
  if (config.long_ttl_secs)
    lifetimes.long_ttl = std::chrono::seconds(*config.long_ttl_secs);
  options.ranking = value_of<Ranking>(config.ranking).value_or(options.ranking);
  options.archive_on_gc = config.archive_on_gc;
  options.flat_namespaces = config.flat_namespaces;
  options.projects = config.projects;
  if (const auto folder = default_state_folder(); !folder.empty())
    options.sessions = folder / "sessions";
  options.max_reflection_depth =
      number_of("AI_MEMORY_REFLECTION_MAX_DEPTH", 1, max_reflection_depth)
          .value_or(config.max_reflection_depth);
  options.access_log = config.access_log == "always"  ? AccessLog::always
                       : config.access_log == "never" ? AccessLog::never
                                                      : AccessLog::profiles;
  options.log_queries = config.access_log_queries;
  options.look_for_secrets = config.secrets_remove;
  options.keep_versions = std::chrono::hours(24) * config.history_keep_days;
  options.max_version_bytes = config.history_max_mb << 20;
  for (const auto& [name_space, limits] : config.history_of) {
    KeptVersions& kept = options.versions_of[name_space];
    if (limits.keep_days)
      kept.keep = std::chrono::hours(24) * *limits.keep_days;
    if (limits.max_mb)
      kept.max_bytes = *limits.max_mb << 20;
  }
  options.keep_accesses = std::chrono::hours(24) * config.access_log_keep_days;
  return options;
}

std::unique_ptr<store::Store> make_store(const std::string& address, const Config& config,
                                         const Clock& clock,
                                         std::optional<std::chrono::milliseconds> timeout,
                                         MadeBy made_by) {
  const bool full_sync = config.synchronous != "normal";
  const auto longest_busy = timeout.value_or(std::chrono::seconds(config.busy_timeout_secs));
  if (is_server_address(address)) {
    store::postgres::ConnectionOptions options;
    options.full_sync = full_sync;
    // What is short for a lock of a file would be too short for a connection to be made.
    options.busy_wait = std::max<std::chrono::milliseconds>(longest_busy, std::chrono::seconds(1));
    options.connect_wait = std::min(options.connect_wait, options.busy_wait);
    options.answer_wait = std::min(options.answer_wait, options.busy_wait);
    // One of another database is known by that, and left alone.
    const std::string_view given = environment("AI_MEMORY_READ_DB");
    const std::string replica(given.empty() ? std::string_view(config.read_db) : given);
    options.with_position = !replica.empty();
    return store::postgres::make_store(address, options, replica);
  }
  store::sqlite::ConnectionOptions options;
  options.full_sync = full_sync;
  options.busy_wait = longest_busy;
  options.foreign = made_by == MadeBy::anyone;
  // Who has no time to wait answers once and ends: pages that are read again are few, and each new
  // one costs as much as to read it.
  if (timeout)
    options.cache_kib = cache_kib_of_one_answer;
  options.leaves_log = timeout.has_value();
  options.find_key = find_key(config, timeout.has_value());
  return store::sqlite::make_store(address, options, clock);
}

std::string stores_line() {
  const std::string library = store::postgres::client_library();
  return "SQLite " + store::sqlite::library_version() + ", PostgreSQL " +
         (library.empty() ? "not: libpq is not installed" : "by " + library);
}

engine::OpenModel open_model(const Config& config) {
  auto file = model_of(config);
  if (!file || !*file)
    return {};
  return [packed = std::move(**file)]() -> Result<std::unique_ptr<embed::Embedder>> {
    auto model = TRY(embed::LocalModel::open(packed, {spare_processors(), nullptr}));
    TRY_VOID(model::verify_once(packed, *model));
    return std::unique_ptr<embed::Embedder>(std::move(model));
  };
}

engine::OpenByName open_by_name(const Config& config) {
  return [library = model::Library(models_folder_of(config))](
             const std::string& name) -> Result<std::unique_ptr<embed::Embedder>> {
    auto model =
        TRY(embed::LocalModel::open(TRY(library.find(name)).packed, {spare_processors(), nullptr}));
    return std::unique_ptr<embed::Embedder>(std::move(model));
  };
}

std::unique_ptr<llm::LanguageModel> language_model(const Config& config, FeatureTier tier,
                                                   const Clock& clock) {
  if (tier < FeatureTier::smart || config.llm_backend == "none")
    return {};
  return std::make_unique<llm::Client>(
      settings_of({.backend = config.llm_backend,
                   .url = config.llm_url,
                   .model = config.llm_model,
                   .key_file = config.llm_key_file,
                   .plain_http = config.llm_plain_http,
                   .connect_timeout_secs = config.llm_connect_timeout_secs,
                   .timeout_secs = config.llm_timeout_secs,
                   .retries = config.llm_retries,
                   .calls_per_day = config.llm_calls_per_day,
                   .tokens_per_day = config.llm_tokens_per_day,
                   .url_given = environment("AI_MEMORY_LLM_URL"),
                   .key = environment("AI_MEMORY_LLM_KEY"),
                   .ollama_default = ollama_model,
                   .ledger = "llm.json"}),
      clock);
}

std::shared_ptr<llm::EmbeddingClient> embedding_client(const Config& config, const Clock& clock) {
  if (config.embedding_backend == "local" || config.embedding_model == model::none)
    return {};
  const std::string named =
      config.embedding_model == model::automatic ? "" : config.embedding_model;
  llm::Settings settings =
      settings_of({.backend = config.embedding_backend,
                   .url = config.embedding_url,
                   .model = named,
                   .key_file = config.embedding_key_file,
                   .plain_http = config.embedding_plain_http,
                   .connect_timeout_secs = config.embedding_connect_timeout_secs,
                   .timeout_secs = config.embedding_timeout_secs,
                   .retries = config.embedding_retries,
                   .calls_per_day = config.embedding_calls_per_day,
                   .tokens_per_day = config.embedding_tokens_per_day,
                   .url_given = environment("AI_MEMORY_EMBEDDING_URL"),
                   .key = environment("AI_MEMORY_EMBEDDING_KEY"),
                   .ollama_default = ollama_embedder,
                   .ledger = "embedding.json"});
  settings.names = llm::of_embedding;
  return std::make_shared<llm::EmbeddingClient>(
      std::move(settings), std::chrono::milliseconds(config.embedding_question_timeout_ms), clock);
}

engine::Embeddings embeddings_of(const Config& config, FeatureTier tier, const Clock& clock) {
  const auto* table = &embed::StaticEmbedder::builtin();
  if (tier <= FeatureTier::keyword)
    return engine::Embeddings(table);
  if (auto client = embedding_client(config, clock))
    return engine::Embeddings(
        table, [client] { return llm::RemoteModel::open(client); }, open_by_name(config));
  return engine::Embeddings(table, open_model(config), open_by_name(config));
}

engine::NagOptions nag_options(const Config& config) {
  return {threshold("AI_MEMORY_CAPTURE_NAG_THRESHOLD", config.nag_threshold),
          threshold("AI_MEMORY_CAPTURE_NAG_ESCALATE_THRESHOLD", config.nag_escalate_threshold)};
}

mcp::CallerIdentity identity_of_environment() {
  const std::string_view session = environment("AI_MEMORY_SESSION_ID");
  mcp::CallerIdentity caller{std::string(environment("AI_MEMORY_AGENT_ID")), std::string(session)};
  // As their hooks call the session, too.
  for (const char* const name : {"CLAUDE_CODE_SESSION_ID", "COPILOT_AGENT_SESSION_ID"})
    if (caller.session.empty())
      caller.session = environment(name);
  return caller;
}

std::filesystem::path identity_file() {
  const std::string_view path = environment("AI_MEMORY_IDENTITY");
  return path.empty() ? default_identity_file() : expanded_path(path);
}

void set_up_log(const Config& config) {
  if (environment("AI_MEMORY_LOG").empty()) {
    const std::string_view level = config.log_level;
    log::set_level(level == "debug"   ? log::Level::debug
                   : level == "info"  ? log::Level::info
                   : level == "error" ? log::Level::error
                                      : log::Level::warn);
  }
  if (!config.log_file.empty())
    log::also_to(config.log_file);
}

Result<std::string> store_address(std::string_view given, std::string_view field) {
  if (is_server_address(given))
    return std::string(given);
  if (is_url(given))
    return Failure(refuse(field, "must be a path, or a database on a server: postgres://…"));
  return expanded_path(given).string();
}

Result<std::string> database_of(const cli::Invocation& invocation, const Config& config) {
  if (invocation.database)
    return store_address(*invocation.database, "--db");
  if (const std::string_view given = environment("AI_MEMORY_DB"); !given.empty())
    return store_address(given, "AI_MEMORY_DB");
  if (is_server_address(config.db))
    return config.db;
  return TRY(database_path(config)).string();
}

std::filesystem::path models_folder_of(const Config& config) {
  if (const std::string_view path = environment("AI_MEMORY_MODELS"); !path.empty())
    return expanded_path(path);
  return config.models_folder.empty() ? default_models_folder()
                                      : std::filesystem::path(config.models_folder);
}

std::string hub_of(const Config& config) {
  const std::string_view hub = environment("AI_MEMORY_HUB");
  return hub.empty() ? config.models_hub : std::string(hub);
}

Result<std::optional<std::filesystem::path>> model_of(const Config& config) {
  if (config.embedding_backend != "local")
    return std::optional<std::filesystem::path>();
  return model::model_in_use(models_folder_of(config), config.embedding_model);
}

Result<FeatureTier> tier_of(const cli::Invocation& invocation, const Config& config) {
  const std::string* name = nullptr;
  for (const cli::Given& given : invocation.given)
    if (given.param->rule.meaning == Meaning::feature_tier)
      name = &given.texts.front();
  if (!name)
    return config.tier;
  if (const auto tier = value_of<FeatureTier>(*name))
    return *tier;
  return Failure(refuse(
      "--features", "must be one of keyword, semantic, smart, autonomous; got \"" + *name + "\""));
}

void start_apart(std::vector<std::string> words, const std::string& database,
                 std::string_view undone) {
  words.insert(words.begin(), "ai-memory");
  if (std::filesystem::path(database).is_absolute())
    words.insert(words.begin() + 1, {"--db", database});
  if (!start_program({.words = std::move(words), .apart = Apart::session}))
    log::warn(std::string(undone) + ": no process was started");
}

void run_in_background() {
  constexpr int nice_by = 10;
  constexpr unsigned max_secs = 60;
  (void)!::nice(nice_by);
  ::alarm(max_secs);
}

Result<std::shared_ptr<void>> wait_for_role(Engine& engine, std::string_view role,
                                            std::string_view work) {
  using namespace std::chrono_literals;
  const auto end = std::chrono::steady_clock::now() + 30s;
  for (;;) {
    if (auto taken = TRY(engine.database.maintenance().try_take(role)))
      return taken;
    TRY_VOID(engine.database.go_on());
    if (std::chrono::steady_clock::now() >= end)
      return Failure(unavailable("another process " + std::string(work) + " now",
                                 "wait until it has ended, and try again"));
    std::this_thread::sleep_for(100ms);
  }
}

}  // namespace aim::app
