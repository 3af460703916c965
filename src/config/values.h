// The values of all settings, and what each key of config.toml is. Read by config.h.
#pragma once
#include <variant>

#include "base/result.h"
#include "memory/tier.h"

namespace aim {

// Limits for one namespace; the general ones hold where a value is unset.
struct HistoryLimits {
  std::optional<std::int64_t> keep_days, max_mb;
  bool operator==(const HistoryLimits&) const = default;
};

struct Config {
  FeatureTier tier = FeatureTier::semantic;
  std::string db;                     // path or address; empty: the default (S15)
  std::string read_db;                // address of a replica for reads (M4); empty: none
  std::string ranking = "relevance";  // or another of memory/score.h
  bool archive_on_gc = true;
  bool flat_namespaces = false;             // [namespaces] flat (A5)
  std::string synchronous = "full";         // [storage] synchronous: full or normal
  std::string key_file;                     // [storage] key_file; empty: none (Y1)
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
  std::string access_log = "always";                   // [access_log] enabled
  bool access_log_queries = true;                      // [access_log] queries
  std::int64_t history_keep_days = 365;                // [history] keep_days
  std::int64_t history_max_mb = 512;                   // [history] max_mb
  std::map<std::string, HistoryLimits> history_of;     // [history.namespaces]
  std::int64_t access_log_keep_days = 90;              // [access_log] keep_days
  std::int64_t nag_threshold = 5;                      // [nag] threshold; 0: never
  std::int64_t nag_escalate_threshold = 20;            // [nag] escalate_threshold; 0: never
  std::string mcp_namespace;                           // [mcp] namespace; "auto": the project's
  std::string mcp_tools = "full";                      // [mcp] tools
  std::optional<bool> mcp_output_schemas;              // [mcp] output_schemas; unset: not for core
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
  bool mudpuppy_follow_links = false;                  // [mudpuppy] follow_links
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
  std::int64_t adopt_rest_secs = 600;                  // [adopt] rest_secs
  bool secrets_remove = true;                          // [secrets] remove
  // [ttl]; unset: the tier's own (A2)
  std::optional<std::int64_t> short_ttl_secs, mid_ttl_secs, long_ttl_secs, short_extend_secs,
      mid_extend_secs;
  // [projects]: namespaces by "owner/name", "host/owner/name" or the path of a folder (V7)
  std::map<std::string, std::string> projects;
  friend bool operator==(const Config&, const Config&) = default;
};

namespace config {

// The member that keeps the value, one alternative a kind of value.
using Member = std::variant<FeatureTier Config::*, std::string Config::*, bool Config::*,
                            std::int64_t Config::*, std::optional<bool> Config::*,
                            std::optional<double> Config::*, std::optional<std::int64_t> Config::*>;

// The type of a setting that is a path.
inline constexpr std::string_view path_text = "a path, absolute or starting with ~/";
inline constexpr std::string_view database_text =
    "a path, absolute or starting with ~/, or a database on a server: postgres://…";

// The number that follows `word` in the type of a number, "an integer from 1 to 50", "a number from
// 0.5 to 1"; 0 in others.
constexpr double bound_of(std::string_view type, std::string_view word) {
  if (!type.starts_with("an integer from ") && !type.starts_with("a number from "))
    return 0;
  std::int64_t digits = 0, parts = 1;
  bool fraction = false;
  for (const char each : type.substr(type.find(word) + word.size())) {
    if (each == '.' && !fraction) {
      fraction = true;
      continue;
    }
    if (each < '0' || each > '9')
      break;
    digits = digits * 10 + (each - '0');
    parts *= fraction ? 10 : 1;
  }
  return static_cast<double>(digits) / static_cast<double>(parts);
}

}  // namespace config

// Every key: its TOML path ("gc.interval_secs"), what its value must be, one sentence, the member
// that keeps the value, and the environment variable that goes before it, if there is one. Its
// default is what Config begins with. Shared by the reader, the refusals, `config` and the docs.
struct ConfigKey {
  std::string_view path, type, doc;
  config::Member member;
  std::string_view variable = {};
  std::string_view old_path = {};  // read as the key too

  constexpr double minimum() const { return config::bound_of(type, " from "); }
  constexpr double maximum() const { return config::bound_of(type, " to "); }  // included

  constexpr bool is_path() const { return type.starts_with("a path"); }
  constexpr bool may_be_server() const { return type == config::database_text; }
  constexpr bool is_choice() const { return type.starts_with("one of"); }
};

namespace config {

// Whether `value` is among the texts of a type that reads "one of a, b, c".
bool is_choice(std::string_view type, std::string_view value);

// "~" and "~/x" in the home directory, absolute paths as they are; nothing else is a path here: a
// relative one would mean another file in every working directory. Errors: validation_failed; the
// message is what follows the key's name; `type` is that of the setting.
Result<std::string> expand_path(std::string_view path, std::string_view type = path_text);

}  // namespace config

}  // namespace aim
