// Settings handed to the modules: each gets its own options, none reads the configuration itself.
// Precedence: the command line, then the environment, then the configuration, then the defaults.
#pragma once
#include <chrono>
#include <filesystem>

#include "base/result.h"
#include "cli/parse.h"
#include "config/config.h"
#include "engine/audit/nag.h"
#include "engine/engine.h"
#include "engine/vectors/embeddings.h"
#include "llm/embedding_client.h"
#include "llm/language_model.h"
#include "mcp/protocol/caller_identity.h"

namespace aim::app {

// How long a command line waits, after its answer, to note what was used (S3).
inline constexpr std::chrono::milliseconds touch_timeout{250};

EngineOptions engine_options(const Config& config);
// Of a file that anyone may have made, only one with our own schema is opened, and nothing in it
// runs.
enum class MadeBy { us, anyone };
// The store of an address of database_of(). Does nothing yet; its first use opens it. `clock`
// outlives it.
std::unique_ptr<store::Store> make_store(const std::string& address, const Config& config,
                                         const Clock& clock,
                                         std::optional<std::chrono::milliseconds> timeout = {},
                                         MadeBy made_by = MadeBy::us);
// What it can keep memories in, a line for doctor: "SQLite 3.40.1, PostgreSQL by libpq 15.20".
std::string stores_line();
// What there is to find by meaning: the built-in table; above the tier keyword the model in use,
// which may be a service's (S35). Nothing is opened or asked before it is needed. `clock` outlives
// it.
engine::Embeddings embeddings_of(const Config& config, FeatureTier tier, const Clock& clock);
// The service that makes vectors, where the configuration names one in place of a model on this
// machine; null: it does not.
std::shared_ptr<llm::EmbeddingClient> embedding_client(const Config& config, const Clock& clock);
// The embedding model of this machine that is in use, opened when it is first needed; empty when
// there is none.
engine::OpenModel open_model(const Config& config);
// Any model that is on this machine.
engine::OpenByName open_by_name(const Config& config);
// The language model of the tiers smart and autonomous; null below them, or when the configuration
// wants none. Nothing is read or asked before it is used. `clock` outlives it.
std::unique_ptr<llm::LanguageModel> language_model(const Config& config, FeatureTier tier,
                                                   const Clock& clock);
// AI_MEMORY_CAPTURE_NAG_THRESHOLD and …_ESCALATE_THRESHOLD, else what the configuration says (H1).
engine::NagOptions nag_options(const Config& config);
// The agent and the session that the environment names (AI_MEMORY_AGENT_ID, AI_MEMORY_SESSION_ID,
// CLAUDE_CODE_SESSION_ID, COPILOT_AGENT_SESSION_ID).
mcp::CallerIdentity identity_of_environment();
// AI_MEMORY_IDENTITY, else the default. Empty: no place is known.
std::filesystem::path identity_file();
void set_up_log(const Config& config);

// "~/x" in the home directory; everything else as it is.
std::filesystem::path expanded_path(std::string_view path);

// As a store's address: a path may begin with ~, that of a PostgreSQL server is taken as it is.
// `field`: who gave it. Errors: validation_failed for another kind of address, which is not
// repeated: there may be a password in it.
Result<std::string> store_address(std::string_view given, std::string_view field);
// --db, AI_MEMORY_DB, `db` of the configuration, the default (S15). A file is SQLite's. Errors:
// another kind of store, which this build cannot speak to.
Result<std::string> database_of(const cli::Invocation& invocation, const Config& config);
// AI_MEMORY_MODELS, `[models] folder`, the default. Empty: no place is known.
std::filesystem::path models_folder_of(const Config& config);
// AI_MEMORY_HUB, else the configured one.
std::string hub_of(const Config& config);
// The packed file of the model to use, or none (a service's, too); not opened. Costs one or two
// system calls.
Result<std::optional<std::filesystem::path>> model_of(const Config& config);
// --features, else the configured level. Errors: there is no level of that name.
Result<FeatureTier> tier_of(const cli::Invocation& invocation, const Config& config);

// Starts another process of this program, which outlives this one. It gets the database as a flag
// where that is a file: a profile may have one of its own; that of a server comes from the
// settings. `undone` is for the log, where no process can be started: "bridges were not synced".
void start_apart(std::vector<std::string> words, const std::string& database,
                 std::string_view undone);
// For such a process: it runs with low priority from here on, for at most a minute.
void run_in_background();

// Waiting for a role that one process at a time has (store/maintenance.h).

// Given back when the last copy ends. `work` is for the error: "takes sessions in". Errors:
// unavailable after half a minute, or when the engine's database is stopped.
Result<std::shared_ptr<void>> wait_for_role(Engine& engine, std::string_view role,
                                            std::string_view work);

}  // namespace aim::app
