// Settings: config.toml and the environment, read once into one struct (F1). Defaults are the
// members' initial values. An unknown key or a bad value is an error that names file, line and key,
// and the nearest known key.
// Knows: TOML (toml++ in toml.cpp only), XDG paths.
// Must not know: the modules that are set up from it; app/wire.cpp hands each its own options.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/tier.h"

namespace aim {

struct TtlConfig {  // [ttl]; unset: the tier's own (A2)
  std::optional<std::int64_t> short_ttl_secs, mid_ttl_secs, long_ttl_secs, short_extend_secs,
      mid_extend_secs;
  friend bool operator==(const TtlConfig&, const TtlConfig&) = default;
};

struct Config {
  FeatureTier tier = FeatureTier::semantic;
  std::string db;                     // path; empty: the default (S15)
  std::string read_db;                // address of a replica for reads (M4); empty: none
  std::string ranking = "relevance";  // or another of memory/score.h
  bool archive_on_gc = true;
  bool flat_namespaces = false;             // [namespaces] flat (A5)
  std::string synchronous = "full";         // [storage] synchronous: full or normal
  std::int64_t busy_timeout_secs = 30;      // [storage] busy_timeout_secs (S18)
  std::int64_t gc_interval_secs = 1'800;    // [gc] interval_secs
  std::int64_t max_reflection_depth = 3;    // [reflection] max_depth (I1)
  std::string log_level = "warn";           // [log] level
  std::string log_file;                     // [log] file
  std::string embedding_backend = "local";  // [embedding] backend: or ollama, or openai
  std::string embedding_model = "auto";     // [embedding] model: or "none", or a model's name
  std::string embedding_url;                // [embedding] url; empty: Ollama's on this machine
  std::string embedding_key_file;           // [embedding] key_file
  bool embedding_plain_http = false;        // [embedding] plain_http
  std::int64_t embedding_connect_timeout_secs = 3;     // [embedding] connect_timeout_secs
  std::int64_t embedding_timeout_secs = 60;            // [embedding] timeout_secs
  std::int64_t embedding_question_timeout_ms = 2'000;  // [embedding] question_timeout_ms
  std::int64_t embedding_retries = 2;                  // [embedding] retries
  std::int64_t embedding_calls_per_day = 10'000;       // [embedding] calls_per_day; 0: no limit
  std::int64_t embedding_tokens_per_day = 10'000'000;  // [embedding] tokens_per_day; 0: no limit
  std::string models_folder;                           // [models] folder; empty: the default
  std::string models_hub = "https://huggingface.co";   // [models] hub
  std::string serve_host = "127.0.0.1";                // [serve] host
  std::int64_t serve_port = 9077;                      // [serve] port; 0: any free one
  std::string serve_unix_socket;                       // [serve] unix_socket
  std::string serve_token_file;                        // [serve] token_file
  std::string serve_tls_certificate;                   // [serve] tls_certificate
  std::string serve_tls_key;                           // [serve] tls_key
  std::string llm_backend = "ollama";                  // [llm] backend: or openai, or none
  std::string llm_url;                                 // [llm] url; empty: Ollama's on this machine
  std::string llm_model;                               // [llm] model; empty: Ollama's default
  std::string llm_key_file;                            // [llm] key_file
  bool llm_plain_http = false;                         // [llm] plain_http
  std::int64_t llm_connect_timeout_secs = 3;           // [llm] connect_timeout_secs
  std::int64_t llm_timeout_secs = 60;                  // [llm] timeout_secs
  std::int64_t llm_retries = 2;                        // [llm] retries
  std::int64_t llm_calls_per_day = 2'000;              // [llm] calls_per_day; 0: without limit
  std::int64_t llm_tokens_per_day = 2'000'000;         // [llm] tokens_per_day; 0: without limit
  std::string access_log = "profiles";                 // [access_log] enabled
  bool access_log_queries = true;                      // [access_log] queries
  std::int64_t access_log_keep_days = 90;              // [access_log] keep_days
  std::int64_t nag_threshold = 5;                      // [nag] threshold; 0: never
  std::int64_t nag_escalate_threshold = 20;            // [nag] escalate_threshold; 0: never
  std::string mcp_namespace;                           // [mcp] namespace; "auto": the project's
  std::string mcp_tools = "full";                      // [mcp] tools
  bool mcp_output_schemas = true;                      // [mcp] output_schemas
  std::string profile_name = "core";                   // [profile] name
  bool profile_core_tools = false;                     // [profile] core_tools
  std::string mudpuppy_home;                           // [mudpuppy] home; empty: ~/.mudpuppy
  std::string mudpuppy_db;                             // [mudpuppy] db; empty: the core's
  std::string mudpuppy_namespace = "mudpuppy";         // [mudpuppy] namespace
  std::optional<double> mudpuppy_vector_weight;        // [mudpuppy] vector_weight; unset: 0.7
  std::optional<double> mudpuppy_keyword_weight;       // [mudpuppy] keyword_weight; unset: 0.3
  bool mudpuppy_daily_log = true;                      // [mudpuppy] daily_log
  std::optional<bool> mudpuppy_auto_index;             // [mudpuppy] auto_index; unset: true
  std::optional<double> mudpuppy_index_interval_ms;    // [mudpuppy] index_interval_ms; unset: 5000
  std::int64_t mudpuppy_index_debounce_ms = 500;       // [mudpuppy] index_debounce_ms
  std::int64_t mudpuppy_max_file_bytes = 102'400;      // [mudpuppy] max_file_bytes
  bool mudpuppy_index_watch = true;                    // [mudpuppy] index_watch
  std::string mudpuppy_index_daily_log = "notes";      // [mudpuppy] index_daily_log
  std::int64_t vector_default_limit = 10;              // [vector_memory] default_limit
  std::int64_t vector_max_limit = 20;                  // [vector_memory] max_limit
  std::int64_t vector_session_start_limit = 8;         // [vector_memory] session_start_limit
  std::optional<double> vector_similarity_threshold;   // … similarity_threshold; unset: 0.7
  std::optional<double> vector_weight_similarity;      // … weight_similarity; unset: 0.4
  std::optional<double> vector_weight_recency;         // … weight_recency; unset: 0.2
  std::optional<double> vector_weight_priority;        // … weight_priority; unset: 0.2
  std::optional<double> vector_weight_usage;           // … weight_usage; unset: 0.2
  std::optional<double> vector_project_boost;          // … project_boost; unset: 0.1
  std::optional<double> vector_half_life_days;         // … half_life_days; unset: 30
  std::optional<double> vector_similarity_floor;       // … similarity_floor; unset: 0.6
  std::string vector_ranking = "vector-memory";        // [vector_memory] ranking
  bool vector_session_end = true;                      // [vector_memory] session_end
  bool vector_decision_detection = true;               // [vector_memory] decision_detection
  bool vector_error_resolution = true;                 // [vector_memory] error_resolution
  bool vector_recall_at_prompt = true;                 // [vector_memory] recall_at_prompt
  std::int64_t vector_trigger_limit = 3;               // [vector_memory] trigger_limit
  std::int64_t vector_trigger_cooldown_secs = 30;      // [vector_memory] trigger_cooldown_secs
  std::optional<double> vector_trigger_threshold;      // … trigger_threshold; unset: 0.6
  bool vector_adaptive = true;                         // [vector_memory] adaptive
  bool vector_decision_at_stop = false;                // [vector_memory] decision_at_stop
  bool vector_dedup_auto_check = true;                 // [vector_memory] dedup_auto_check
  std::optional<double> vector_dedup_threshold;        // … dedup_threshold; unset: 0.9
  std::string vector_on_duplicate = "warn";            // [vector_memory] on_duplicate
  std::string vector_global_db;                        // [vector_memory] global_db
  std::string vector_project_dir = ".memory";          // [vector_memory] project_dir
  std::string vector_logs;                             // [vector_memory] logs
  bool hooks_recall = true;                            // [hooks] recall
  bool hooks_capture = true;                           // [hooks] capture
  bool hooks_errors = true;                            // [hooks] errors
  std::string hooks_decisions = "ask";                 // [hooks] decisions
  std::int64_t hooks_limit = 3;                        // [hooks] limit
  std::int64_t hooks_budget_tokens = 800;              // [hooks] budget_tokens
  bool secrets_remove = true;                          // [secrets] remove
  TtlConfig ttl;
  friend bool operator==(const Config&, const Config&) = default;
};

// Every key: its TOML path ("gc.interval_secs"), what its value must be, its default as TOML text
// (empty: unset), one sentence, and the environment variable that goes before it, if there is one.
// What the reader, the refusals, `config` and the docs share.
struct ConfigKey {
  std::string_view path, type, initial, doc;
  std::string_view variable = {};
};
std::span<const ConfigKey> config_keys();
// The values of a type that reads "one of a, b, c" or "true or false"; none of any other.
std::vector<std::string_view> choices_of(std::string_view type);

// Parses TOML text; `file` is for messages. Of several faults the first in the file is reported.
// Paths in the result are absolute: "~/" has become the home directory.
Result<Config> parse_config(std::string_view toml, std::string_view file);

// Whether a text is TOML at all, whatever its keys: for files of others. Errors: line and column.
Result<void> check_toml(std::string_view toml);

// A file as it was read, for those who show and change it.
struct ConfigText {
  // Where a key's value stands: lines and characters count from 1, the end is behind the last.
  struct Place {
    std::size_t line = 0, column = 0, end_line = 0, end_column = 0;
  };
  Config config;
  std::vector<std::optional<Place>> places;  // one a key of config_keys(); unset: not in the file
};
Result<ConfigText> read_config_text(std::string_view toml, std::string_view file);

// The value of a key as TOML text; empty: unset.
std::string config_value(const Config& config, std::string_view path);

// The text with one value changed or added; comments and order stay. `value` as people write it,
// texts without quotes. Errors: as parse_config() refuses keys and values, without a line; the text
// itself is refused; the key's section is written so that nothing can be added to it.
Result<std::string> with_config_value(std::string_view toml, std::string_view file,
                                      std::string_view path, std::string_view value);

// config.toml as it is; empty when there is none.
Result<std::string> config_file_text();

// ~/.local/share/vector-memory-mcp (XDG_DATA_HOME): what the profile vector-memory keeps for a
// user. Empty when the environment names no home.
std::filesystem::path vector_memory_folder();

// Reads config_path(). No file, or AI_MEMORY_NO_CONFIG=1: the defaults.
// A file larger than 1 MiB is refused; so is having neither HOME nor XDG_CONFIG_HOME.
Result<Config> load_config();

// ~/.config/ai-memory/config.toml (XDG_CONFIG_HOME). Empty when the environment names no home.
std::filesystem::path config_path();

// ~/.local/share/ai-memory/ai-memory.db (XDG_DATA_HOME) (S15). Empty when the environment names no
// home.
std::filesystem::path default_database_path();

// ~/.local/share/ai-memory/models (XDG_DATA_HOME). Empty when the environment names no home.
std::filesystem::path default_models_folder();

// ~/.local/state/ai-memory (XDG_STATE_HOME). Empty when the environment names no home.
std::filesystem::path default_state_folder();

// ~/.local/share/ai-memory/identity (XDG_DATA_HOME). Empty when the environment names no home.
std::filesystem::path default_identity_file();

// The configured database, or the default one. Errors: there is neither, as the environment names
// no home.
Result<std::filesystem::path> database_path(const Config& config);

}  // namespace aim
