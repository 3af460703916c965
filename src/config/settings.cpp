#include "config/settings.h"

namespace aim {
namespace config {
namespace {

constexpr std::string_view lifetime = "an integer from 1 to 31536000";
constexpr std::string_view weight = "a number from 0 to 1";
constexpr std::string_view up_to_fifty = "an integer from 1 to 50";
constexpr std::string_view yes_or_no = "true or false";
// Limits of services over the network.
constexpr std::string_view connect_time = "an integer from 1 to 60";
constexpr std::string_view answer_time = "an integer from 1 to 600";
constexpr std::string_view tries = "an integer from 0 to 5";
constexpr std::string_view calls = "an integer from 0 to 1000000";
constexpr std::string_view tokens = "an integer from 0 to 1000000000";

constexpr Setting table[] = {
    {{"features", "one of keyword, semantic, smart, autonomous",
      "Which features are offered; each level has those of the one before. Was called tier. The "
      "environment variable AI_MEMORY_FEATURES overrides it.",
      "AI_MEMORY_FEATURES", "tier"},
     &Config::tier},
    {{"db", database_text,
      "The database; unset: ai-memory/ai-memory.db in $XDG_DATA_HOME or ~/.local/share.",
      "AI_MEMORY_DB", "storage.db"},
     &Config::db},
    {{"read_db", "an address",
      "Replica of a PostgreSQL database, for reads; the environment variable AI_MEMORY_READ_DB "
      "overrides it.",
      "AI_MEMORY_READ_DB", "storage.read_db"},
     &Config::read_db},
    {{"ranking", "one of relevance, six-factor, hybrid-0.6, mudpuppy, vector-memory",
      "Ranking of recall and search."},
     &Config::ranking},
    {{"archive_on_gc", yes_or_no, "Whether expired memories are archived before they are deleted."},
     &Config::archive_on_gc},
    {{"ttl.short_ttl_secs", lifetime, "Lifetime of short memories, in seconds; unset: 6 hours."},
     &Config::short_ttl_secs},
    {{"ttl.mid_ttl_secs", lifetime, "Lifetime of mid memories, in seconds; unset: 7 days."},
     &Config::mid_ttl_secs},
    {{"ttl.long_ttl_secs", lifetime, "Lifetime of long memories, in seconds; unset: permanent."},
     &Config::long_ttl_secs},
    {{"ttl.short_extend_secs", lifetime,
      "Time that a recall adds to a short memory, in seconds; unset: 1 hour."},
     &Config::short_extend_secs},
    {{"ttl.mid_extend_secs", lifetime,
      "Time that a recall adds to a mid memory, in seconds; unset: 1 day."},
     &Config::mid_extend_secs},
    {{"namespaces.flat", yes_or_no, "Whether namespaces with slashes (team/project) are refused."},
     &Config::flat_namespaces},
    {{"storage.synchronous", "one of full, normal",
      "full: acknowledged writes survive a power cut; normal: a power cut may lose the last five "
      "seconds."},
     &Config::synchronous},
    {{"storage.key_file", path_text,
      "File with the key of an encrypted database; the environment variable AI_MEMORY_KEY_FILE "
      "overrides it.",
      "AI_MEMORY_KEY_FILE"},
     &Config::key_file},
    {{"storage.busy_timeout_secs", "an integer from 1 to 600",
      "Timeout while another process writes, in seconds."},
     &Config::busy_timeout_secs},
    {{"gc.interval_secs", "an integer from 10 to 86400",
      "Interval at which a server deletes expired memories, in seconds."},
     &Config::gc_interval_secs},
    {{"reflection.max_depth", "an integer from 1 to 100",
      "Maximum depth of reflections on reflections; a reflection on observations has depth 1; the "
      "environment variable AI_MEMORY_REFLECTION_MAX_DEPTH overrides it.",
      "AI_MEMORY_REFLECTION_MAX_DEPTH"},
     &Config::max_reflection_depth},
    {{"embedding.backend", "one of local, ollama, openai",
      "Source of the vectors for search by meaning; local: a model on this machine; ollama, "
      "openai: a service that receives the text of every memory and every question."},
     &Config::embedding_backend},
    {{"embedding.model", "auto, none or the name of a model",
      "Model for search by meaning; auto: the choice of `ai-memory model use`, else "
      "all-MiniLM-L6-v2 if installed; with the backend ollama: nomic-embed-text."},
     &Config::embedding_model},
    {{"embedding.url", "an address",
      "Address of the embedding service; unset: http://127.0.0.1:11434, Ollama on this machine; "
      "the environment variable AI_MEMORY_EMBEDDING_URL overrides it.",
      "AI_MEMORY_EMBEDDING_URL"},
     &Config::embedding_url},
    {{"embedding.key_file", path_text,
      "File with the key of the embedding service; the environment variable "
      "AI_MEMORY_EMBEDDING_KEY overrides it.",
      "AI_MEMORY_EMBEDDING_KEY"},
     &Config::embedding_key_file},
    {{"embedding.plain_http", yes_or_no,
      "Whether http:// to another machine is allowed; memories then cross the network "
      "unencrypted."},
     &Config::embedding_plain_http},
    {{"embedding.connect_timeout_secs", connect_time,
      "Timeout for a connection to the embedding service, in seconds."},
     &Config::embedding_connect_timeout_secs},
    {{"embedding.timeout_secs", answer_time,
      "Timeout for vectors of memories, in the background, in seconds."},
     &Config::embedding_timeout_secs},
    {{"embedding.question_timeout_ms", "an integer from 100 to 60000",
      "Timeout for the vector of a question, in milliseconds; afterwards the recall uses words and "
      "the built-in table."},
     &Config::embedding_question_timeout_ms},
    {{"embedding.retries", tries,
      "Number of retries when the embedding service is overloaded or fails."},
     &Config::embedding_retries},
    {{"embedding.calls_per_day", calls,
      "Maximum number of calls of the embedding service a day (UTC), by all processes; 0: no "
      "limit."},
     &Config::embedding_calls_per_day},
    {{"embedding.tokens_per_day", tokens,
      "Maximum number of tokens a day (UTC) sent to the embedding service; 0: no limit."},
     &Config::embedding_tokens_per_day},
    {{"models.folder", path_text,
      "Folder of models; unset: ai-memory/models in $XDG_DATA_HOME or ~/.local/share; the "
      "environment variable AI_MEMORY_MODELS overrides it.",
      "AI_MEMORY_MODELS"},
     &Config::models_folder},
    {{"models.hub", "an address that starts with https://",
      "Source of `ai-memory model get`; the environment variable AI_MEMORY_HUB overrides it.",
      "AI_MEMORY_HUB"},
     &Config::models_hub},
    {{"serve.host", "an address or name of this machine",
      "Address that the daemon listens on; other than loopback requires a token."},
     &Config::serve_host},
    {{"serve.port", "an integer from 0 to 65535", "Port of the daemon; 0: any free port."},
     &Config::serve_port},
    {{"serve.unix_socket", path_text, "Unix socket to listen on in addition to the port."},
     &Config::serve_unix_socket},
    {{"serve.token_file", path_text,
      "File with the token that clients must send; the environment variable AI_MEMORY_TOKEN "
      "overrides it.",
      "AI_MEMORY_TOKEN"},
     &Config::serve_token_file},
    {{"serve.tls_certificate", path_text, "Certificate chain for TLS, PEM."},
     &Config::serve_tls_certificate},
    {{"serve.tls_key", path_text, "Its private key, PEM."}, &Config::serve_tls_key},
    {{"llm.backend", "one of ollama, openai, none",
      "Protocol of the language model for the levels smart and autonomous; openai: any service "
      "with OpenAI's API."},
     &Config::llm_backend},
    {{"llm.url", "an address",
      "Address of the language model; unset: http://127.0.0.1:11434, Ollama on this machine; the "
      "environment variable AI_MEMORY_LLM_URL overrides it.",
      "AI_MEMORY_LLM_URL"},
     &Config::llm_url},
    {{"llm.model", "the name of a model",
      "Name of the language model; unset: gemma3:4b with Ollama."},
     &Config::llm_model},
    {{"llm.key_file", path_text,
      "File with the key of the service; the environment variable AI_MEMORY_LLM_KEY overrides it.",
      "AI_MEMORY_LLM_KEY"},
     &Config::llm_key_file},
    {{"llm.plain_http", yes_or_no,
      "Whether http:// to another machine is allowed; memories then cross the network "
      "unencrypted."},
     &Config::llm_plain_http},
    {{"llm.connect_timeout_secs", connect_time,
      "Timeout for a connection to the language model, in seconds."},
     &Config::llm_connect_timeout_secs},
    {{"llm.timeout_secs", answer_time, "Timeout for a reply of the language model, in seconds."},
     &Config::llm_timeout_secs},
    {{"llm.retries", tries, "Number of retries when the language model is overloaded or fails."},
     &Config::llm_retries},
    {{"llm.calls_per_day", calls,
      "Maximum number of calls of the language model a day (UTC), by all processes; 0: no limit."},
     &Config::llm_calls_per_day},
    {{"llm.tokens_per_day", tokens,
      "Maximum number of tokens a day (UTC), prompts and replies; 0: no limit."},
     &Config::llm_tokens_per_day},
    {{"mcp.namespace", "auto or a namespace",
      "Default namespace of assistants; auto: the namespace of their project, as on the command "
      "line; unset: global."},
     &Config::mcp_namespace},
    {{"mcp.tools", "core, full or names of tools separated by commas",
      "Tools offered to assistants; core: the nine that most sessions need."},
     &Config::mcp_tools},
    {{"mcp.output_schemas", yes_or_no,
      "Whether the list of tools includes schemas of replies; unset: unless tools is core, to save "
      "tokens."},
     &Config::mcp_output_schemas},
    {{"profile.name", "one of core, vector-memory, mudpuppy, server-memory, memory-tool",
      "Profile that defines the tools of assistants; the environment variable AI_MEMORY_PROFILE "
      "overrides it.",
      "AI_MEMORY_PROFILE"},
     &Config::profile_name},
    {{"profile.core_tools", yes_or_no, "Whether another profile also offers the tools of core."},
     &Config::profile_core_tools},
    {{"mudpuppy.home", path_text,
      "Folder of the daily log of the profile mudpuppy; unset: ~/.mudpuppy; the environment "
      "variable MUDPUPPY_HOME overrides it.",
      "MUDPUPPY_HOME"},
     &Config::mudpuppy_home},
    {{"mudpuppy.db", path_text, "Database of the profile mudpuppy; unset: the configured one."},
     &Config::mudpuppy_db},
    {{"mudpuppy.namespace", "a namespace", "Namespace of its memories."},
     &Config::mudpuppy_namespace},
    {{"mudpuppy.vector_weight", weight,
      "Weight of meaning in its search; unset: from config.json in its home, else 0.7."},
     &Config::mudpuppy_vector_weight},
    {{"mudpuppy.keyword_weight", weight,
      "Weight of words in its search; unset: from config.json in its home, else 0.3."},
     &Config::mudpuppy_keyword_weight},
    {{"mudpuppy.daily_log", yes_or_no,
      "Whether each new memory adds a line to a Markdown file of the day."},
     &Config::mudpuppy_daily_log},
    {{"mudpuppy.auto_index", yes_or_no,
      "Whether its servers index Markdown files of the workspace; unset: from config.json in its "
      "home, else true."},
     &Config::mudpuppy_auto_index},
    {{"mudpuppy.index_interval_ms", "a number from 100 to 3600000",
      "Poll interval for files without change notifications; unset: from config.json in its home, "
      "else 5000."},
     &Config::mudpuppy_index_interval_ms},
    {{"mudpuppy.index_debounce_ms", "an integer from 0 to 60000",
      "Delay between a change of a file and its indexing."},
     &Config::mudpuppy_index_debounce_ms},
    {{"mudpuppy.max_file_bytes", "an integer from 1 to 1048576", "Larger files are not indexed."},
     &Config::mudpuppy_max_file_bytes},
    {{"mudpuppy.index_watch", yes_or_no,
      "Whether change notifications of the system are used; otherwise files are polled."},
     &Config::mudpuppy_index_watch},
    {{"mudpuppy.follow_links", yes_or_no,
      "Whether links that lead out of the workspace are indexed, too."},
     &Config::mudpuppy_follow_links},
    {{"mudpuppy.index_daily_log", "one of notes, all, none",
      "Indexed parts of the daily log; notes: only notes of people."},
     &Config::mudpuppy_index_daily_log},
    {{"vector_memory.default_limit", up_to_fifty, "Default number of results of search_memory."},
     &Config::vector_default_limit},
    {{"vector_memory.max_limit", up_to_fifty, "Maximum number of results of search_memory."},
     &Config::vector_max_limit},
    {{"vector_memory.session_start_limit", "an integer from 0 to 20",
      "Maximum number of memories at the start of a session of the profile vector-memory; 0: "
      "none."},
     &Config::vector_session_start_limit},
    {{"vector_memory.similarity_threshold", weight,
      "Minimum relevance of memories that hooks add to a prompt; unset: 0.7, the measured best; "
      "higher values add fewer."},
     &Config::vector_similarity_threshold},
    {{"vector_memory.weight_similarity", weight,
      "Weight of similarity in search_memory; unset: 0.4. The four weights are divided by their "
      "sum."},
     &Config::vector_weight_similarity},
    {{"vector_memory.weight_recency", weight, "Weight of recency; unset: 0.2."},
     &Config::vector_weight_recency},
    {{"vector_memory.weight_priority", weight, "Weight of priority; unset: 0.2."},
     &Config::vector_weight_priority},
    {{"vector_memory.weight_usage", weight, "Weight of earlier use; unset: 0.2."},
     &Config::vector_weight_usage},
    {{"vector_memory.project_boost", weight,
      "Added to the score of the project's own memories; unset: 0.1."},
     &Config::vector_project_boost},
    {{"vector_memory.half_life_days", "a number from 1 to 3650",
      "Days after which recency counts half; unset: 30."},
     &Config::vector_half_life_days},
    {{"vector_memory.similarity_floor", weight,
      "Share of the best similarity below which results are dropped; unset: 0.6; 0: no floor."},
     &Config::vector_similarity_floor},
    {{"vector_memory.ranking", "one of vector-memory, relevance",
      "Ranking of search_memory; vector-memory: by the weights above; relevance: like the core's "
      "recall, with project_boost."},
     &Config::vector_ranking},
    {{"vector_memory.session_end", yes_or_no,
      "Whether findings of a session are stored after its end."},
     &Config::vector_session_end},
    {{"vector_memory.decision_detection", yes_or_no,
      "Whether hooks of the profile ask to store a decision."},
     &Config::vector_decision_detection},
    {{"vector_memory.error_resolution", yes_or_no,
      "Whether hooks of the profile store solutions of errors."},
     &Config::vector_error_resolution},
    {{"vector_memory.recall_at_prompt", yes_or_no,
      "Whether hooks of the profile add relevant memories to prompts."},
     &Config::vector_recall_at_prompt},
    {{"vector_memory.trigger_limit", "an integer from 1 to 5", "Maximum number of these memories."},
     &Config::vector_trigger_limit},
    {{"vector_memory.trigger_cooldown_secs", "an integer from 0 to 86400",
      "Seconds after such an addition during which only prompts that clearly need memories get "
      "more."},
     &Config::vector_trigger_cooldown_secs},
    {{"vector_memory.trigger_threshold", weight,
      "Minimum probability that a prompt needs memories; unset: 0.6, the measured best; higher "
      "values add them to fewer prompts."},
     &Config::vector_trigger_threshold},
    {{"vector_memory.adaptive", yes_or_no,
      "Whether similarity_threshold adapts in each project to the use of added memories."},
     &Config::vector_adaptive},
    {{"vector_memory.decision_at_stop", yes_or_no,
      "Whether the assistant is asked about its own decision at once instead of at the next "
      "prompt; for clients that can continue a turn (Claude Code from 2.1.163 on)."},
     &Config::vector_decision_at_stop},
    {{"vector_memory.dedup_auto_check", yes_or_no,
      "Whether store_memory checks for near duplicates."},
     &Config::vector_dedup_auto_check},
    {{"vector_memory.dedup_threshold", "a number from 0.5 to 1",
      "Minimum similarity of duplicates; unset: 0.9."},
     &Config::vector_dedup_threshold},
    {{"vector_memory.on_duplicate", "one of warn, ask, merge, update, skip",
      "Default action of store_memory for a near duplicate."},
     &Config::vector_on_duplicate},
    {{"vector_memory.global_db", "core, or a path, absolute or starting with ~/",
      "The user's store; core: the configured database; unset: vector-memory-mcp/memories.db in "
      "$XDG_DATA_HOME or ~/.local/share; the environment variable VECTOR_MEMORY_DB_PATH overrides "
      "it.",
      "VECTOR_MEMORY_DB_PATH"},
     &Config::vector_global_db},
    {{"vector_memory.project_dir", "the name of a folder",
      "Name of the folder that marks a project and contains its store."},
     &Config::vector_project_dir},
    {{"vector_memory.logs", path_text,
      "Folder of the profile's log; unset: logs next to its user's store."},
     &Config::vector_logs},
    {{"nag.threshold", "an integer from 0 to 1000000",
      "Consecutive tool calls without a store before a session is reminded; 0: never; the "
      "environment variable AI_MEMORY_CAPTURE_NAG_THRESHOLD overrides it."},
     &Config::nag_threshold},
    {{"nag.escalate_threshold", "an integer from 0 to 1000000",
      "Consecutive tool calls before the second reminder; 0: never; the environment variable "
      "AI_MEMORY_CAPTURE_NAG_ESCALATE_THRESHOLD overrides it."},
     &Config::nag_escalate_threshold},
    {{"access_log.enabled", "one of profiles, always, never",
      "Calls to record with their results, for ai-memory recent and the page: all calls (always), "
      "those of profiles alone, or never."},
     &Config::access_log},
    {{"access_log.queries", yes_or_no, "Whether questions are recorded, too."},
     &Config::access_log_queries},
    {{"access_log.keep_days", "an integer from 1 to 3650",
      "Days after which a recorded call is deleted."},
     &Config::access_log_keep_days},
    {{"history.keep_days", "an integer from 1 to 3650",
      "Days for which former versions of memories are kept."},
     &Config::history_keep_days},
    {{"history.max_mb", "an integer from 1 to 100000",
      "Megabytes that former versions may take; the oldest go first."},
     &Config::history_max_mb},
    {{"hooks.recall", yes_or_no, "Whether hooks add relevant memories to prompts."},
     &Config::hooks_recall},
    {{"hooks.capture", yes_or_no, "Whether hooks record the conversation."},
     &Config::hooks_capture},
    {{"hooks.errors", yes_or_no,
      "Whether hooks store solutions of errors, and show them when the error returns."},
     &Config::hooks_errors},
    {{"hooks.decisions", "one of ask, store, off",
      "Action of hooks for a decision in a prompt: ask the assistant to store it, store it, or "
      "nothing."},
     &Config::hooks_decisions},
    {{"hooks.limit", "an integer from 1 to 10",
      "Maximum number of memories that a hook adds to a prompt."},
     &Config::hooks_limit},
    {{"hooks.budget_tokens", "an integer from 50 to 2000",
      "Maximum number of tokens that a hook adds to a prompt."},
     &Config::hooks_budget_tokens},
    {{"secrets.remove", yes_or_no,
      "Whether text that looks like a secret is removed from what hooks, capture and mine store, "
      "and reported by other stores."},
     &Config::secrets_remove},
    {{"adopt.rest_secs", "an integer from 0 to 86400",
      "How long a followed session must rest before it is taken in."},
     &Config::adopt_rest_secs},
    {{"log.level", "one of debug, info, warn, error",
      "Level of the log; the environment variable AI_MEMORY_LOG overrides it.", "AI_MEMORY_LOG"},
     &Config::log_level},
    {{"log.file", path_text, "File for the log, in addition to standard error."},
     &Config::log_file},
};

// The keys alone, made when this file is compiled: nothing runs at start-up.
constexpr auto keys = [] {
  std::array<ConfigKey, std::size(table)> result{};
  for (std::size_t i = 0; i < std::size(table); ++i) result[i] = table[i].key;
  return result;
}();

}  // namespace

std::span<const Setting> settings() {
  return table;
}

}  // namespace config

std::span<const ConfigKey> config_keys() {
  return config::keys;
}

}  // namespace aim
