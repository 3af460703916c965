#include "config/config.h"

#include <array>
#include <cstdlib>
#include <system_error>

#include "base/environment.h"
#include "base/file.h"
#include "base/url.h"
#include "config/settings.h"

namespace aim {
namespace config {
namespace {

constexpr std::int64_t year_secs = 31'536'000;

constexpr std::string_view lifetime = "an integer from 1 to 31536000";
constexpr std::string_view weight = "a number from 0 to 1";
constexpr std::string_view up_to_fifty = "an integer from 1 to 50";
constexpr std::string_view yes_or_no = "true or false";
// Of services that are asked over the network.
constexpr std::string_view connect_time = "an integer from 1 to 60";
constexpr std::string_view answer_time = "an integer from 1 to 600";
constexpr std::string_view tries = "an integer from 0 to 5";
constexpr std::string_view calls = "an integer from 0 to 1000000";
constexpr std::string_view tokens = "an integer from 0 to 1000000000";
constexpr std::string_view path_text = "a path, absolute or beginning with ~/";

constexpr Setting table[] = {
    {{"tier", "one of keyword, semantic, smart, autonomous", "\"semantic\"",
      "Which features are offered; each tier has those of the one before."},
     &Config::tier},
    {{"db", path_text, "",
      "The database; unset: ai-memory/ai-memory.db in $XDG_DATA_HOME or ~/.local/share.",
      "AI_MEMORY_DB"},
     &Config::db},
    {{"read_db", "an address", "",
      "A replica of the database on a PostgreSQL server, for reads; the environment variable "
      "AI_MEMORY_READ_DB overrides it.",
      "AI_MEMORY_READ_DB"},
     &Config::read_db},
    {{"ranking", "one of relevance, six-factor, hybrid-0.6, mudpuppy, vector-memory",
      "\"relevance\"", "How recall and search order what they find."},
     &Config::ranking},
    {{"archive_on_gc", yes_or_no, "true",
      "Whether expired memories are archived before they are removed."},
     &Config::archive_on_gc},
    {{"ttl.short_ttl_secs", lifetime, "", "Life of short memories, in seconds; unset: 6 hours."},
     &TtlConfig::short_ttl_secs,
     1,
     year_secs},
    {{"ttl.mid_ttl_secs", lifetime, "", "Life of mid memories, in seconds; unset: 7 days."},
     &TtlConfig::mid_ttl_secs,
     1,
     year_secs},
    {{"ttl.long_ttl_secs", lifetime, "", "Life of long memories, in seconds; unset: permanent."},
     &TtlConfig::long_ttl_secs,
     1,
     year_secs},
    {{"ttl.short_extend_secs", lifetime, "",
      "What a recall adds to the life of a short memory, in seconds; unset: 1 hour."},
     &TtlConfig::short_extend_secs,
     1,
     year_secs},
    {{"ttl.mid_extend_secs", lifetime, "",
      "What a recall adds to the life of a mid memory, in seconds; unset: 1 day."},
     &TtlConfig::mid_extend_secs,
     1,
     year_secs},
    {{"namespaces.flat", yes_or_no, "false",
      "Whether namespaces with slashes (team/project) are refused."},
     &Config::flat_namespaces},
    {{"storage.synchronous", "one of full, normal", "\"full\"",
      "full: acknowledged writes survive a power cut; normal: a power cut may lose the last "
      "moments."},
     &Config::synchronous},
    {{"storage.busy_timeout_secs", "an integer from 1 to 600", "30",
      "How long to wait while another process writes, in seconds."},
     &Config::busy_timeout_secs,
     1,
     600},
    {{"gc.interval_secs", "an integer from 10 to 86400", "1800",
      "How often a server removes expired memories, in seconds."},
     &Config::gc_interval_secs,
     10,
     86'400},
    {{"reflection.max_depth", "an integer from 1 to 100", "3",
      "How deep reflections on reflections may go; one on observations has depth 1; the "
      "environment variable AI_MEMORY_REFLECTION_MAX_DEPTH overrides it.",
      "AI_MEMORY_REFLECTION_MAX_DEPTH"},
     &Config::max_reflection_depth,
     1,
     100},
    {{"embedding.backend", "one of local, ollama, openai", "\"local\"",
      "What makes the vectors that find by meaning; local: a model on this machine; ollama, "
      "openai: "
      "a service, which the text of every memory and every question is sent to."},
     &Config::embedding_backend},
    {{"embedding.model", "auto, none or the name of a model", "\"auto\"",
      "The model that finds by meaning; auto: what `ai-memory model use` chose, else "
      "all-MiniLM-L6-v2 if it is there; of the backend ollama: nomic-embed-text."},
     &Config::embedding_model},
    {{"embedding.url", "an address", "",
      "Where the embedding service is; unset: http://127.0.0.1:11434, Ollama on this machine; the "
      "environment variable AI_MEMORY_EMBEDDING_URL overrides it.",
      "AI_MEMORY_EMBEDDING_URL"},
     &Config::embedding_url},
    {{"embedding.key_file", path_text, "",
      "A file with the key of the embedding service; the environment variable "
      "AI_MEMORY_EMBEDDING_KEY overrides it.",
      "AI_MEMORY_EMBEDDING_KEY"},
     &Config::embedding_key_file},
    {{"embedding.plain_http", yes_or_no, "false",
      "Whether http:// may go to another machine; memories then cross the network readable."},
     &Config::embedding_plain_http},
    {{"embedding.connect_timeout_secs", connect_time, "3",
      "How long to wait for a connection to the embedding service, in seconds."},
     &Config::embedding_connect_timeout_secs,
     1,
     60},
    {{"embedding.timeout_secs", answer_time, "60",
      "How long to wait for the vectors of memories, in seconds; in the background."},
     &Config::embedding_timeout_secs,
     1,
     600},
    {{"embedding.question_timeout_ms", "an integer from 100 to 60000", "2000",
      "How long a recall waits for the vector of its question; after that it goes by words and the "
      "built-in table."},
     &Config::embedding_question_timeout_ms,
     100,
     60'000},
    {{"embedding.retries", tries, "2",
      "How often to try again when the embedding service is overloaded or out of order."},
     &Config::embedding_retries,
     0,
     5},
    {{"embedding.calls_per_day", calls, "10000",
      "Maximum number of calls of the embedding service a day (UTC), by all processes; 0: no "
      "limit."},
     &Config::embedding_calls_per_day,
     0,
     1'000'000},
    {{"embedding.tokens_per_day", tokens, "10000000",
      "Maximum number of tokens a day (UTC) that the embedding service is sent; 0: no limit."},
     &Config::embedding_tokens_per_day,
     0,
     1'000'000'000},
    {{"models.folder", path_text, "",
      "Folder of models; unset: ai-memory/models in $XDG_DATA_HOME or ~/.local/share; the "
      "environment variable AI_MEMORY_MODELS overrides it.",
      "AI_MEMORY_MODELS"},
     &Config::models_folder},
    {{"models.hub", "an address that begins with https://", "\"https://huggingface.co\"",
      "Where `ai-memory model get` downloads from; the environment variable AI_MEMORY_HUB "
      "overrides it.",
      "AI_MEMORY_HUB"},
     &Config::models_hub},
    {{"serve.host", "an address or name of this machine", "\"127.0.0.1\"",
      "Where the daemon listens; anything but loopback needs a token."},
     &Config::serve_host},
    {{"serve.port", "an integer from 0 to 65535", "9077",
      "The daemon's port; 0 takes any that is free."},
     &Config::serve_port,
     0,
     65'535},
    {{"serve.unix_socket", path_text, "", "A Unix socket to listen on beside the port."},
     &Config::serve_unix_socket},
    {{"serve.token_file", path_text, "",
      "A file with the token that clients must send; the environment variable AI_MEMORY_TOKEN "
      "overrides it.",
      "AI_MEMORY_TOKEN"},
     &Config::serve_token_file},
    {{"serve.tls_certificate", path_text, "", "Certificate chain for TLS, PEM."},
     &Config::serve_tls_certificate},
    {{"serve.tls_key", path_text, "", "Its private key, PEM."}, &Config::serve_tls_key},
    {{"llm.backend", "one of ollama, openai, none", "\"ollama\"",
      "Protocol of the language model of the tiers smart and autonomous; openai: any service with "
      "OpenAI's API."},
     &Config::llm_backend},
    {{"llm.url", "an address", "",
      "Address of the language model; unset: http://127.0.0.1:11434, Ollama on this machine; the "
      "environment variable AI_MEMORY_LLM_URL overrides it.",
      "AI_MEMORY_LLM_URL"},
     &Config::llm_url},
    {{"llm.model", "the name of a model", "",
      "Which language model; unset: gemma3:4b with Ollama."},
     &Config::llm_model},
    {{"llm.key_file", path_text, "",
      "A file with the key of the service; the environment variable AI_MEMORY_LLM_KEY overrides "
      "it.",
      "AI_MEMORY_LLM_KEY"},
     &Config::llm_key_file},
    {{"llm.plain_http", yes_or_no, "false",
      "Whether http:// may go to another machine; memories then cross the network readable."},
     &Config::llm_plain_http},
    {{"llm.connect_timeout_secs", connect_time, "3",
      "How long to wait for a connection to the language model, in seconds."},
     &Config::llm_connect_timeout_secs,
     1,
     60},
    {{"llm.timeout_secs", answer_time, "60",
      "How long to wait for an answer of the language model, in seconds."},
     &Config::llm_timeout_secs,
     1,
     600},
    {{"llm.retries", tries, "2",
      "How often to try again when the language model is overloaded or out of order."},
     &Config::llm_retries,
     0,
     5},
    {{"llm.calls_per_day", calls, "2000",
      "Maximum number of calls of the language model a day (UTC), by all processes; 0: no limit."},
     &Config::llm_calls_per_day,
     0,
     1'000'000},
    {{"llm.tokens_per_day", tokens, "2000000",
      "Maximum number of tokens a day (UTC), prompts and answers; 0: no limit."},
     &Config::llm_tokens_per_day,
     0,
     1'000'000'000},
    {{"mcp.namespace", "auto or a namespace", "",
      "Where assistants store unless they say otherwise; auto: the namespace of the project that "
      "they "
      "work in, as on the command line; unset: global."},
     &Config::mcp_namespace},
    {{"mcp.tools", "core, full or names of tools separated by commas", "\"full\"",
      "Which tools assistants are offered; core: the nine that most sessions need."},
     &Config::mcp_tools},
    {{"mcp.output_schemas", yes_or_no, "true",
      "Whether the list of tools describes their replies; false saves tokens."},
     &Config::mcp_output_schemas},
    {{"profile.name", "one of core, vector-memory, mudpuppy", "\"core\"",
      "Names and shapes of the tools that assistants are offered; the environment variable "
      "AI_MEMORY_PROFILE overrides it.",
      "AI_MEMORY_PROFILE"},
     &Config::profile_name},
    {{"profile.core_tools", yes_or_no, "false",
      "Whether the tools of another profile are followed by the core's."},
     &Config::profile_core_tools},
    {{"mudpuppy.home", path_text, "",
      "Folder of the daily log of the profile mudpuppy; unset: ~/.mudpuppy; the environment "
      "variable MUDPUPPY_HOME overrides it.",
      "MUDPUPPY_HOME"},
     &Config::mudpuppy_home},
    {{"mudpuppy.db", path_text, "", "Its database; unset: the one of everything else."},
     &Config::mudpuppy_db},
    {{"mudpuppy.namespace", "a namespace", "\"mudpuppy\"", "Where its memories are."},
     &Config::mudpuppy_namespace},
    {{"mudpuppy.vector_weight", weight, "",
      "What meaning weighs in its search; unset: what config.json in its home says, else 0.7."},
     &Config::mudpuppy_vector_weight,
     0,
     1},
    {{"mudpuppy.keyword_weight", weight, "",
      "What words weigh in its search; unset: what config.json in its home says, else 0.3."},
     &Config::mudpuppy_keyword_weight,
     0,
     1},
    {{"mudpuppy.daily_log", yes_or_no, "true",
      "Whether each of its new memories leaves a line in a Markdown file of the day."},
     &Config::mudpuppy_daily_log},
    {{"mudpuppy.auto_index", yes_or_no, "",
      "Whether its servers keep Markdown files of the workspace as entries; unset: what "
      "config.json "
      "in its home says, else true."},
     &Config::mudpuppy_auto_index},
    {{"mudpuppy.index_interval_ms", "a number from 100 to 3600000", "",
      "How often files are looked at where the system cannot tell of changes; unset: what "
      "config.json "
      "in its home says, else 5000."},
     &Config::mudpuppy_index_interval_ms,
     100,
     3'600'000},
    {{"mudpuppy.index_debounce_ms", "an integer from 0 to 60000", "500",
      "How long a file that was written is left alone before it is read."},
     &Config::mudpuppy_index_debounce_ms,
     0,
     60'000},
    {{"mudpuppy.max_file_bytes", "an integer from 1 to 1048576", "102400",
      "Larger files are not indexed."},
     &Config::mudpuppy_max_file_bytes,
     1,
     1'048'576},
    {{"mudpuppy.index_watch", yes_or_no, "true",
      "Whether the system is asked to tell of changes to files; else they are looked for."},
     &Config::mudpuppy_index_watch},
    {{"mudpuppy.index_daily_log", "one of notes, all, none", "\"notes\"",
      "What of the daily log is indexed; notes: what people write there, not our own lines."},
     &Config::mudpuppy_index_daily_log},
    {{"vector_memory.default_limit", up_to_fifty, "10",
      "How many memories search_memory shows unless it is told."},
     &Config::vector_default_limit,
     1,
     50},
    {{"vector_memory.max_limit", up_to_fifty, "20", "And at most, whatever it is told."},
     &Config::vector_max_limit,
     1,
     50},
    {{"vector_memory.session_start_limit", "an integer from 0 to 20", "8",
      "Maximum number of memories that a session of the profile vector-memory begins with; 0: "
      "none."},
     &Config::vector_session_start_limit,
     0,
     20},
    {{"vector_memory.similarity_threshold", weight, "",
      "How relevant a memory must be to be brought to a prompt that did not ask for it; unset: "
      "0.7, the measured best; higher brings fewer."},
     &Config::vector_similarity_threshold,
     0,
     1},
    {{"vector_memory.weight_similarity", weight, "",
      "What nearness to the question weighs in search_memory; unset: 0.4. The four weights are "
      "divided by their sum."},
     &Config::vector_weight_similarity,
     0,
     1},
    {{"vector_memory.weight_recency", weight, "", "What newness weighs; unset: 0.2."},
     &Config::vector_weight_recency,
     0,
     1},
    {{"vector_memory.weight_priority", weight, "", "What the priority weighs; unset: 0.2."},
     &Config::vector_weight_priority,
     0,
     1},
    {{"vector_memory.weight_usage", weight, "", "What earlier use weighs; unset: 0.2."},
     &Config::vector_weight_usage,
     0,
     1},
    {{"vector_memory.project_boost", weight, "",
      "What is added to the score of the project's own memories; unset: 0.1."},
     &Config::vector_project_boost,
     0,
     1},
    {{"vector_memory.half_life_days", "a number from 1 to 3650", "",
      "After how many days newness counts half; unset: 30."},
     &Config::vector_half_life_days,
     1,
     3'650},
    {{"vector_memory.similarity_floor", weight, "",
      "Share of the best similarity below which a memory is left out; unset: 0.6; 0 leaves out "
      "none."},
     &Config::vector_similarity_floor,
     0,
     1},
    {{"vector_memory.session_end", yes_or_no, "true",
      "Whether what a session has found out is stored after its end."},
     &Config::vector_session_end},
    {{"vector_memory.decision_detection", yes_or_no, "true",
      "Whether hooks of the profile ask to store a decision."},
     &Config::vector_decision_detection},
    {{"vector_memory.error_resolution", yes_or_no, "true",
      "Whether hooks of the profile keep how an error was solved."},
     &Config::vector_error_resolution},
    {{"vector_memory.recall_at_prompt", yes_or_no, "true",
      "Whether hooks of the profile bring memories to a prompt that they help with."},
     &Config::vector_recall_at_prompt},
    {{"vector_memory.trigger_limit", "an integer from 1 to 5", "3", "And how many at most."},
     &Config::vector_trigger_limit,
     1,
     5},
    {{"vector_memory.trigger_cooldown_secs", "an integer from 0 to 86400", "30",
      "How long after them a prompt is given more only where it clearly asks for it."},
     &Config::vector_trigger_cooldown_secs,
     0,
     86'400},
    {{"vector_memory.adaptive", yes_or_no, "true",
      "Whether similarity_threshold follows, in each project, how many of them were of use."},
     &Config::vector_adaptive},
    {{"vector_memory.dedup_auto_check", yes_or_no, "true",
      "Whether store_memory looks for memories that say nearly the same."},
     &Config::vector_dedup_auto_check},
    {{"vector_memory.dedup_threshold", weight, "",
      "From which similarity on; at least 0.5; unset: 0.9."},
     &Config::vector_dedup_threshold,
     0,
     1},
    {{"vector_memory.on_duplicate", "one of warn, ask, merge, update, skip", "\"warn\"",
      "What store_memory does with a near duplicate unless it is told."},
     &Config::vector_on_duplicate},
    {{"vector_memory.global_db", "core, or a path, absolute or beginning with ~/", "",
      "The user's store; core: the database of everything else; unset: "
      "vector-memory-mcp/memories.db in $XDG_DATA_HOME or ~/.local/share; the environment variable "
      "VECTOR_MEMORY_DB_PATH overrides it.",
      "VECTOR_MEMORY_DB_PATH"},
     &Config::vector_global_db},
    {{"vector_memory.logs", path_text, "",
      "Folder of the profile's log; unset: logs beside its user's store."},
     &Config::vector_logs},
    {{"nag.threshold", "an integer from 0 to 1000000", "5",
      "After how many tool calls in a row that store nothing an assistant's session is warned; 0: "
      "never; the environment variable AI_MEMORY_CAPTURE_NAG_THRESHOLD overrides it."},
     &Config::nag_threshold,
     0,
     1'000'000},
    {{"nag.escalate_threshold", "an integer from 0 to 1000000", "20",
      "And after how many it is warned again; 0: never; the environment variable "
      "AI_MEMORY_CAPTURE_NAG_ESCALATE_THRESHOLD overrides it."},
     &Config::nag_escalate_threshold,
     0,
     1'000'000},
    {{"access_log.enabled", "one of profiles, always, never", "\"profiles\"",
      "Whose calls are kept with what they showed, for ai-memory access-log and the page: those of "
      "profiles, all, or none."},
     &Config::access_log},
    {{"access_log.queries", yes_or_no, "true", "Whether what was asked is kept too."},
     &Config::access_log_queries},
    {{"access_log.keep_days", "an integer from 1 to 3650", "90",
      "After how many days a call is removed."},
     &Config::access_log_keep_days,
     1,
     3'650},
    {{"hooks.recall", yes_or_no, "true",
      "Whether hooks of assistants bring memories to a prompt that they help with."},
     &Config::hooks_recall},
    {{"hooks.capture", yes_or_no, "true", "Whether hooks record what is said."},
     &Config::hooks_capture},
    {{"hooks.errors", yes_or_no, "true",
      "Whether hooks keep how an error was solved, and tell it when the error comes again."},
     &Config::hooks_errors},
    {{"hooks.decisions", "one of ask, store, off", "\"ask\"",
      "What hooks do with a decision in a prompt: ask the assistant to store it, store it, or "
      "nothing."},
     &Config::hooks_decisions},
    {{"hooks.limit", "an integer from 1 to 10", "3",
      "Maximum number of memories that a hook brings to a prompt."},
     &Config::hooks_limit,
     1,
     10},
    {{"hooks.budget_tokens", "an integer from 50 to 2000", "800",
      "Maximum tokens that a hook brings to a prompt."},
     &Config::hooks_budget_tokens,
     50,
     2'000},
    {{"secrets.remove", yes_or_no, "true",
      "Whether what looks like a secret is taken out of what hooks, capture and mine keep, and "
      "told of "
      "when it is stored otherwise."},
     &Config::secrets_remove},
    {{"log.level", "one of debug, info, warn, error", "\"warn\"",
      "How much the log says; the environment variable AI_MEMORY_LOG overrides it.",
      "AI_MEMORY_LOG"},
     &Config::log_level},
    {{"log.file", path_text, "", "A file for the log, beside standard error."}, &Config::log_file},
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

bool is_choice(std::string_view type, std::string_view value) {
  const auto choices = choices_of(type);
  return std::find(choices.begin(), choices.end(), value) != choices.end();
}

Result<std::string> expand_path(std::string_view path) {
  const auto refused = [](std::string what) {
    return Failure(Error{Code::validation_failed, std::move(what), {}, {}, {}});
  };
  if (path == "~" || path.starts_with("~/")) {
    const std::filesystem::path home = environment("HOME");
    if (!home.is_absolute())
      return refused("begins with ~, but HOME is not set to an absolute path");
    return std::string(home).append(path.substr(1));
  }
  if (!path.starts_with('/'))
    return refused(std::string("must be ")
                       .append(path_text)
                       .append("; got \"")
                       .append(is_url(path) ? without_user(path) : std::string(path)) +
                   '"');
  return std::string(path);
}

}  // namespace config

std::span<const ConfigKey> config_keys() {
  return config::keys;
}

std::vector<std::string_view> choices_of(std::string_view type) {
  if (type == "true or false")
    return {"true", "false"};
  constexpr std::string_view before = "one of ", between = ", ";
  std::vector<std::string_view> choices;
  if (!type.starts_with(before))
    return choices;
  for (std::size_t at = before.size(); at < type.size();) {
    const std::size_t end = std::min(type.find(between, at), type.size());
    choices.push_back(type.substr(at, end - at));
    at = end + between.size();
  }
  return choices;
}

}  // namespace aim
